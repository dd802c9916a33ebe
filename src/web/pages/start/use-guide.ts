import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { OwnAgent } from "../../../contract/agent.ts";
import { knowledgeCalls } from "../../../contract/calls/knowledge.ts";
import type { KnowledgePage } from "../../../contract/knowledge-calls.ts";
import type { SessionUser } from "../../../contract/user.ts";
import { call, fieldsOf } from "../../api.ts";
import { randomId } from "../../ids.ts";
import { knowledgeKey } from "../../knowledge-queries.ts";
import { userQuery } from "../../queries.ts";
import { type Draft, draftOf, emptyDraft, isSameDraft } from "../editor/fields/draft.ts";
import { type EditorLimits, type Problems, problemsOf } from "../editor/fields/form.ts";
import { useAgentSave } from "../editor/use-agent-save.ts";
import {
  type Answers,
  compareEntries,
  composeEntries,
  findAnswers,
  type Headings,
  longest,
  longestOf,
  NO_ANSWERS,
  QUESTIONS,
} from "./answers.ts";
import { greetingOf } from "./greeting.ts";
import { forget, keep, readKept } from "./kept.ts";
import type { StepName } from "./StepList.tsx";
import { fetchEntries } from "./start-queries.ts";

export interface GuideProps {
  user: SessionUser;
  agent: OwnAgent | null;
  knowledge: KnowledgePage;
  headings: readonly Headings[];
  limits: EditorLimits;
  /** The address of the server for visitors. */
  origin: string;
}

export type Guide = ReturnType<typeof useGuide>;

/** What the guided start holds, and how each step is saved. */
export function useGuide({ user, agent, knowledge, headings, limits }: GuideProps) {
  const { t } = useTranslation("start");
  const queryClient = useQueryClient();
  const [kept] = useState(() => readKept(user.id, agent?.id ?? null));
  const [stored, setStored] = useState(knowledge);
  const found = useMemo(() => findAnswers(stored.entries, headings), [stored, headings]);
  const [draft, setDraft] = useState<Draft>(() => kept?.draft ?? (agent ? draftOf(agent) : firstDraft(user, t)));
  const [typed, setTyped] = useState<Answers | null>(kept?.answers ?? null);
  const [problems, setProblems] = useState<Problems>({});
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { saved, mutation } = useAgentSave(user.id, agent);
  const chatId = saved?.id ?? null;
  const answers = typed ?? found.answers;
  const shown = { hours: t("ask.hours"), place: t("ask.place"), prices: t("ask.prices"), order: t("ask.order") };
  const others = stored.count - found.ours.length;
  const room = Math.max(0, limits.entries - (stored.typed - found.ours.length));
  const wanted = composeEntries(answers, shown, room);
  const isTooLong = longest(wanted) > limits.words;

  // Before the page is painted: a reload in the same moment must not lose the last key.
  useLayoutEffect(() => {
    const isUnsaved = typed !== null || !isSameDraft(draft, saved?.draft ?? emptyDraft());
    if (isUnsaved) keep(user.id, { chatId, draft, answers: typed });
    else forget(user.id);
  }, [user.id, chatId, draft, typed, saved]);

  const saveAgent = async (draft: Draft): Promise<string> => {
    if (saved && isSameDraft(draft, saved.draft)) return saved.id;
    return (await mutation.mutateAsync({ draft })).id;
  };
  const saveAnswers = async (id: string) => {
    const { update, remove, add } = compareEntries(found.ours, wanted);
    for (const { before, entry } of update) {
      await call(knowledgeCalls.updateEntry, { params: { chatId: id, entryId: before.id }, body: { entry }, version: before.version });
    }
    for (const { id: entryId } of remove) await call(knowledgeCalls.removeEntry, { params: { chatId: id, entryId } });
    if (add.length > 0) await call(knowledgeCalls.addEntries, { params: { chatId: id }, body: { entries: add }, requestKey: randomId() });
    setStored(await fetchEntries(id));
    setTyped(null);
    await queryClient.invalidateQueries({ queryKey: knowledgeKey(id) });
  };
  /** Visitors can press the questions that have an answer. Questions that the owner has chosen stay. */
  const withQuestions = (draft: Draft): Draft => {
    const isOwners = draft.starterQuestions.some((question) => !headings.some((one) => Object.values(one).includes(question)));
    if (isOwners) return draft;
    return { ...draft, starterQuestions: QUESTIONS.filter((name) => answers[name].trim() !== "").map((name) => shown[name]) };
  };

  /** Saves a step. @returns whether the next one can be shown. */
  const save = async (step: StepName): Promise<boolean> => {
    const missing: Problems = step === "name" && draft.chatName.trim() === "" ? { chatName: t("guide.needName") } : {};
    setProblems(missing);
    setError(null);
    if (Object.keys(missing).length > 0 || (step === "asks" && isTooLong)) return false;
    setBusy(true);
    try {
      if (step === "asks" && typed !== null) {
        const next = withQuestions(draft);
        setDraft(next);
        await saveAnswers(await saveAgent(next));
      } else await saveAgent(draft);
      void queryClient.invalidateQueries({ queryKey: userQuery(user.id).queryKey, refetchType: "none" });
      return true;
    } catch (cause) {
      const refused = problemsOf(fieldsOf(cause));
      setProblems(refused);
      if (Object.keys(refused).length === 0) setError(cause as Error);
      return false;
    } finally {
      setBusy(false);
    }
  };

  /** Saves what was chosen of a website's look. @returns whether it was saved */
  const adopt = async (look: Partial<Draft>): Promise<boolean> => {
    const next = { ...draft, ...look };
    setError(null);
    try {
      await saveAgent(next);
      setDraft((now) => ({ ...now, ...look }));
      return true;
    } catch (cause) {
      setError(cause as Error);
      return false;
    }
  };
  /** Entries were read from a website. */
  const noteRead = async () => {
    if (chatId === null) return;
    setStored(await fetchEntries(chatId));
    await queryClient.invalidateQueries({ queryKey: knowledgeKey(chatId) });
  };

  const change = (patch: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...patch }));
    setProblems({});
  };
  // Without entries of other kinds, the preview knows each answer while it is typed.
  const isLive = others === 0;
  const preview = isLive
    ? { draft: { ...draft, knowledge: isTooLong ? [] : wanted }, chatId: null, knowledgeChanges: 0 }
    : { draft, chatId, knowledgeChanges: stored.count };
  const changeAnswers = (patch: Partial<Answers>) => setTyped({ ...NO_ANSWERS, ...answers, ...patch });
  const refusal = Object.keys(problems).length > 0 ? problems : null;
  return {
    ...{ chatId, draft, change, problems, refusal, error, isBusy, save, adopt, noteRead, preview, found },
    ...{ answers, changeAnswers, room, words: longest(wanted), wordLimit: limits.words, isTooLong, longestAsk: longestOf(answers) },
  };
}

/**
 * A new agent is called like the business, and greets in the language of the page. A username is no name that a greeting
 * can say: while the business has no other, the greeting is without one.
 */
function firstDraft({ username, displayName }: SessionUser, t: Parameters<typeof greetingOf>[1]): Draft {
  return {
    ...emptyDraft(),
    chatName: displayName,
    mood: "mesra dan santai",
    defaultMessage: greetingOf(displayName === username ? "" : displayName, t),
  };
}
