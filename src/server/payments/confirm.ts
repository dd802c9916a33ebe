/**
 * Finding out whether a bill was paid. A redirect or a callback is only a reason to ask: the provider's own answer
 * decides, and it must fit the row in everything that we sent (product 8.4).
 */

import type { FlagId } from "../../contract/messages/stored.ts";
import type { CallbackInput, ReturnInput } from "../../contract/payment.schema.ts";
import { type FoundPayment, PROVIDER_METHOD, type Verification } from "../../contract/payment.ts";
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

/** What of a bill may not be as we made it, and how its payment is flagged. */
const FLAGS = {
  "bill id": "flag.billId",
  collection: "flag.collection",
  amount: "flag.amount",
  reference: "flag.reference",
  state: "flag.state",
  "paid amount": "flag.paidAmount",
} as const satisfies Record<string, FlagId>;

/** What of a bill is not as we made it; null: all is. */
export function mismatchOf(payment: StoredPayment, bill: Bill): keyof typeof FLAGS | null {
  if (bill.id !== payment.billId) return "bill id";
  if (bill.collectionId !== payment.collectionId) return "collection";
  if (bill.amountSen !== payment.amountSen) return "amount";
  if (bill.reference !== "" && bill.reference !== payment.id) return "reference";
  if (bill.isPaid !== (bill.state === "paid")) return "state";
  if (bill.isPaid && bill.paidSen !== payment.amountSen) return "paid amount";
  return null;
}

/** So long a return that is sent again gets the last answer: replaying one must not spend the provider's rate limit. */
const RETURN_PAUSE_MS = 5_000;
const MAX_REMEMBERED = 1_000;

const nothingToDo = () => Promise.resolve();

/** Asks the provider about bills and stores what follows. */
export class Confirm {
  // Callbacks, redirects and the reconciler often ask at once: one question serves them all.
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

  /** As after a question that was not answered. */
  async postpone(id: string): Promise<void> {
    const payment = await findPayment(this.deps.db, id);
    if (payment) await this.askLater(payment);
  }

  /** The person's return. Any error, and any bill that is not the viewer's, is no success. */
  async verify(viewer: { accountId: string }, sent: ReturnInput): Promise<Verification> {
    const failure: Verification = { success: false, pending: false };
    const { billplz } = await this.deps.settings.read();
    const { x_signature, ...signed } = sent;
    if (!isSignedBy(signed, x_signature, billplz.xSignatureKey, "billplz")) {
      this.disbelieve("the redirect's signature is wrong", { bill: sent.id });
      return failure;
    }
    const payment = await findByBill(this.deps.db, sent.id);
    if (!payment || payment.accountId !== viewer.accountId || payment.sandbox !== billplz.sandbox) {
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
   * @returns what must be done about it, to be run after the answer; null: it is not to be believed.
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
    // Stored before the answer: a crash in between is made good by the reconciler.
    await this.deps.db.transaction((tx) => scheduleCheck(tx, payment.id, tx.now));
    return async () => {
      const found = await this.check(payment.id);
      if (found === "unpaid" && sent.paid === "false") await this.deps.db.transaction((tx) => markFailed(tx, payment.id));
    };
  }

  private disbelieve(reason: string, fields: Record<string, unknown>) {
    return this.deps.log.warn("a payment was not believed", { reason, ...fields });
  }

  /** After a question that was not answered. A bill is never forgotten: at the end the administrator is told of it. */
  private async askLater(payment: StoredPayment): Promise<void> {
    const at = retryAt(payment.createdAt, this.deps.db.now);
    await this.deps.db.transaction(async (tx) => {
      await scheduleCheck(tx, payment.id, at);
      if (at === null) await giveUp(tx, payment.id);
    });
    if (at === null) this.deps.log.error("a payment could not be verified", { payment: payment.id, bill: payment.billId });
  }

  /** Nobody is to pay for what was given by hand. Who does all the same is seen by the questions that follow. */
  private async closeAtProvider(payment: StoredPayment): Promise<void> {
    const { billplz } = await this.deps.settings.read();
    const isClosed = await this.deps.billing.deleteBill(billplz, payment.billId ?? "");
    this.deps.log.info(isClosed ? "a bill was closed: its payment was given by hand" : "a bill could not be closed", {
      payment: payment.id,
    });
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
      this.deps.log.warn("a payment that was given by hand has been paid, too", { payment: payment.id, bill: bill.id });
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
      // A deleted bill can still become paid, so it is asked about like any other.
      await scheduleCheck(tx, payment.id, next);
    });
    return "unpaid";
  }

  private async ask(id: string): Promise<FoundPayment> {
    const payment = await findPayment(this.deps.db, id);
    if (!payment?.billId) return "unpaid";
    if (payment.activatedAt !== null && !isGivenUnpaid(payment)) return payment.status === "success" ? "paid" : "unpaid";
    const found = await this.askProvider(payment);
    // It has its term, whatever the provider knows.
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
      this.deps.log.warn("the billing provider could not be asked", { payment: payment.id, reason: error.kind, said: error.message });
      await this.askLater(payment);
      return error.kind === "not_found" ? "missing" : "unknown";
    }
  }

  /** As `check`, at most once in a few seconds: a signed return can be sent as often as somebody likes. */
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
    // The oldest stands first.
    const [oldest] = this.lastReturns.keys();
    if (this.lastReturns.size > MAX_REMEMBERED && oldest !== undefined) this.lastReturns.delete(oldest);
    return found;
  }

  /**
   * A bill that was made, and whose answer never reached us: its reference names the row. Nothing of it is stored before
   * the provider has been asked, so the callback is not answered with 200 before the bill is bound to its row.
   * @returns the payment that has the bill now; null: none of ours. @throws DomainError busy: the callback must be sent again.
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

  /** Null: the provider has no such bill. @throws DomainError busy. */
  private async findBill(access: BillingAccess, id: string): Promise<Bill | null> {
    try {
      return await this.deps.billing.fetchBill(access, id);
    } catch (error) {
      if (!(error instanceof BillingError)) throw error;
      if (error.kind === "not_found") return null;
      this.deps.log.warn("the billing provider could not be asked about a bill without a payment", {
        bill: id,
        reason: error.kind,
        said: error.message,
      });
      throw busy();
    }
  }
}

/** Its own bill may be bound again: callbacks come more than once. */
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
