/** A large installation moves to PostgreSQL and back with the built executable, and is killed on its way. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqliteSource } from "../../src/server/platform/storage/copy/sqlite-side.ts";
import { listTables } from "../../src/server/platform/storage/copy/tables.ts";
import { sumsOf, type TableSum } from "../../src/server/platform/storage/copy/transfer.ts";
import { EXECUTABLE } from "../e2e/sapa.ts";
import { startPostgres } from "../postgres-server.ts";
import { createProgram, type Program } from "../program.ts";
import { LIMIT_MS, rounds } from "./scale.ts";

const MESSAGES = rounds(1_000_000);
/** A copy holds a few pieces of 256 KB and SQLite's cache; the rest is the program itself. */
const MAX_MB = 200;

interface Large {
  data: string;
  back: string;
  url: string;
  program: Program;
}

test(
  `${MESSAGES.toLocaleString("en-US")} messages are the same after their way to PostgreSQL and back, with bounded memory`,
  () =>
    withInstallation(MESSAGES, async ({ data, back, url, program }) => {
      const before = await sumsIn(data);
      expect(before.find(({ table }) => table === "messages")?.rows).toBe(MESSAGES);
      const there = await measure("to PostgreSQL", program, ["move", "--to", url]);
      const home = await measure("back to SQLite", program, ["move", "--database", url, "--to", back]);
      expect(await sumsIn(back)).toEqual(before);
      expect(Math.max(there, home)).toBeLessThan(MAX_MB);
    }),
  LIMIT_MS,
);

test(
  "a move that is killed at random moments loses nothing, and succeeds in the end",
  () =>
    withInstallation(100_000, async ({ data, back, url, program }) => {
      const before = await sumsIn(data);
      for (const [from, to] of [
        [data, url],
        [url, back],
      ] as const) {
        const args = ["move", from === data ? "--data" : "--database", from, "--to", to];
        for (let round = 0; round < rounds(10); round++) {
          const child = program.start(args);
          await Bun.sleep(Math.random() * 5_000);
          child.kill("SIGKILL");
          await child.exited;
        }
        const { code, complaint } = await program.run(args);
        // One of the killed ones may have done everything.
        if (code !== 0) expect(complaint).toContain(" moved to ");
      }
      expect(await sumsIn(back)).toEqual(before);
    }),
  LIMIT_MS,
);

async function withInstallation(messages: number, act: (large: Large) => Promise<void>): Promise<void> {
  // As an operator's server: on the disk before it is acknowledged.
  const postgres = await startPostgres({ fsync: "on", full_page_writes: "on", synchronous_commit: "on", autovacuum: "on" });
  const folder = mkdtempSync(join(tmpdir(), "sapa-large-"));
  const [data, back] = [join(folder, "data"), join(folder, "back")];
  const program = createProgram(() => ({ SAPA_DATA: data }), [EXECUTABLE]);
  try {
    expect((await program.run(["admin", "create", "--email", "boss@example.com", "--password-stdin"])).code).toBe(0);
    fill(join(data, "sapa.db"), messages);
    await act({ data, back, url: postgres.url, program });
  } finally {
    await program.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Runs a command, and prints how long it took. @returns its peak memory in MB */
async function measure(way: string, program: Program, args: string[]): Promise<number> {
  const begun = performance.now();
  const child = program.start(args);
  const complaint = new Response(child.stderr).text();
  let kb = 0;
  while (child.exitCode === null) {
    kb = Math.max(kb, peakOf(child.pid));
    await Bun.sleep(20);
  }
  expect([child.exitCode, await complaint]).toEqual([0, ""]);
  const seconds = (performance.now() - begun) / 1_000;
  console.log(`${way}: ${seconds.toFixed(1)} s, at most ${Math.round(kb / 1_000)} MB`);
  return kb / 1_000;
}

/** The most memory that a process has had so far, in kB; 0 if it has ended. */
function peakOf(pid: number): number {
  const path = `/proc/${pid}/status`;
  return existsSync(path) ? Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(path, "utf8"))?.[1] ?? 0) : 0;
}

/** Conversations of 100 messages each, with a turn for each pair. */
function fill(path: string, messages: number): void {
  const database = new Database(path, { strict: true });
  const text = "a text of a usual length, about opening hours, prices and the way to the shop, with an accent é and a smile 🙂. ";
  database.exec(`
    pragma foreign_keys = on;
    begin;
    create temporary table n as with recursive n (i) as (select 0 union all select i + 1 from n where i < ${messages} - 1) select i from n;
    insert into visitors (id, created_at, last_seen_at) select printf('v%08d', i / 100), 1, 2 from n where i % 100 = 0;
    insert into conversations (id, visitor_id, message_count, created_at, updated_at)
      select printf('c%08d', i / 100), printf('v%08d', i / 100), 100, 1, i from n where i % 100 = 0;
    insert into messages (id, conversation_id, sequence, author, client_id, body, model, input_tokens, cost_micros, created_at)
      select printf('%016x', (i * 2654435761) % 4294967296 * 65536 + i % 65536), printf('c%08d', i / 100), i % 100 + 1, iif(i % 2, 'agent', 'visitor'),
        'm' || (i / 2), i || substr('${text}', 1, 20 + i % 80) || char(10) || i, iif(i % 2, 'gpt', null), i % 900, i, i from n;
    insert into turns (id, conversation_id, message_id, reply_id, state, charge, started_at, ended_at)
      select 't' || a.id, a.conversation_id, a.id, b.id, 'answered', 'spent', a.created_at, b.created_at
      from messages a join messages b on b.conversation_id = a.conversation_id and b.sequence = a.sequence + 1 where a.author = 'visitor';
    commit;`);
  database.close();
}

/** Without the settings, which get the record of the secret key on the way. */
async function sumsIn(folder: string): Promise<TableSum[]> {
  const source = new SqliteSource(join(folder, "sapa.db"));
  const sums = await sumsOf(source, listTables());
  source.close();
  return sums.filter(({ table }) => table !== "settings");
}
