/** What invitations to a business and to the staff have in common. */
import type { HandoverEnd, Invitation, NewInvited } from "../../contract/member.ts";
import { told } from "../../contract/messages/message.ts";
import type { MailRoom, Post } from "../mail/mail.ts";
import { DomainError } from "../platform/errors.ts";

interface Stored<Role> {
  id: string;
  role: Role;
  email: string | null;
  invitedBy: string;
  sentAt: number;
  expiresAt: number;
  handover?: HandoverEnd | null;
}

export const presentInvited = <Role>({ sentAt, expiresAt, ...one }: Stored<Role>, now: number): Invitation<Role> => ({
  id: one.id,
  role: one.role,
  email: one.email,
  invitedBy: one.invitedBy,
  sentAt: new Date(sentAt).toISOString(),
  expiresAt: new Date(expiresAt).toISOString(),
  isExpired: expiresAt <= now,
  ...(one.handover && { handover: one.handover }),
});

/** An address can only be invited by mail: the link proves that whoever has it reads what is sent there. @throws DomainError not_configured. */
export async function openFor(mailRoom: MailRoom, email: string | null): Promise<Post | null> {
  if (email === null) return null;
  const post = await mailRoom.open();
  if (!post) throw new DomainError("not_configured", told("members.mailOff"));
  return post;
}

/** The page on which an invitation is accepted. */
export const joinPath = (token: string) => `/join?token=${token}`;

/** The answer to whoever invites. Only the link for no address is shown. */
export const madeOf = <Role>(publicUrl: string | null, invitation: Invitation<Role>, token: string): NewInvited<Role> =>
  invitation.email === null ? { invitation, token, link: publicUrl && `${publicUrl}${joinPath(token)}` } : { invitation };
