/** What was acknowledged is there afterwards: a crash, a full disk, a restart in the middle of a reply. */
import { Database } from "bun:sqlite";
import { afterEach, expect } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../socket-client.ts";
import { expectNothingLost, flood, reasonsOf, reservations, visitorMessages } from "./aftermath.ts";
import { EXECUTABLE, type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { until } from "./wait.ts";

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

test("kill -9 during 200 acknowledged messages: all are there, none twice, and no reservation is left", async () => {
  const data = newFolder();
  const first = await start({ data });
  const acknowledged = new Set<string>();
  const visitors = await Promise.all(Array.from({ length: 40 }, () => connect(first.url, "demo")));
  let isOver = false;
  const talking = flood(visitors, acknowledged, { isOver: () => isOver });
  while (acknowledged.size < 200) await Bun.sleep(5);
  await first.kill();
  isOver = true;
  await talking;

  const second = await start({ data });
  expect(reservations(data)).toBe(0);
  expectNothingLost(data, acknowledged);
  expect((await (await connect(second.url, "demo")).ask("What is Sapa?")).error).toBeNull();
});

test("a disk that fills: writes are refused with 507 or an error, nothing acknowledged is lost, and it recovers", async () => {
  const data = newFolder();
  const mount = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", data]);
  if (mount.exitCode !== 0) {
    // Without the right to mount, src/server/platform/storage/sqlite/open.test.ts is what shows it.
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
    expect(await sapa.call("GET", "/api/health")).toMatchObject({ status: 503, body: { status: "failing", reasons: ["disk_full"] } });

    Bun.spawnSync(["mount", "-o", "remount,size=64m", data]);
    expect((await (await connect(sapa.url, "demo")).ask("What is Sapa?")).error).toBeNull();
    await sapa.stop();
    const again = await start({ data });
    expectNothingLost(data, acknowledged);
    expect(reservations(data)).toBe(0);
    await again.stop();
  } finally {
    for (const sapa of running.splice(0)) await sapa.stop();
    Bun.spawnSync(["umount", "-l", data]);
  }
});

test("on a disk that another program filled, the administrator signs in, reads and deletes; with room again, messages are taken", async () => {
  const data = newFolder();
  if (Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", data]).exitCode !== 0) {
    console.warn("not allowed to mount a small disk here");
    return;
  }
  try {
    const sapa = await start({ data });
    await sapa.adminToken();
    const owner = await sapa.signUp();
    const visitor = await connect(sapa.url, await sapa.createAgent(owner.token));
    expect((await visitor.ask("Are you there?")).error).toBeNull();
    await until(async () => existsSync(join(data, "space-reserve")));
    expect(Bun.spawnSync(["dd", "if=/dev/zero", `of=${join(data, "rubbish")}`, "bs=64k"]).exitCode).not.toBe(0);
    await until(async () => (await reasonsOf(sapa)).includes("disk_full"));
    expect(existsSync(join(data, "space-reserve"))).toBe(false);
    expect((await visitor.ask("And now?")).error).toBe("busy");

    const login = { email: "admin@example.com", password: "admin-secret-1" };
    const { status, body } = await sapa.call<{ token: string }>("POST", "/api/login", { body: login });
    expect(status).toBe(200);
    expect((await sapa.call("GET", "/api/overview", { token: body.token })).status).toBe(200);
    expect((await sapa.call("DELETE", `/api/users/${owner.id}`, { token: body.token })).status).toBe(200);
    const complaints = sapa
      .log()
      .split("\n")
      .filter((line) => line.includes('"level":"error"'));
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).not.toContain("stack");

    rmSync(join(data, "rubbish"));
    await until(async () => (await reasonsOf(sapa)).length === 0);
    expect((await (await connect(sapa.url, "demo")).ask("What is Sapa?")).error).toBeNull();
    await until(async () => existsSync(join(data, "space-reserve")));
  } finally {
    for (const sapa of running.splice(0)) await sapa.stop();
    Bun.spawnSync(["umount", "-l", data]);
  }
});

test("a data folder that vanishes under the running server is noticed, nothing is acknowledged, and an empty one is not taken for it", async () => {
  const parent = newFolder();
  const data = join(parent, "data");
  mkdirSync(data);
  const sapa = await start({ data });
  const visitor = await connect(sapa.url, "demo");
  expect((await visitor.ask("What is Sapa?", "message-1")).error).toBeNull();
  const made = Bun.spawnSync([EXECUTABLE, "backup", "--data", data, "--out", join(parent, "copy.db")]);
  expect(made.exitCode).toBe(0);
  renameSync(data, join(parent, "elsewhere"));
  visitor.events.length = 0;
  expect((await visitor.ask("Are you there?", "message-2")).error).toBe("busy");
  expect(visitor.events.filter(({ event }) => event === "ack")).toEqual([]);
  expect((await sapa.call("GET", "/api/plans")).status).toBe(503);
  const { port } = new URL(sapa.url);
  const health = Bun.spawnSync([EXECUTABLE, "health", "--port", port]);
  expect([health.exitCode, health.stderr.toString()]).toEqual([1, `sapa: ${sapa.url} is failing: storage_lost\n`]);
  expect((await sapa.call("GET", "/healthz")).status).toBe(200);
  await sapa.stop();

  mkdirSync(data);
  copyFileSync(join(parent, "elsewhere/secret.key"), join(data, "secret.key"));
  const refused = Bun.spawnSync([EXECUTABLE, "serve", "--port", "0", "--data", data]);
  expect(refused.exitCode).toBe(4);
  expect(refused.stderr.toString()).toContain("is missing, but");
  expect(readdirSync(data)).not.toContain("sapa.db");
  expect(Bun.spawnSync([EXECUTABLE, "restore", join(parent, "copy.db"), "--data", data]).exitCode).toBe(0);
  expect(visitorMessages(data)).toEqual(["message-1"]);
});

test("another process's lock holds up messages, and neither the event loop nor anything that only reads", async () => {
  const sapa = await start();
  const visitor = await connect(sapa.url, "demo");
  const other = new Database(join(sapa.data, "sapa.db"));
  // The server itself writes now and then.
  other.exec("pragma busy_timeout = 5000");
  other.exec("begin immediate");
  const asked = visitor.ask("What is Sapa?", "message-1");
  // With SQLite waiting inside the server, each of these took up to 200 ms.
  let answered = 0;
  for (const end = performance.now() + 1_000; performance.now() < end; answered++) {
    expect((await sapa.call("GET", "/api/plans")).status).toBe(200);
  }
  expect(answered).toBeGreaterThan(50);
  other.exec("rollback");
  expect((await asked).error).toBeNull();

  other.exec("begin immediate");
  await until(async () => (await reasonsOf(sapa)).includes("database_locked"));
  expect((await visitor.ask("And now?", "message-2")).error).toBe("busy");
  other.exec("rollback");
  other.close();
  await until(async () => (await reasonsOf(sapa)).length === 0);
  expect((await visitor.ask("And now?", "message-2")).error).toBeNull();
});

test("SIGTERM in the middle of replies: each visitor gets an end, the process ends with 0 and nothing is left open", async () => {
  const data = newFolder();
  const sapa = await start({ data });
  const visitors = await Promise.all(Array.from({ length: 20 }, () => connect(sapa.url, "demo")));
  const asked = visitors.map((visitor) => visitor.ask("What does Sapa cost and how do I begin?"));
  await Promise.all(visitors.map((visitor) => visitor.next("botMessageChunk")));
  const stopped = sapa.stop();
  // It still answers while replies end; whoever sends it requests must stop at once.
  await until(async () => (await reasonsOf(sapa).catch(() => ["draining"])).includes("draining"));
  const code = await stopped;
  expect(code).toBe(0);
  for (const answer of await Promise.all(asked)) expect(answer.error === null || answer.interrupted).toBe(true);
  expect(reservations(data)).toBe(0);
});

test("what the command line changes beside a running server takes effect within a second", async () => {
  const sapa = await start();
  const token = await sapa.adminToken();
  expect((await sapa.call("PUT", "/api/settings", { token, body: {} })).status).toBe(200);
  Bun.spawnSync([EXECUTABLE, "admin", "reset-password", "--password-stdin", "--data", sapa.data], {
    stdin: Buffer.from("another-secret\n"),
    env: {},
  });
  expect((await sapa.call("PUT", "/api/settings", { token, body: {} })).status).toBe(401);
});
