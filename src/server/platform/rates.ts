/** Rate limits: token buckets in memory, bounded in number. */
import type { Clock } from "./clock.ts";
import { tooMany } from "./errors.ts";

export interface RateRule {
  name: string;
  /** Tokens of a full bucket, before SAPA_RATE_SCALE. */
  max: number;
  /** Milliseconds in which an empty bucket fills. */
  perMs: number;
}

export interface Rates {
  /** Takes a token. @returns seconds until there is one again, or 0 when it was taken. */
  take(rule: RateRule, key: string): number;
  /** Takes a token. @throws DomainError too_many. */
  spend(rule: RateRule, key: string): void;
  /** Gives a token back. */
  refund(rule: RateRule, key: string): void;
}

const MAX_BUCKETS = 100_000;

export function createRates(clock: Clock, scale: number): Rates {
  // In order of last use: the first is the one to forget, and a bucket not used for long is full anyway.
  const buckets = new Map<string, { tokens: number; at: number }>();

  const take = (rule: RateRule, key: string): number => {
    const max = rule.max * scale;
    const now = clock.now();
    const id = `${rule.name}\n${key}`;
    const bucket = buckets.get(id) ?? { tokens: max, at: now };
    buckets.delete(id);
    // A clock that went back refills nothing.
    const tokens = Math.min(max, bucket.tokens + (Math.max(now - bucket.at, 0) / rule.perMs) * max);
    const isTaken = tokens >= 1;
    buckets.set(id, { tokens: isTaken ? tokens - 1 : tokens, at: now });
    if (buckets.size > MAX_BUCKETS) {
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest);
        break;
      }
    }
    return isTaken ? 0 : Math.max(1, Math.ceil(((1 - tokens) * rule.perMs) / max / 1000));
  };

  return {
    take,
    spend(rule, key) {
      const wait = take(rule, key);
      if (wait > 0) throw tooMany(wait);
    },
    refund(rule, key) {
      const bucket = buckets.get(`${rule.name}\n${key}`);
      if (bucket) bucket.tokens = Math.min(rule.max * scale, bucket.tokens + 1);
    },
  };
}
