/** How the engine of this run would find the rows of a statement. */
import { expect } from "bun:test";
import { type Db, type Sql, sql } from "../src/server/platform/storage/db.ts";
import { ENGINE } from "./database.ts";

/** The plan as text, a line for each step. PostgreSQL scans small tables, so it is asked to use an index if it can. */
export async function planOf(db: Db, statement: Sql): Promise<string> {
  if (ENGINE === "sqlite") {
    const steps = await db.all<{ detail: string }>(sql`explain query plan ${statement}`);
    return steps.map(({ detail }) => detail).join("\n");
  }
  return await db.transaction(async (tx) => {
    await tx.run(sql`set local enable_seqscan = off`);
    const steps = await tx.all<{ "QUERY PLAN": string }>(sql`explain (costs off) ${statement}`);
    return steps.map((step) => step["QUERY PLAN"]).join("\n");
  });
}

/** Expects SQLite's plan to match. PostgreSQL chooses its plans by the data, so it only must not need to scan the table. */
export function expectIndexed(plan: string, table: string, onSqlite: RegExp): void {
  if (ENGINE === "sqlite") expect(plan).toMatch(onSqlite);
  else expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}\\b`));
}

/** The number of times that SQLite's plan sorts. PostgreSQL sorts in other ways: there the answer is always `expected`. */
export function countSorts(plan: string, expected: number): number {
  return ENGINE === "sqlite" ? plan.split("\n").filter((step) => step.includes("TEMP B-TREE")).length : expected;
}
