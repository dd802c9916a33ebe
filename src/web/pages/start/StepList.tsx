import { Check } from "lucide-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router-dom";

export const STEPS = ["name", "asks", "look", "site"] as const;
export type StepName = (typeof STEPS)[number];

/** The step of the address, or the first one that is not done. Only the first step works without an agent. */
export function useStep(chatId: string | null, hasAnswers: boolean): { step: StepName; goTo: (step: StepName) => void } {
  const [search, setSearch] = useSearchParams();
  const [begun] = useState<StepName>(chatId === null ? "name" : hasAnswers ? "look" : "asks");
  const named = STEPS.find((step) => step === search.get("step")) ?? begun;
  const goTo = useCallback(
    (step: StepName) => {
      setSearch((now) => ({ ...Object.fromEntries(now), step }));
      window.scrollTo(0, 0);
    },
    [setSearch],
  );
  return { step: chatId === null ? "name" : named, goTo };
}

interface StepListProps {
  step: StepName;
  /** Whether there is an agent, so that every step can be chosen. */
  isNamed: boolean;
  onChoose: (step: StepName) => void;
}

/** The four steps in a row; each can be opened once the agent has a name. */
export function StepList({ step, isNamed, onChoose }: StepListProps) {
  const { t } = useTranslation("start");
  const at = STEPS.indexOf(step);
  return (
    <ol aria-label={t("guide.steps")} className="mt-6 grid grid-cols-4 gap-2">
      {STEPS.map((name, index) => (
        <li key={name} className="min-w-0">
          <button
            type="button"
            disabled={!isNamed}
            aria-current={name === step ? "step" : undefined}
            onClick={() => onChoose(name)}
            className={`group w-full border-t-4 pt-2 text-start text-sm not-disabled:cursor-pointer ${index <= at ? "border-primary" : "border-base-300"} ${name === step ? "font-semibold" : "text-quiet not-disabled:hover:text-base-content"}`}
          >
            <span className="flex items-center gap-1.5">
              {index < at ? (
                <Check size={14} strokeWidth={2.5} aria-hidden="true" className="shrink-0 text-primary" />
              ) : (
                <span aria-hidden="true" className="tabular-nums">
                  {index + 1}
                </span>
              )}
              <span className="max-sm:sr-only">{t(`step.${name}`)}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
