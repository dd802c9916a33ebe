/** Payments on the wire, with an allow-list of fields for each kind of reader. */
import type { AdminPayment, OwnPayment, PlanQuote, Receipt } from "../../contract/payment.ts";
import { isOnSale, priceOf } from "../../contract/plan.ts";
import type { Account } from "../accounts/store.ts";
import type { StoredPlan } from "../plans/store.ts";
import type { Settings } from "../settings/settings.ts";
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
    receiptNumber: payment.status === "success" ? payment.receiptNumber : null,
  };
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

export function presentReceipt(payment: StoredPayment, number: number, account: Account | undefined, settings: Settings): Receipt {
  return {
    number,
    date: iso(payment.activatedAt ?? payment.updatedAt),
    billId: payment.billId ?? "",
    method: payment.method,
    planName: payment.snapshot.planName,
    months: payment.snapshot.months,
    amount: payment.amountSen,
    sandbox: payment.sandbox,
    byHand: payment.paidSen === null,
    paidBy: { username: account?.username ?? "", email: account?.email ?? null },
    operator: { name: settings.operatorName, address: settings.operatorAddress },
  };
}
