import { expect, test } from "bun:test";
import { fieldsOf, lineOf, linesIn, piecesOf, type Value } from "./lines.ts";
import { listTables } from "./tables.ts";

test("the list of tables has each table once, after those that its foreign keys name", () => {
  const names = listTables().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const before = (parent: string, child: string) => expect([parent, names.indexOf(parent) < names.indexOf(child)]).toEqual([parent, true]);
  for (const parent of ["plans", "accounts", "users", "agents", "visitors", "conversations", "messages"]) before(parent, "turns");
  before("payments", "terms");
  before("nodes", "conversation_owners");
  expect(names).toContain("schema_migrations");
  expect(listTables(1).map(({ name }) => name)).not.toContain("nodes");
});

const HARD: Value[] = ["", "\\N", "\\", "\t\n\r\b\f\v", "\\t", "é🙂", "\ufeff", null, 0, -1n, 9223372036854775807n];

test("a row is the same after its way through a line, wherever the pieces are cut", async () => {
  const rows: Value[][] = Array.from({ length: 50 }, (_, n) => [`row ${n}`, ...HARD]);
  const bytes = Buffer.concat([...piecesOf(rows)]);
  for (const size of [1, 2, 3, 7, 1_000, bytes.length]) {
    const lines: string[] = [];
    const pieces = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    for await (const some of linesIn(pieces())) lines.push(...some);
    expect(lines.map(fieldsOf)).toEqual(rows.map((row) => row.map((value) => (value === null ? null : String(value)))));
  }
});

test("a copy that was cut off in the middle of a row is refused", async () => {
  const whole = Buffer.from(lineOf(["a", "b"]));
  const cut = async function* () {
    yield whole.subarray(0, 3);
  };
  const read = async () => {
    for await (const _ of linesIn(cut()));
  };
  expect(await read().catch((error: unknown) => error)).toMatchObject({ message: "the copy ends in the middle of a row" });
});
