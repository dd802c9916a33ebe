/** What monitors, administrators and visitors see when the storage fails: the whole server with a real database. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { renameSync, rmSync } from "node:fs";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { testOfSqliteFiles } from "../../../test/sqlite-files.ts";
import { LONE_NODE } from "../nodes/node.ts";
import { watchOpenFiles } from "./open-files.ts";
import { sql } from "./storage/db.ts";

let sapa: TestApp;
beforeEach(async () => {
  sapa = await testApp();
});
afterEach(() => sapa.close());

const asked = async (path: string) => {
  const { status, body } = await sapa.call("GET", path);
  return [status, body];
};
const allowPages = async (more: number) => {
  const { pages } = (await sapa.db.get<{ pages: number }>(sql`select page_count as pages from pragma_page_count()`)) ?? { pages: 0 };
  await sapa.db.transaction((tx) => tx.all({ strings: [`pragma max_page_count = ${pages + more}`], values: [] }));
};
/** Allows no new pages in the database, and waits until a write has failed because of it. */
const fillDisk = async () => {
  await allowPages(0);
  const big = "x".repeat(200_000);
  await sapa.db.transaction((tx) => tx.run(sql`update users set username = ${big}`)).catch(() => {});
};

test("all three addresses report a healthy server", async () => {
  expect(await asked("/api/health")).toEqual([200, { status: "ok", version: "0.0.0-test" }]);
  expect(await asked("/readyz")).toEqual([200, { status: "ok" }]);
  expect(await asked("/healthz")).toEqual([200, { status: "ok" }]);
});

test("while an upgrade has not confirmed a server, only its health is answered, and says why", async () => {
  let isClosed = true;
  const trial = await testApp({ isClosed: () => isClosed });
  const failing = { status: "failing", reasons: ["upgrading"] };
  const answerOf = async (path: string) => {
    const { status, body } = await trial.call("GET", path);
    return [status, body];
  };
  expect(await answerOf("/api/health")).toEqual([503, failing]);
  expect(await answerOf("/readyz")).toEqual([503, failing]);
  expect(await answerOf("/healthz")).toEqual([200, { status: "ok" }]);
  for (const path of ["/", "/api/plans", "/metrics", "/api/health/", "/api/chat/demo/socket"]) {
    const { status, headers } = await trial.call("GET", path);
    expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "2"]);
  }
  const signUp = { username: "seri", email: "seri@example.com", password: "secret-1" };
  expect((await trial.call("POST", "/api/users/signup", { body: signUp })).status).toBe(503);
  isClosed = false;
  expect(await answerOf("/readyz")).toEqual([200, { status: "ok" }]);
  expect((await trial.call("POST", "/api/users/signup", { body: signUp })).status).toBe(201);
  await trial.close();
});

test("a node without a lease is alive but not ready", async () => {
  const node = await testApp({ node: () => ({ ...LONE_NODE, isValid: () => false }) });
  const answers = [await node.call("GET", "/readyz"), await node.call("GET", "/healthz")];
  await node.close();
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [503, { status: "failing", reasons: ["lease_lost"] }],
    [200, { status: "ok" }],
  ]);
});

test("a server that is shutting down is alive but not ready", async () => {
  sapa.live.health.drain();
  expect(await asked("/readyz")).toEqual([503, { status: "failing", reasons: ["draining"] }]);
  expect(await asked("/api/health")).toEqual([503, { status: "failing", reasons: ["draining"] }]);
  expect(await asked("/healthz")).toEqual([200, { status: "ok" }]);
});

testOfSqliteFiles("without its data folder, the server answers no call from memory, and the health check gives only a reason", async () => {
  const { token, id } = await sapa.signUp("owner");
  const chatId = await sapa.createAgent(token);
  const visitor = await connect(await sapa.listen(), chatId);
  const elsewhere = `${sapa.folder}-elsewhere`;
  renameSync(sapa.folder, elsewhere);
  visitor.send("chatMessage", { id: "message-1", text: "When do you open?" });
  expect((await visitor.next("error")).data).toMatchObject({ code: "busy", id: "message-1" });
  const late = { username: "late", email: "late@example.com", password: "secret-1" };
  const answers = [
    await sapa.call("GET", `/api/users/${id}`, { token }),
    await sapa.call("PUT", `/api/chats/${chatId}`, { token, body: { chatName: "Other" } }),
    await sapa.call("POST", "/api/users/signup", { body: late }),
  ];
  for (const { status, body } of answers) expect([status, body.error.code]).toEqual([503, "storage_failed"]);
  expect(await asked("/api/health")).toEqual([503, { status: "failing", reasons: ["storage_lost"] }]);
  expect(visitor.events.some(({ event }) => event === "ack")).toBe(false);
  expect(sapa.models.calls).toEqual([]);
  expect(sapa.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  rmSync(elsewhere, { recursive: true });
});

testOfSqliteFiles(
  "with a full disk, the administrator signs in, reads and deletes; messages and sign-ups are refused and no vendor is called",
  async () => {
    const owner = await sapa.signUp("owner");
    const chatId = await sapa.createAgent(owner.token, { knowledge: ["The shop opens at nine."] });
    const admin = await sapa.adminToken();
    const visitor = await connect(await sapa.listen(), chatId);
    sapa.models.script = function* () {
      yield "We open at nine.";
    };
    await fillDisk();
    expect(await asked("/readyz")).toEqual([503, { status: "failing", reasons: ["disk_full"] }]);
    for (let i = 0; i < 5; i++) {
      visitor.send("chatMessage", { id: `message-${i}`, text: `When do you open? ${"x".repeat(3_000)}` });
      expect((await visitor.next("error", `message-${i}`)).data).toMatchObject({ code: "busy" });
    }
    const signUpLate = async (n: number) =>
      (
        await sapa.call("POST", "/api/users/signup", {
          body: { username: `late${n}`, email: `late${n}@example.com`, password: "secret-1" },
        })
      ).status;
    // Ids are random, so sometimes a row still fits into a page that is not full.
    let status = await signUpLate(0);
    for (let n = 1; status === 201 && n < 40; n++) status = await signUpLate(n);
    expect(status).toBe(507);
    expect(sapa.models.calls).toEqual([]);

    // On a real disk, deleting the reserve frees this space.
    await allowPages(20);
    const body = { email: "admin@example.com", password: "admin-secret" };
    const { body: again } = await sapa.call("POST", "/api/login", { body });
    for (const path of ["/api/overview", "/api/users", "/api/settings"]) {
      expect((await sapa.call("GET", path, { token: again.token })).status).toBe(200);
    }
    expect((await sapa.call("DELETE", `/api/users/${owner.id}`, { token: admin })).status).toBe(200);
    expect(sapa.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  },
);

test("a session stays valid if its extension cannot be stored", async () => {
  const admin = await sapa.adminToken();
  sapa.clock.pass(13 * 3_600_000);
  const { transaction } = sapa.db;
  sapa.db.transaction = () => Promise.reject(new Error("no space left"));
  for (const path of ["/api/overview", "/api/users", "/api/settings", "/api/plans"]) {
    expect((await sapa.call("GET", path, { token: admin })).status).toBe(200);
  }
  sapa.db.transaction = transaction;
});

test("when file descriptors run out, the log says so once a minute, idle connections are closed, and chat sockets are refused", () => {
  const lines: string[] = [];
  let open = 100;
  let closed = 0;
  let now = 0;
  const log = { ...sapa.log, warn: (message: string) => void lines.push(message) };
  const files = watchOpenFiles({ limit: 128, log, closeIdle: () => ++closed, count: () => open, elapsed: () => now });
  files.look();
  expect([files.isShort(), closed, lines.length]).toEqual([false, 0, 0]);
  open = 120;
  for (let second = 0; second < 59; second++, now += 1_000) files.look();
  expect([files.isShort(), closed, lines.length]).toEqual([true, 59, 1]);
  now += 1_000;
  files.look();
  expect(lines).toHaveLength(2);
  open = 20;
  files.look();
  expect(files.isShort()).toBe(false);
});
