import { type ClipboardEvent, type FormEvent, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { countWords, truncateWords } from "../../../../contract/knowledge.ts";
import { KNOWLEDGE_MAX } from "../../../../contract/knowledge-calls.ts";
import { formatNumber } from "../../../text/format.ts";
import { Field } from "../../../ui/forms/Field.tsx";

interface LimitedTextProps {
  label: string;
  value: string;
  /** The limit in words. */
  limit: number;
  rows: number;
  /** Whether the box takes the focus at once, with the caret after the existing text. */
  startsWriting?: boolean;
  isReadOnly?: boolean;
  hint?: string;
  /** Enter sends the form, and Shift + Enter begins a new line. A keyboard on a screen has no Shift + Enter, so there Enter begins a new line. */
  sendsOnEnter?: boolean;
  onChange: (value: string) => void;
}

/** The text that would result if `data` replaced the selection. */
function withInsertion(box: HTMLTextAreaElement, data: string): string {
  return box.value.slice(0, box.selectionStart) + data + box.value.slice(box.selectionEnd);
}

/** The longest beginning of `pasted` that can be inserted within the limit. */
function fitPaste(box: HTMLTextAreaElement, pasted: string, limit: number): string {
  const around = countWords(withInsertion(box, " "));
  return truncateWords(pasted, Math.max(0, limit - around));
}

/**
 * A text with a word limit. Typing past the limit is blocked, and a paste is cut to fit. A text that is already over the
 * limit, because the plan or the kind of entry changed, can be shortened.
 */
export function LimitedText({
  label,
  value,
  limit,
  rows,
  startsWriting = false,
  isReadOnly = false,
  hint,
  sendsOnEnter = false,
  onChange,
}: LimitedTextProps) {
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

  // The input is blocked before it happens and not undone afterwards, so that the caret does not move.
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
    // No other way to insert text is part of the browser's undo history.
    if (piece !== "") document.execCommand("insertText", false, piece);
  };

  // Composed input (IME, phone keyboards) cannot be blocked beforehand, so the text past the limit is removed afterwards.
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
      hint={hint && <span className="pointer-coarse:hidden">{hint}</span>}
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
          onKeyDown={(event) => {
            if (!sendsOnEnter || event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            if (matchMedia("(pointer: coarse)").matches) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
          onPaste={onPaste}
          onChange={onInput}
        />
      )}
    </Field>
  );
}
