import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { GoldenQuestion, GoldenRun } from "../../../../contract/golden.ts";
import { stripImageMarkers } from "../../../../contract/knowledge.ts";

/** A test question with the outcome of its last run. */
export function GoldenRow({ golden, onEdit }: { golden: GoldenQuestion; onEdit: () => void }) {
  const { t } = useTranslation("golden");
  const { question, run } = golden;
  const outcome = outcomeOf(run);
  const { Icon, label, colour } = OUTCOMES[outcome];
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon size={20} strokeWidth={1.75} role="img" aria-label={t(label)} className={`mt-0.5 shrink-0 ${colour}`} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-medium break-words">
          {question}
        </p>
        {run && run.failures.length > 0 && (
          <ul className="mt-0.5 text-sm">
            {run.failures.map(({ fault, text }) => (
              <li key={`${fault} ${text}`} className="break-words">
                {t(`golden.fault.${fault}`, { text })}
              </li>
            ))}
          </ul>
        )}
        {run && <Answer answer={run.answer} />}
      </div>
      <button
        type="button"
        className="btn btn-ghost btn-sm -my-1 max-sm:-my-2.5 max-sm:min-h-11"
        aria-label={t("golden.editOf", { question })}
        onClick={onEdit}
      >
        {t("golden.edit")}
      </button>
    </li>
  );
}

const OUTCOMES = {
  passed: { Icon: CircleCheck, label: "golden.passed", colour: "text-primary" },
  failed: { Icon: CircleX, label: "golden.failedOne", colour: "text-error" },
  untested: { Icon: CircleDashed, label: "golden.untested", colour: "text-quiet" },
} as const;

function outcomeOf(run: GoldenRun | null): keyof typeof OUTCOMES {
  if (run === null) return "untested";
  return run.failures.length === 0 ? "passed" : "failed";
}

function Answer({ answer }: { answer: string }) {
  const { t } = useTranslation("golden");
  return (
    <details className="mt-0.5 text-sm text-quiet">
      <summary className="w-fit min-h-6 cursor-pointer max-sm:min-h-11 max-sm:py-2.5">{t("golden.answer")}</summary>
      <p
        dir="auto"
        className="mt-1 w-fit max-w-full rounded-2xl rounded-es-md bg-bubble px-4 py-2.5 break-words whitespace-pre-wrap text-base-content"
      >
        {stripImageMarkers(answer.replace(/^\[image\]\S*?\[\/image\]/, "")).trim() || t("golden.noAnswer")}
      </p>
    </details>
  );
}
