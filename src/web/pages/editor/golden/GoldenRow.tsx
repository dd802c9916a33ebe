import { CircleCheck, CircleDashed, CircleX, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { GoldenModelRun, GoldenQuestion, GoldenRun } from "../../../../contract/golden.ts";
import { OwnerOnly } from "../../../ui/OwnerOnly.tsx";
import { Answer, Faults } from "./GoldenOutcome.tsx";

/** A test question with the outcomes of its last runs, without and with a model. */
export function GoldenRow({ golden, onEdit }: { golden: GoldenQuestion; onEdit: () => void }) {
  const { t } = useTranslation("golden");
  const { question, run, modelRun } = golden;
  const { Icon, label, colour } = OUTCOMES[outcomeOf(run)];
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon size={20} strokeWidth={1.75} role="img" aria-label={t(label)} className={`mt-0.5 shrink-0 ${colour}`} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-medium break-words">
          {question}
        </p>
        {run && <Faults failures={run.failures} />}
        {run && <Answer answer={run.answer} />}
        {modelRun && <ByModel run={modelRun} />}
      </div>
      <OwnerOnly>
        <button
          type="button"
          className="btn btn-ghost btn-sm -my-1 max-sm:-my-2.5 max-sm:size-11 max-sm:p-0"
          aria-label={t("golden.editOf", { question })}
          onClick={onEdit}
        >
          <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="max-sm:hidden">{t("golden.edit")}</span>
        </button>
      </OwnerOnly>
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

function ByModel({ run }: { run: GoldenModelRun }) {
  const { t } = useTranslation("golden");
  const outcome = outcomeOf(run);
  const { Icon, colour } = OUTCOMES[outcome];
  return (
    <div className="mt-2 flex items-start gap-2">
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className={`mt-0.5 shrink-0 ${colour}`} />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium break-words">{t(outcome === "passed" ? "model.passed" : "model.failed", { model: run.model })}</p>
        <Faults failures={run.failures} />
        <Answer answer={run.answer} />
      </div>
    </div>
  );
}
