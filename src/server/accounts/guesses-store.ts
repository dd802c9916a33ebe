/** Owns: login_failures. Wrong passwords at one account within an hour, by address. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

const HOUR_MS = 3_600_000;
/** The number of addresses that are counted for one account. */
const MAX_ADDRESSES = 200;

/** The failures of each address within the last hour. Accounts and addresses are keyed hashes. */
export async function listFailures(db: Reader, targetHash: string): Promise<Map<string, number>> {
  const rows = await db.all<{ address_hash: string; failures: number }>(sql`
    select address_hash, failures from login_failures where target_hash = ${targetHash} and first_at > ${db.now - HOUR_MS}`);
  return new Map(rows.map((row) => [row.address_hash, row.failures]));
}

/** Adds one to the failures of an address, unless too many other addresses are counted already. */
export async function addFailure(tx: Tx, targetHash: string, addressHash: string): Promise<void> {
  const oldest = tx.now - HOUR_MS;
  await tx.run(sql`
    insert into login_failures (target_hash, address_hash, failures, first_at)
    values (${targetHash}, ${addressHash}, 1, ${tx.now})
    on conflict (target_hash, address_hash) do update set
      failures = case when login_failures.first_at > ${oldest} then login_failures.failures + 1 else 1 end,
      first_at = case when login_failures.first_at > ${oldest} then login_failures.first_at else excluded.first_at end`);
  await tx.run(sql`
    delete from login_failures where target_hash = ${targetHash} and address_hash in (
      select address_hash from login_failures where target_hash = ${targetHash} and first_at > ${oldest}
      order by first_at, address_hash limit 1000 offset ${MAX_ADDRESSES})`);
}

/** @returns how many rows were deleted. */
export function deleteOldFailures(tx: Tx): Promise<number> {
  return tx.run(sql`delete from login_failures where first_at <= ${tx.now - HOUR_MS}`);
}
