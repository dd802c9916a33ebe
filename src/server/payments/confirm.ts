/**
 * Finds out whether a bill was paid. A redirect or a callback is only a reason to ask: the provider's own answer decides,
 * and every field that we sent must match the row (product 8.4).
 */

import type { FlagId } from "../../contract/messages/stored.ts";
import type { CallbackInput, ReturnInput } from "../../contract/payment.schema.ts";
import { type FoundPayment, PROVIDER_METHOD, type Verification } from "../../contract/payment.ts";
import { isOfBusiness } from "../accounts/visible.ts";
import type { Clock } from "../platform/clock.ts";
import { busy } from "../platform/errors.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { type ActivationDeps, activate, PROVIDER } from "./activate.ts";
import { type Bill, type BillingAccess, BillingError, type BillingProvider } from "./billing.ts";
import { nextCheckAt, retryAt } from "./schedule.ts";
import { isSignedBy } from "./signature.ts";
import {
  bindBill,
  findByBill,
  findPayment,
  flagPayment,
  giveUp,
  isGivenUnpaid,
  markFailed,
  notePaidLate,
  type StoredPayment,
  scheduleCheck,
} from "./store.ts";

export interface ConfirmDeps extends ActivationDeps {
  clock: Clock;
  billing: BillingProvider;
  settings: SettingsSource;
}

/** The flag of a payment by the field of its bill that differs from what we sent. */
const FLAGS = {
  "bill id": "flag.billId",
  collection: "flag.collection",
  amount: "flag.amount",
  reference: "flag.reference",
  state: "flag.state",
  "paid amount": "flag.paidAmount",
} as const satisfies Record<string, FlagId>;

/** @returns the first field of a bill that differs from what we sent, or null. */
export function mismatchOf(payment: StoredPayment, bill: Bill): keyof typeof FLAGS | null {
  if (bill.id !== payment.billId) return "bill id";
  if (bill.collectionId !== payment.collectionId) return "collection";
  if (bill.amountSen !== payment.amountSen) return "amount";
  if (bill.reference !== "" && bill.reference !== payment.id) return "reference";
  if (bill.isPaid !== (bill.state === "paid")) return "state";
  if (bill.isPaid && bill.paidSen !== payment.amountSen) return "paid amount";
  return null;
}

/** A repeated return gets the last answer for this time: replaying a return must not use up the provider's rate limit. */
const RETURN_PAUSE_MS = 5_000;
const MAX_REMEMBERED = 1_000;

const nothingToDo = () => Promise.resolve();

/** Asks the provider about bills and stores what follows. */
export class Confirm {
  // Callbacks, redirects and the reconciler often ask at the same time, and share one request.
  private readonly asking = new Map<string, Promise<FoundPayment>>();
  private readonly lastReturns = new Map<string, { at: number; found: FoundPayment }>();

  constructor(private readonly deps: ConfirmDeps) {}

  /** Asks the provider about a payment's bill and stores what follows. */
  check(id: string): Promise<FoundPayment> {
    const running = this.asking.get(id);
    if (running) return running;
    const question = this.ask(id).finally(() => this.asking.delete(id));
    this.asking.set(id, question);
    return question;
  }

  /** Schedules the next request as if the provider had not answered. */
  async postpone(id: string): Promise<void> {
    const payment = await findPayment(this.deps.db, id);
    if (payment) await this.askLater(payment);
  }

  /** Handles the owner's return from the provider's page. Any error, and a bill of another account, is not a success. */
  async verify(viewer: { accountId: string }, sent: ReturnInput): Promise<Verification> {
    const failure: Verification = { success: false, pending: false };
    const { billplz } = await this.deps.settings.read();
    const { x_signature, ...signed } = sent;
    if (!isSignedBy(signed, x_signature, billplz.xSignatureKey, "billplz")) {
      this.disbelieve("the redirect's signature is wrong", { bill: sent.id });
      return failure;
    }
    const payment = await findByBill(this.deps.db, sent.id);
    if (!payment || !isOfBusiness(viewer, payment.accountId) || payment.sandbox !== billplz.sandbox) {
      this.disbelieve("the redirect is about a bill that is not this account's", { bill: sent.id });
      return failure;
    }
    const found = await this.checkReturn(payment.id);
    if (found === "paid") return { success: true, pending: false };
    const isClaimed = sent.paid === "true";
    if (found === "unpaid" && !isClaimed) await this.deps.db.transaction((tx) => markFailed(tx, payment.id));
    return { success: false, pending: isClaimed && found !== "mismatch" };
  }

  /**
   * Handles a callback. @returns the work to run after the answer, or null when the callback is not genuine.
   * @throws DomainError busy, when the provider must send it again.
   */
  async receive(sent: CallbackInput): Promise<(() => Promise<unknown>) | null> {
    const { billplz } = await this.deps.settings.read();
    const { x_signature, ...signed } = sent;
    if (!isSignedBy(signed, x_signature, billplz.xSignatureKey)) {
      this.disbelieve("the callback's signature is wrong", { bill: sent.id });
      return null;
    }
    const payment = await findByBill(this.deps.db, sent.id);
    if (!payment) {
      const adopted = await this.adopt(sent.id);
      return adopted === null ? nothingToDo : () => this.check(adopted);
    }
    const wrong = callbackMismatch(payment, sent, billplz.sandbox);
    if (wrong !== null) {
      this.disbelieve(`the callback's ${wrong} does not match`, { payment: payment.id, bill: sent.id });
      return nothingToDo;
    }
    if (payment.activatedAt !== null && !isGivenUnpaid(payment)) return nothingToDo;
    // Stored before the answer, so that after a crash the reconciler continues.
    await this.deps.db.transaction((tx) => scheduleCheck(tx, payment.id, tx.now));
    return async () => {
      const found = await this.check(payment.id);
      if (found === "unpaid" && sent.paid === "false") await this.deps.db.transaction((tx) => markFailed(tx, payment.id));
    };
  }

  private disbelieve(reason: string, fields: Record<string, unknown>) {
    return this.deps.log.warn("a payment was not accepted", { reason, ...fields });
  }

  /** Schedules the next request after one without an answer. No bill is forgotten: in the end the payment is flagged. */
  private async askLater(payment: StoredPayment): Promise<void> {
    const at = retryAt(payment.createdAt, this.deps.db.now);
    await this.deps.db.transaction(async (tx) => {
      await scheduleCheck(tx, payment.id, at);
      if (at === null) await giveUp(tx, payment.id);
    });
    if (at === null) this.deps.log.error("a payment could not be verified", { payment: payment.id, bill: payment.billId });
  }

  /** Closes the bill of a payment that was given by hand, so that it is not paid. Later checks notice if it is paid anyway. */
  private async closeAtProvider(payment: StoredPayment): Promise<void> {
    const { billplz } = await this.deps.settings.read();
    const isClosed = await this.deps.billing.deleteBill(billplz, payment.billId ?? "");
    this.deps.log.info(
      isClosed ? "closed the bill of a payment that was given by hand" : "the bill of a payment that was given by hand could not be closed",
      {
        payment: payment.id,
      },
    );
  }

  private async settle(payment: StoredPayment, bill: Bill): Promise<FoundPayment> {
    const wrong = mismatchOf(payment, bill);
    if (wrong !== null) {
      this.disbelieve(`the ${wrong} does not match`, { payment: payment.id, bill: bill.id });
      await this.deps.db.transaction(async (tx) => {
        await flagPayment(tx, payment.id, FLAGS[wrong]);
        await scheduleCheck(tx, payment.id, null);
      });
      return "mismatch";
    }
    if (bill.isPaid && isGivenUnpaid(payment)) {
      this.deps.log.warn("the bill of a payment that was given by hand was paid as well", { payment: payment.id, bill: bill.id });
      await this.deps.db.transaction((tx) => notePaidLate(tx, payment.id, bill.paidSen));
      return "mismatch";
    }
    if (bill.isPaid) {
      await activate(this.deps, payment.id, { author: PROVIDER, byHand: false, paidSen: bill.paidSen });
      return "paid";
    }
    if (isGivenUnpaid(payment) && bill.state === "due") await this.closeAtProvider(payment);
    const next = nextCheckAt(payment.createdAt, this.deps.db.now);
    await this.deps.db.transaction(async (tx) => {
      if (bill.state === "deleted" || next === null) await markFailed(tx, payment.id);
      // A deleted bill can still become paid, so it is checked like any other.
      await scheduleCheck(tx, payment.id, next);
    });
    return "unpaid";
  }

  private async ask(id: string): Promise<FoundPayment> {
    const payment = await findPayment(this.deps.db, id);
    if (!payment?.billId) return "unpaid";
    if (payment.activatedAt !== null && !isGivenUnpaid(payment)) return payment.status === "success" ? "paid" : "unpaid";
    const found = await this.askProvider(payment);
    // The payment has its term, whatever the provider reports.
    return payment.activatedAt !== null && payment.status === "success" ? "paid" : found;
  }

  private async askProvider(payment: StoredPayment): Promise<FoundPayment> {
    const { billplz } = await this.deps.settings.read();
    if (payment.sandbox !== billplz.sandbox || billplz.apiKey === "") {
      await this.askLater(payment);
      return "unknown";
    }
    try {
      return await this.settle(payment, await this.deps.billing.fetchBill(billplz, payment.billId ?? ""));
    } catch (error) {
      if (!(error instanceof BillingError)) throw error;
      this.deps.log.warn("a request to the billing provider failed", { payment: payment.id, reason: error.kind, said: error.message });
      await this.askLater(payment);
      return error.kind === "not_found" ? "missing" : "unknown";
    }
  }

  /** Like `check`, but at most once in a few seconds: a signed return can be sent any number of times. */
  private async checkReturn(id: string): Promise<FoundPayment> {
    const last = this.lastReturns.get(id);
    if (last && this.deps.clock.elapsed() - last.at < RETURN_PAUSE_MS) {
      const status = (await findPayment(this.deps.db, id))?.status;
      if (status === "success") return "paid";
      return last.found === "paid" ? "unpaid" : last.found;
    }
    const found = await this.check(id);
    this.lastReturns.delete(id);
    this.lastReturns.set(id, { at: this.deps.clock.elapsed(), found });
    // The oldest is the first key.
    const [oldest] = this.lastReturns.keys();
    if (this.lastReturns.size > MAX_REMEMBERED && oldest !== undefined) this.lastReturns.delete(oldest);
    return found;
  }

  /**
   * Binds a bill whose creation succeeded but whose answer was lost: its reference is the row's id. Nothing is stored before
   * the provider confirms the bill, so the callback is answered with 200 only when the bill is bound to its row.
   * @returns the payment that has the bill now, or null if it is not ours. @throws DomainError busy, when the callback must
   * be sent again.
   */
  private async adopt(billId: string): Promise<string | null> {
    const { billplz } = await this.deps.settings.read();
    const bill = await this.findBill(billplz, billId);
    const payment = bill && (await findPayment(this.deps.db, bill.reference));
    if (!payment || !isBindable(payment, bill, billplz.sandbox)) {
      this.disbelieve("no payment of ours has this bill", { bill: billId });
      return null;
    }
    const bound = { id: bill.id, url: bill.url, nextCheckAt: this.deps.db.now };
    await this.deps.db.transaction((tx) => bindBill(tx, payment.id, bound));
    return payment.id;
  }

  /** @returns null when the provider has no such bill. @throws DomainError busy. */
  private async findBill(access: BillingAccess, id: string): Promise<Bill | null> {
    try {
      return await this.deps.billing.fetchBill(access, id);
    } catch (error) {
      if (!(error instanceof BillingError)) throw error;
      if (error.kind === "not_found") return null;
      this.deps.log.warn("a request to the billing provider about a bill without a payment failed", {
        bill: id,
        reason: error.kind,
        said: error.message,
      });
      throw busy();
    }
  }
}

/** A bill may be bound to its own row again, because callbacks are repeated. */
function isBindable(payment: StoredPayment, bill: Bill, sandbox: boolean): boolean {
  const isFree = payment.billId === null || payment.billId === bill.id;
  return isFree && payment.method === PROVIDER_METHOD && payment.sandbox === sandbox;
}

function callbackMismatch(payment: StoredPayment, sent: CallbackInput, sandbox: boolean): string | null {
  if (payment.sandbox !== sandbox) return "system (sandbox or live)";
  if (sent.collection_id !== payment.collectionId) return "collection";
  if (Number(sent.amount) !== payment.amountSen) return "amount";
  if (sent.paid === "true" && Number(sent.paid_amount) !== payment.amountSen) return "paid amount";
  return null;
}
