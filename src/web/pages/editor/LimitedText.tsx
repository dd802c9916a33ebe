import { type ClipboardEvent, type FormEvent, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { countWords, truncateWords } from "../../../contract/knowledge.ts";
import { KNOWLEDGE_MAX } from "../../../contract/knowledge-calls.ts";
import { formatNumber } from "../../text/format.ts";
import { Field } from "../../ui/Field.tsx";

interface LimitedTextProps {
  label: string;
  value: string;
  /** Words. */
  limit: number;
  rows: number;
  /** Takes the focus at once, behind what is there already. */
  startsWriting?: boolean;
  isReadOnly?: boolean;
  onChange: (value: string) => void;
}

/** Where the text would stand if `data` replaced the selection. */
function withInsertion(box: HTMLTextAreaElement, data: string): string {
  return box.value.slice(0, box.selectionStart) + data + box.value.slice(box.selectionEnd);
}

/** The longest beginning of `pasted` that fits at the caret. */
function fitPaste(box: HTMLTextAreaElement, pasted: string, limit: number): string {
  const around = countWords(withInsertion(box, " "));
  return truncateWords(pasted, Math.max(0, limit - around));
}

/**
 * A text with a word limit: typing past it is blocked, a paste is cut to fit. A text that is already over (the plan
 * shrank, or the kind changed) can be shortened.
 */
export function LimitedText({ label, value, limit, rows, startsWriting = false, isReadOnly = false, onChange }: LimitedTextProps) {
  const { t } = useTranslation("editor");
  const ref = useRef<HTMLTextAreaElement>(null);
  const words = countWords(value);
  const isOver = words > limit;

  useEffect(() => {
    const box = ref.current;
    if (!startsWriting || !box) return;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
    box.scrollTop = box.scrollHeight;
  }, [startsWriting]);

  // Blocking before the input, and not after it, keeps the caret where it is.
  const blockTyping = useCallback(
    (event: InputEvent) => {
      const box = ref.current;
      if (!box || event.data === null || !event.inputType.startsWith("insert") || event.inputType === "insertFromPaste") return;
      const next = countWords(withInsertion(box, event.data));
      if (next > limit && next > countWords(box.value)) event.preventDefault();
    },
    [limit],
  );
  useEffect(() => {
    const box = ref.current;
    box?.addEventListener("beforeinput", blockTyping);
    return () => box?.removeEventListener("beforeinput", blockTyping);
  }, [blockTyping]);

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const box = event.currentTarget;
    const pasted = event.clipboardData.getData("text/plain");
    if (pasted === "" || countWords(withInsertion(box, pasted)) <= limit) return;
    event.preventDefault();
    const piece = fitPaste(box, pasted, limit);
    // The only way in that the browser's undo knows about.
    if (piece !== "") document.execCommand("insertText", false, piece);
  };

  // Composed input (IME, phone keyboards) cannot be blocked beforehand; what it adds past the limit is taken back.
  const onInput = (event: FormEvent<HTMLTextAreaElement>) => {
    const next = event.currentTarget.value;
    const isGrowingPast = countWords(next) > limit && countWords(next) > words;
    onChange(isGrowingPast ? (isOver ? value : truncateWords(next, limit)) : next);
  };

  return (
    <Field
      label={label}
      aside={
        <span className={`tabular-nums ${isOver ? "font-semibold text-error" : ""}`}>
          {t("knowledge.words", { words: formatNumber(words), limit: formatNumber(limit) })}
        </span>
      }
      error={isOver ? t("knowledge.over") : undefined}
    >
      {(control) => (
        <textarea
          {...control}
          ref={ref}
          className="textarea"
          rows={rows}
          value={value}
          readOnly={isReadOnly}
          maxLength={KNOWLEDGE_MAX.entryLength}
          onPaste={onPaste}
          onChange={onInput}
        />
      )}
    </Field>
  );
}
