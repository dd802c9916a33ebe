/** The end of a handover: the new owner has accepted, and the person who handed the business over stays with another role, or leaves. */
import { told } from "../../contract/messages/message.ts";
import { deleteInvitationsBy, type StoredMemberInvitation } from "../accounts/invitees-store.ts";
import { deleteMember, findMember, makeContact, setMemberRole } from "../accounts/members-store.ts";
import { contactOf, findAccount, findPerson } from "../accounts/store.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { letterTo } from "../mail/addressee.ts";
import { unlinked } from "../mail/letter.ts";
import type { Post } from "../mail/mail.ts";
import { deleteBillingDetails } from "../payments/receipts-store.ts";
import { DomainError } from "../platform/errors.ts";
import type { Tx } from "../platform/storage/db.ts";

/**
 * What the business's receipts say about the payer belongs to the contact: a name, an address and tax numbers. It goes if the
 * contact hands the business over; receipts that were issued stay. Everything else of a person (name, address, language, sessions, second factors, notices about the login)
 * is stored with the person and not with the business, so nothing else has to go.
 * Call it in the transaction that makes the person an owner: a business never has no owner, and nobody sees it with both.
 * @throws DomainError link_expired, if the inviter is no owner any more.
 */
export async function takeOver(
  tx: Tx,
  { accountId, inviterId, handover }: StoredMemberInvitation,
  author: Author & { actor: { userId: string } },
  post: Post | null,
): Promise<void> {
  const inviter = inviterId === null ? undefined : await findMember(tx, accountId, inviterId);
  if (handover === null || inviter?.role !== "owner") throw new DomainError("link_expired", told("members.invitationExpired"));
  const business = await findAccount(tx, accountId);
  if (!business) throw new DomainError("link_expired", told("members.invitationExpired"));
  // Another owner who is the contact stays the contact, with what is on the receipts.
  const wasContact = contactOf(business) === inviter.userId;
  if (wasContact) {
    await makeContact(tx, accountId, author.actor.userId);
    await deleteBillingDetails(tx, accountId);
  }
  const hasEnded =
    handover === "leave" ? await deleteMember(tx, accountId, inviter.userId) : await setMemberRole(tx, accountId, inviter.userId, handover);
  // The new owner is stored already, so the inviter is not the last one.
  if (!hasEnded) throw new Error("the person who hands a business over could not be changed");
  await deleteInvitationsBy(tx, accountId, inviter.userId);
  // The person who has handed a business over gets a letter: a thief may have offered it in a stolen session.
  const former = await findPerson(tx, inviter.userId);
  if (post && former?.email != null) {
    const params = { newOwner: unlinked(author.actor.username), business: unlinked(business.name ?? "") };
    post.send(tx, { ...letterTo(former), kind: wasContact ? "handedOver" : "handedOverByPartner", params, to: former.email });
  }
  await recordAudit(tx, {
    ...author,
    action: "user.handed_over",
    subject: accountId,
    before: { username: inviter.username, role: inviter.role },
    after: { username: inviter.username, handover },
  });
}
