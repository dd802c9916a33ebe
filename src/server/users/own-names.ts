/** What a person changes in the own account with one form: the username, the address, and the name of the business on screen. */
import { endAccess } from "../accounts/end-access.ts";
import { requireOwnerNow } from "../accounts/roles.ts";
import { requireSessionNow } from "../accounts/sessions.ts";
import { findAccount, findPerson, keyOf, type Person, renameAccount, setAccountName } from "../accounts/store.ts";
import { recordAudit } from "../audit/store.ts";
import { unauthenticated } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { noteEmailChange } from "./own-email.ts";
import { requireUnchanged } from "./own-password.ts";
import { asTaken } from "./sign-up.ts";

interface Names {
  username?: string;
  email?: string | null;
  displayName?: string;
}

/**
 * `isMoved`: the address changes, for which the person has shown the password.
 * @throws DomainError conflict, when the name or the address is taken; forbidden, for the name of the business; unauthenticated;
 * wrong_credentials.
 */
export async function changeOwn(
  db: Db,
  viewer: Viewer,
  address: string,
  { person, isMoved, change }: { person: Person; isMoved: boolean; change: Names },
): Promise<void> {
  const { username, email, displayName } = change;
  try {
    await db.transaction(async (tx) => {
      await requireSessionNow(tx, viewer.tokenHash);
      if (displayName !== undefined) await renameBusiness(tx, viewer, address, displayName);
      if (isMoved) {
        await requireUnchanged(tx, person);
        await endAccess(tx, person.id, { except: viewer.tokenHash });
      }
      // What is not changed here may have changed since the account was read: a new address may have been confirmed.
      const now = await findPerson(tx, person.id);
      if (!now) throw unauthenticated();
      const isSame = keyOf(email ?? "") === keyOf(now.email ?? "");
      const next = { username: username ?? now.username, email: isMoved || isSame ? (email ?? now.email) : now.email };
      await renameAccount(tx, person.id, next);
      if (isMoved) await noteEmailChange(tx, person, { email: next.email, address });
      if (next.username !== now.username) await noteRename(tx, now, { username: next.username, address });
    });
  } catch (error) {
    throw asTaken(error);
  }
}

async function renameBusiness(tx: Tx, viewer: Viewer, address: string, name: string): Promise<void> {
  await requireOwnerNow(tx, viewer);
  const before = (await findAccount(tx, viewer.accountId))?.name;
  if (before === undefined || before === name) return;
  await setAccountName(tx, viewer.accountId, name);
  const line = { action: "user.business_rename" as const, subject: viewer.accountId, before: { name: before }, after: { name } };
  await recordAudit(tx, { actor: viewer, address, ...line });
}

async function noteRename(tx: Tx, { id, username: before }: Person, { username, address }: { username: string; address: string }) {
  const line = { action: "user.rename" as const, subject: id, personId: id, before: { username: before }, after: { username } };
  await recordAudit(tx, { actor: { userId: id, username: before }, address, ...line });
}
