import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { PICTURE_MAX_MEGABYTES } from "../../../../contract/file.ts";
import { countWords, formatEntry, isImageUrl, type KnowledgeEntry, wordLimitFor } from "../../../../contract/knowledge.ts";
import type { EntryDates } from "../../../../contract/knowledge-calls.ts";
import { formatNumber } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { type EntryForm, entryFormOf, joinTexts } from "../fields/draft.ts";
import { ImageInput } from "../fields/ImageInput.tsx";
import { entryImageProblem } from "../fields/image-address.ts";
import { LimitedText } from "../fields/LimitedText.tsx";
import { EntryDatesField, isInOrder, savedDates } from "./EntryDatesField.tsx";
import type { EntryContent } from "./knowledge-source.ts";

interface KnowledgeFormProps {
  /** The entry being edited; null adds a new one. */
  entry: EntryContent | null;
  /** Whether the entry can have dates, which are stored with a saved agent only. */
  hasDates: boolean;
  /** A visitor's question, to be answered in this entry; otherwise empty. */
  question: string;
  planWords: number;
  entryLimit: number;
  count: number;
  isBusy: boolean;
  /** False while another tab is shown. */
  isShown: boolean;
  onPending: NotePending;
  /** Opens the only entry; absent if there are several. */
  onContinue?: () => void;
  /** The content with which the form starts. */
  kept: EntryForm | null;
  /** Whether the text box takes the focus at once, with the caret after the existing text. */
  startsWriting: boolean;
  onCancel: () => void;
  onSubmit: (content: EntryContent, onDone: () => void) => void;
  /** Renders why the entry in the form was not saved. */
  failure: (content: EntryContent, retry: () => void) => ReactNode;
}

/** The id of the form, for the button that adds its text before the page is left. */
export const KNOWLEDGE_FORM = "knowledge-form";

/** Told of the text in the form that is not in the list yet (null when there is none), and whether the form would take it. */
export type NotePending = (entry: EntryForm | null, isReady: boolean) => void;

function fieldsOf(content: EntryContent | null, question = ""): EntryForm {
  const form = entryFormOf(content?.entry ?? "");
  return { ...form, dates: content?.dates ?? null, text: joinTexts(form.text, question && `${question.trim()}\n`) };
}

function isSameDates(one: EntryDates | null | undefined, other: EntryDates | null | undefined): boolean {
  return (one?.from ?? null) === (other?.from ?? null) && (one?.until ?? null) === (other?.until ?? null);
}

type FormOptions = Pick<KnowledgeFormProps, "entry" | "question" | "kept" | "onPending"> & { accepts: (form: EntryForm) => boolean };

/** The content of the form. Reports to the page what is not in the list yet. */
function useEntryForm({ entry, question, kept, onPending, accepts }: FormOptions): [EntryForm, (form: EntryForm) => void] {
  const [form, setForm] = useState(() => kept ?? fieldsOf(entry, question));
  const pendingOf = (now: EntryForm): EntryForm | null => {
    const stored = fieldsOf(entry);
    return now.text.trim() !== stored.text || now.url !== stored.url || !isSameDates(now.dates, stored.dates) ? now : null;
  };
  const first = useRef({ pending: pendingOf(form), isReady: accepts(form) });
  useEffect(() => {
    onPending(first.current.pending, first.current.isReady);
    return () => onPending(null, false);
  }, [onPending]);
  // Reports to the page in the same step. In an effect, each key would cause two more renders, which fast typing turns
  // into a loop.
  const change = (next: EntryForm) => {
    setForm(next);
    onPending(pendingOf(next), accepts(next));
  };
  return [form, change];
}

/** The form that adds or updates an entry. */
export function KnowledgeForm(props: KnowledgeFormProps) {
  const { entry, hasDates, question, planWords, entryLimit, count, isBusy } = props;
  const { isShown, onPending, kept, startsWriting, onCancel, onContinue, onSubmit, failure } = props;
  const { t } = useTranslation("editor");
  const isEdit = entry !== null;
  const isFull = !isEdit && count >= entryLimit;
  const isTooLong = (form: EntryForm) => countWords(form.text) > wordLimitFor(form.kind, planWords);
  const isUnfinished = (form: EntryForm) => form.text.trim() === "" || (form.kind === "image" && form.url === "");
  const accepts = (form: EntryForm) => {
    return (
      !isFull && !isTooLong(form) && !isUnfinished(form) && isInOrder(form.dates ?? null) && (form.kind === "text" || isImageUrl(form.url))
    );
  };
  const [form, change] = useEntryForm({ entry, question, kept, onPending, accepts });
  const { kind, text, url, dates = null } = form;
  const [urlError, setUrlError] = useState("");
  const wordLimit = wordLimitFor(kind, planWords);
  const isOver = isTooLong(form);
  const canSend = !isFull && !isOver && !isUnfinished(form) && isInOrder(dates);

  const next: KnowledgeEntry = kind === "text" ? { kind, text: text.trim() } : { kind, url, text: text.trim() };
  const contentNow: EntryContent = { entry: formatEntry(next), dates: savedDates(dates) };
  const checkUrl = () => {
    const problem = kind === "text" ? "" : entryImageProblem(t, url);
    setUrlError(problem);
    return problem === "";
  };
  const submit = () => {
    if (!checkUrl() || !canSend) return;
    onSubmit(contentNow, () => change(fieldsOf(null)));
  };

  const full = isFull && <PlanIsFull entries={entryLimit} words={planWords} onContinue={onContinue} />;
  // What was written before the room was used up is not taken away.
  if (full && text.trim() === "" && url === "") return <div className="mt-5">{full}</div>;
  return (
    <form
      id={KNOWLEDGE_FORM}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="mt-5 space-y-4"
      noValidate
    >
      <Choice
        legend={t("knowledge.type")}
        quietLegend
        value={kind}
        onChange={(value) => {
          change({ ...form, kind: value });
          setUrlError("");
        }}
        options={[
          { value: "text", label: t("knowledge.textOnly") },
          { value: "image", label: t("knowledge.imageText") },
        ]}
      />
      {kind === "image" && (
        <ImageInput
          label={t("knowledge.imageUrl")}
          hint={t("knowledge.imageRules", { megabytes: formatNumber(PICTURE_MAX_MEGABYTES) })}
          accepts={isImageUrl}
          value={url}
          error={urlError}
          required
          onChange={(value) => {
            change({ ...form, url: value });
            if (urlError) setUrlError("");
          }}
          onBlur={checkUrl}
        />
      )}
      <LimitedText
        label={kind === "image" ? t("knowledge.description") : t("knowledge.text")}
        value={text}
        limit={wordLimit}
        rows={kind === "image" ? 3 : 6}
        startsWriting={isShown && (startsWriting || question !== "")}
        isReadOnly={isBusy}
        hint={isEdit ? t("knowledge.enterUpdates") : t("knowledge.enterAdds")}
        sendsOnEnter
        onChange={(value) => change({ ...form, text: value })}
      />
      {hasDates && <EntryDatesField value={dates} onChange={(value) => change({ ...form, dates: value })} />}
      {full}
      {failure(contentNow, submit)}
      <div className="flex gap-2">
        <BusyButton type="submit" className={canSend ? "btn-primary" : "btn-line"} busy={isBusy} disabled={!canSend}>
          {isEdit ? t("knowledge.update") : t("knowledge.add")}
        </BusyButton>
        {isEdit && (
          <button type="button" className="btn btn-line" onClick={onCancel}>
            {t("cancel")}
          </button>
        )}
      </div>
    </form>
  );
}

interface PlanIsFullProps {
  entries: number;
  words: number;
  onContinue?: () => void;
}

/** What the plan holds, and the two ways on. */
function PlanIsFull({ entries, words, onContinue }: PlanIsFullProps) {
  const { t } = useTranslation("editor");
  return (
    <Alert
      tone="warning"
      actions={
        <>
          {onContinue && (
            <button type="button" className="btn btn-line btn-sm" onClick={onContinue}>
              {t("knowledge.fullContinue")}
            </button>
          )}
          <Link to="/plans" className="btn btn-line btn-sm">
            {t("knowledge.fullPlans")}
          </Link>
        </>
      }
    >
      <p className="font-semibold">{t("knowledge.limitReached", { limit: entries })}</p>
      <p className="mt-1 text-sm">{t("knowledge.full", { count: entries, number: formatNumber(entries), words: formatNumber(words) })}</p>
    </Alert>
  );
}
