/** Removes the second factors of a person who has lost them, for the operator. */
import { deleteFactors } from "../accounts/factors-store.ts";
import { deleteSessions } from "../accounts/sessions-store.ts";
import type { Account } from "../accounts/store.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import type { Db } from "../platform/storage/db.ts";

/** Also ends the person's sessions. @returns whether there was a factor; otherwise nothing changes. */
export async function liftFactors(db: Db, author: Author, { id, userId = id, username }: Account): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await deleteFactors(tx, userId))) return false;
    await deleteSessions(tx, userId);
    await recordAudit(tx, { ...author, action: "user.lift_factors", subject: userId, personId: userId, after: { username } });
    return true;
  });
}
