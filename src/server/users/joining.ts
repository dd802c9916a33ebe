/** Becoming a member, or one of the staff, with the link of an invitation: with the login that one has, or with a new one. */
import type { Language } from "../../contract/language.ts";
import type { InvitationCheck, MemberRole } from "../../contract/member.ts";
import { told } from "../../contract/messages/message.ts";
import { ADMIN_USERNAME } from "../../contract/user.ts";
import { findByToken, type StoredMemberInvitation, spendMemberInvitation } from "../accounts/invitees-store.ts";
import { countMembers, findMember, insertMember, setMemberRole } from "../accounts/members-store.ts";
import type { Asker, Passwords } from "../accounts/passwords.ts";
import { findStaffInvitationByToken, type StoredStaffInvitation } from "../accounts/recruits-store.ts";
import { requireSessionNow, startSession } from "../accounts/sessions.ts";
import type { Device } from "../accounts/sessions-store.ts";
import { findStaffRole } from "../accounts/staff-store.ts";
import { type Account, findAccount, findPerson, insertPerson, keyOf, type Person, setVerified } from "../accounts/store.ts";
import { refuseWeakPassword } from "../accounts/weak-passwords.ts";
import { recordAudit } from "../audit/store.ts";
import type { MailRoom, Post } from "../mail/mail.ts";
import { DAY_MS } from "../platform/clock.ts";
import { conflict, DomainError, invalid, notFound, planLimit } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { SharedRates } from "../platform/http/shared-rates.ts";
import { hashSecret, newId } from "../platform/ids.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";
import { verificationIn } from "../settings/present.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { takeOver } from "./handover.ts";
import { roomFor } from "./member-invitations.ts";
import { findMemberLimit } from "./members.ts";
import { asTaken, refuseTaken } from "./sign-up.ts";
import { takeIntoStaff } from "./staff-invitations.ts";
import { sendVerify } from "./verify-letter.ts";

/**
 * New people of one business, or of the staff. They take no place among the sign-ups of the day, so a loop of inviting, joining and removing must
 * not make any number of them.
 */
const NEW_PEOPLE: RateRule = { name: "members.join", max: 20, perMs: DAY_MS };

/**
 * Of one address: the people of an office join from the same one. Each has an invitation of an owner, so this is no sign-up, whose
 * number is limited more.
 */
const JOINS: RateRule = { name: "members.join.address", max: 60, perMs: 3_600_000 };

function tooManyJoined(what: "members" | "staff", retryAfterSeconds: number): DomainError {
  const minutes = Math.max(2, Math.ceil(retryAfterSeconds / 60));
  const message =
    minutes <= 120 ? told(`${what}.joinedMany.minutes`, { minutes }) : told(`${what}.joinedMany.hours`, { hours: Math.ceil(minutes / 60) });
  return new DomainError("too_many", message, { retryAfterSeconds });
}

const expired = () => new DomainError("link_expired", told("members.invitationExpired"));
const used = () => new DomainError("link_used", told("members.invitationUsed"));

/** An open invitation: to a business, which is there and not suspended, or to the staff. */
type Invited = { business: Account; invitation: StoredMemberInvitation } | { business: null; invitation: StoredStaffInvitation };

const isOver = (invitation: { expiresAt: number } | undefined, now: number) => !invitation || invitation.expiresAt <= now;

/** @throws DomainError link_expired, link_used. */
async function requireOpen(db: Reader, token: string): Promise<Invited> {
  const hash = hashSecret(token);
  const invitation = await findByToken(db, hash);
  if (!invitation) {
    const toStaff = await findStaffInvitationByToken(db, hash);
    if (toStaff?.usedAt != null) throw used();
    if (!toStaff || isOver(toStaff, db.now)) throw expired();
    return { business: null, invitation: toStaff };
  }
  if (invitation.usedAt !== null) throw used();
  const business = await findAccount(db, invitation.accountId);
  if (isOver(invitation, db.now) || !business || business.suspendedAt !== null) throw expired();
  return { business, invitation };
}

/** What the page of an invitation shows. Whoever has the link may read it. */
export async function checkInvitation(db: Reader, token: string): Promise<InvitationCheck> {
  try {
    const { business, invitation } = await requireOpen(db, token);
    const { email } = invitation;
    if (business === null) return { state: "open", staff: invitation.role, invitedBy: ADMIN_USERNAME, email };
    const { role, invitedBy, handover } = invitation;
    const name = business.name || business.username;
    return { state: "open", business: name, role, invitedBy, email, ...(handover !== null && { handover }) };
  } catch (error) {
    if (error instanceof DomainError) return { state: error.code === "link_used" ? "used" : "expired" };
    throw error;
  }
}

export interface Joined {
  accountId: string;
  member: MemberRole;
}

/** An invitation of an address is for the person who has this address: someone else's account cannot take it. */
const isFor = ({ email }: { email: string | null }, person: { email: string | null }): boolean =>
  email === null || (person.email !== null && keyOf(person.email) === keyOf(email));

/**
 * Makes the person a member of the business, or one of the staff. The link of an invitation of an address came by mail, so it also
 * confirms the address. @returns the business; null: the person has joined the staff.
 * @throws DomainError link_expired, link_used; forbidden, for another address; conflict; plan_limit.
 */
async function joinIn(
  tx: Tx,
  person: Person,
  { address, token, keep, post }: { address: string; token: string; keep: string; post: Post | null },
): Promise<Joined | null> {
  const { business, invitation } = await requireOpen(tx, token);
  if (!isFor(invitation, person)) throw new DomainError("forbidden", told("members.otherAddress"));
  if (business === null) {
    if (!(await takeIntoStaff(tx, person, { address, token, invitation, keep }))) throw used();
    return null;
  }
  const { accountId, role, email, handover } = invitation;
  if ((await findStaffRole(tx, person.id)) !== null) throw conflict(told("staff.noBusiness"));
  const known = await findMember(tx, accountId, person.id);
  if (known && (handover === null || person.id === invitation.inviterId)) throw conflict(told("members.alreadyYou"));
  if (!(await spendMemberInvitation(tx, hashSecret(token), person.id))) throw used();
  if (!known) await addMember(tx, invitation, person.id);
  else if (known.role !== role) await setMemberRole(tx, accountId, person.id, role);
  const actor = { userId: person.id, username: person.username };
  if (handover !== null) await takeOver(tx, invitation, { actor, address }, post);
  else {
    const after = { role, invitedBy: invitation.invitedBy };
    await recordAudit(tx, { actor, address, action: "user.member_join", subject: accountId, after });
  }
  if (email !== null) await setVerified(tx, person.id, email);
  return { accountId, member: role };
}

/** @throws DomainError plan_limit; conflict, for a person with too many businesses. */
async function addMember(tx: Tx, { accountId, role, handover }: StoredMemberInvitation, userId: string): Promise<void> {
  const limit = roomFor(await findMemberLimit(tx, accountId), handover);
  // The invitation had a place of its own, but the plan may be a smaller one by now.
  if (limit !== null && (await countMembers(tx, accountId)) >= limit) throw planLimit(told("members.full"));
  if (!(await insertMember(tx, accountId, userId, role))) throw conflict(told("members.tooManyBusinesses"));
}

/** @throws as `joinIn`; unauthenticated. */
export async function acceptInvitation(
  { db, mailRoom }: Pick<Deps, "db" | "mailRoom">,
  viewer: Viewer,
  address: string,
  token: string,
): Promise<{ person: Person; joined: Joined | null }> {
  if (viewer.role === "admin") throw conflict(told("members.administrator"));
  const post = await mailRoom.open();
  return db.transaction(async (tx) => {
    await requireSessionNow(tx, viewer.tokenHash);
    const person = await findPerson(tx, viewer.userId);
    if (!person || person.suspendedAt !== null) throw notFound();
    const joined = await joinIn(tx, person, { address, token, keep: viewer.tokenHash, post });
    return { person: (await findPerson(tx, viewer.userId)) ?? person, joined };
  });
}

interface Deps {
  db: Db;
  passwords: Passwords;
  sharedRates: SharedRates;
  settings: Pick<SettingsSource, "read">;
  mailRoom: MailRoom;
  config: { publicUrl: string | null };
}

/**
 * A new person, who has no business but the one of the invitation, and none in the staff. So it works while sign-up is closed: the members of a
 * business are its own matter, within the limit of its plan.
 * @throws as `joinIn`; invalid; conflict, when the name or the address is taken; too_many; busy.
 */
export async function joinBySignUp(
  { db, passwords, sharedRates, settings, mailRoom, config }: Deps,
  input: { token: string; username: string; email?: string; password: string; language?: Language },
  asker: Asker,
  device: Device,
): Promise<{ person: Person; joined: Joined | null; session: string }> {
  const { business, invitation } = await requireOpen(db, input.token);
  const email = invitation.email ?? input.email;
  if (email === undefined) throw invalid({ email: told("accounts.emailRequired") });
  const { username, language = null } = input;
  refuseWeakPassword(input.password, { username, email });
  const passwordHash = await passwords.hash(input.password, asker);
  await refuseTaken(db, { username, email });
  const current = await settings.read();
  const post = await mailRoom.open();
  const isVerifying = verificationIn(current, config.publicUrl) !== "off";
  const id = newId();
  try {
    return await db.transaction(
      async (tx) => {
        await sharedRates.spend(tx, JOINS, asker.from);
        const retryAfterSeconds = await sharedRates.take(tx, NEW_PEOPLE, business?.id ?? "staff");
        if (retryAfterSeconds > 0) throw tooManyJoined(business === null ? "staff" : "members", retryAfterSeconds);
        await insertPerson(tx, { id, username, email, language, passwordHash, role: "owner", createdAt: tx.now });
        const person = await findPerson(tx, id);
        if (!person) throw notFound();
        // The session of the new person begins below.
        const joined = await joinIn(tx, person, { address: device.address, token: input.token, keep: "", post });
        if (post && isVerifying && invitation.email === null) await sendVerify(tx, post, person);
        return { person, joined, session: await startSession(tx, id, device) };
      },
      { isGrowth: true },
    );
  } catch (error) {
    throw asTaken(error);
  }
}
