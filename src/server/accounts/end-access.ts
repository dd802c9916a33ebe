/** What ends with a person's password, address or account. */
import type { Tx } from "../platform/storage/db.ts";
import { deleteOpenInvitationsBy } from "./invitees-store.ts";
import { endLinks, endLinksBy } from "./links-store.ts";
import { deleteStaffInvitationsBy } from "./recruits-store.ts";
import { deleteOtherSessions, deleteSessions } from "./sessions-store.ts";

/**
 * Ends whatever a thief may have made in a stolen session of the person: the sessions, logins that are not finished and views;
 * links that set a password or an address, also those that the person has made for others; and invitations by the person that
 * were not used, in all businesses and to the staff.
 * `except`: the hash of the one session that stays, in which the person acts.
 */
export async function endAccess(tx: Tx, userId: string, { except }: { except?: string } = {}): Promise<void> {
  if (except === undefined) await deleteSessions(tx, userId);
  else await deleteOtherSessions(tx, userId, except);
  await endLinks(tx, userId);
  await endLinksBy(tx, userId);
  await deleteOpenInvitationsBy(tx, userId);
  await deleteStaffInvitationsBy(tx, userId);
}
