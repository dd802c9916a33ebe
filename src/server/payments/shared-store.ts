/** Owns: bill_locks, provider_limits. What the nodes of an installation must agree on before they ask the provider. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

/** @returns whether `holder` may make the account's bill until `expiresAt`; false while another holder may. */
export async function takeBillLock(tx: Tx, accountId: string, holder: string, expiresAt: number): Promise<boolean> {
  const taken = await tx.run(sql`
    insert into bill_locks (account_id, holder, expires_at) values (${accountId}, ${holder}, ${expiresAt})
    on conflict (account_id) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where bill_locks.holder = excluded.holder or bill_locks.expires_at <= ${tx.now}`);
  return taken > 0;
}

/** @returns false if the lock was lost: after it expired, another holder may have had it, and even have released it. */
export async function keepBillLock(tx: Tx, accountId: string, holder: string, expiresAt: number): Promise<boolean> {
  const kept = await tx.run(sql`update bill_locks set expires_at = ${expiresAt} where account_id = ${accountId} and holder = ${holder}`);
  return kept > 0;
}

export async function releaseBillLock(tx: Tx, accountId: string, holder: string): Promise<void> {
  await tx.run(sql`delete from bill_locks where account_id = ${accountId} and holder = ${holder}`);
}

/** The provider's rate limit, as its last answer stated it. */
export interface ProviderLimit {
  /** Requests that are left until `resetsAt`, and the whole limit. */
  remaining: number;
  allowed: number;
  resetsAt: number;
}

/** @returns null if no limit is known that still counts. */
export async function findProviderLimit(db: Reader, provider: string): Promise<ProviderLimit | null> {
  const row = await db.get<{ remaining: number; allowed: number; resets_at: number }>(sql`
    select remaining, allowed, resets_at from provider_limits where provider = ${provider} and resets_at > ${db.now}`);
  return row ? { remaining: row.remaining, allowed: row.allowed, resetsAt: row.resets_at } : null;
}

/** The provider states the reset in whole seconds, so that two answers of one window differ by a second or two. */
const SAME_WINDOW_MS = 2_000;

/** Answers may be stored in another order than they were made: within one window the lowest number counts. */
export async function putProviderLimit(tx: Tx, provider: string, limit: ProviderLimit): Promise<void> {
  await tx.run(sql`
    insert into provider_limits (provider, remaining, allowed, resets_at)
    values (${provider}, ${limit.remaining}, ${limit.allowed}, ${limit.resetsAt})
    on conflict (provider) do update set
      remaining = case
        when provider_limits.resets_at > ${tx.now} and excluded.resets_at <= provider_limits.resets_at + ${SAME_WINDOW_MS}
          and provider_limits.remaining < excluded.remaining then provider_limits.remaining
        else excluded.remaining end,
      allowed = excluded.allowed, resets_at = excluded.resets_at
    where provider_limits.resets_at <= ${tx.now} or excluded.resets_at >= provider_limits.resets_at - ${SAME_WINDOW_MS}`);
}

/** For a provider that no longer limits requests. */
export async function deleteProviderLimit(tx: Tx, provider: string): Promise<void> {
  await tx.run(sql`delete from provider_limits where provider = ${provider}`);
}
