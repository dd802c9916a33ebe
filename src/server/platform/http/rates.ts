/** Rate limits: token buckets in memory, bounded in number. */

import type { Clock } from "../clock.ts";
import { tooMany } from "../errors.ts";
import { ALONE, type Share } from "../share.ts";
import { networkKey } from "./address.ts";

export interface RateRule {
  name: string;
  /** Tokens of a full bucket, before SAPA_RATE_SCALE. */
  max: number;
  /** Milliseconds in which an empty bucket fills. */
  perMs: number;
  /** Whether the nodes of an installation divide the tokens. Otherwise, each node has a full bucket for the same key. */
  isShared?: boolean;
}

export interface Rates {
  /**
   * Takes a token; if the key is an IPv6 address, also takes one of its /48 network, which has ten times as many.
   * @returns 0 if the token was taken, otherwise the seconds until one is available.
   */
  take(rule: RateRule, key: string): number;
  /** Seconds until a token is available, 0 if one is available now. Does not take it. */
  wait(rule: RateRule, key: string): number;
  /** Takes a token. @throws DomainError too_many. */
  spend(rule: RateRule, key: string): void;
  /** Returns a token to its bucket. */
  refund(rule: RateRule, key: string): void;
}

const MAX_BUCKETS = 100_000;
/** A /48 network has the tokens of this many addresses (docs/decisions/2026-11-22-limits-by-address.md). */
export const NETWORK_SHARE = 10;

export function createRates(clock: Clock, scale: number, nodes: Share = ALONE): Rates {
  // In order of last use: the first one is evicted first, and a bucket that was not used for a long time is full anyway.
  const buckets = new Map<string, { tokens: number; at: number }>();

  // A bucket with room for less than one token would never give any.
  const sizeOf = (rule: RateRule): number => Math.max(1, (rule.max * scale) / (rule.isShared ? nodes.share() : 1));

  const idOf = (rule: RateRule, key: string) => `${rule.name}\n${key}`;

  const tokensOf = (rule: RateRule, key: string): number => {
    const max = sizeOf(rule);
    const bucket = buckets.get(idOf(rule, key));
    return bucket ? Math.min(max, bucket.tokens + ((clock.elapsed() - bucket.at) / rule.perMs) * max) : max;
  };

  const secondsUntil = (rule: RateRule, tokens: number): number =>
    tokens >= 1 ? 0 : Math.max(1, Math.ceil(((1 - tokens) * rule.perMs) / sizeOf(rule) / 1000));

  const takeOne = (rule: RateRule, key: string): number => {
    const now = clock.elapsed();
    const id = idOf(rule, key);
    const tokens = tokensOf(rule, key);
    buckets.delete(id);
    const isTaken = tokens >= 1;
    buckets.set(id, { tokens: isTaken ? tokens - 1 : tokens, at: now });
    if (buckets.size > MAX_BUCKETS) {
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest);
        break;
      }
    }
    return secondsUntil(rule, tokens);
  };

  const refundOne = (rule: RateRule, key: string): void => {
    const bucket = buckets.get(idOf(rule, key));
    if (bucket) bucket.tokens = Math.min(sizeOf(rule), bucket.tokens + 1);
  };

  const ofNetwork = (rule: RateRule): RateRule => ({ ...rule, max: rule.max * NETWORK_SHARE });

  const take = (rule: RateRule, key: string): number => {
    const wait = takeOne(rule, key);
    const network = wait > 0 ? null : networkKey(key);
    if (network === null) return wait;
    const networkWait = takeOne(ofNetwork(rule), network);
    if (networkWait > 0) refundOne(rule, key);
    return networkWait;
  };

  return {
    take,
    wait: (rule, key) => secondsUntil(rule, tokensOf(rule, key)),
    spend(rule, key) {
      const wait = take(rule, key);
      if (wait > 0) throw tooMany(wait);
    },
    refund(rule, key) {
      refundOne(rule, key);
      const network = networkKey(key);
      if (network !== null) refundOne(ofNetwork(rule), network);
    },
  };
}
