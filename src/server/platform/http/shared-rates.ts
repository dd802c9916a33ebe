/**
 * Rate limits that the nodes of an installation share, kept in the database. They cost a write, so they are for what is
 * rare and must not be multiplied by the number of nodes: passwords and sign-ups. All other limits are in `rates.ts`.
 */
import { tooMany } from "../errors.ts";
import type { Keys } from "../keys.ts";
import type { Tx } from "../storage/db.ts";
import { networkKey } from "./address.ts";
import { returnToken, type SharedBucket, takeToken } from "./buckets-store.ts";
import { NETWORK_SHARE, type RateRule } from "./rates.ts";

export interface SharedRates {
  /**
   * Takes a token; if the key is an IPv6 address, also takes one of its /48 network, as `Rates.take` does.
   * @returns 0 if the token was taken, otherwise the seconds until one is available. It is taken when `tx` commits.
   */
  take(tx: Tx, rule: RateRule, key: string): Promise<number>;
  /** Takes a token. @throws DomainError too_many. */
  spend(tx: Tx, rule: RateRule, key: string): Promise<void>;
  /** Returns a token to its bucket. */
  refund(tx: Tx, rule: RateRule, key: string): Promise<void>;
}

/** The lock of transactions that only take or return tokens of this key. */
export const rateLock = (rule: RateRule, key: string): string => `rate:${rule.name}:${key}`;

export function createSharedRates(keys: Pick<Keys, "digest">, scale: number): SharedRates {
  const bucketOf = (rule: RateRule, key: string, share = 1): SharedBucket => ({
    rule: rule.name,
    keyHash: keys.digest(key, "rate"),
    // A bucket with room for less than one token would never give any.
    max: Math.max(1, rule.max * share * scale),
    perMs: rule.perMs,
  });

  const take: SharedRates["take"] = async (tx, rule, key) => {
    const own = bucketOf(rule, key);
    const wait = await takeToken(tx, own);
    const network = wait > 0 ? null : networkKey(key);
    if (network === null) return Math.ceil(wait / 1_000);
    const networkWait = await takeToken(tx, bucketOf(rule, network, NETWORK_SHARE));
    if (networkWait > 0) await returnToken(tx, own);
    return Math.ceil(networkWait / 1_000);
  };

  return {
    take,
    async spend(tx, rule, key) {
      const wait = await take(tx, rule, key);
      if (wait > 0) throw tooMany(wait);
    },
    async refund(tx, rule, key) {
      await returnToken(tx, bucketOf(rule, key));
      const network = networkKey(key);
      if (network !== null) await returnToken(tx, bucketOf(rule, network, NETWORK_SHARE));
    },
  };
}
