/**
 * Starts a subscription: stores our row, makes the provider's bill and binds both before the owner leaves for the provider's
 * page. Of the client's fields, only the plan is used.
 */
import { told } from "../../contract/messages/message.ts";
import type { BillInput } from "../../contract/payment.schema.ts";
import { PLACEHOLDER_PAYER, PROVIDER_METHOD } from "../../contract/payment.ts";
import { isOnSale, priceOf } from "../../contract/plan.ts";
import { type Account, findAccount, keyOf } from "../accounts/store.ts";
import { findPlan, listPlans, type StoredPlan } from "../plans/store.ts";
import type { Config } from "../platform/config.ts";
import { conflict, DomainError, invalid, unauthenticated } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { isBillingConfigured } from "../settings/present.ts";
import type { Settings } from "../settings/settings.ts";
import { type Bill, type BillingAccess, BillingError, type NewBill } from "./billing.ts";
import type { Confirm, ConfirmDeps } from "./confirm.ts";
import { BILL_LIFE_MS, firstCheckAt, LAST_QUESTION_MS } from "./schedule.ts";
import { keepBillLock, releaseBillLock, takeBillLock } from "./shared-store.ts";
import { UNSIGNABLE } from "./signature.ts";
import { bindBill, closeBill, insertPayment, listOpenBills, markFailed, markPending, type StoredPayment, snapshotOf } from "./store.ts";

const MAX_NAME = 255;
const MAX_DESCRIPTION = 200;
/** A bill is offered again until a day before it expires. */
const REUSED_FOR_MS = BILL_LIFE_MS - 24 * 60 * 60_000;

/** Longer than the requests of one step, and by so much that a minute between the clocks of two nodes does no harm. */
const LOCK_MS = 2 * 60_000;

/** Extends the lock of the account's bill. @throws DomainError conflict, if it is lost. */
type KeepLock = () => Promise<void>;

export interface SubscribeDeps extends ConfirmDeps {
  confirm: Confirm;
}

export interface MadeBill {
  id: string;
  url: string;
}

const notConfigured = () => new DomainError("not_configured", told("payments.notConfigured"));

const confirmed = () => conflict(told("payments.confirmed"));

const lookedAt = () => conflict(told("payments.beingChecked"));

const priceChanged = () => new DomainError("changed_meanwhile", told("payments.priceChanged"));

/** A text that may be signed: without separators and at most `max` long, or `fallback` if nothing is left. */
export function signable(text: string, max: number, fallback: string): string {
  return text.replace(UNSIGNABLE, " ").replace(/\s+/g, " ").trim().slice(0, max).trim() || fallback;
}

export function describePlan(plan: Pick<StoredPlan, "name" | "validityMonths">): string {
  const months = ` for ${plan.validityMonths} months`;
  return `Subscribe to ${signable(plan.name, MAX_DESCRIPTION - 40, "plan")}${months}`;
}

/** Finds the plan by its id, or by the description if the client sends no id. @throws DomainError invalid. */
async function findSold(deps: SubscribeDeps, input: BillInput): Promise<StoredPlan> {
  const plans = await listPlans(deps.db);
  const plan = plans.find((one) => (input.planId === undefined ? describePlan(one) === input.description : one.id === input.planId));
  if (!plan || !isOnSale(plan)) throw invalid({ planId: told("plans.unknown") });
  return plan;
}

function toBill(id: string, plan: StoredPlan, account: Account, settings: Settings, publicUrl: string): NewBill {
  const email = account.email ?? "";
  return {
    collectionId: settings.billplz.collectionId,
    email: email === "" || email.search(UNSIGNABLE) !== -1 ? PLACEHOLDER_PAYER.email : email,
    name: signable(account.username, MAX_NAME, PLACEHOLDER_PAYER.name),
    amountSen: priceOf(plan).totalSen,
    callbackUrl: `${publicUrl}/payment/callback`,
    redirectUrl: `${publicUrl}/payment/redirect`,
    description: describePlan(plan),
    reference: id,
  };
}

/** Whether the open payment has the same terms as the present offer. */
function isSameSale(open: StoredPayment, plan: StoredPlan, bill: NewBill): boolean {
  return (
    open.planId === plan.id &&
    open.amountSen === bill.amountSen &&
    open.collectionId === bill.collectionId &&
    JSON.stringify(open.snapshot) === JSON.stringify(snapshotOf(plan))
  );
}

/**
 * Whether the bill is still due, its callback and its return have this server's present addresses, and it is made out to the
 * present payer: the business may have another owner by now, and the provider writes to the address on the bill.
 */
const isUsable = (there: Bill, wanted: NewBill) =>
  there.state === "due" &&
  there.callbackUrl === wanted.callbackUrl &&
  there.redirectUrl === wanted.redirectUrl &&
  keyOf(there.email) === keyOf(wanted.email);

/** Makes bills, at most one at a time for each account. */
export class Subscribing {
  constructor(private readonly deps: SubscribeDeps) {}

  /** @throws DomainError not_configured, invalid, changed_meanwhile, conflict, provider_failed. */
  async subscribe(accountId: string, input: BillInput): Promise<MadeBill> {
    const current = await this.deps.settings.read();
    const { publicUrl } = this.deps.config satisfies Pick<Config, "publicUrl">;
    if (!isBillingConfigured(current)) throw notConfigured();
    // The address is never taken from the Host header: a forged one would send the provider's callbacks elsewhere.
    if (publicUrl === null) {
      this.deps.log.error(
        "subscriptions are not possible: set --public-url, the address under which the billing provider reaches this server",
      );
      throw notConfigured();
    }
    const plan = await findSold(this.deps, input);
    // An owner is never sent to a bill with another amount than the one on the button.
    if (input.amount !== undefined && input.amount !== priceOf(plan).totalSen) throw priceChanged();
    return this.unlessPreparing(accountId, async (keepLock) => {
      const account = await findAccount(this.deps.db, accountId);
      if (!account || !(await findPlan(this.deps.db, plan.id))) throw unauthenticated();
      const wanted = toBill(newId(), plan, account, current, publicUrl);
      try {
        return (
          (await this.reuse(accountId, plan, wanted, current, keepLock)) ?? (await this.make(account, plan, wanted, current, keepLock))
        );
      } catch (error) {
        if (!(error instanceof BillingError)) throw error;
        this.deps.log.warn("the billing provider did not make a bill", { reason: error.kind, said: error.message });
        throw new DomainError("provider_failed", error.told);
      }
    });
  }

  /**
   * Two clicks must not make two bills, at whichever nodes they arrive. `work` calls `keepLock` before each step at the
   * provider, and after it has made a bill. A step takes less time than the lock lasts, unless this process is frozen.
   */
  private async unlessPreparing<T>(accountId: string, work: (keepLock: KeepLock) => Promise<T>): Promise<T> {
    const { db, log } = this.deps;
    const holder = newId();
    const lockWith = async (statement: typeof takeBillLock) => {
      if (!(await db.transaction((tx) => statement(tx, accountId, holder, tx.now + LOCK_MS))))
        throw conflict(told("payments.beingPrepared"));
    };
    // A holder that lost the lock stops here.
    const keepLock = () => lockWith(keepBillLock);
    await lockWith(takeBillLock);
    try {
      return await work(keepLock);
    } finally {
      await db
        .transaction((tx) => releaseBillLock(tx, accountId, holder))
        .catch((error: unknown) =>
          log.warn("the lock of an account's bill could not be released and expires", { account: accountId, error }),
        );
    }
  }

  /** @returns the open bill if it can be used again, otherwise null: then no open bill can be paid any longer. */
  private async reuse(
    accountId: string,
    plan: StoredPlan,
    wanted: NewBill,
    { billplz }: Settings,
    keepLock: KeepLock,
  ): Promise<MadeBill | null> {
    const createdAfter = this.deps.db.now - LAST_QUESTION_MS;
    let found: MadeBill | null = null;
    for (const open of await listOpenBills(this.deps.db, { accountId, sandbox: billplz.sandbox, createdAfter })) {
      await keepLock();
      if ((await this.deps.confirm.check(open.id)) === "paid") throw confirmed();
      const there = await this.findBill(billplz, open.billId ?? "");
      // The bill was paid after the last check: the owner would pay a second bill as well.
      if (there?.state === "paid") throw (await this.deps.confirm.check(open.id)) === "paid" ? confirmed() : lookedAt();
      const age = this.deps.db.now - open.createdAt;
      // The bill can no longer be paid. A payment of its last hours may still be settled, so its last check is later.
      if (age >= BILL_LIFE_MS) continue;
      const isYoung = age < REUSED_FOR_MS;
      if (there === null) await this.deps.db.transaction((tx) => closeBill(tx, open.id));
      else if (found === null && isYoung && isUsable(there, wanted) && isSameSale(open, plan, wanted)) {
        await this.deps.db.transaction((tx) => markPending(tx, open.id, firstCheckAt(tx.now)));
        found = { id: there.id, url: there.url };
      } else await this.close(open, there, billplz);
    }
    return found;
  }

  /** @returns null when the provider's account has no such bill, because the operator has changed to another account. */
  private async findBill(access: BillingAccess, id: string): Promise<Bill | null> {
    try {
      return await this.deps.billing.fetchBill(access, id);
    } catch (error) {
      if (error instanceof BillingError && error.kind === "not_found") return null;
      throw error;
    }
  }

  /** Closes an open bill before a new one is made, because otherwise both could be paid. */
  private async close(open: StoredPayment, there: Bill, access: BillingAccess): Promise<void> {
    if (there.state === "due" && !(await this.deps.billing.deleteBill(access, there.id))) {
      throw conflict(told("payments.stillOpen"));
    }
    await this.deps.db.transaction((tx) => closeBill(tx, open.id));
  }

  private async make(account: Account, plan: StoredPlan, wanted: NewBill, { billplz }: Settings, keepLock: KeepLock): Promise<MadeBill> {
    await keepLock();
    const row = {
      id: wanted.reference,
      accountId: account.id,
      planId: plan.id,
      amountSen: wanted.amountSen,
      sandbox: billplz.sandbox,
      collectionId: wanted.collectionId,
      snapshot: snapshotOf(plan),
      method: PROVIDER_METHOD,
      note: "",
      createdAt: this.deps.db.now,
    } as const;
    await this.deps.db.transaction((tx) => insertPayment(tx, row));
    let bill: Bill;
    try {
      bill = await this.deps.billing.createBill(billplz, wanted);
    } catch (error) {
      await this.deps.db.transaction((tx) => markFailed(tx, row.id));
      throw error;
    }
    await this.requireLock(keepLock, billplz, row.id, bill);
    if (bill.amountSen !== wanted.amountSen || bill.collectionId !== wanted.collectionId) {
      this.deps.log.error("the billing provider's new bill differs from the request", { payment: row.id, bill: bill.id });
      await this.deps.db.transaction((tx) => markFailed(tx, row.id));
      throw new BillingError("unreachable", told("billing.misfit"));
    }
    const bound = { id: bill.id, url: bill.url, nextCheckAt: firstCheckAt(this.deps.db.now) };
    await this.deps.db.transaction((tx) => bindBill(tx, row.id, bound));
    return { id: bill.id, url: bill.url };
  }

  /** Deletes the new bill if the lock was lost, because another click may have made a bill in the meantime. */
  private async requireLock(keepLock: KeepLock, access: BillingAccess, paymentId: string, bill: Bill): Promise<void> {
    try {
      await keepLock();
    } catch (lost) {
      const { billing, db, log } = this.deps;
      const deletion = await billing.deleteBill(access, bill.id).catch((error: unknown) => error);
      if (deletion !== true) {
        log.error("a second bill could not be deleted at the billing provider: delete it there", {
          payment: paymentId,
          bill: bill.id,
          error: deletion,
        });
      }
      await db.transaction((tx) => markFailed(tx, paymentId));
      throw lost;
    }
  }
}
