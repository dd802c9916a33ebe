/** The test questions of an agent: what an owner writes, and what a run of them finds. */
import {
  GOLDEN_MAX,
  type GoldenCounts,
  type GoldenExpectations,
  type GoldenFailure,
  type GoldenSuggestion,
  MAX_SUGGESTIONS,
} from "../../../contract/golden.ts";
import type { Language } from "../../../contract/language.ts";
import { told } from "../../../contract/messages/message.ts";
import { recognizeLanguage } from "../../knowledge/answerer-talk.ts";
import { findCopies } from "../../knowledge/store.ts";
import { conflict, DomainError, notFound } from "../../platform/errors.ts";
import type { Viewer } from "../../platform/http/endpoint.ts";
import { newId } from "../../platform/ids.ts";
import type { Db, Reader, Tx } from "../../platform/storage/db.ts";
import type { LiveAgent } from "../book.ts";
import { findOwnAgent } from "../save.ts";
import {
  countGolden,
  deleteGolden,
  findGolden,
  findGoldenText,
  insertGolden,
  keepRun,
  listGolden,
  type StoredGolden,
  updateGolden,
} from "./golden-store.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { questionsOf } from "./suggest.ts";

const NOT_RUN = { run: null, revision: null, modelRun: null, modelRevision: null };

interface Input {
  question: string;
  expects: GoldenExpectations;
}

/** Transactions that write an agent's test questions have this lock, because each also limits their number. */
const lockOf = (agentId: string) => ({ lock: `golden:${agentId}` });

/** @throws DomainError not_found; conflict if the question is there already, or there are too many */
export async function addGolden(db: Db, viewer: Viewer, agentId: string, input: Input): Promise<StoredGolden> {
  return db.transaction(
    async (tx) => {
      const agent = await findOwnAgent(tx, viewer, agentId);
      await refuseTwice(tx, agent.id, input.question);
      const golden = { id: newId(), ...input };
      if (!(await insertGolden(tx, agent.id, golden, { atMost: GOLDEN_MAX.questions, at: tx.now })))
        throw new DomainError("too_large", told("golden.tooMany", { max: `${GOLDEN_MAX.questions}` }));
      return { ...golden, ...NOT_RUN };
    },
    { isGrowth: true, ...lockOf(agentId) },
  );
}

/** @throws DomainError not_found; conflict if another question has the same text */
export async function changeGolden(db: Db, viewer: Viewer, at: { agentId: string; id: string }, input: Input): Promise<StoredGolden> {
  return db.transaction(async (tx) => {
    const agent = await findOwnAgent(tx, viewer, at.agentId);
    if (!(await findGolden(tx, agent.id, at.id))) throw notFound();
    await refuseTwice(tx, agent.id, input.question, at.id);
    const golden = { id: at.id, ...input };
    await updateGolden(tx, golden);
    return { ...golden, ...NOT_RUN };
  }, lockOf(at.agentId));
}

/** @throws DomainError not_found */
export async function removeGolden(db: Db, viewer: Viewer, at: { agentId: string; id: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const agent = await findOwnAgent(tx, viewer, at.agentId);
    if (!(await findGolden(tx, agent.id, at.id))) throw notFound();
    await deleteGolden(tx, agent.id, at.id);
  }, lockOf(at.agentId));
}

async function refuseTwice(db: Reader, agentId: string, question: string, except?: string): Promise<void> {
  const id = await findGoldenText(db, agentId, question);
  if (id !== undefined && id !== except) throw conflict(told("golden.twice"), { question: told("golden.twice") });
}

/** Copies the questions of an agent whose entries were just copied. They are run anew. */
export async function copyGolden(tx: Tx, fromAgentId: string, toAgentId: string): Promise<void> {
  const all = await listGolden(tx, fromAgentId);
  const expected = all.flatMap(({ expects: { entryId } }) => (entryId === null ? [] : [entryId]));
  const copies = await findCopies(tx, expected, toAgentId);
  const copyOf = ({ question, expects }: Input): Input => {
    const entryId = expects.entryId && (copies.get(expects.entryId) ?? null);
    return { question, expects: { ...expects, entryId } };
  };
  await insertAll(tx, toAgentId, all.map(copyOf));
}

/** Gives a new agent these questions, in their order. Of those with the same text, only the first one is kept. */
export async function insertAll(tx: Tx, agentId: string, all: readonly Input[]): Promise<void> {
  const texts = new Set<string>();
  for (const [place, input] of all.entries()) {
    if (texts.has(input.question)) continue;
    texts.add(input.question);
    await insertGolden(tx, agentId, { id: newId(), ...input }, { atMost: GOLDEN_MAX.questions, at: tx.now + place });
  }
}

export interface Asking {
  /** Answers as visitors are answered without a model. `entries` are positions. */
  ask(agent: LiveAgent, question: string): Promise<{ text: string; found: boolean; entries: readonly number[] }>;
  languageOf(text: string): Language | null;
  pause(): Promise<void>;
}

/** Asks every question and keeps the outcomes together, so that a page of the list never shows half of a run. */
export async function runGolden(db: Db, agent: LiveAgent & { id: string }, { ask, languageOf, pause }: Asking): Promise<GoldenCounts> {
  const all = await listGolden(db, agent.id);
  const ids = new Set(agent.entryIds);
  const runs: { golden: StoredGolden; answer: string; failures: GoldenFailure[] }[] = [];
  for (const golden of all) {
    await pause();
    const { text, found, entries } = await ask(agent, golden.question);
    const entryIds = entries.map((position) => agent.entryIds[position] ?? "");
    const failures = judgeAnswer({ text, found, entryIds, language: languageOf(text) }, golden.expects, (id) => ids.has(id));
    runs.push({ golden, answer: text, failures });
  }
  return db.transaction(async (tx) => {
    const at = new Date(tx.now).toISOString();
    for (const { golden, ...outcome } of runs) await keepRun(tx, golden, { at, ...outcome }, agent.revision);
    const { passed, failed, untested } = await countGolden(tx, agent.id);
    return { passed, failed, untested };
  }, lockOf(agent.id));
}

/** Entries by whose words the language is recognized in which prices without other words are asked for, and units of each. */
const HEARD = 20;
const MAX_HEARD = 200;

/** "How much is delivery?" and "How much is the delivery?" are one question. */
const keyOf = (question: string): string =>
  question
    .toLowerCase()
    .replace(/\b(?:the|an?)\b/g, " ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** What visitors may ask of the entries and is not in the list yet: one question of each entry first, then further ones. */
export async function suggestGolden(db: Reader, agent: LiveAgent & { id: string }): Promise<GoldenSuggestion[]> {
  const all = await listGolden(db, agent.id);
  // None of them could be added.
  if (all.length >= GOLDEN_MAX.questions) return [];
  const known = new Set(all.map(({ question }) => keyOf(question)));
  const heard = agent.entries.slice(0, HEARD).map(({ text }) => text.slice(0, MAX_HEARD));
  const language = recognizeLanguage(heard.join("\n"));
  const suggestions: GoldenSuggestion[] = [];
  const later: GoldenSuggestion[] = [];
  for (const [at, { text }] of agent.entries.entries()) {
    if (suggestions.length === MAX_SUGGESTIONS) break;
    const entryId = agent.entryIds[at];
    if (entryId === undefined) continue;
    const fresh = questionsOf(text, language).filter(({ question }) => !known.has(keyOf(question)));
    for (const { question } of fresh) known.add(keyOf(question));
    const [first, ...others] = fresh.map((asked) => ({ ...asked, entryId }));
    if (first) suggestions.push(first);
    if (later.length < MAX_SUGGESTIONS) later.push(...others);
  }
  return [...suggestions, ...later].slice(0, MAX_SUGGESTIONS);
}
