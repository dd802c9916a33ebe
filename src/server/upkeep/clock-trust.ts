/**
 * Whether the wall clock can be trusted before data is deleted for good. Without this check, a clock that is a year ahead
 * for four seconds would end every retention at once. While the server runs, the time is compared with the monotonic
 * clock; when it starts, with the last stored time. After a leap, deletions wait until the new time has been consistent
 * for a day, the old time is back, or the administrator confirms the new one.
 */
import { z } from "zod";
import { findNewestAccount } from "../accounts/list-store.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { findNewestConversation } from "../conversations/archive-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";
import { findSetting, putSetting } from "../settings/store.ts";

const HOUR_MS = 3_600_000;
/** More than a time service corrects in one step, and usually more than a suspended machine misses. */
const MAX_STEP_MS = HOUR_MS;
/** How long the server may have been off before its clock is doubted at the start. */
const MAX_OFF_MS = 24 * HOUR_MS;
/** How long the time after a leap must be consistent before it is trusted. */
const BELIEVED_AFTER_MS = 24 * HOUR_MS;
const NOTED_EVERY_MS = HOUR_MS;
const SETTING = "clock";

/** All in epoch milliseconds. */
const noted = z.object({
  at: z.number(),
  /** The last time that was trusted. */
  believedAt: z.number(),
  /** The first reading after a leap, or null while the clock is trusted. */
  doubtedSince: z.number().nullable(),
});
type Noted = z.output<typeof noted>;

export interface ClockTrust {
  /** Must be called before each deletion. Stores the time, so that the next start can compare with it. */
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
    if (next.doubtedSince === null) log.info("the clock is trusted again: deletions continue", fields);
    else
      log.warn("the clock leapt: deletions wait for 24 hours of consistent time; to end the wait, run: sapa admin confirm-clock", fields);
  };

  return {
    isBelieved() {
      // One call after the other, because the second must see the result of the first.
      const answer = asking.then(ask, ask);
      asking = answer;
      return answer;
    },
  };
}

/** Records that the administrator has checked the clock. @returns the time that is trusted from now on. */
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
  // The clock was wrong for a while, and is right again.
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

/** If no time was stored yet, the newest row in the database was written at a time that was trusted then. */
async function assume(db: Reader, now: number): Promise<Noted> {
  const times = [await findNewestConversation(db), await findNewestAccount(db)].filter((time) => time !== undefined);
  const newest = times.length === 0 ? now : Math.max(...times);
  return { at: newest, believedAt: newest, doubtedSince: null };
}
