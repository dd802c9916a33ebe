/** Kills the process that delivers mails, at random moments, most of them during deliveries. The mail server is a real one, and refuses some of the mails at first. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMailRoom } from "../../src/server/mail/mail.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { DatabaseAddress } from "../../src/server/platform/storage/postgres/address.ts";
import { migratePostgres } from "../../src/server/platform/storage/postgres/migrate.ts";
import { migrate } from "../../src/server/platform/storage/sqlite/migrate.ts";
import { headerOf, startMailServer } from "../mail-server.ts";
import { startPostgres } from "../postgres-server.ts";
import { until } from "../until.ts";
import { openFast } from "./jobs-process.ts";
import { keys, settingsFor } from "./outbox-process.ts";
import { LIMIT_MS, rounds } from "./scale.ts";

const KILLS = rounds(200);
const OF_A_ROUND = 12;
/** Deliveries that a process may have begun when it is killed. */
const IN_FLIGHT = 3;

interface Place {
  database: string;
  remove(): Promise<void>;
}

async function onSqlite(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "sapa-outbox-"));
  const database = join(folder, "sapa.db");
  migrate({ path: database, durable: false });
  return { database, remove: async () => rmSync(folder, { recursive: true }) };
}

async function onPostgres(): Promise<Place> {
  const server = await startPostgres();
  const address = DatabaseAddress.parse(server.url);
  if (typeof address === "string") throw new Error(address);
  await migratePostgres({ address });
  return { database: server.url, remove: server.stop };
}

test.each([
  ["SQLite", onSqlite],
  ["PostgreSQL", onPostgres],
] as const)(
  "however often the process on %s is killed, no mail is lost, and a repeated one has the same Message-ID",
  async (_, make) => {
    const { database, remove } = await make();
    const server = await startMailServer({ delayMs: () => Math.random() * 60, refusesSome: 0.1 });
    const db = openFast(database);
    const post = await createMailRoom({
      config: { publicUrl: "https://chat.example.com" },
      keys,
      settings: settingsFor(server.port),
    }).open();
    const start = () =>
      Bun.spawn([process.execPath, join(import.meta.dir, "outbox-process.ts"), database, String(server.port)], {
        stdout: "ignore",
        stderr: "inherit",
      });
    let child = start();
    let written = 0;
    for (let round = 0; round < KILLS; round++) {
      await db.transaction(async (tx) => {
        for (let n = 0; n < OF_A_ROUND; n++) {
          const to = `person-${written++}@example.com`;
          post?.send(tx, { kind: "test", language: "en", name: to, params: {}, to, accountId: null });
        }
      });
      // Until the new process delivers, and then for a moment.
      const before = server.received.length;
      await until(() => server.received.length > before, LIMIT_MS / 2);
      await Bun.sleep(Math.random() * 200);
      child.kill("SIGKILL");
      await child.exited;
      child = start();
    }
    const countOf = async (state: string) =>
      (await db.get<{ n: number }>(sql`select count(*) as n from outbox where state = ${state}`))?.n ?? 0;
    await until(async () => (await countOf("sent")) === written, LIMIT_MS / 2);
    child.kill("SIGKILL");
    await child.exited;

    const ids = new Map<string, Set<string>>();
    for (const { to, raw } of server.received) {
      const known = ids.get(to[0] ?? "") ?? new Set();
      ids.set(to[0] ?? "", known.add(headerOf(raw, "Message-ID") ?? ""));
    }
    expect(ids.size).toBe(written);
    expect([...ids.values()].filter((known) => known.size !== 1)).toEqual([]);
    expect(new Set([...ids.values()].flatMap((known) => [...known])).size).toBe(written);
    const repeated = server.received.length - written;
    console.log(`${written} mails, ${KILLS} kills, ${repeated} repeated with the same Message-ID`);
    expect(repeated).toBeGreaterThan(0);
    expect(repeated).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
    expect(await countOf("failed")).toBe(0);
    db.close();
    await server.close();
    await remove();
  },
  LIMIT_MS,
);
