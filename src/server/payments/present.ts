/** Payments on the wire, with an allow-list of fields for each kind of reader. */
import type { AdminPayment, OwnPayment, PlanQuote } from "../../contract/payment.ts";
import { isOnSale, priceOf } from "../../contract/plan.ts";
import type { StoredPlan } from "../plans/store.ts";
import type { StoredTerm } from "../terms/store.ts";
import { quoteTerm } from "../terms/terms.ts";
import type { StoredPayment } from "./store.ts";

const iso = (at: number) => new Date(at).toISOString();

export function presentPayment(payment: StoredPayment): OwnPayment {
  return {
    id: payment.id,
    paymentId: payment.billId ?? "",
    userId: payment.accountId,
    planId: payment.planId,
    status: payment.status,
    timestamp: iso(payment.createdAt),
    amount: payment.amountSen,
    method: payment.method,
    planName: payment.snapshot.planName,
    months: payment.snapshot.months,
    receiptNumber: payment.status === "success" ? receiptLabelOf(payment) : null,
    creditNote: payment.creditLabel,
  };
}

/** Payments that a version before this one has numbered have no label yet. */
function receiptLabelOf({ receiptLabel, receiptNumber }: StoredPayment): string | null {
  return receiptLabel ?? (receiptNumber === null ? null : String(receiptNumber));
}

export function presentForAdmin(payment: StoredPayment, username: string): AdminPayment {
  const { sandbox, note, flagged, updatedAt } = payment;
  return { ...presentPayment(payment), username, sandbox, note, flagged, lastUpdate: iso(updatedAt) };
}

/** The term that each plan on sale would give an account now. */
export function presentQuotes(plans: readonly StoredPlan[], running: readonly StoredTerm[], now: number, timeZone: string): PlanQuote[] {
  return plans.filter(isOnSale).map((plan) => {
    const sale = { planId: plan.id, months: plan.validityMonths, valueSen: priceOf(plan).totalSen };
    const { kind, startsAt, endsAt, extraDays, carriedSen } = quoteTerm(running, sale, now, timeZone);
    return { planId: plan.id, kind, startsAt: iso(startsAt), endsAt: iso(endsAt), extraDays, carriedSen };
  });
}
