import { useTranslation } from "react-i18next";
import { collectFields } from "../../../../contract/fields.ts";
import { isOnSale, type Plan, withSen } from "../../../../contract/plan.ts";
import { byKind, PLAN_FIELD_NAMES, type PlanField, type PlanValues } from "../../../../contract/plan-fields.ts";
import { presentPlan } from "../../../../contract/present-plan.ts";
import { PlanCard } from "../../plans/PlanCard.tsx";
import type { FormValues, PlanFields } from "./plan-fields.ts";

/** Reads a number that may be only half typed. */
const read = (text: string) => (Number.isFinite(Number(text)) ? Math.max(0, Number(text)) : 0);

const readers: { [Name in PlanField]: (typed: FormValues[Name]) => PlanValues[Name] } = byKind({
  limit: read,
  months: (text: string) => Math.max(1, Math.trunc(read(text))),
  percent: (text: string) => Math.min(100, read(text)),
  flag: (value: boolean) => value,
});

function planOf(fields: PlanFields, unnamed: string): Plan {
  return presentPlan({
    id: 0,
    name: fields.planName.trim() || unnamed,
    ...collectFields<PlanField, PlanValues>(PLAN_FIELD_NAMES, (name) => readers[name](fields[name])),
    priceSen: Math.round(read(fields.price) * 100),
  });
}

/** Shows the card that owners will see, while the administrator edits the plan. */
export function PlanPreview({ fields }: { fields: PlanFields }) {
  const { t } = useTranslation("admin");
  const plan = planOf(fields, t("adminPlans.unnamed"));
  const isSold = isOnSale({ ...withSen(plan), isOffered: true });
  const unsold = isSold ? t("adminPlans.previewOffSale") : t("adminPlans.previewFree");
  return (
    <section aria-label={t("adminPlans.preview")} className="self-start sm:sticky sm:top-0">
      <p className="mb-2 text-sm text-quiet">{isSold && plan.isOffered ? t("adminPlans.preview") : unsold}</p>
      <ul className="grid">
        <PlanCard plan={plan} isBusy={false} isDisabled onSubscribe={() => undefined} />
      </ul>
    </section>
  );
}
