/** Invitations: the administrator makes a link, and one account is made with it. */
import type { InvitationPage, NewInvitation } from "../../contract/invitation.ts";
import { told } from "../../contract/messages/message.ts";
import { pagesOf } from "../../contract/page.ts";
import { listAccountNames } from "../accounts/store.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { DAY_MS } from "../platform/clock.ts";
import { conflict, DomainError, notFound } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import { hashSecret, newId, randomText } from "../platform/ids.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";
import {
  countOpenInvitations,
  deleteInvitation,
  insertInvitation,
  isInvitationOpen,
  listInvitations,
  type StoredInvitation,
  spendInvitation,
} from "./invitations-store.ts";
import { requireOperatorNow } from "./staff.ts";

const MAX_OPEN = 500;

const iso = (at: number) => new Date(at).toISOString();

const present = ({ id, note, createdAt, expiresAt, usedAt }: StoredInvitation, username: string) => ({
  id,
  note,
  createdAt: iso(createdAt),
  expiresAt: iso(expiresAt),
  usedAt: usedAt === null ? null : iso(usedAt),
  username,
});

/** @returns the invitation with its token, this one time. @throws DomainError conflict. */
export async function createInvitation(
  db: Db,
  viewer: Viewer,
  address: string,
  input: { note: string; days: number; publicUrl: string | null },
): Promise<NewInvitation> {
  const token = randomText(24);
  return db.transaction(async (tx) => {
    await requireOperatorNow(tx, viewer);
    if ((await countOpenInvitations(tx)) >= MAX_OPEN) throw conflict(told("signUp.tooManyInvitations"));
    const made = { id: newId(), note: input.note, createdAt: tx.now, expiresAt: tx.now + input.days * DAY_MS };
    await insertInvitation(tx, { ...made, tokenHash: hashSecret(token) });
    await recordAudit(tx, {
      actor: viewer,
      address,
      action: "invitation.create",
      subject: made.id,
      after: { note: made.note, expiresAt: iso(made.expiresAt) },
    });
    const link = input.publicUrl && `${input.publicUrl}/signup?invitation=${token}`;
    return { ...present({ ...made, usedAt: null, accountId: null }, ""), token, link };
  });
}

export async function readInvitations(db: Reader, { page, limit }: { page: number; limit: number }): Promise<InvitationPage> {
  const { invitations, total } = await listInvitations(db, { limit, offset: (page - 1) * limit });
  const names = await listAccountNames(
    db,
    invitations.flatMap(({ accountId }) => accountId ?? []),
  );
  return {
    invitations: invitations.map((one) => present(one, names.get(one.accountId ?? "") ?? "")),
    total,
    totalPages: pagesOf(total, limit),
  };
}

/** @throws DomainError not_found, also for one that was used. */
export async function withdrawInvitation(db: Db, author: Author, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const note = await deleteInvitation(tx, id);
    if (note === undefined) throw notFound();
    await recordAudit(tx, { ...author, action: "invitation.delete", subject: id, before: { note } });
  });
}

const refused = () => new DomainError("signup_closed", told("signUp.invitation"));

/** @throws DomainError signup_closed, unless an open invitation has this token. */
export async function requireInvitation(db: Reader, token: string): Promise<void> {
  if (!(await isInvitationOpen(db, hashSecret(token)))) throw refused();
}

/** Spends the invitation in the transaction that stores the account. @throws DomainError signup_closed. */
export async function takeInvitation(tx: Tx, token: string, accountId: string): Promise<void> {
  if (!(await spendInvitation(tx, hashSecret(token), accountId))) throw refused();
}
