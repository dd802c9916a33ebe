/** The ledger of a month: what each owner has paid, and what models have cost for the owner's agents. */
import type { Ledger, LedgerOrder, LedgerRow } from "../../contract/overview.ts";
import { pagesOf } from "../../contract/page.ts";
import { listAccountNames } from "../accounts/store.ts";
import { listSpenders, listSpending, listSpendingOf } from "../models/cost/store.ts";
import { addCosts, listTestCostsOf } from "../models/cost/tests-store.ts";
import { listEarned, listEarnedAfter, listEarnedBy } from "../payments/list-store.ts";
import type { Reader } from "../platform/storage/db.ts";
import { stretchOfMonth } from "./months.ts";

interface LedgerPage {
  month: string;
  order: LedgerOrder;
  /** From 1. */
  page: number;
  limit: number;
}

/** A page of the owners who paid in the month, or of those whose models cost something. */
export async function readLedger(db: Reader, { month, order, page, limit }: LedgerPage, timeZone: string): Promise<Ledger> {
  const stretch = { limit, offset: (page - 1) * limit };
  const { ids, total } = await listIds(db, order, month, stretch, timeZone);
  return { month, rows: await readRows(db, ids, month, timeZone), total, totalPages: pagesOf(total, limit) };
}

async function listIds(db: Reader, order: LedgerOrder, month: string, page: { limit: number; offset: number }, timeZone: string) {
  if (order === "cost") {
    const { rows, total } = await listSpending(db, month, { kind: "owner" }, page);
    return { ids: rows.map(({ id }) => id), total };
  }
  const { rows, total } = await listEarned(db, stretchOfMonth(month, timeZone), page);
  return { ids: rows.map(({ accountId }) => accountId), total };
}

/** The rows of these accounts, in this order. */
async function readRows(db: Reader, ids: readonly string[], month: string, timeZone: string): Promise<LedgerRow[]> {
  const earned = await listEarnedBy(db, stretchOfMonth(month, timeZone), ids);
  const spent = await listSpendingOf(db, month, ids);
  const tests = await listTestCostsOf(db, month, ids);
  const names = await listAccountNames(db, ids);
  return ids.map((userId) => {
    const costs = addCosts(spent.get(userId), tests.get(userId));
    return { userId, username: names.get(userId) ?? "", revenueSen: earned.get(userId) ?? 0, ...costs };
  });
}

/** Every owner who paid or whose models cost something, in the order of the ids, in slices. */
export async function* readWholeLedger(db: Reader, month: string, timeZone: string, slice: number): AsyncGenerator<LedgerRow[]> {
  const stretch = stretchOfMonth(month, timeZone);
  // What deleted accounts paid is one row, because their payments no longer have an id.
  const gone = await readRows(db, [""], month, timeZone);
  if (gone.some(({ revenueSen }) => revenueSen > 0)) yield gone;
  for (let after = ""; ; ) {
    const payers = (await listEarnedAfter(db, stretch, after, slice)).map(({ accountId }) => accountId);
    const spenders = (await listSpenders(db, month, { micros: 0, afterId: after }, slice)).map(({ id }) => id);
    const ids = [...new Set([...payers, ...spenders])].sort(byBytes).slice(0, slice);
    if (ids.length === 0) return;
    yield await readRows(db, ids, month, timeZone);
    after = ids.at(-1) ?? "";
  }
}

/** The order of both databases for ids, which are ASCII. */
const byBytes = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
