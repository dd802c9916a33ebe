/** The only code that turns a payment into a term, and the only code that takes it back. */

import { findAccount } from "../accounts/store.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { recordNotice } from "../notices/store.ts";
import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { findTermOf, unlinkTerm } from "../terms/store.ts";
import { type Granted, grantTerm, takeBackTerm } from "../terms/terms.ts";
import { creditReceipt, issueReceipt } from "./receipts.ts";
import { flagPayment, markActivated, type StoredPayment } from "./store.ts";

export interface ActivationDeps {
  db: Db;
  config: Config;
  log: Log;
}

/** The author when the provider reports that a bill was paid. */
export const PROVIDER: Author = { actor: { userId: null, username: "billplz" }, address: null };

export interface Activation {
  author: Author;
  /** Whether the administrator activated it, without asking the provider. */
  byHand: boolean;
  /** The paid amount that the provider reports; null if the administrator activated it. */
  paidSen: number | null;
}

const nothing: Granted = { validUntil: null, changedAgents: [] };

/** @returns whether this call activated the payment. */
export async function activate(deps: ActivationDeps, id: string, how: Activation): Promise<boolean> {
  const granted = await deps.db.transaction((tx) => activateIn(tx, deps, id, how));
  if (!granted) return false;
  deps.log.info("activated a payment", { payment: id, by: how.author.actor.username });
  return true;
}

/** @returns null when the payment was activated before; nothing is stored then. */
export async function activateIn(tx: Tx, deps: ActivationDeps, id: string, how: Activation): Promise<Granted | null> {
  const payment = await markActivated(tx, id, how);
  if (!payment) return null;
  const granted = await giveTerm(tx, deps, payment);
  const receipt = await issueReceipt(tx, payment, deps.config.tz);
  const { billId: bill, planId: plan, amountSen: amount } = payment;
  const after = { ...(await payerOf(tx, payment)), bill, plan, months: payment.snapshot.months, amount, byHand: how.byHand, receipt };
  await recordAudit(tx, { ...how.author, action: "payment.activate", subject: id, after });
  return granted;
}

/** Who paid, for the audit log, which keeps the name when the account is gone. */
export async function payerOf(tx: Tx, { accountId }: StoredPayment): Promise<{ user?: string }> {
  const account = accountId === null ? undefined : await findAccount(tx, accountId);
  return account ? { user: account.username } : {};
}

async function giveTerm(tx: Tx, deps: ActivationDeps, payment: StoredPayment): Promise<Granted> {
  const account = payment.accountId === null ? undefined : await findAccount(tx, payment.accountId);
  if (!account) {
    await flagPayment(tx, payment.id, "flag.accountGone");
    return nothing;
  }
  const before = await findTermOf(tx, payment.id);
  if (before) await unlinkTerm(tx, before.id);
  const granted = await grantTerm(tx, {
    accountId: account.id,
    planId: payment.planId,
    months: payment.snapshot.months,
    paymentId: payment.id,
    valueSen: payment.amountSen,
    timeZone: deps.config.tz,
  });
  const body = { planName: payment.snapshot.planName, validUntil: granted.validUntil };
  await recordNotice(tx, { accountId: account.id, kind: "payment", subject: `${payment.id}:${tx.now}`, body });
  return granted;
}

/** Credits the receipt and ends the term that a payment gave. The caller sets the payment's status in the same transaction. */
export async function takeBack(tx: Tx, deps: ActivationDeps, payment: StoredPayment): Promise<Granted> {
  await creditReceipt(tx, payment.id, deps.config.tz);
  const term = await findTermOf(tx, payment.id);
  if (!term) return nothing;
  return takeBackTerm(tx, term, "the payment was taken back", deps.config.tz);
}
