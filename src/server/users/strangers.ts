/**
 * Letters to addresses of people who may not know the sender: invitations, and the confirmation of a new address. Each kind has a
 * number of its own for each recipient, so that no stranger can use up what the address's own person needs
 * (docs/decisions/2026-11-24-letters-and-strangers.md). The person who asked for a letter gets the same answer either way, which says
 * nothing about what others have sent there.
 */
import { type Account, keyOf } from "../accounts/store.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { SharedRates } from "../platform/http/shared-rates.ts";
import type { Tx } from "../platform/storage/db.ts";

/** Invitations to one address, of all businesses together. */
const INVITATIONS: RateRule = { name: "mail.stranger", max: 3, perMs: DAY_MS };
/** To one address, for all people together whose present address is not confirmed: anyone can make such an account. */
const UNCONFIRMED: RateRule = { name: "mail.change.unconfirmed", max: 3, perMs: DAY_MS };
/** To one address, for one person whose present address is confirmed. */
const CONFIRMED_EACH: RateRule = { name: "mail.change.each", max: 3, perMs: DAY_MS };
/** The same for all such people together: using it up takes several mailboxes. */
const CONFIRMED: RateRule = { name: "mail.change", max: 12, perMs: DAY_MS };

type Rates = Pick<SharedRates, "take">;

const hasRoom = async (tx: Tx, rates: Rates, rule: RateRule, key: string) => (await rates.take(tx, rule, key)) === 0;

/** Whether one more invitation may go to this address today. */
export const mayInvite = (tx: Tx, rates: Rates, email: string): Promise<boolean> => hasRoom(tx, rates, INVITATIONS, keyOf(email));

/** Whether this person, who has shown the password, may get one more link at a new address today. */
export async function mayConfirmAt(tx: Tx, rates: Rates, { id, isVerified }: Account, email: string): Promise<boolean> {
  const to = keyOf(email);
  if (!isVerified) return hasRoom(tx, rates, UNCONFIRMED, to);
  return (await hasRoom(tx, rates, CONFIRMED_EACH, `${id} ${to}`)) && hasRoom(tx, rates, CONFIRMED, to);
}
