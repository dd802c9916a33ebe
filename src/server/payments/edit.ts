/** The administrator's changes of payments. Each writes its line in the audit log in the same transaction. */
import { told } from "../../contract/messages/message.ts";
import type { PaymentEdit } from "../../contract/payment.schema.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { findPlan } from "../plans/store.ts";
import { DomainError, invalid, notFound } from "../platform/errors.ts";
import type { Tx } from "../platform/storage/db.ts";
import { type ActivationDeps, activateIn, payerOf, takeBack } from "./activate.ts";
import { nextCheckAt } from "./schedule.ts";
import {
  clearFlag,
  findPayment,
  hidePayment,
  isGivenUnpaid,
  type StoredPayment,
  scheduleCheck,
  setSoldPlan,
  setStatus,
  snapshotOf,
} from "./store.ts";

interface Edited {
  payment: StoredPayment;
  /** Whether to ask the provider after the answer, because the payment's bill may still be open or was paid. */
  mustAsk: boolean;
}

/**
 * `success` gives the term in the same guarded way as the provider's confirmation, and taking it back ends that term. Another
 * plan on a payment with a term exchanges the term. `success` and `failed` remove a flag, because the payment was reviewed.
 * @throws DomainError not_found; invalid; changed_meanwhile, when `lastUpdate` is not the stored one.
 */
export async function editPayment(deps: ActivationDeps, id: string, edit: PaymentEdit, author: Author): Promise<Edited> {
  return deps.db.transaction((tx) => editIn(tx, deps, id, edit, author));
}

async function editIn(tx: Tx, deps: ActivationDeps, id: string, edit: PaymentEdit, author: Author): Promise<Edited> {
  const before = await findVisible(tx, id);
  // A dialog that was open while the owner paid would still send `pending`, and would take the plan away.
  if (edit.lastUpdate !== undefined && Date.parse(edit.lastUpdate) !== before.updatedAt) throw changedMeanwhile();
  const status = edit.status ?? before.status;
  const isOtherPlan = edit.planId !== undefined && edit.planId !== before.planId;
  // Computed first, because the changes below may set a new flag.
  const isLookedAt = before.flagged !== null && (edit.status === "success" || edit.status === "failed");
  if (isLookedAt) await clearFlag(tx, id);
  const mustTakeBack = before.status === "success" && (status !== "success" || isOtherPlan);
  if (mustTakeBack) {
    await takeBack(tx, deps, before);
    await setStatus(tx, id, status === "success" ? "pending" : status);
  }
  if (isOtherPlan) await exchangePlan(tx, before, edit.planId ?? 0);
  if (status === "success") await activateIn(tx, deps, id, { author, byHand: true, paidSen: null });
  else if (!mustTakeBack && status !== before.status) await setStatus(tx, id, status);
  const payment = await findVisible(tx, id);
  // The bill may still be open at the provider, and a payment of it must be noticed.
  const isGiven = isGivenUnpaid(payment) && payment.billId !== null && (payment.status !== before.status || isOtherPlan);
  if (isGiven) await scheduleCheck(tx, id, nextCheckAt(payment.createdAt, tx.now));
  const payer = await payerOf(tx, payment);
  if (isLookedAt) {
    await recordAudit(tx, {
      ...author,
      action: "payment.unflag",
      subject: id,
      before: { ...payer, flagged: before.flagged },
      after: payer,
    });
  }
  if (payment.status !== before.status || payment.planId !== before.planId) {
    // The activation has already written its own line.
    const isActivation = status === "success" && !isOtherPlan;
    const line = { before: { ...payer, ...stateOf(before) }, after: { ...payer, ...stateOf(payment) } };
    if (!isActivation) await recordAudit(tx, { ...author, action: "payment.update", subject: id, ...line });
  }
  return { payment, mustAsk: isGiven };
}

const changedMeanwhile = () => new DomainError("changed_meanwhile", told("payments.changedMeanwhile"));

const stateOf = ({ status, planId }: StoredPayment) => ({ status, plan: planId });

async function exchangePlan(tx: Tx, payment: StoredPayment, planId: number): Promise<void> {
  const plan = await findPlan(tx, planId);
  if (!plan || planId === FREE_PLAN_ID) throw invalid({ planId: told("plans.unknown") });
  await setSoldPlan(tx, payment.id, planId, snapshotOf(plan));
}

/** Hides the row. Its term continues, and a bill that is paid later is still honoured. @throws DomainError not_found. */
export async function deletePayment(deps: ActivationDeps, id: string, author: Author): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const payment = await findVisible(tx, id);
    await hidePayment(tx, id);
    const { billId: bill, amountSen: amount } = payment;
    const before = { ...(await payerOf(tx, payment)), bill, ...stateOf(payment), amount };
    await recordAudit(tx, { ...author, action: "payment.delete", subject: id, before });
  });
}

async function findVisible(tx: Tx, id: string): Promise<StoredPayment> {
  const payment = await findPayment(tx, id);
  if (!payment || payment.deletedAt !== null) throw notFound();
  return payment;
}
