/** A person deletes their own account: with it go the businesses that have no other owner. */
import { markPersonDeleted } from "../accounts/deletion-store.ts";
import { endAccess } from "../accounts/end-access.ts";
import { hasOtherOwner, listAccountIdsOf } from "../accounts/members-store.ts";
import { findAccount, type Person } from "../accounts/store.ts";
import type { Author } from "../audit/store.ts";
import type { Tx } from "../platform/storage/db.ts";
import { removeAccount } from "./administer.ts";
import { leaveIn } from "./members.ts";
import { removeStaffIn } from "./staff.ts";

/** Signs the person out everywhere, leaves the businesses that have another owner, and deletes those that have none. */
export async function removePerson(tx: Tx, author: Author, person: Person): Promise<void> {
  const { id } = person;
  for (const accountId of await listAccountIdsOf(tx, id)) {
    const account = await findAccount(tx, accountId);
    const isLastOwner = account?.userId === id && !(await hasOtherOwner(tx, accountId, id));
    if (account && isLastOwner) await removeAccount(tx, author, account);
    else await leaveIn(tx, author, accountId, id, "all");
  }
  await removeStaffIn(tx, author, id);
  await endAccess(tx, id);
  await markPersonDeleted(tx, id);
}
