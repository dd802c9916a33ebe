/** Reports guessing at an account's password once a day: with a notice to this person and a line in the audit log. */

import type { Failures } from "../accounts/guesses.ts";
import { findStanding } from "../accounts/members-store.ts";
import { findPerson } from "../accounts/store.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { recordNotice } from "../notices/store.ts";
import { type Clock, dayOf } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";

const SERVER: Author = { actor: { userId: null, username: "server" }, address: null };
const MAX_REMEMBERED = 10_000;

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  timeZone: string;
}

/** @returns the function to call with a person's id, or with the typed name if there is no such person. */
export function createFailureReport({ db, clock, log, timeZone }: Deps): (at: string, failures: Failures) => void {
  const reported = new Set<string>();

  const report = (userId: string, day: string, { attempts, addresses }: Failures) =>
    db.transaction(async (tx) => {
      const person = await findPerson(tx, userId);
      if (!person || person.role === "system") return;
      // Whoever has founded no business reads it in the first one of which they are a member.
      const accountId = person.accountId ?? (await findStanding(tx, userId)).first?.accountId;
      const notice = { userId, kind: "failed_sign_ins", subject: `${day}:${userId}`, body: { attempts, addresses } } as const;
      if (accountId !== undefined) await recordNotice(tx, { ...notice, accountId });
      const line = { action: "user.failed_sign_ins" as const, subject: userId, personId: userId, after: { attempts, addresses } };
      await recordAudit(tx, { ...SERVER, ...line });
    });

  return (at, failures) => {
    const day = dayOf(clock.now(), timeZone);
    const key = `${day} ${at}`;
    if (reported.has(key)) return;
    if (reported.size >= MAX_REMEMBERED) reported.clear();
    reported.add(key);
    // The answer does not wait for the report, so it takes as long as for an account that does not exist.
    report(at, day, failures).catch((error) => {
      reported.delete(key);
      log.error("a report of failed sign-ins could not be stored", { error });
    });
  };
}
