import { useTranslation } from "react-i18next";
import { isOnSale, type Plan, presentPlan, withSen } from "../../../../contract/plan.ts";
import { PlanCard } from "../../plans/PlanCard.tsx";
import type { PlanFields } from "./plan-fields.ts";

/** A number as far as it can be read while it is typed. */
const read = (text: string) => (Number.isFinite(Number(text)) ? Math.max(0, Number(text)) : 0);

function planOf(fields: PlanFields, unnamed: string): Plan {
  return presentPlan({
    id: 0,
    name: fields.planName.trim() || unnamed,
    limits: {
      msgLimit: read(fields.msgLimit),
      chatLimit: read(fields.chatLimit),
      knowledgeWordLimit: read(fields.knowledgeWordLimit),
      addKnowledgeLimit: read(fields.addKnowledgeLimit),
    },
    priceSen: Math.round(read(fields.price) * 100),
    validityMonths: Math.max(1, Math.trunc(read(fields.validityMonths))),
    discountPercentage: Math.min(100, read(fields.discountPercentage)),
    isOffered: fields.isOffered,
  });
}

/** The card as owners will see it, while it is being written. */
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
