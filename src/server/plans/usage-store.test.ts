import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { type Sql, sql, type Tx } from "../platform/storage/db.ts";
import { reserveModelCall, reserveMonth, reservePreview, reserveRefused } from "./usage-store.ts";

let sapa: TestApp;
let accountId: string;
beforeEach(async () => {
  sapa = await testApp();
  accountId = (await sapa.signUp("owner")).id;
});
afterEach(() => sapa.close());

const RESERVATIONS: Record<string, { reserve: (tx: Tx, limit: number) => Promise<boolean>; used: Sql }> = {
  "a message of the month": {
    reserve: (tx, limit) => reserveMonth(tx, accountId, "2026-11", limit),
    used: sql`select used as n from usage_months`,
  },
  "a model call of the day": {
    reserve: (tx, limit) => reserveModelCall(tx, "agent", accountId, "2026-11-22", limit),
    used: sql`select model_calls as n from usage_days`,
  },
  "a preview of the day": {
    reserve: (tx, limit) => reservePreview(tx, accountId, "2026-11-22", limit),
    used: sql`select used as n from preview_days`,
  },
  "a refused message of the day": {
    reserve: (tx, limit) => reserveRefused(tx, { agentId: "agent", accountId, day: "2026-11-22" }, limit),
    used: sql`select refused as n from usage_days`,
  },
};

/** The transaction, with the number of its statements. */
function counting(tx: Tx): Tx & { statements: number } {
  const counted = {
    ...tx,
    statements: 0,
    get<Row>(query: Sql) {
      counted.statements++;
      return tx.get<Row>(query);
    },
    run(query: Sql) {
      counted.statements++;
      return tx.run(query);
    },
  };
  return counted;
}

for (const [what, { reserve, used }] of Object.entries(RESERVATIONS)) {
  test(`${what} is reserved in one statement, so that nothing can happen between two of them, and is refused only at the limit`, async () => {
    const try3 = (limit: number) =>
      sapa.db.transaction(async (tx) => {
        const one = counting(tx);
        const answers = [await reserve(one, limit), await reserve(one, limit), await reserve(one, limit)];
        expect(one.statements).toBe(3);
        return answers;
      });
    expect(await try3(0)).toEqual([false, false, false]);
    expect(await sapa.db.all(used)).toEqual([]);
    expect(await try3(2)).toEqual([true, true, false]);
    expect(await sapa.db.all(used)).toEqual([{ n: 2 }]);
    expect(await try3(Number.MAX_SAFE_INTEGER)).toEqual([true, true, true]);
    // A plan with a lower limit than what is used already.
    expect(await try3(1)).toEqual([false, false, false]);
    expect(await sapa.db.all(used)).toEqual([{ n: 5 }]);
  });
}
