/** Records a payment that was not made through the billing provider, as the administrator enters it. */
import { told } from "../../contract/messages/message.ts";
import type { PaymentRecord } from "../../contract/payment.schema.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import { findMeantBusiness } from "../accounts/meant.ts";
import type { Account } from "../accounts/store.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { findPlan, type StoredPlan } from "../plans/store.ts";
import { dayOf, startOfDay } from "../platform/clock.ts";
import { conflict, invalid } from "../platform/errors.ts";
import { newId, repeatableId } from "../platform/ids.ts";
import type { Reader, Tx } from "../platform/storage/db.ts";
import { isMailReady } from "../settings/present.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { type ActivationDeps, activateIn } from "./activate.ts";
import { findPayment, insertPayment, type StoredPayment, snapshotOf } from "./store.ts";

interface RecordDeps extends ActivationDeps {
  settings: Pick<SettingsSource, "read">;
}

const HALF_DAY_MS = 12 * 60 * 60_000;

/**
 * Stores the payment as paid and gives its term, in one transaction. A repeated `requestKey` records no second payment.
 * @throws DomainError invalid; conflict, when the key was already used for another payment.
 */
export async function recordPayment(
  deps: RecordDeps,
  record: PaymentRecord,
  author: Author,
  requestKey: string | null,
): Promise<StoredPayment> {
  const id = requestKey === null ? newId() : repeatableId(author.actor.userId ?? "", requestKey);
  const areVerified = isMailReady(await deps.settings.read(), deps.config.publicUrl);
  return deps.db.transaction(async (tx) =>
    recordIn(tx, deps, { id, record, author, account: await findPayer(tx, record.user, areVerified) }),
  );
}

interface Recording {
  id: string;
  record: PaymentRecord;
  author: Author;
  account: Account;
}

async function recordIn(tx: Tx, deps: ActivationDeps, { id, record, author, account }: Recording): Promise<StoredPayment> {
  const plan = await findGiven(tx, record.planId);
  const known = await findPayment(tx, id);
  if (known) return sameOrRefused(known, account, record);
  const months = record.months ?? plan.validityMonths;
  await insertPayment(tx, {
    id,
    accountId: account.id,
    planId: plan.id,
    amountSen: record.amount,
    // The money is real, even if the provider's sandbox is in use.
    sandbox: false,
    collectionId: "",
    snapshot: { ...snapshotOf(plan), months },
    method: record.method,
    note: record.note,
    createdAt: receivedAt(record.date, tx.now, deps.config.tz),
  });
  const { user: _, ...fields } = record;
  await recordAudit(tx, { ...author, action: "payment.record", subject: id, after: { user: account.username, ...fields, months } });
  const granted = await activateIn(tx, deps, id, { author, byHand: true, paidSen: record.amount });
  const payment = await findPayment(tx, id);
  if (!payment || !granted) throw new Error(`the recorded payment ${id} was not stored`);
  return payment;
}

function sameOrRefused(known: StoredPayment, account: Account, record: PaymentRecord): StoredPayment {
  if (known.accountId === account.id && known.planId === record.planId && known.amountSen === record.amount) return known;
  throw conflict(told("payments.alreadyRecorded"));
}

/**
 * Finds the business by its id, or by the username or the email of its contact. With mail, an unconfirmed address finds none: anyone can sign up
 * with the address of another person. @throws DomainError invalid.
 */
async function findPayer(db: Reader, text: string, areVerified: boolean): Promise<Account> {
  const meant = await findMeantBusiness(db, text);
  if (meant && "refusal" in meant) throw invalid({ user: meant.refusal });
  if (meant?.account.role !== "owner") throw invalid({ user: told("payments.unknownUser") });
  const { account, byAddress } = meant;
  if (byAddress && areVerified && !account.isVerified) throw invalid({ user: told("payments.unverifiedEmail") });
  return account;
}

/** Also finds plans that are off sale. @throws DomainError invalid. */
async function findGiven(db: Reader, id: number): Promise<StoredPlan> {
  const plan = id === FREE_PLAN_ID ? undefined : await findPlan(db, id);
  if (!plan || plan.isDeleted) throw invalid({ planId: told("plans.unknown") });
  return plan;
}

/** The hour of an earlier day is unknown. Noon falls on the same date in all nearby time zones. @throws DomainError invalid. */
function receivedAt(day: string, now: number, timeZone: string): number {
  const today = dayOf(now, timeZone);
  if (day > today) throw invalid({ date: told("date.future") });
  return day === today ? now : startOfDay(day, timeZone) + HALF_DAY_MS;
}
