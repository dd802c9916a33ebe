/** Tells the operator that a certificate ends and cannot be renewed: in the log, and by mail if that is set up. */
import { CERTIFICATE_PROBLEM_TEXT } from "../../contract/https-text.ts";
import { writeTime } from "../../contract/language.ts";
import { findAdministrator } from "../accounts/store.ts";
import { letterTo } from "../mail/addressee.ts";
import type { MailRoom } from "../mail/mail.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import { isToTell } from "./schedule.ts";
import { markTold, type StoredCertificate } from "./store.ts";

interface Deps {
  db: Db;
  log: Log;
  mailRoom: MailRoom;
  timeZone: string;
}

/** Nothing if there is nothing to tell. What was told is stored, so that a restart does not repeat it. */
export async function tellOperator({ db, log, mailRoom, timeZone }: Deps, one: StoredCertificate): Promise<void> {
  const { domain, beginsAt, expiresAt, problem, detail } = one;
  if (beginsAt === null || expiresAt === null || problem === null) return;
  if (!isToTell({ beginsAt, expiresAt }, one, db.now)) return;
  const administrator = await findAdministrator(db);
  const post = await mailRoom.open();
  await db.transaction(async (tx) => {
    await markTold(tx, domain);
    if (!post || !administrator || administrator.email === null) return;
    const letter = letterTo(administrator);
    const until = writeTime(expiresAt, letter.language, { dateStyle: "long", timeStyle: "short", timeZone });
    const params = { domain, until, reason: CERTIFICATE_PROBLEM_TEXT[letter.language][problem], detail: detail || "–" };
    post.send(tx, { ...letter, kind: "certificateEnding", params, to: administrator.email });
  });
  const validUntil = new Date(expiresAt).toISOString();
  log.error("a certificate ends soon and cannot be renewed", { domain, validUntil, problem: CERTIFICATE_PROBLEM_TEXT.en[problem], detail });
}
