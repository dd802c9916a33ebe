/** Clients that send slowly, leave, or read without end use few resources for a limited time, and do not affect others. */

import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { call, type RawAnswer } from "../../src/contract/calls/call.ts";
import { json } from "../../src/server/platform/http/answer.ts";
import { createHttp } from "../../src/server/platform/http/http.ts";
import { createRates } from "../../src/server/platform/http/rates.ts";
import { readText } from "../../src/server/platform/http/receive.ts";
import { Metrics } from "../../src/server/platform/metrics.ts";
import type { Sql } from "../../src/server/platform/storage/db.ts";
import { type TestApp, testApp } from "../app.ts";
import { rawGet, sendRaw } from "../raw-socket.ts";
import { until } from "../until.ts";

const cleanUps: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function listening(options: Parameters<typeof testApp>[0] = {}): Promise<{ sapa: TestApp; base: string }> {
  const sapa = await testApp(options);
  cleanUps.push(() => sapa.close());
  return { sapa, base: await sapa.listen() };
}

/** A route that anyone may call often. */
const SLOW_PATH = "/api/chats/validate-domain";

interface Slow {
  sockets: Socket[];
  answers: string[];
  open(): number;
}

/** POSTs whose bodies never end. */
function openSlow(base: string, count: number, from: string, { path = SLOW_PATH, headers = "" } = {}): Slow {
  const { hostname, port } = new URL(base);
  const answers: string[] = [];
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: from });
    socket.on("data", (part) => answers.push(part.toString("latin1")));
    socket.on("error", () => {});
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n${headers}\r\n{`);
    return socket;
  });
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { sockets, answers, open: () => sockets.filter((socket) => !socket.closed && !socket.readableEnded).length };
}

const leftClients = ({ logLines }: TestApp) => logLines.filter((line) => line.includes("a client closed its connection")).length;

test("a body that arrives slowly is refused at the time limit for the whole body, however steadily it arrives", async () => {
  let isCancelled = false;
  const drip = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await Bun.sleep(10);
      if (!isCancelled) controller.enqueue(new Uint8Array([32]));
    },
    cancel() {
      isCancelled = true;
    },
  });
  const request = new Request("http://localhost/", { method: "POST", body: drip });
  let left = 0;
  const bounds = { maxBytes: 1_000_000, maxMs: 200, whenSlow: () => () => left++ };
  await expect(readText(request, bounds)).rejects.toMatchObject({ code: "malformed", more: { closes: true } });
  expect([isCancelled, left]).toEqual([true, 1]);
});

test("the server waits for at most 64 slow bodies of one address; others are refused and their connections are closed", async () => {
  const { sapa, base } = await listening({ rateScale: 1 });
  const slow = openSlow(base, 100, "127.0.0.2");
  await until(() => slow.answers.length >= 36 && slow.open() === 64);
  for (const answer of slow.answers) expect(answer).toMatch(/^HTTP\/1\.1 429 .*connection: close/is);
  const complete = `POST ${SLOW_PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`;
  for (const from of ["127.0.0.2", "127.0.0.3"]) expect((await sendRaw(base, complete, { from })).status).toBe(422);
  for (const socket of slow.sockets) socket.destroy();
  await until(() => leftClients(sapa) >= 64);
  const next = openSlow(base, 64, "127.0.0.2");
  await Bun.sleep(300);
  expect([next.open(), next.answers]).toEqual([64, []]);
});

test("a slow upload takes as many places as it may have megabytes, because what has arrived of it is in memory", async () => {
  const { sapa, base } = await listening({ rateScale: 1 });
  const { token } = await sapa.signUp("owner");
  const slow = openSlow(base, 20, "127.0.0.2", { path: "/api/files", headers: `Authorization: Bearer ${token}\r\n` });
  await until(() => slow.answers.length >= 8 && slow.open() === 12);
  for (const answer of slow.answers) expect(answer).toMatch(/^HTTP\/1\.1 429 .*connection: close/is);
});

test("a rate limit's refusal closes the connection if the body has not arrived", async () => {
  const { base } = await listening({ rateScale: 1 });
  const slow = openSlow(base, 130, "127.0.0.2", { path: "/api/login" });
  await until(() => slow.answers.length >= 66 && slow.open() === 64);
});

test("a client that disconnects in the middle of its body is not an error, and makes a limited number of debug lines", async () => {
  const { sapa, base } = await listening();
  for (let round = 0; round < 4; round++) {
    const slow = openSlow(base, 50, "127.0.0.1");
    await Bun.sleep(50);
    for (const socket of slow.sockets) socket.destroy();
    await until(() => leftClients(sapa) >= Math.min(50 * (round + 1), 100));
  }
  const lines = sapa.logLines.map((line) => JSON.parse(line));
  expect(lines.filter(({ message }) => message.includes("closed its connection"))).toHaveLength(100);
  expect(lines.every(({ level }) => level === "debug")).toBe(true);
});

test("a flood of invalid callbacks writes a limited number of log lines", async () => {
  const { sapa } = await listening();
  for (let i = 0; i < 500; i++) await sapa.call("POST", "/payment/callback", { raw: `id=${i}&x_signature=none` });
  expect(sapa.logLines.filter((line) => line.includes("not accepted"))).toHaveLength(100);
});

test("with an https address every answer tells browsers to use only https", async () => {
  const { base, sapa } = await listening({ env: { SAPA_PUBLIC_URL: "https://chat.example.com" } });
  const paths = ["/", "/api/plans", "/api/nothing", "/api/users", "/embed/none"];
  for (const path of paths) {
    const { head } = await sendRaw(base, rawGet("localhost", path));
    expect([path, head.includes("strict-transport-security: max-age=31536000")]).toEqual([path, true]);
  }
  const plain = await listening();
  expect((await sendRaw(plain.base, rawGet("localhost", "/"))).head).not.toContain("strict-transport");
  expect(sapa.logLines).toEqual([]);
});

test("the idle timeout is short while a body arrives and after the answer, and long during work and downloads", async () => {
  const sapa = await testApp();
  cleanUps.push(() => sapa.close());
  const seconds: number[] = [];
  const server = {
    requestIP: () => ({ address: "127.0.0.1", port: 40_000 }),
    timeout: (_request: Request, value: number) => void seconds.push(value),
  };
  const http = createHttp({
    authenticate: async () => null,
    peers: { of: ({ address }) => address },
    rates: createRates(sapa.clock, 1),
    log: sapa.log,
    trustedProxies: null,
    maxOpenFiles: 1_000,
    scale: 1,
    metrics: new Metrics(),
  });
  const row = { ...call<{ body: z.ZodUnknown; answer: RawAnswer }>()("POST", "/", "anyone"), body: z.unknown() };
  const send = (act: () => Promise<Response>) =>
    http.endpoint(row, act).handle({
      request: new Request("http://localhost/", { method: "POST", body: "{}" }),
      params: {},
      server,
    });
  await send(async () => json({}));
  await send(() =>
    http.download(
      "a.txt",
      "text/plain",
      (async function* () {
        yield "a";
      })(),
    ),
  );
  expect(seconds).toEqual([20, 60, 10, 20, 60]);
});

test("a download that fails is cut off and logged, so that a partial file does not look complete", async () => {
  const { sapa, base } = await listening();
  const admin = await sapa.adminToken();
  const row = { at: 0, actor: "a", address: null, action: "x.y", subject: "s", before: null, after: null };
  const read = sapa.db.all.bind(sapa.db);
  let slices = 0;
  sapa.db.all = async <Row>(query: Sql) => {
    if (!query.strings.join("").includes("order by at desc")) return read<Row>(query);
    if (++slices > 1) throw new Error("the disk is gone");
    return Array(500).fill(row) as Row[];
  };
  const answer = fetch(`${base}/api/audit/export`, { headers: { authorization: `Bearer ${admin}` } }).then((response) => response.text());
  await expect(answer).rejects.toThrow();
  const lines = sapa.logLines.map((line) => JSON.parse(line));
  expect(lines).toMatchObject([{ level: "error", message: "a download was interrupted", error: { message: "the disk is gone" } }]);
});

const MAIN = resolve(import.meta.dir, "../../src/server/main.ts");
const OPEN_FILES = 128;

/** Runs the server with a low limit of open files, in its own process. */
async function serveWithFewFiles(): Promise<{ base: string; logged: () => Promise<string> }> {
  const folder = mkdtempSync(join(tmpdir(), "sapa-few-files-"));
  const command = `ulimit -n ${OPEN_FILES} && exec "$0" "$1" serve --port 0 --data "$2"`;
  const child = Bun.spawn(["bash", "-c", command, process.execPath, MAIN, folder], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  cleanUps.push(async () => {
    child.kill("SIGKILL");
    await child.exited;
    rmSync(folder, { recursive: true, force: true });
  });
  const { value } = await child.stdout.getReader().read();
  return { base: new TextDecoder().decode(value).trim().split(" ").at(-1) ?? "", logged: () => new Response(child.stderr).text() };
}

test("with a low limit of open files, an address with more slow bodies than files does not lock out others", async () => {
  const { base } = await serveWithFewFiles();
  const slow = openSlow(base, OPEN_FILES * 2, "127.0.0.1");
  await until(() => slow.open() <= OPEN_FILES / 8);
  for (let i = 0; i < 20; i++) {
    const { status } = await sendRaw(base, rawGet("localhost", "/api/health"), { from: "127.0.0.2" });
    expect(status).toBe(200);
  }
  expect(slow.open()).toBeGreaterThan(0);
}, 30_000);
