/** Owns: rate_buckets. A row is a token bucket that is not full, as the time at which it will be full again. */
import { sql, type Tx } from "../storage/db.ts";

export interface SharedBucket {
  rule: string;
  keyHash: string;
  /** Tokens of a full bucket; at least 1. */
  max: number;
  /** Milliseconds in which an empty bucket fills. */
  perMs: number;
}

/** Microseconds in which the bucket gets a token, and in which it fills. */
const timesOf = ({ max, perMs }: SharedBucket) => ({ token: Math.floor((perMs * 1_000) / max), full: perMs * 1_000 });

/** Takes a token. @returns 0 if it was taken, otherwise the milliseconds until one is available. */
export async function takeToken(tx: Tx, bucket: SharedBucket): Promise<number> {
  const { rule, keyHash } = bucket;
  const { token, full } = timesOf(bucket);
  const now = tx.now * 1_000;
  const room = now + full - token;
  // A bucket cannot be full later than this. The clock was set back since the row was written, so the row says nothing.
  const latest = now + 2 * full;
  const taken = await tx.run(sql`
    insert into rate_buckets (rule, key_hash, full_at) values (${rule}, ${keyHash}, ${now + token})
    on conflict (rule, key_hash) do update set full_at = ${token} + case
      when rate_buckets.full_at > ${now} and rate_buckets.full_at <= ${latest} then rate_buckets.full_at else ${now} end
    where rate_buckets.full_at <= ${room} or rate_buckets.full_at > ${latest}`);
  if (taken > 0) return 0;
  const row = await tx.get<{ full_at: number }>(sql`
    select full_at from rate_buckets where rule = ${rule} and key_hash = ${keyHash}`);
  return Math.max(1, Math.ceil(((row?.full_at ?? room) - room) / 1_000));
}

/** Takes the next token, in advance if there is none. @returns the milliseconds until it is available. */
export async function reserveToken(tx: Tx, bucket: SharedBucket): Promise<number> {
  const { token, full } = timesOf(bucket);
  const now = tx.now * 1_000;
  const latest = now + 100 * full;
  const row = await tx.get<{ full_at: number }>(sql`
    insert into rate_buckets (rule, key_hash, full_at) values (${bucket.rule}, ${bucket.keyHash}, ${now + token})
    on conflict (rule, key_hash) do update set full_at = ${token} + case
      when rate_buckets.full_at > ${now} and rate_buckets.full_at <= ${latest} then rate_buckets.full_at else ${now} end
    returning full_at`);
  return Math.max(0, Math.ceil(((row?.full_at ?? 0) - now - full) / 1_000));
}

/** Returns a token. */
export async function returnToken(tx: Tx, bucket: SharedBucket): Promise<void> {
  await tx.run(sql`
    update rate_buckets set full_at = full_at - ${timesOf(bucket).token}
    where rule = ${bucket.rule} and key_hash = ${bucket.keyHash}`);
}

/** Deletes buckets that are full again, and all but the `keep` that will be full last. */
export async function deleteFullBuckets(tx: Tx, keep: number): Promise<number> {
  const full = await tx.run(sql`delete from rate_buckets where full_at <= ${tx.now * 1_000}`);
  const beyond = await tx.run(sql`
    delete from rate_buckets where full_at <= (select full_at from rate_buckets order by full_at desc limit 1 offset ${keep})`);
  return full + beyond;
}
