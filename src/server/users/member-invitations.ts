/** Invitations to become a member: made, sent, withdrawn (docs/decisions/2026-11-24-members-and-roles.md). */
import type { Language } from "../../contract/language.ts";
import { DEFAULT_LANGUAGE } from "../../contract/language.ts";
import {
  type HandoverEnd,
  INVITED_DAYS,
  type MemberInvitationPage,
  type MemberRole,
  type NewMemberInvitation,
} from "../../contract/member.ts";
import { told } from "../../contract/messages/message.ts";
import { pagesOf } from "../../contract/page.ts";
import {
  deleteHandovers,
  deleteInvitationsTo,
  deleteMemberInvitation,
  findMemberInvitation,
  findTokenHashTo,
  insertMemberInvitation,
  listMemberInvitations,
  renewMemberInvitation,
  type StoredMemberInvitation,
} from "../accounts/invitees-store.ts";
import { hasMemberWith } from "../accounts/members-store.ts";
import { requireOwnerNow } from "../accounts/roles.ts";
import { recordAudit } from "../audit/store.ts";
import type { MailRoom, Post } from "../mail/mail.ts";
import { DAY_MS } from "../platform/clock.ts";
import { conflict, notFound, planLimit } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { SharedRates } from "../platform/http/shared-rates.ts";
import { hashSecret, newId, randomText } from "../platform/ids.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";
import { requireConfirmed } from "./confirmed.ts";
import { joinPath, madeOf, openFor, presentInvited } from "./invited.ts";
import { findMemberLimit } from "./members.ts";
import { mayInvite } from "./strangers.ts";

/** Invitations and repeated letters of one business. */
const INVITES: RateRule = { name: "members.invite", max: 30, perMs: 3_600_000 };

interface Deps {
  config: { publicUrl: string | null };
  db: Db;
  mailRoom: MailRoom;
  sharedRates: SharedRates;
}

export async function readMemberInvitations(
  db: Reader,
  { accountId }: Viewer,
  { page, limit }: { page: number; limit: number },
): Promise<MemberInvitationPage> {
  const { invitations, total } = await listMemberInvitations(db, accountId, { limit, offset: (page - 1) * limit });
  return { invitations: invitations.map((one) => presentInvited(one, db.now)), total, totalPages: pagesOf(total, limit) };
}

interface Sending {
  invitation: { id: string; email: string | null; language: Language | null; handover: HandoverEnd | null };
  /** Null: nothing is sent, because the address has had enough letters today. */
  token: string | null;
  expiresAt: number;
}

/**
 * The token of the letter, and what is stored of it. If no letter may be sent, the one of an earlier letter of the same business
 * stays good.
 */
async function chooseToken(
  tx: Tx,
  sharedRates: SharedRates,
  { accountId, email }: { accountId: string; email: string | null },
): Promise<{ token: string; sent: string | null; tokenHash: string }> {
  const token = randomText(32);
  const isSent = email === null || (await mayInvite(tx, sharedRates, email));
  const earlier = isSent || email === null ? undefined : await findTokenHashTo(tx, accountId, email);
  return { token, sent: isSent ? token : null, tokenHash: earlier ?? hashSecret(token) };
}

/**
 * Sends the link, if it is for an address. The letter names the inviter by the username, whose characters are few: the name of a
 * business can be any text, such as a request for money, and the address may be a stranger's.
 */
function sendLetter(tx: Tx, post: Post | null, viewer: Viewer, { invitation, token, expiresAt }: Sending): void {
  const { email, language, handover } = invitation;
  if (email === null || !post || token === null) return;
  post.send(tx, {
    kind: handover === null ? "memberInvitation" : "handover",
    accountId: viewer.accountId,
    language: language ?? DEFAULT_LANGUAGE,
    name: email,
    params: { username: viewer.username, days: INVITED_DAYS },
    isStranger: true,
    link: post.linkTo(joinPath(token)),
    linkToken: token,
    to: email,
    expiresAt,
  });
}

interface Wanted {
  role: MemberRole;
  email?: string;
  language?: Language;
  /** The business is handed over: what becomes of the inviter. */
  handover?: HandoverEnd;
}

/** Whoever leaves when the invitation is accepted makes room for the new owner. */
export const roomFor = (limit: number | null, handover: HandoverEnd | null) => (limit !== null && handover === "leave" ? limit + 1 : limit);

/** The members and open invitations among which there must be a place for this one; null: it needs none. */
async function findRoom(
  tx: Tx,
  accountId: string,
  { email, handover }: { email: string | null; handover: HandoverEnd | null },
): Promise<number | null> {
  // The next owner may be a member already.
  if (handover !== null && email !== null && (await hasMemberWith(tx, accountId, email))) return null;
  return roomFor(await findMemberLimit(tx, accountId), handover);
}

type Withdrawn = Pick<StoredMemberInvitation, "email" | "role" | "handover">;

async function recordWithdrawn(tx: Tx, viewer: Viewer, address: string, { email, role, handover }: Withdrawn): Promise<void> {
  const action = handover === null ? "user.member_withdraw" : "user.handover_withdraw";
  const before = { email: email ?? "", role, ...(handover !== null && { handover }) };
  await recordAudit(tx, { actor: viewer, address, action, subject: viewer.accountId, before });
}

/** @throws DomainError conflict, for a member; plan_limit; not_configured, for an address without mail; email_unconfirmed; too_many; forbidden. */
export async function inviteMember(
  { config, db, mailRoom, sharedRates }: Deps,
  viewer: Viewer,
  address: string,
  input: Wanted,
): Promise<NewMemberInvitation> {
  if (viewer.role === "admin") throw conflict(told("members.administrator"));
  const { accountId } = viewer;
  const { role, email = null, language = null, handover = null } = input;
  const post = await openFor(mailRoom, email);
  const anyPost = await mailRoom.open();
  const work = async (tx: Tx) => {
    await requireOwnerNow(tx, viewer);
    await requireConfirmed(tx, anyPost, viewer.userId);
    // A member can become the owner of a business that is handed over.
    if (email !== null && handover === null && (await hasMemberWith(tx, accountId, email))) throw conflict(told("members.already"));
    await sharedRates.spend(tx, INVITES, accountId);
    const { token, sent, tokenHash } = await chooseToken(tx, sharedRates, { accountId, email });
    // A new invitation of the same address ends the one before, of which its own line says enough, and a handover ends any other.
    const ended = [
      ...(handover === null ? [] : await deleteHandovers(tx, accountId)),
      ...(email === null ? [] : await deleteInvitationsTo(tx, accountId, email)),
    ];
    for (const one of ended) if (one.handover !== null) await recordWithdrawn(tx, viewer, address, one);
    const limit = await findRoom(tx, accountId, { email, handover });
    const expiresAt = tx.now + INVITED_DAYS * DAY_MS;
    const id = newId();
    const row = { id, accountId, tokenHash, role, email, language, invitedBy: viewer.userId, expiresAt, handover, limit };
    if (!(await insertMemberInvitation(tx, row))) throw planLimit(told("members.limit", { limit: `${limit ?? 0}` }));
    sendLetter(tx, post, viewer, { invitation: row, token: sent, expiresAt });
    await recordAudit(tx, {
      actor: viewer,
      address,
      ...lineOf(handover),
      subject: accountId,
      after: { email: email ?? "", role, ...(handover !== null && { handover }) },
    });
    const stored = { ...row, invitedBy: viewer.username, sentAt: tx.now, usedAt: null };
    return madeOf(config.publicUrl, presentInvited(stored, tx.now), token);
  };
  return db.transaction(work, { isGrowth: true });
}

const lineOf = (handover: HandoverEnd | null) => ({
  action: handover === null ? ("user.member_invite" as const) : ("user.handover" as const),
});

/** Makes a new link for another seven days; the one before ends. @throws as `inviteMember`; not_found. */
export async function resendInvitation(
  { config, db, mailRoom, sharedRates }: Deps,
  viewer: Viewer,
  address: string,
  id: string,
): Promise<NewMemberInvitation> {
  const { accountId } = viewer;
  const post = await openFor(mailRoom, (await findMemberInvitation(db, accountId, id))?.email ?? null);
  const anyPost = await mailRoom.open();
  return db.transaction(async (tx) => {
    await requireOwnerNow(tx, viewer);
    const invitation = await findMemberInvitation(tx, accountId, id);
    if (!invitation) throw notFound();
    await requireConfirmed(tx, anyPost, viewer.userId);
    const { handover } = invitation;
    // What becomes of the inviter was that person's own decision.
    if (handover !== null && invitation.inviterId !== viewer.userId) throw conflict(told("handover.notYours"));
    await sharedRates.spend(tx, INVITES, accountId);
    const expiresAt = tx.now + INVITED_DAYS * DAY_MS;
    const limit = await findRoom(tx, accountId, invitation);
    const { token, sent, tokenHash } = await chooseToken(tx, sharedRates, { accountId, email: invitation.email });
    const renewed = { id, accountId, tokenHash, invitedBy: viewer.userId, expiresAt, limit };
    if (!(await renewMemberInvitation(tx, renewed))) throw planLimit(told("members.limit", { limit: `${limit ?? 0}` }));
    sendLetter(tx, post, viewer, { invitation, token: sent, expiresAt });
    const after = { email: invitation.email ?? "", role: invitation.role, ...(handover !== null && { handover }) };
    await recordAudit(tx, { actor: viewer, address, ...lineOf(handover), subject: accountId, after });
    const renewedInvitation = { ...invitation, invitedBy: viewer.username, sentAt: tx.now, expiresAt };
    return madeOf(config.publicUrl, presentInvited(renewedInvitation, tx.now), token);
  });
}

/** Invites the next owner; what becomes of the viewer then is decided now. @throws as `inviteMember`. */
export const handOver = (
  deps: Deps,
  viewer: Viewer,
  address: string,
  input: { email?: string; language?: Language; handover: HandoverEnd },
): Promise<NewMemberInvitation> => inviteMember(deps, viewer, address, { ...input, role: "owner" });

/** @throws DomainError not_found, also for one that was used. */
export async function withdrawMemberInvitation(db: Db, viewer: Viewer, address: string, id: string): Promise<void> {
  const { accountId } = viewer;
  await db.transaction(async (tx) => {
    await requireOwnerNow(tx, viewer);
    const invitation = await findMemberInvitation(tx, accountId, id);
    if (!invitation || !(await deleteMemberInvitation(tx, accountId, id))) throw notFound();
    await recordWithdrawn(tx, viewer, address, invitation);
  });
}
