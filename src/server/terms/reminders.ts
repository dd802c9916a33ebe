/** Reminders of the end of a plan, which are a notice and a mail: putting them away, and showing them again. */
import { withdrawMessages } from "../mail/outbox-store.ts";
import { findNotice, forgetNotice, markOver, putPlanNoticesAway, putRemindersAway, showAgain } from "../notices/store.ts";
import type { Tx } from "../platform/storage/db.ts";

/**
 * Puts away the notices about the plan before, and withdraws their mails. The end may come back when the change is taken back:
 * then a reminder whose mail has not left is made again, and one whose mail has left is only shown again.
 */
export async function putPlanAway(tx: Tx, accountId: string): Promise<void> {
  const put = await putPlanNoticesAway(tx, accountId);
  const withdrawn = new Set(await withdrawMessages(tx, mailsOf(put)));
  for (const notice of put) {
    if (notice.kind !== "ending") continue;
    const { mailId } = notice.body;
    if (mailId === undefined ? !notice.wasRead : withdrawn.has(mailId)) await forgetNotice(tx, notice.id);
    else if (!notice.wasRead) await markOver(tx, notice);
  }
}

/** Puts away the reminders that a later one replaces. */
export async function replaceReminders(tx: Tx, accountId: string): Promise<void> {
  await withdrawMessages(tx, mailsOf(await putRemindersAway(tx, accountId)));
}

/** @returns whether the reminder was made before. It is shown again if it was put away because its end was over. */
export async function wasReminded(tx: Tx, accountId: string, subject: string): Promise<boolean> {
  const known = await findNotice(tx, accountId, "ending", subject);
  if (known?.body.isOver) {
    await replaceReminders(tx, accountId);
    await showAgain(tx, known);
  }
  return known !== undefined;
}

const mailsOf = (notices: readonly { body: { mailId?: string } }[]): string[] => notices.flatMap(({ body }) => body.mailId ?? []);
