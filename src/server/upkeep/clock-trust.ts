/**
 * Whether the wall clock may be believed when something is to be deleted for good. A clock that is a year ahead for four
 * seconds would otherwise end every retention at once. So the time is compared with the monotonic clock while the server
 * runs, and with the last time that was noted when it starts. After a leap, deletions wait until the new time has held
 * for a day, the old time is back, or the administrator confirms it.
 */
import { z } from "zod";
import { findNewestAccount } from "../accounts/store.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { findNewestConversation } from "../conversations/archive-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Db, Reader, Tx } from "../platform/db.ts";
import type { Log } from "../platform/log.ts";
import { findSetting, putSetting } from "../settings/store.ts";

const HOUR_MS = 3_600_000;
/** More than a time service corrects in one step, and than a suspended machine misses as a rule. */
const MAX_STEP_MS = HOUR_MS;
/** How long the server may have been off without a question. */
const MAX_OFF_MS = 24 * HOUR_MS;
/** How long a time that leapt must hold before it is believed. */
const BELIEVED_AFTER_MS = 24 * HOUR_MS;
const NOTED_EVERY_MS = HOUR_MS;
const SETTING = "clock";

/** All in epoch milliseconds. */
const noted = z.object({
  at: z.number(),
  /** The last time that was believed. */
  believedAt: z.number(),
  /** When the present time first appeared after a leap; null: it is believed. */
  doubtedSince: z.number().nullable(),
});
type Noted = z.output<typeof noted>;

export interface ClockTrust {
  /** Ask before each deletion. Notes the time, so that the next start can compare. */
  isBelieved(): Promise<boolean>;
}

export function createClockTrust({ db, clock, log }: { db: Db; clock: Clock; log: Log }): ClockTrust {
  let last: { now: number; elapsed: number } | null = null;
  let asking: Promise<unknown> = Promise.resolve();

  const ask = async (): Promise<boolean> => {
    const before = last;
    const present = { now: clock.now(), elapsed: clock.elapsed() };
    const stored = await readNoted(db);
    const known = stored ?? (await assume(db, present.now));
    const expected = before ? before.now + present.elapsed - before.elapsed : known.at;
    const isContinued = isWithin(present.now, expected, before ? MAX_STEP_MS : MAX_OFF_MS);
    const next = judge(known, present.now, isContinued);
    last = present;
    report(known, next, expected);
    const isChanged = next.doubtedSince !== known.doubtedSince;
    if (stored === null || isChanged || Math.abs(present.now - stored.at) >= NOTED_EVERY_MS) {
      await db.transaction((tx) => writeNoted(tx, next));
    }
    return next.doubtedSince === null;
  };

  const report = (known: Noted, next: Noted, expected: number): void => {
    if (known.doubtedSince === next.doubtedSince) return;
    const fields = { clock: toText(next.at), expected: toText(expected) };
    if (next.doubtedSince === null) log.info("the clock is believed again: deletions go on", fields);
    else log.warn("the clock leapt: deletions wait for 24 hours of consistent time, or for: sapa admin confirm-clock", fields);
  };

  return {
    isBelieved() {
      // One after the other: the second must see what the first has found.
      const answer = asking.then(ask, ask);
      asking = answer;
      return answer;
    },
  };
}

/** The administrator has looked at the clock. @returns the time that is believed from now on. */
export async function confirmClock(db: Db, author: Author, now: number): Promise<number> {
  await db.transaction(async (tx) => {
    await writeNoted(tx, { at: now, believedAt: now, doubtedSince: null });
    await recordAudit(tx, { ...author, action: "clock.confirm", subject: "clock", after: { clock: toText(now) } });
  });
  return now;
}

function judge(known: Noted, now: number, isContinued: boolean): Noted {
  const believed = { at: now, believedAt: now, doubtedSince: null };
  if (isContinued && known.doubtedSince === null) return believed;
  if (isContinued && known.doubtedSince !== null && now - known.doubtedSince >= BELIEVED_AFTER_MS) return believed;
  if (isContinued) return { ...known, at: now };
  // A clock that was wrong for a while, and is right again.
  if (known.doubtedSince !== null && isWithin(now, known.believedAt, MAX_OFF_MS)) return believed;
  return { ...known, at: now, doubtedSince: now };
}

const isWithin = (now: number, expected: number, ahead: number) => now >= expected - MAX_STEP_MS && now <= expected + ahead;

const toText = (at: number) => (Math.abs(at) < 8e15 ? new Date(at).toISOString() : String(at));

async function readNoted(db: Reader): Promise<Noted | null> {
  const text = await findSetting(db, SETTING);
  return text === undefined ? null : noted.parse(JSON.parse(text));
}

const writeNoted = (tx: Tx, value: Noted) => putSetting(tx, { key: SETTING, value: JSON.stringify(value), sealed: false });

/** Nothing was noted yet: the newest thing in the database was stored at a time that was believed then. */
async function assume(db: Reader, now: number): Promise<Noted> {
  const times = [await findNewestConversation(db), await findNewestAccount(db)].filter((time) => time !== undefined);
  const newest = times.length === 0 ? now : Math.max(...times);
  return { at: newest, believedAt: newest, doubtedSince: null };
}
