import { Check } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Plan } from "../../../contract/plan.ts";
import { formatNumber, formatSen } from "../../text/format.ts";
import { BusyButton } from "../../ui/Button.tsx";
import { isMostPopular, readPrice } from "./price.ts";

interface PlanCardProps {
  plan: Plan;
  isBusy: boolean;
  isDisabled: boolean;
  onSubscribe: (plan: Plan) => void;
}

/** One plan. Cards share their rows (subgrid), so that the eye can compare line by line. */
export function PlanCard({ plan, isBusy, isDisabled, onSubscribe }: PlanCardProps) {
  const { t } = useTranslation();
  const nameId = useId();
  const isPopular = isMostPopular(plan);
  return (
    <li
      aria-labelledby={nameId}
      className={`row-span-4 grid grid-rows-subgrid sm:max-lg:last:odd:col-span-2 gap-y-5 rounded-surface border bg-raised p-6 ${isPopular ? "border-primary ring-1 ring-primary" : "border-base-300"}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 id={nameId} className="text-xl break-words">
          {plan.planName}
        </h2>
        {isPopular && <span className="rounded-full bg-accent px-3 py-1 text-sm font-bold text-accent-content">{t("plans.popular")}</span>}
      </div>
      <Price plan={plan} />
      <Features plan={plan} />
      <BusyButton
        className={`btn-block self-end ${isPopular ? "btn-primary" : "btn-line"}`}
        busy={isBusy}
        disabled={isDisabled}
        aria-describedby={nameId}
        onClick={() => onSubscribe(plan)}
      >
        {t("plans.subscribe")}
      </BusyButton>
    </li>
  );
}

function Price({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const { totalSen, monthlySen, savingsSen } = readPrice(plan);
  return (
    <div>
      <p className="whitespace-nowrap tabular-nums">
        <span className="text-2xl font-bold tracking-tight">RM{formatSen(totalSen)}</span>
        <span className="text-quiet">/{t("plans.months", { count: plan.validityMonths })}</span>
      </p>
      {monthlySen !== null && (
        <p className="mt-2 flex flex-wrap gap-x-3 tabular-nums">
          <span>{t("plans.only", { monthly: formatSen(monthlySen) })}</span>
          <span className="font-semibold text-primary">{t("plans.save", { savings: formatSen(savingsSen) })}</span>
        </p>
      )}
    </div>
  );
}

function Features({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const features: string[] = [
    t("plans.feature.valid", { count: plan.validityMonths }),
    t("plans.feature.messages", { count: plan.messageLimit, number: formatNumber(plan.messageLimit) }),
    t("plans.feature.agents", { count: plan.chatLimit, number: formatNumber(plan.chatLimit) }),
    t("plans.feature.words", { count: plan.knowledgeLimit, number: formatNumber(plan.knowledgeLimit) }),
    t("plans.feature.updates", { count: plan.knowledgeUpdateLimit, number: formatNumber(plan.knowledgeUpdateLimit) }),
  ];
  if (plan.validityMonths > 1 && plan.discountPercentage > 0)
    features.push(t("plans.feature.discount", { percent: plan.discountPercentage }));
  return (
    <ul className="space-y-2.5">
      {features.map((feature) => (
        <li key={feature} className="flex gap-2.5">
          <Check size={18} strokeWidth={2} aria-hidden="true" className="mt-0.5 shrink-0 text-primary" />
          {feature}
        </li>
      ))}
    </ul>
  );
}
