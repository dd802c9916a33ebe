/** The administrator's changes of accounts. Each checks, writes and records its audit line in one transaction. */

import { RESTORE_WINDOW_MS } from "../../contract/agent.ts";
import { told } from "../../contract/messages/message.ts";
import { FREE_PLAN_ID } from "../../contract/plan.ts";
import type { AdminAccountChange } from "../../contract/user.schema.ts";
import { findDeletedAccount, markAccountDeleted, unmarkAccountDeleted } from "../accounts/deletion-store.ts";
import { endAccess } from "../accounts/end-access.ts";
import { endLinks } from "../accounts/links-store.ts";
import { listStranded } from "../accounts/members-store.ts";
import type { Passwords } from "../accounts/passwords.ts";
import { requireSessionNow, startView } from "../accounts/sessions.ts";
import { deleteSessions } from "../accounts/sessions-store.ts";
import { type Account, contactOf, findAccount, keyOf, renameAccount, setPasswordHash, setSuspended } from "../accounts/store.ts";
import { refuseWeakPassword } from "../accounts/weak-passwords.ts";
import { markAgentsOfDeleted, unmarkAgentsOfDeleted } from "../agents/store.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { effectivePlanId } from "../plans/allowance.ts";
import { findPlan } from "../plans/store.ts";
import { conflict, DomainError, invalid, notFound } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";
import { grantTerm } from "../terms/terms.ts";
import { asTaken, createAccount, refuseTaken } from "./sign-up.ts";
import { requireOperatorNow } from "./staff.ts";

export interface AdministerDeps {
  db: Db;
  passwords: Passwords;
  timeZone: string;
}

/** An owner's account or the administrator's own. @throws DomainError not_found, also for the system's account. */
async function findPerson(db: Reader, id: string): Promise<Account> {
  const account = await findAccount(db, id);
  if (!account || account.role === "system") throw notFound();
  return account;
}

/**
 * The administrator's own account cannot be deleted, suspended or given a plan.
 * @throws DomainError not_found, conflict.
 */
async function findOwner(db: Reader, id: string): Promise<Account> {
  const account = await findPerson(db, id);
  if (account.role === "admin") throw conflict(told("accounts.administrator"));
  return account;
}

/** @throws DomainError invalid, when the plan does not exist or was deleted. */
async function requireOffered(db: Reader, planId: number): Promise<void> {
  const plan = await findPlan(db, planId);
  if (!plan || plan.isDeleted) throw invalid({ planId: told("plans.unknown") });
}

const recorded = (account: Account, now: number) => ({
  username: account.username,
  email: account.email,
  planId: effectivePlanId(account, now),
  planValidUntil: account.planValidUntil === null ? null : new Date(account.planValidUntil).toISOString(),
});

type Recorded = ReturnType<typeof recorded>;

/** Makes an account for an owner, on any plan that was not deleted. @throws DomainError conflict, invalid, busy. */
export async function makeAccount(
  deps: Pick<AdministerDeps, "db" | "passwords"> & { config: { tz: string } },
  author: Author,
  input: { username: string; password: string; email: string | null; planId?: number; planMonths?: number },
): Promise<Account> {
  const planId = input.planId ?? FREE_PLAN_ID;
  await requireOffered(deps.db, planId);
  const { id } = await createAccount(deps, input, { from: author.address ?? "" }, async (tx, account) => {
    await requireOffered(tx, planId);
    if (planId !== FREE_PLAN_ID) await givePlan(tx, deps.config.tz, account.id, { planId, planMonths: input.planMonths });
    const after = recorded(await findPerson(tx, account.id), tx.now);
    await recordAudit(tx, { ...author, action: "user.create", subject: account.id, after });
  });
  return findPerson(deps.db, id);
}

/** The username and the address after the change. The administrator's username is always the same. */
const renamed = ({ role, username, email }: Account, change: AdminAccountChange) => ({
  username: role === "admin" ? username : (change.username ?? username),
  email: change.email === undefined ? email : change.email,
});

/** The business may have been handed over while the form was open. @throws DomainError changed_meanwhile. */
function requireShown(account: Account, { contactId }: AdminAccountChange): void {
  if (contactId === undefined || contactId === contactOf(account)) return;
  throw new DomainError("changed_meanwhile", told("accounts.contactChanged", { username: account.username }));
}

/**
 * `session`: the administrator's own, in which this happens.
 * @throws DomainError not_found; changed_meanwhile; conflict, when the name or the address is taken; invalid; busy; unauthenticated.
 */
export async function editAccount(
  deps: AdministerDeps,
  { session, ...author }: Author & { session?: string },
  id: string,
  change: AdminAccountChange,
): Promise<void> {
  const before = await findPerson(deps.db, id);
  requireShown(before, change);
  const isSelf = before.role === "admin";
  const { username, email } = renamed(before, change);
  if (isSelf && email === null) throw invalid({ email: told("accounts.emailRequired") });
  if (isSelf && change.password !== undefined) throw invalid({ password: told("accounts.ownPassword") });
  if (keyOf(username) !== keyOf(before.username)) await refuseTaken(deps.db, { username, email: null });
  if (change.password !== undefined) refuseWeakPassword(change.password, { username, email });
  const passwordHash = change.password === undefined ? null : await deps.passwords.hash(change.password, { from: author.address ?? "" });
  try {
    await deps.db.transaction(async (tx) => {
      if (session !== undefined) await requireSessionNow(tx, session);
      const account = await findPerson(tx, id);
      requireShown(account, change);
      // What is not changed here may have changed during the hashing.
      const userId = contactOf(account);
      const next = renamed(account, change);
      await renameAccount(tx, userId, next);
      if (passwordHash !== null) await setPasswordHash(tx, userId, passwordHash);
      const isMoved = keyOf(next.email ?? "") !== keyOf(account.email ?? "");
      if (passwordHash !== null || isMoved) await endAccess(tx, userId, { except: isSelf ? session : undefined });
      if (!isSelf) await changePlan(tx, deps, account, change);
      await recordEdit(tx, author, { id, userId, hasNewPassword: passwordHash !== null }, [account, await findPerson(tx, id)]);
    });
  } catch (error) {
    throw asTaken(error);
  }
}

/**
 * The person's name, address and password are the person's own matter, which other owners of the business do not read; the plan is
 * a matter of the business.
 */
async function recordEdit(
  tx: Tx,
  author: Author,
  { id, userId, hasNewPassword }: { id: string; userId: string; hasNewPassword: boolean },
  accounts: readonly [before: Account, after: Account],
): Promise<void> {
  const [before, after] = accounts.map((account) => recorded(account, tx.now)) as [Recorded, Recorded];
  const line = { ...author, action: "user.update" as const, subject: id };
  const ofPerson = ({ username, email }: Recorded) => ({ username, email });
  const ofBusiness = ({ email: _, ...rest }: Recorded) => rest;
  const isPersonal = hasNewPassword || before.username !== after.username || before.email !== after.email;
  const isMoved = before.planId !== after.planId || before.planValidUntil !== after.planValidUntil;
  if (isPersonal) {
    const changed = { ...ofPerson(after), ...(hasNewPassword && { newCredentials: true }) };
    await recordAudit(tx, { ...line, personId: userId, before: ofPerson(before), after: changed });
  }
  if (isMoved || !isPersonal) await recordAudit(tx, { ...line, before: ofBusiness(before), after: ofBusiness(after) });
}

/** A different plan starts at once. The same plan is extended only if the request names a number of months. */
async function changePlan(tx: Tx, deps: AdministerDeps, account: Account, change: AdminAccountChange): Promise<void> {
  const { planId, planMonths } = change;
  if (planId === undefined) return;
  const isSame = planId === effectivePlanId(account, tx.now);
  if (isSame && (planMonths === undefined || planId === FREE_PLAN_ID)) return;
  if (!isSame) await requireOffered(tx, planId);
  await givePlan(tx, deps.timeZone, account.id, { planId, planMonths });
}

async function givePlan(
  tx: Tx,
  timeZone: string,
  accountId: string,
  { planId, planMonths }: { planId: number; planMonths?: number },
): Promise<void> {
  const plan = await findPlan(tx, planId);
  const months = planMonths ?? plan?.validityMonths ?? 1;
  await grantTerm(tx, { accountId, planId, months, paymentId: null, timeZone });
}

/** A suspended owner cannot sign in, and the agents show their offline text. @throws DomainError not_found, conflict. */
export async function suspendAccount(db: Db, author: Author, id: string, isSuspended: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await findOwner(tx, id);
    if (!(await setSuspended(tx, id, isSuspended ? tx.now : null))) return;
    // Members who have another business go on there.
    if (isSuspended) for (const userId of await listStranded(tx, id)) await endAccess(tx, userId);
    const action = isSuspended ? "user.suspend" : "user.unsuspend";
    await recordAudit(tx, { ...author, action, subject: id, after: { username: account.username } });
  });
}

/**
 * Lets the administrator or support look at an owner's account, and writes it into the log that the owner reads.
 * @throws DomainError not_found, conflict, forbidden.
 */
export async function viewAccount(db: Db, viewer: Viewer, address: string, id: string): Promise<{ token: string; expiresAt: number }> {
  return db.transaction(async (tx) => {
    await requireOperatorNow(tx, viewer);
    const { username } = await findOwner(tx, id);
    const view = await startView(tx, viewer.userId, id);
    const after = { username, until: new Date(view.expiresAt).toISOString() };
    await recordAudit(tx, { actor: viewer, address, action: "user.view", subject: id, after });
    return view;
  });
}

/** Deletes the account and its agents. It can be restored for 60 seconds. @throws DomainError not_found, conflict. */
export async function deleteAccount(deps: AdministerDeps, author: Author, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await removeAccount(tx, author, await findOwner(tx, id));
  });
}

/** Signs the owner out everywhere, and marks the account and its agents for deletion. */
export async function removeAccount(tx: Tx, author: Author, account: Account): Promise<void> {
  const { id } = account;
  const userId = contactOf(account);
  if ((await listStranded(tx, id)).includes(userId)) {
    await deleteSessions(tx, userId);
    await endLinks(tx, userId);
  }
  const agents = await markAgentsOfDeleted(tx, id);
  await markAccountDeleted(tx, id, author.actor.userId ?? "");
  // The audit log is kept, so it does not get the address of whoever leaves.
  const { email: _, ...before } = recorded(account, tx.now);
  await recordAudit(tx, { ...author, action: "user.delete", subject: id, before: { ...before, agents } });
}

/**
 * Only the account that deleted it can restore it, within 60 seconds, and not without its contact, who may have deleted their
 * own account meanwhile. @throws DomainError not_found.
 */
export async function restoreAccount(deps: AdministerDeps, author: Author, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const deleted = await findDeletedAccount(tx, id);
    const isMine = deleted !== undefined && deleted.deletedBy === author.actor.userId;
    if (!isMine || tx.now - deleted.deletedAt > RESTORE_WINDOW_MS) throw notFound();
    await unmarkAccountDeleted(tx, id);
    if (!(await findAccount(tx, id))) throw notFound();
    await unmarkAgentsOfDeleted(tx, id);
    await recordAudit(tx, { ...author, action: "user.restore", subject: id, after: { username: deleted.username } });
  });
}
