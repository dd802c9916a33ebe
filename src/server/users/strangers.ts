/** Letters to addresses of people who may not know the sender, such as invitations. */
import { keyOf } from "../accounts/store.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { SharedRates } from "../platform/http/shared-rates.ts";
import type { Tx } from "../platform/storage/db.ts";

/** To one address, of all businesses and people together. */
const TO_STRANGER: RateRule = { name: "mail.stranger", max: 3, perMs: DAY_MS };

/**
 * Whether one more letter may go to this address today. Who asked for it gets the same answer either way, which says nothing about
 * what others have sent there.
 */
export const mayWriteTo = async (tx: Tx, sharedRates: Pick<SharedRates, "take">, email: string): Promise<boolean> =>
  (await sharedRates.take(tx, TO_STRANGER, keyOf(email))) === 0;
