/** Removes the second factors of a person who has lost them, for the operator. */
import { z } from "zod";
import { deleteFactors } from "../accounts/factors-store.ts";
import { deleteSessions } from "../accounts/sessions-store.ts";
import { type Account, findPerson } from "../accounts/store.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import type { JobKind } from "../jobs/job.ts";
import { addJob } from "../jobs/store.ts";
import { letterTo } from "../mail/addressee.ts";
import type { MailRoom } from "../mail/mail.ts";
import type { Db } from "../platform/storage/db.ts";
import { timeIn } from "./letters.ts";

const LIFTED = "write that the second factors were removed";
const payloadOf = z.object({ userId: z.string(), at: z.number() });

/** Also ends the person's sessions, and writes to the person. @returns whether there was a factor; otherwise nothing changes. */
export async function liftFactors(db: Db, author: Author, { id, userId = id, username }: Account): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await deleteFactors(tx, userId))) return false;
    await deleteSessions(tx, userId);
    // The command line does not know the installation's address and its mail server, so a server writes the letter.
    addJob(tx, { kind: LIFTED, payload: { userId, at: tx.now } });
    await recordAudit(tx, { ...author, action: "user.lift_factors", subject: userId, personId: userId, after: { username } });
    return true;
  });
}

/** The job that writes the letter. Nothing, without mail or without an address. */
export function createLiftedLetter({ mailRoom, timeZone }: { mailRoom: MailRoom; timeZone: string }): JobKind {
  return {
    name: LIFTED,
    maxFailures: 5,
    async work(job) {
      const { userId, at } = payloadOf.parse(job.payload);
      const post = await mailRoom.open();
      await job.transaction({}, async (tx) => {
        const person = await findPerson(tx, userId);
        if (!post || !person || person.email === null) return;
        const letter = letterTo(person);
        const params = { username: person.username, time: timeIn(at, letter.language, timeZone) };
        post.send(tx, { ...letter, kind: "factorsLifted", params, to: person.email });
      });
    },
  };
}
