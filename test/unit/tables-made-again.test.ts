/** Migration 0013 makes several tables again. A database that the version before has filled keeps every row and value. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findDeletedAccount } from "../../src/server/accounts/deletion-store.ts";
import { findAccount, findByEmail } from "../../src/server/accounts/store.ts";
import { MIGRATIONS } from "../../src/server/generated/migrations.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { migrate } from "../../src/server/platform/storage/sqlite/migrate.ts";
import { openDb } from "../../src/server/platform/storage/sqlite/open.ts";
import { fillVersion12, PEOPLE } from "../filled-version-12.ts";

const BEFORE = MIGRATIONS.slice(0, 12);

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-tables-"));
  path = join(folder, "sapa.db");
  migrate({ path, migrations: BEFORE, durable: false });
  withDatabase(fillVersion12);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function withDatabase<T>(work: (database: Database) => T): T {
  const database = new Database(path, { readwrite: true, strict: true });
  try {
    database.exec("pragma foreign_keys = on");
    return work(database);
  } finally {
    database.close(true);
  }
}

/** How the columns of the version before are read from the tables of this one, where their names or values have changed. */
const NOW_READ: Record<string, string> = {
  accounts: `select u.id, username, username_key, email, email_key, password_hash, u.role, plan_id, plan_valid_until, a.suspended_at,
    u.created_at, u.updated_at, u.deleted_at, u.deleted_by
    from users u join members m on m.user_id = u.id and m.role = 'owner' join accounts a on a.id = m.account_id
      and a.created_at = u.created_at and a.updated_at = u.updated_at and a.deleted_at is u.deleted_at`,
  sessions: "select token_hash, user_id as account_id, created_at, last_seen_at, expires_at from sessions",
  familiar_addresses: "select user_id as account_id, address_hash, seen_at from familiar_addresses",
  messages: "select *, case author when 'visitor' then 'user' when 'agent' then 'bot' end as sender from messages",
};

/** For each table of the version before: how many rows it had, and the hash of all their values. */
function contents(database: Database, columns: ReadonlyMap<string, string[]>, read: Record<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [table, names] of columns) {
    const rows = database.query(`select ${names} from (${read[table] ?? `select * from ${table}`}) order by ${names}`).values();
    const hash = createHash("sha256");
    for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
    found.set(table, `${rows.length} rows ${hash.digest("hex")}`);
  }
  return found;
}

function columnsOf(database: Database): Map<string, string[]> {
  const tables = database
    .query<{ name: string }, []>(
      "select name from sqlite_schema where type = 'table' and name not in ('schema_migrations', 'sqlite_sequence')",
    )
    .all();
  return new Map(
    tables.map(({ name }) => [
      name,
      database
        .query<{ name: string }, []>(`select name from pragma_table_info('${name}')`)
        .all()
        .map((column) => column.name),
    ]),
  );
}

test("every row and value of the version before is still there", () => {
  const columns = withDatabase(columnsOf);
  const before = withDatabase((database) => contents(database, columns, {}));
  expect([...before.values()].filter((content) => content.startsWith("0 rows"))).toEqual([]);
  migrate({ path, durable: false });
  withDatabase((database) => {
    expect(contents(database, columns, NOW_READ)).toEqual(before);
    expect(database.query("pragma integrity_check").values()).toEqual([["ok"]]);
    expect(database.query("pragma foreign_key_check").values()).toEqual([]);
  });
});

test("each person is the owner of one account, and ended conversations are closed", () => {
  migrate({ path, durable: false });
  withDatabase((database) => {
    expect(database.query("select count(*), sum(account_id = user_id), sum(role = 'owner') from members").values()).toEqual([
      [PEOPLE, PEOPLE, PEOPLE],
    ]);
    expect(database.query("select kind, count(*) from accounts group by kind order by kind").values()).toEqual([
      ["business", PEOPLE - 1],
      ["system", 1],
    ]);
    expect(
      database.query("select state, channel, ended_at is null, count(*) from conversations group by 1, 2, 3 order by 1").values(),
    ).toEqual([
      ["agent", "widget", 1, PEOPLE],
      ["closed", "widget", 0, PEOPLE * 2],
    ]);
  });
});

test("the stores find the people of the version before", async () => {
  migrate({ path, durable: false });
  const db = openDb({ path, clock: Date, durable: false });
  try {
    expect(await findAccount(db, "a4")).toMatchObject({
      username: "Person 4 é",
      passwordHash: "hash 4",
      role: "owner",
      planValidUntil: 9_004,
    });
    expect((await findByEmail(db, "PERSON5@example.COM"))?.id).toBe("a5");
    expect(await findAccount(db, "a8")).toBeUndefined();
    expect(await findDeletedAccount(db, "a8")).toEqual({ username: "Person 8 é", deletedBy: "a0", deletedAt: 6_008 });
  } finally {
    db.close();
  }
});

test("a message of the version before that is deleted and erased after the upgrade is in none of the files", async () => {
  withDatabase((database) => database.run("update messages set body = 'a-canary-in-a-message' where id = 'm3-0-0-q'"));
  migrate({ path, durable: false });
  const db = openDb({ path, clock: Date, durable: false });
  try {
    expect(readFileSync(path).includes("a-canary-in-a-message")).toBe(true);
    await db.transaction((tx) => tx.run(sql`delete from messages where id = 'm3-0-0-q'`));
    expect(await db.eraseDeleted()).toBe(true);
    for (const file of [path, `${path}-wal`]) expect(readFileSync(file).includes("a-canary-in-a-message")).toBe(false);
  } finally {
    db.close();
  }
});
