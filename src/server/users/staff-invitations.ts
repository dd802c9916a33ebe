/** Invitations to the staff: made, sent, withdrawn, accepted (docs/decisions/2026-11-24-staff.md). */
import type { Language } from "../../contract/language.ts";
import { DEFAULT_LANGUAGE } from "../../contract/language.ts";
import { INVITED_DAYS } from "../../contract/member.ts";
import { told } from "../../contract/messages/message.ts";
import { pagesOf } from "../../contract/page.ts";
import type { NewStaffInvitation, StaffInvitationPage } from "../../contract/staff.ts";
import type { StaffRole } from "../../contract/staff-role.ts";
import { endLinks } from "../accounts/links-store.ts";
import { hasBusiness } from "../accounts/members-store.ts";
import {
  deleteStaffInvitation,
  deleteStaffInvitationsTo,
  findStaffInvitation,
  insertStaffInvitation,
  listStaffInvitations,
  renewStaffInvitation,
  type StoredStaffInvitation,
  spendStaffInvitation,
} from "../accounts/recruits-store.ts";
import { deleteOtherSessions } from "../accounts/sessions-store.ts";
import { findStaffRole, hasStaffWith, insertStaff } from "../accounts/staff-store.ts";
import { keyOf, type Person, setVerified } from "../accounts/store.ts";
import { recordAudit } from "../audit/store.ts";
import type { MailRoom, Post } from "../mail/mail.ts";
import { DAY_MS } from "../platform/clock.ts";
import { conflict, notFound } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { SharedRates } from "../platform/http/shared-rates.ts";
import { hashSecret, newId, randomText } from "../platform/ids.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";
import { joinPath, madeOf, openFor, presentInvited } from "./invited.ts";
import { requireOperatorNow } from "./staff.ts";

/** Invitations and repeated letters. */
const INVITES: RateRule = { name: "staff.invite", max: 60, perMs: 3_600_000 };

interface Deps {
  config: { publicUrl: string | null };
  db: Db;
  mailRoom: MailRoom;
  sharedRates: SharedRates;
}

/** Only the administrator invites, so the list names nobody. */
const present = (one: StoredStaffInvitation, now: number) => presentInvited({ ...one, invitedBy: "" }, now);

export async function readStaffInvitations(db: Reader, { page, limit }: { page: number; limit: number }): Promise<StaffInvitationPage> {
  const { invitations, total } = await listStaffInvitations(db, { limit, offset: (page - 1) * limit });
  return { invitations: invitations.map((one) => present(one, db.now)), total, totalPages: pagesOf(total, limit) };
}

interface Sending {
  invitation: { email: string | null; language: Language | null };
  token: string;
  expiresAt: number;
}

function sendLetter(tx: Tx, post: Post | null, viewer: Viewer, { invitation, token, expiresAt }: Sending): void {
  const { email, language } = invitation;
  if (email === null || !post) return;
  post.send(tx, {
    kind: "staffInvitation",
    accountId: viewer.accountId,
    language: language ?? DEFAULT_LANGUAGE,
    name: email,
    params: { days: INVITED_DAYS },
    link: post.linkTo(joinPath(token)),
    linkToken: token,
    to: email,
    expiresAt,
  });
}

const full = () => conflict(told("staff.full"));

/** @throws DomainError conflict, for someone of the staff, and when there is no room; not_configured; too_many. */
export async function inviteStaff(
  { config, db, mailRoom, sharedRates }: Deps,
  viewer: Viewer,
  address: string,
  input: { role: StaffRole; email?: string; language?: Language },
): Promise<NewStaffInvitation> {
  const { role, email = null, language = null } = input;
  const post = await openFor(mailRoom, email);
  const token = randomText(32);
  const work = async (tx: Tx) => {
    await requireOperatorNow(tx, viewer);
    if (email !== null && (await hasStaffWith(tx, keyOf(email)))) throw conflict(told("staff.already"));
    await sharedRates.spend(tx, INVITES, viewer.userId);
    // A new invitation of the same address ends the one before.
    if (email !== null) await deleteStaffInvitationsTo(tx, email);
    const expiresAt = tx.now + INVITED_DAYS * DAY_MS;
    const row = { id: newId(), tokenHash: hashSecret(token), role, email, language, expiresAt };
    if (!(await insertStaffInvitation(tx, row))) throw full();
    sendLetter(tx, post, viewer, { invitation: row, token, expiresAt });
    const after = { email: email ?? "", role };
    await recordAudit(tx, { actor: viewer, address, action: "staff.invite", subject: row.id, after });
    return madeOf(config.publicUrl, present({ ...row, sentAt: tx.now, usedAt: null }, tx.now), token);
  };
  return db.transaction(work, { isGrowth: true });
}

/** Makes a new link for another seven days; the one before ends. @throws as `inviteStaff`; not_found. */
export async function resendStaffInvitation(
  { config, db, mailRoom, sharedRates }: Deps,
  viewer: Viewer,
  address: string,
  id: string,
): Promise<NewStaffInvitation> {
  const post = await openFor(mailRoom, (await findStaffInvitation(db, id))?.email ?? null);
  const token = randomText(32);
  return db.transaction(async (tx) => {
    await requireOperatorNow(tx, viewer);
    const invitation = await findStaffInvitation(tx, id);
    if (!invitation) throw notFound();
    await sharedRates.spend(tx, INVITES, viewer.userId);
    const expiresAt = tx.now + INVITED_DAYS * DAY_MS;
    if (!(await renewStaffInvitation(tx, { id, tokenHash: hashSecret(token), expiresAt }))) throw full();
    sendLetter(tx, post, viewer, { invitation, token, expiresAt });
    const after = { email: invitation.email ?? "", role: invitation.role };
    await recordAudit(tx, { actor: viewer, address, action: "staff.invite", subject: id, after });
    return madeOf(config.publicUrl, present({ ...invitation, sentAt: tx.now, expiresAt }, tx.now), token);
  });
}

/** @throws DomainError not_found, also for one that was used. */
export async function withdrawStaffInvitation(db: Db, viewer: Viewer, address: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await requireOperatorNow(tx, viewer);
    const invitation = await findStaffInvitation(tx, id);
    if (!invitation || !(await deleteStaffInvitation(tx, id))) throw notFound();
    const before = { email: invitation.email ?? "", role: invitation.role };
    await recordAudit(tx, { actor: viewer, address, action: "staff.withdraw", subject: id, before });
  });
}

/**
 * Takes the person into the staff, with an invitation that is open and for them. Links for a new password and other sessions end:
 * support may have made such a link before. @param keep the hash of the session that goes on. @returns whether it was still open.
 * @throws DomainError conflict, for someone of the staff or of a business, and when there is no room.
 */
export async function takeIntoStaff(
  tx: Tx,
  person: Person,
  { address, token, invitation, keep }: { address: string; token: string; invitation: StoredStaffInvitation; keep: string },
): Promise<boolean> {
  if ((await findStaffRole(tx, person.id)) !== null) throw conflict(told("staff.alreadyYou"));
  if (await hasBusiness(tx, person.id)) throw conflict(told("staff.ownBusiness"));
  if (!(await spendStaffInvitation(tx, hashSecret(token), person.id))) return false;
  if (!(await insertStaff(tx, person.id, invitation.role))) throw full();
  await endLinks(tx, person.id, "reset");
  await deleteOtherSessions(tx, person.id, keep);
  if (invitation.email !== null) await setVerified(tx, person.id, invitation.email);
  const actor = { userId: person.id, username: person.username };
  const line = { action: "staff.join" as const, subject: person.id, personId: person.id, after: { role: invitation.role } };
  await recordAudit(tx, { actor, address, ...line });
  return true;
}
