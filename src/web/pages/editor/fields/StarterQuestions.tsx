import { Plus, X } from "lucide-react";
import { useId, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { AGENT_FIELDS } from "../../../../contract/agent-fields.ts";
import { formatNumber } from "../../../text/format.ts";
import { OwnerOnly } from "../../../ui/OwnerOnly.tsx";
import type { FormProps } from "./form.ts";

const { max, most } = AGENT_FIELDS.starterQuestions;

/** The fields for questions that a visitor can send with a tap. An empty field is not saved. */
export function StarterQuestions({ draft, change, problems }: FormProps) {
  const { t } = useTranslation("editor");
  const group = useRef<HTMLFieldSetElement>(null);
  const titleId = useId();
  const noteId = `${titleId}-note`;
  const error = problems.starterQuestions;
  const questions = draft.starterQuestions;
  /** The index of the field that takes the focus after the next render; the index after the last one is the Add button. */
  const wanted = useRef<number | null>(null);
  // Not `useEffect`: one of an earlier render may run after a key was pressed and before the field that it adds exists.
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const lines = group.current?.querySelectorAll<HTMLElement>("input, [data-adds]") ?? [];
    lines[Math.min(wanted.current, lines.length - 1)]?.focus();
    wanted.current = null;
  });
  const set = (next: readonly string[]) => change({ starterQuestions: next });
  const add = () => {
    if (questions.length >= most) return;
    wanted.current = questions.length;
    set([...questions, ""]);
  };
  const remove = (index: number) => {
    wanted.current = index;
    set(questions.toSpliced(index, 1));
  };
  return (
    <fieldset ref={group} aria-labelledby={titleId} aria-describedby={noteId}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <span id={titleId} className="font-semibold">
          {t("basic.starters")}
        </span>
        <span className="text-sm text-quiet">{t("optional")}</span>
      </div>
      <div className="space-y-2">
        {questions.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may hold the same text, and lines are never moved
          <div key={index} className="flex items-center gap-1">
            <input
              type="text"
              className="input"
              aria-label={t("basic.starter", { number: index + 1 })}
              aria-invalid={error ? true : undefined}
              aria-describedby={noteId}
              value={question}
              maxLength={max}
              onChange={(event) => set(questions.with(index, event.target.value))}
            />
            <OwnerOnly>
              <button
                type="button"
                className="btn btn-ghost btn-square"
                aria-label={t("basic.starterRemove", { number: index + 1 })}
                onClick={() => remove(index)}
              >
                <X size={18} strokeWidth={1.75} aria-hidden="true" />
              </button>
            </OwnerOnly>
          </div>
        ))}
        {questions.length < most && (
          <OwnerOnly>
            <button type="button" data-adds className="btn btn-line btn-sm" onClick={add}>
              <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
              {t("basic.starterAdd")}
            </button>
          </OwnerOnly>
        )}
      </div>
      <p id={noteId} role={error ? "alert" : undefined} className={`mt-1.5 text-sm ${error ? "text-error" : "text-quiet"}`}>
        {error ?? t("basic.startersHint", { most: formatNumber(most) })}
      </p>
    </fieldset>
  );
}
