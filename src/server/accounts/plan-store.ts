/** The plans of accounts, and when they end (store.ts). */
import { type Reader, sql, sqlList, type Tx } from "../platform/storage/db.ts";

export async function setAccountPlan(tx: Tx, id: string, plan: { planId: number; validUntil: number | null }): Promise<void> {
  await tx.run(sql`
    update accounts set plan_id = ${plan.planId}, plan_valid_until = ${plan.validUntil}, updated_at = ${tx.now} where id = ${id}`);
}

export interface EndingAccount {
  id: string;
  planId: number;
  validUntil: number;
}

/** Accounts whose plan ends at or before `until`, in the order of that end, starting behind `after`. */
export async function listEndingAccounts(
  db: Reader,
  until: number,
  after: { validUntil: number; id: string },
  limit: number,
): Promise<EndingAccount[]> {
  const rows = await db.all<{ id: string; plan_id: number; plan_valid_until: number }>(sql`
    select id, plan_id, plan_valid_until from accounts
    where plan_valid_until is not null and plan_valid_until <= ${until} and deleted_at is null
      and (plan_valid_until, id) > (${after.validUntil}, ${after.id})
    order by plan_valid_until, id limit ${limit}`);
  return rows.map((row) => ({ id: row.id, planId: row.plan_id, validUntil: row.plan_valid_until }));
}

/** Counts the accounts with a running term. */
export async function countPaying(db: Reader): Promise<number> {
  const row = await db.get<{ n: number }>(
    sql`select count(*) as n from accounts where plan_valid_until > ${db.now} and deleted_at is null and kind = 'business'`,
  );
  return row?.n ?? 0;
}

/** How many accounts have each of the plans. */
export async function countByPlan(db: Reader, planIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.all<{ plan_id: number; n: number }>(sql`
    select a.plan_id, count(*) as n from accounts a where a.deleted_at is null and a.kind <> 'system' and a.plan_id in ${sqlList(planIds)} group by a.plan_id`);
  return new Map(rows.map((row) => [row.plan_id, row.n]));
}
