/** The end of terms: owners get a notice in time, and then the account moves to the Free Plan. */
import { type Language, LOCALES } from "../../contract/language.ts";
import { ENDING_DAYS } from "../../contract/notice.ts";
import { type EndingAccount, listEndingAccounts } from "../accounts/plan-store.ts";
import { type Account, findAccount } from "../accounts/store.ts";
import { letterTo } from "../mail/addressee.ts";
import type { MailRoom, Post } from "../mail/mail.ts";
import { recordNotice, reminderSubject } from "../notices/store.ts";
import { findPlan } from "../plans/store.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { replaceReminders, wasReminded } from "./reminders.ts";
import { expireAccount } from "./terms.ts";

const BATCH = 200;

interface EndingDeps {
  db: Db;
  timeZone: string;
}

/** An error with one account does not keep the others waiting. @throws the first such error, after the round */
async function forEachEnding(db: Db, until: number, work: (account: EndingAccount) => Promise<void>): Promise<void> {
  let after = { validUntil: 0, id: "" };
  const failures: unknown[] = [];
  for (;;) {
    const accounts = await listEndingAccounts(db, until, after, BATCH);
    for (const account of accounts) {
      try {
        await work(account);
      } catch (error) {
        if (failures.length === 0) failures.push(error);
      }
    }
    const last = accounts.at(-1);
    if (!last || accounts.length < BATCH) break;
    after = last;
  }
  if (failures.length > 0) throw failures[0];
}

/** Moves accounts to the Free Plan. Each owner gets a notice with the number of paused agents. */
export async function endTermsThatAreOver({ db, timeZone }: EndingDeps): Promise<void> {
  const { now } = db;
  await forEachEnding(db, now, async (account) => {
    await db.transaction(async (tx) => {
      const granted = await expireAccount(tx, account.id, timeZone);
      if (!granted) return;
      const plan = await findPlan(tx, account.planId);
      const body = { planName: plan?.name ?? "", validUntil: account.validUntil, pausedAgents: granted.changedAgents.length };
      await recordNotice(tx, { accountId: account.id, kind: "ended", subject: String(account.validUntil), body });
    });
  });
}

/**
 * Reminds owners 14, 7 and 1 days before the end, once each: by a notice and, while mail is set up, by mail. The row of the
 * notice marks that both were made, in one transaction. A renewal gives the term a new end with its own reminders; of
 * reminders that are late, because no server ran, only the last one is sent. If the settings cannot be read, there is only the
 * notice. @throws the first error, after the round
 */
export async function announceEndings({ db, timeZone, mailRoom }: EndingDeps & { mailRoom: MailRoom }): Promise<void> {
  const { now } = db;
  const [opened] = await Promise.allSettled([mailRoom.open()]);
  const post = opened.status === "fulfilled" ? opened.value : null;
  await forEachEnding(db, now + Math.max(...ENDING_DAYS) * DAY_MS, async (ending) => {
    if (ending.validUntil > now) await db.transaction((tx) => remind(tx, ending, post, timeZone));
  });
  if (opened.status === "rejected") throw opened.reason;
}

async function remind(tx: Tx, { id, planId, validUntil }: EndingAccount, post: Post | null, timeZone: string): Promise<void> {
  const account = await findAccount(tx, id);
  // The plan may have been renewed since the list was read.
  if (account?.planValidUntil !== validUntil || validUntil <= tx.now) return;
  const left = validUntil - tx.now;
  const reached = ENDING_DAYS.filter((days) => left <= days * DAY_MS);
  if (reached.length === 0) return;
  const subject = reminderSubject(validUntil, Math.min(...reached));
  if (await wasReminded(tx, id, subject)) return;
  const planName = (await findPlan(tx, planId))?.name ?? "";
  const mailId = post && canBeWrittenTo(account) ? sendReminder(tx, post, account, { planName, validUntil, timeZone }) : undefined;
  await replaceReminders(tx, id);
  // The version before shows these days.
  const body = { planName, validUntil, days: Math.ceil(left / DAY_MS), ...(mailId !== undefined && { mailId }) };
  await recordNotice(tx, { accountId: id, kind: "ending", subject, body });
}

/** A suspended owner cannot sign in to renew. */
const canBeWrittenTo = ({ email, suspendedAt, role }: Account) => email !== null && suspendedAt === null && role === "owner";

function sendReminder(
  tx: Tx,
  post: Post,
  account: Account,
  { planName, validUntil, timeZone }: { planName: string; validUntil: number; timeZone: string },
): string {
  const letter = letterTo(account);
  return post.send(tx, {
    ...letter,
    kind: "planEnding",
    to: account.email ?? "",
    params: { plan: planName, date: dateIn(validUntil, letter.language, timeZone) },
    link: post.linkTo("/plans"),
    expiresAt: validUntil,
  });
}

/** A day in the words of a language. */
function dateIn(at: number, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(LOCALES[language], { day: "numeric", month: "long", year: "numeric", timeZone }).format(at);
}
