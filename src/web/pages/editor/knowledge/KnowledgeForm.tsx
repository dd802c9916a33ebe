import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PICTURE_MAX_MEGABYTES } from "../../../../contract/file.ts";
import {
  countWords,
  formatEntry,
  IMAGE_URL_INVALID,
  IMAGE_URL_REQUIRED,
  isImageUrl,
  type KnowledgeEntry,
  wordLimitFor,
} from "../../../../contract/knowledge.ts";
import { formatNumber } from "../../../text/format.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { BusyButton } from "../../../ui/forms/Button.tsx";
import { Choice } from "../../../ui/forms/Choice.tsx";
import { type EntryForm, entryFormOf, joinTexts } from "../fields/draft.ts";
import { ImageInput } from "../fields/ImageInput.tsx";
import { LimitedText } from "../fields/LimitedText.tsx";

interface KnowledgeFormProps {
  /** The entry being edited; null adds a new one. */
  entry: string | null;
  /** A visitor's question, to be answered in this entry; otherwise empty. */
  question: string;
  planWords: number;
  entryLimit: number;
  count: number;
  /** The agent was never saved. */
  isNew: boolean;
  isBusy: boolean;
  /** False while another tab is shown. */
  isShown: boolean;
  /** Called with the text in the form that is not in the list yet; null when there is none. */
  onPending: (entry: EntryForm | null) => void;
  /** The content with which the form starts. */
  kept: EntryForm | null;
  /** Whether the text box takes the focus at once, with the caret after the existing text. */
  startsWriting: boolean;
  onCancel: () => void;
  onSubmit: (entry: string, onDone: () => void) => void;
  /** Renders why the entry in the form was not saved. */
  failure: (entry: string, retry: () => void) => ReactNode;
}

function fieldsOf(entry: string | null, question = ""): EntryForm {
  const form = entryFormOf(entry ?? "");
  return { ...form, text: joinTexts(form.text, question && `${question.trim()}\n`) };
}

type FormOptions = Pick<KnowledgeFormProps, "entry" | "question" | "kept" | "onPending">;

/** The content of the form. Reports to the page what is not in the list yet. */
function useEntryForm({ entry, question, kept, onPending }: FormOptions): [EntryForm, (form: EntryForm) => void] {
  const [form, setForm] = useState(() => kept ?? fieldsOf(entry, question));
  const pendingOf = (now: EntryForm): EntryForm | null => {
    const stored = fieldsOf(entry);
    return now.text.trim() !== stored.text || now.url !== stored.url ? now : null;
  };
  const first = useRef(pendingOf(form));
  useEffect(() => {
    onPending(first.current);
    return () => onPending(null);
  }, [onPending]);
  // Reports to the page in the same step. In an effect, each key would cause two more renders, which fast typing turns
  // into a loop.
  const change = (next: EntryForm) => {
    setForm(next);
    onPending(pendingOf(next));
  };
  return [form, change];
}

/** The form that adds or updates an entry. */
export function KnowledgeForm(props: KnowledgeFormProps) {
  const { entry, question, planWords, entryLimit, count, isNew, isBusy } = props;
  const { isShown, onPending, kept, startsWriting, onCancel, onSubmit, failure } = props;
  const { t } = useTranslation("editor");
  const [{ kind, text, url }, change] = useEntryForm({ entry, question, kept, onPending });
  const [urlError, setUrlError] = useState("");
  const [isRefused, setRefused] = useState(false);
  const isEdit = entry !== null;
  const wordLimit = wordLimitFor(kind, planWords);
  const isOver = countWords(text) > wordLimit;
  const isFull = !isEdit && count >= entryLimit;
  const limitReached = t("knowledge.limitReached", { limit: entryLimit });
  const isIncomplete = text.trim() === "" || (kind === "image" && url === "");

  const next: KnowledgeEntry = kind === "text" ? { kind, text: text.trim() } : { kind, url, text: text.trim() };
  const entryNow = formatEntry(next);
  const checkUrl = () => {
    const problem = kind === "text" || isImageUrl(url) ? "" : url === "" ? IMAGE_URL_REQUIRED : IMAGE_URL_INVALID;
    setUrlError(problem);
    return problem === "";
  };
  const submit = () => {
    setRefused(isFull);
    if (isFull || !checkUrl() || isIncomplete || isOver) return;
    onSubmit(entryNow, () => change(fieldsOf(null)));
  };

  return (
    <form
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
          change({ kind: value, text, url });
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
          hint={`${t("knowledge.imageRules")} ${t("upload.rules", { megabytes: formatNumber(PICTURE_MAX_MEGABYTES) })}`}
          accepts={isImageUrl}
          value={url}
          error={urlError}
          required
          onChange={(value) => {
            change({ kind, text, url: value });
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
        onChange={(value) => change({ kind, text: value, url })}
      />
      {isRefused && isFull && <Alert>{limitReached}</Alert>}
      {failure(entryNow, submit)}
      <div className="flex gap-2">
        <BusyButton type="submit" className="btn-neutral" busy={isBusy} disabled={isIncomplete || isOver || (isNew && isFull)}>
          {isEdit ? t("knowledge.update") : t("knowledge.add")}
        </BusyButton>
        {isEdit && (
          <button type="button" className="btn btn-line" onClick={onCancel}>
            {t("cancel")}
          </button>
        )}
      </div>
      {isFull && !isRefused && <p className="text-sm text-quiet">{limitReached}</p>}
    </form>
  );
}
