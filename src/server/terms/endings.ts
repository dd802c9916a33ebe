/** The end of terms: owners get a notice in time, and then the account moves to the Free Plan. */
import { ENDING_DAYS } from "../../contract/notice.ts";
import { type EndingAccount, listEndingAccounts } from "../accounts/plan-store.ts";
import { recordNotice } from "../notices/store.ts";
import { findPlan } from "../plans/store.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Db } from "../platform/storage/db.ts";
import { expireAccount } from "./terms.ts";

const BATCH = 200;

interface EndingDeps {
  db: Db;
  timeZone: string;
}

async function forEachEnding(db: Db, until: number, work: (account: EndingAccount) => Promise<void>): Promise<void> {
  let after = { validUntil: 0, id: "" };
  for (;;) {
    const accounts = await listEndingAccounts(db, until, after, BATCH);
    for (const account of accounts) await work(account);
    const last = accounts.at(-1);
    if (!last || accounts.length < BATCH) return;
    after = last;
  }
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

/** Records a notice 7 days and 1 day before the end, once each. A renewal gives the term a new end with its own notices. */
export async function announceEndings({ db }: EndingDeps): Promise<void> {
  const { now } = db;
  await forEachEnding(db, now + Math.max(...ENDING_DAYS) * DAY_MS, async (account) => {
    if (account.validUntil <= now) return;
    const days = Math.min(...ENDING_DAYS.filter((days) => account.validUntil - now <= days * DAY_MS));
    const plan = await findPlan(db, account.planId);
    const body = { planName: plan?.name ?? "", validUntil: account.validUntil, days };
    const notice = { accountId: account.id, kind: "ending", subject: `${account.validUntil}:${days}`, body } as const;
    await db.transaction((tx) => recordNotice(tx, notice));
  });
}
