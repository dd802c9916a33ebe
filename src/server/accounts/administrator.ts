/** The one administrator, who is created and given a new password only on the command line (product 1.4, 11.6). */
import { told } from "../../contract/messages/message.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import { ADMIN_USERNAME } from "../../contract/user.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { conflict, notFound } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { ConstraintError, type Db } from "../platform/storage/db.ts";
import { endAccess } from "./end-access.ts";
import { createPasswords } from "./passwords.ts";
import { deleteOpenStaffInvitations } from "./recruits-store.ts";
import { findAdministrator, insertAccount, setPasswordHash } from "./store.ts";

/** @throws DomainError conflict, when there is already an administrator or the email is taken. */
export async function createAdministrator(deps: { db: Db }, author: Author, input: { email: string; password: string }): Promise<void> {
  if (await findAdministrator(deps.db)) throw conflict(told("accounts.oneAdministratorReset"));
  const passwordHash = await createPasswords().hash(input.password, { from: "" });
  try {
    await deps.db.transaction(async (tx) => {
      const id = newId();
      await insertAccount(tx, {
        id,
        username: ADMIN_USERNAME,
        email: input.email,
        passwordHash,
        role: "admin",
        planId: FREE_PLAN_ID,
        planValidUntil: null,
        suspendedAt: null,
        createdAt: tx.now,
      });
      const after = { username: ADMIN_USERNAME, email: input.email };
      await recordAudit(tx, { ...author, action: "admin.create", subject: id, after });
    });
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    throw conflict(error.message.includes("email_key") ? told("accounts.emailTaken") : told("accounts.oneAdministrator"));
  }
}

/** Ends all of the administrator's sessions and links. @throws DomainError not_found. */
export async function resetAdministratorPassword(deps: { db: Db }, author: Author, input: { password: string }): Promise<void> {
  const administrator = await findAdministrator(deps.db);
  if (!administrator) throw notFound();
  const passwordHash = await createPasswords().hash(input.password, { from: "" });
  await deps.db.transaction(async (tx) => {
    await setPasswordHash(tx, administrator.id, passwordHash);
    await endAccess(tx, administrator.id);
    // Only the administrator makes them.
    await deleteOpenStaffInvitations(tx);
    await recordAudit(tx, { ...author, action: "admin.reset_password", subject: administrator.id });
  });
}
