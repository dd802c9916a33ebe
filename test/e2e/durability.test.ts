/** What was acknowledged is there afterwards: a crash, a full disk, a restart in the middle of a reply. */
import { Database } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type SocketClient } from "../socket-client.ts";
import { type Sapa, startSapa } from "./sapa.ts";

const folders: string[] = [];
const running: Sapa[] = [];
afterEach(async () => {
  for (const sapa of running.splice(0)) await sapa.dispose();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "sapa-durability-"));
  folders.push(folder);
  return folder;
};
const start = async (...options: Parameters<typeof startSapa>) => {
  const sapa = await startSapa(...options);
  running.push(sapa);
  return sapa;
};

/** Looks into the database file itself. */
function look<T>(data: string, read: (database: Database) => T): T {
  const database = new Database(join(data, "sapa.db"), { readonly: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
}
const visitorMessages = (data: string) =>
  look(data, (database) => database.query<{ client_id: string }, []>("select client_id from messages where sender = 'user'").all()).map(
    (row) => row.client_id,
  );
const reservations = (data: string) =>
  look(data, (database) =>
    database.query<{ n: number }, []>("select count(*) as n from turns where state = 'open' or charge = 'reserved'").get(),
  )?.n;

/** Sends messages from many visitors until told to stop; remembers what was acknowledged. */
function flood(visitors: SocketClient[], acknowledged: Set<string>, until: number): Promise<unknown> {
  const talk = async (visitor: SocketClient, v: number) => {
    for (let i = 0; acknowledged.size < until; i++) {
      const id = `message-${v}-${i}`;
      const answer = visitor.ask(`Question ${i} of visitor ${v}?`, id).catch(() => null);
      await visitor.next("ack", undefined).then((ack) => acknowledged.add(ack.data.id));
      if ((await answer) === null) return;
    }
  };
  return Promise.allSettled(visitors.map(talk));
}

test("kill -9 during 200 acknowledged messages: all are there, none twice, and no reservation is left", async () => {
  const data = newFolder();
  const first = await start({ data });
  const acknowledged = new Set<string>();
  const visitors = await Promise.all(Array.from({ length: 40 }, () => connect(first.url, "demo")));
  const talking = flood(visitors, acknowledged, 10_000);
  while (acknowledged.size < 200) await Bun.sleep(5);
  await first.kill();
  await talking;

  const second = await start({ data });
  const stored = visitorMessages(data);
  expect(new Set(stored).size).toBe(stored.length);
  expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([]);
  expect(reservations(data)).toBe(0);
  expect(look(data, (database) => database.query("pragma integrity_check").get())).toEqual({ integrity_check: "ok" });
  const spent = look(data, (database) => database.query<{ n: number }, []>("select count(*) as n from turns where charge = 'spent'").get());
  const counted = look(data, (database) => database.query<{ n: number }, []>("select sum(used) as n from usage_months").get());
  expect(counted?.n).toBe(spent?.n ?? -1);
  expect((await (await connect(second.url, "demo")).ask("What is Sapa?")).error).toBeNull();
}, 60_000);

test("a disk that fills: writes are refused with 507 or an error, nothing acknowledged is lost, and it recovers", async () => {
  const data = newFolder();
  const mount = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", data]);
  if (mount.exitCode !== 0) {
    // Without the right to mount, src/server/platform/sqlite.test.ts is what shows it.
    console.warn("not allowed to mount a small disk here");
    return;
  }
  try {
    const sapa = await start({ data });
    const acknowledged = new Set<string>();
    const visitors = await Promise.all(Array.from({ length: 10 }, () => connect(sapa.url, "demo")));
    let isFull = false;
    for (let round = 0; round < 400 && !isFull; round++) {
      const answers = await Promise.all(
        visitors.map(async (visitor, v) => {
          const id = `message-${v}-${round}`;
          const answer = await visitor.ask(`Fill the disk ${"x".repeat(3_800)}`, id);
          if (visitor.events.some((event) => event.event === "ack" && event.data.id === id)) acknowledged.add(id);
          visitor.events.length = 0;
          return answer;
        }),
      );
      isFull = answers.some((answer) => answer.error !== null);
    }
    expect(isFull).toBe(true);
    const owner = await sapa.call("POST", "/api/users/signup", {
      body: { username: "late", email: "late@example.com", password: "secret-1" },
    });
    expect([201, 507]).toContain(owner.status);
    expect((await sapa.call("GET", "/api/plans")).status).toBe(200);
    expect((await sapa.call("GET", "/api/health")).status).toBe(200);

    Bun.spawnSync(["mount", "-o", "remount,size=64m", data]);
    expect((await (await connect(sapa.url, "demo")).ask("What is Sapa?")).error).toBeNull();
    await sapa.stop();
    const again = await start({ data });
    const stored = visitorMessages(data);
    expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([]);
    expect(new Set(stored).size).toBe(stored.length);
    expect(reservations(data)).toBe(0);
    await again.stop();
  } finally {
    for (const sapa of running.splice(0)) await sapa.stop();
    Bun.spawnSync(["umount", "-l", data]);
  }
}, 120_000);

test("SIGTERM in the middle of replies: each visitor gets an end, the process ends with 0 and nothing is left open", async () => {
  const data = newFolder();
  const sapa = await start({ data });
  const visitors = await Promise.all(Array.from({ length: 20 }, () => connect(sapa.url, "demo")));
  const asked = visitors.map((visitor) => visitor.ask("What does Sapa cost and how do I begin?"));
  await Promise.all(visitors.map((visitor) => visitor.next("botMessageChunk")));
  const code = await sapa.stop();
  expect(code).toBe(0);
  for (const answer of await Promise.all(asked)) expect(answer.error === null || answer.interrupted).toBe(true);
  expect(reservations(data)).toBe(0);
}, 30_000);

test("what the command line changes beside a running server takes effect within a second", async () => {
  const sapa = await start();
  const token = await sapa.adminToken();
  expect((await sapa.call("PUT", "/api/settings", { token, body: {} })).status).toBe(200);
  const { EXECUTABLE } = await import("./sapa.ts");
  Bun.spawnSync([EXECUTABLE, "admin", "reset-password", "--password-stdin", "--data", sapa.data], {
    stdin: Buffer.from("another-secret\n"),
    env: {},
  });
  expect((await sapa.call("PUT", "/api/settings", { token, body: {} })).status).toBe(401);
}, 30_000);
