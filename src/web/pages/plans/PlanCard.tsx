import { Check, Minus } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { PlanQuote } from "../../../contract/payment.ts";
import { isNoLimit, type Plan } from "../../../contract/plan.ts";
import { formatDate, formatNumber, formatPaid, formatSen, inOnePiece } from "../../text/format.ts";
import { BusyButton } from "../../ui/forms/Button.tsx";
import { isMostPopular, readPrice } from "./price.ts";

interface PlanCardProps {
  plan: Plan;
  isBusy: boolean;
  isDisabled: boolean;
  /** The id of the note that online payment is not available. The button then looks switched off, and a press still says why. */
  offNoteId?: string;
  onSubscribe: (plan: Plan) => void;
  /** The effect of buying this plan for the signed-in user. */
  quote?: PlanQuote;
}

/** One plan. The cards share their rows (subgrid), so that plans can be compared line by line. */
export function PlanCard({ plan, isBusy, isDisabled, offNoteId, onSubscribe, quote }: PlanCardProps) {
  const { t } = useTranslation("plans");
  const nameId = useId();
  const isPopular = isMostPopular(plan);
  return (
    <li
      aria-labelledby={nameId}
      className={`relative row-span-4 grid grid-cols-[minmax(0,1fr)] grid-rows-subgrid gap-y-5 rounded-surface border bg-raised p-6 ${isPopular ? "border-primary ring-1 ring-primary" : "border-base-300"}`}
    >
      <h2 id={nameId} className="text-xl break-words">
        {plan.planName}
      </h2>
      {(isPopular || quote?.kind === "renew") && (
        <div className="absolute inset-x-5 top-0 flex -translate-y-1/2 flex-wrap justify-end gap-2">
          {quote?.kind === "renew" && <CurrentMark />}
          {isPopular && <Mark className="bg-accent text-accent-content">{t("plans.popular")}</Mark>}
        </div>
      )}
      <Price plan={plan} />
      <Features plan={plan} />
      <div className="flex flex-col justify-end gap-3">
        {quote && !offNoteId && <QuoteText plan={plan} quote={quote} />}
        <BusyButton
          className={`btn-block ${offNoteId ? "btn-off" : isPopular ? "btn-primary" : "btn-line"}`}
          busy={isBusy}
          disabled={isDisabled}
          aria-describedby={offNoteId ? `${nameId} ${offNoteId}` : nameId}
          onClick={() => onSubscribe(plan)}
        >
          {quote?.kind === "renew" && t("plans.renew")}
          {quote?.kind === "change" && t("plans.switch")}
          {(quote === undefined || quote.kind === "new") && t("plans.subscribe")}
        </BusyButton>
      </div>
    </li>
  );
}

/** A word on the upper edge of the card, where it takes no room from the rows that the cards share. */
function Mark({ className, children }: { className: string; children: string }) {
  return <span className={`rounded-full px-3 py-0.5 text-sm font-bold whitespace-nowrap uppercase ${className}`}>{children}</span>;
}

function CurrentMark() {
  const { t } = useTranslation("billing");
  return <Mark className="bg-primary text-primary-content">{t("quote.current")}</Mark>;
}

/** Says from when to when the plan would run, before the user pays. */
function QuoteText({ plan, quote }: { plan: Plan; quote: PlanQuote }) {
  const { t } = useTranslation("billing");
  const end = inOnePiece(formatDate(quote.endsAt));
  const months = t("plans.months", { count: plan.validityMonths });
  const texts = {
    new: () => t("quote.new", { end }),
    renew: () => t("quote.renew", { months, start: inOnePiece(formatDate(quote.startsAt)), end }),
    change: () =>
      quote.extraDays > 0
        ? t("quote.change", { end, count: quote.extraDays, value: formatPaid(quote.carriedSen) })
        : t("quote.changePlain", { end }),
  };
  return <p className="text-sm text-quiet">{texts[quote.kind]()}</p>;
}

function Price({ plan }: { plan: Plan }) {
  const { t } = useTranslation("plans");
  const { totalSen, monthlySen, savingsSen } = readPrice(plan);
  return (
    <div>
      <p className="flex flex-wrap items-baseline whitespace-nowrap tabular-nums">
        <span className="text-2xl font-bold tracking-tight">{formatSen(totalSen)}</span>
        <span className="text-quiet">/{t("plans.months", { count: plan.validityMonths })}</span>
      </p>
      {savingsSen > 0 && (
        <p className="mt-2 flex flex-wrap gap-x-3 tabular-nums">
          <span>{t("plans.only", { monthly: formatSen(monthlySen) })}</span>
          <span className="font-semibold text-primary">{t("plans.save", { savings: formatSen(savingsSen) })}</span>
        </p>
      )}
    </div>
  );
}

function Features({ plan }: { plan: Plan }) {
  const { t } = useTranslation("plans");
  const { messageLimit, chatLimit, knowledgeLimit, knowledgeUpdateLimit } = plan;
  /** What the plan has none of gets no tick. */
  const features: { text: string; isNone?: boolean }[] = [
    { text: t("plans.feature.valid", { count: plan.validityMonths }) },
    {
      text: isNoLimit(messageLimit)
        ? t("plans.feature.anyMessages")
        : t("plans.feature.messages", { count: messageLimit, number: formatNumber(messageLimit) }),
      isNone: messageLimit === 0,
    },
    {
      text: isNoLimit(chatLimit)
        ? t("plans.feature.anyAgents")
        : t("plans.feature.agents", { count: chatLimit, number: formatNumber(chatLimit) }),
      isNone: chatLimit === 0,
    },
    { text: t("plans.feature.words", { count: knowledgeLimit, number: formatNumber(knowledgeLimit) }), isNone: knowledgeLimit === 0 },
    {
      text: t("plans.feature.updates", { count: knowledgeUpdateLimit, number: formatNumber(knowledgeUpdateLimit) }),
      isNone: knowledgeUpdateLimit === 0,
    },
  ];
  if (plan.validityMonths > 1 && plan.discountPercentage > 0)
    features.push({ text: t("plans.feature.discount", { percent: plan.discountPercentage }) });
  return (
    <ul className="space-y-2.5">
      {features.map(({ text, isNone = false }) => {
        const Icon = isNone ? Minus : Check;
        return (
          <li key={text} className={`flex gap-2.5 ${isNone ? "text-quiet" : ""}`}>
            <Icon size={18} strokeWidth={2} aria-hidden="true" className={`mt-0.5 shrink-0 ${isNone ? "" : "text-primary"}`} />
            {text}
          </li>
        );
      })}
    </ul>
  );
}
