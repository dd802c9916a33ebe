/** The program gets its certificates from Pebble, serves them, and swaps them under load. Skipped where Pebble is not installed. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { DEMO_CHAT_ID } from "../../src/contract/agent.ts";
import { hasPebble, type Pebble, startPebble } from "../pebble.ts";
import { freePort, startPostgres } from "../postgres-server.ts";
import { createProgram, type Program, type Server } from "../program.ts";
import { until } from "../until.ts";
import { LIMIT_MS, seconds } from "./scale.ts";

const SOCKETS = 200;
const PER_SECOND = 500;
const longTest = hasPebble() ? test : test.skip;

let folder: string;
let program: Program;
let pebble: Pebble;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-https-"));
  program = createProgram(() => ({ SAPA_DATA: join(folder, "data"), SAPA_LOG_LEVEL: "info", SAPA_RATE_SCALE: "100000" }));
});
afterEach(async () => {
  await program.stop();
  await pebble?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (domains: string, more: Record<string, string> = {}) => ({
  SAPA_DOMAIN: domains,
  SAPA_ACME_EMAIL: "ops@example.com",
  SAPA_ACME_DIRECTORY: pebble.directory,
  SAPA_ACME_CA: pebble.caFile,
  SAPA_HTTP_PORT: String(pebble.httpPort),
  SAPA_HTTPS_PORT: "0",
  ...more,
});

/** A connection whose certificate is checked against Pebble's root. */
function visit(server: Server, domain: string, root: string): Promise<TLSSocket> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: Number(port), servername: domain, ca: root }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** One request on an open connection. @returns the status line */
async function ask(socket: TLSSocket, domain: string): Promise<string> {
  const { resolve, reject, promise } = Promise.withResolvers<string>();
  const fail = () => reject(new Error("the connection was closed"));
  socket.once("data", (bytes) => resolve(bytes.toString().split("\r\n")[0] ?? ""));
  socket.once("error", fail);
  socket.once("close", fail);
  socket.write(`GET /healthz HTTP/1.1\r\nHost: ${domain}\r\n\r\n`);
  try {
    return await promise;
  } finally {
    socket.off("error", fail);
    socket.off("close", fail);
  }
}

const servedTo = async (server: Server, domain: string, root: string): Promise<string> => {
  const socket = await visit(server, domain, root);
  const { serialNumber } = socket.getPeerCertificate();
  expect(await ask(socket, domain)).toBe("HTTP/1.1 200 OK");
  socket.destroy();
  return serialNumber;
};

/** A visitor of the demo whose socket stays open. */
async function enter(server: Server, domain: string, root: string): Promise<WebSocket> {
  const { port } = new URL(server.url);
  const options = { headers: { host: domain }, tls: { ca: root, serverName: domain } };
  const asked = await fetch(`https://127.0.0.1:${port}/api/chats/${DEMO_CHAT_ID}/ticket`, { method: "POST", ...options } as RequestInit);
  const { ticket } = (await asked.json()) as { ticket: string };
  const socket = new WebSocket(`wss://127.0.0.1:${port}/api/socket`, options as never);
  const entered = Promise.withResolvers<WebSocket>();
  socket.onerror = () => entered.reject(new Error("a socket was refused"));
  socket.onopen = () => socket.send(JSON.stringify({ event: "hello", data: { chatId: DEMO_CHAT_ID, ticket } }));
  socket.onmessage = ({ data }) => {
    if (JSON.parse(String(data)).event === "session") entered.resolve(socket);
  };
  return entered.promise;
}

const countIn = (text: string, part: string) => text.split(part).length - 1;

longTest(
  "each domain gets its certificate although one nonce of five is refused, and a restart serves it without another order",
  async () => {
    pebble = await startPebble({ badNonces: 20 });
    const root = await pebble.root();
    const env = environment("chat.sapa.test,bantuan.sapa.test");
    const server = await program.serve(env);
    expect(server.url).toStartWith("https://chat.sapa.test");
    await until(() => countIn(server.log(), "got a certificate") === 2, 90_000);
    const serials = [await servedTo(server, "chat.sapa.test", root), await servedTo(server, "bantuan.sapa.test", root)];
    expect(new Set(serials).size).toBe(2);
    const moved = await fetch(`http://127.0.0.1:${pebble.httpPort}/dashboard`, { headers: { host: "chat.sapa.test" }, redirect: "manual" });
    expect([moved.status, moved.headers.get("location")]).toEqual([301, `${server.url}/dashboard`]);
    server.child.kill("SIGTERM");
    expect(await server.child.exited).toBe(0);
    const again = await program.serve(env);
    expect(await servedTo(again, "chat.sapa.test", root)).toBe(serials[0] ?? "");
    expect(again.log()).not.toContain("got a certificate");
  },
  LIMIT_MS,
);

longTest(
  "a DNS that fails or leads elsewhere is named, and the other domain is served; once it is right, the certificate follows",
  async () => {
    pebble = await startPebble();
    const root = await pebble.root();
    await pebble.point("tiada.sapa.test", null);
    // Nothing answers there.
    await pebble.point("lain.sapa.test", "240.0.0.1");
    const server = await program.serve(environment("tiada.sapa.test,lain.sapa.test,chat.sapa.test"));
    await until(() => server.log().includes("got a certificate"), 60_000);
    const linesOf = (domain: string) =>
      server
        .log()
        .split("\n")
        .filter((line) => line.includes(`"domain":"${domain}"`));
    expect(linesOf("tiada.sapa.test")[0]).toContain("The domain's DNS has no usable answer.");
    expect(linesOf("lain.sapa.test")[0]).toContain("The certificate authority cannot reach this server on port 80.");
    await until(() => servedTo(server, "chat.sapa.test", root).catch(() => null));
    await expect(visit(server, "lain.sapa.test", root)).rejects.toThrow();
    await pebble.point("lain.sapa.test", "127.0.0.1");
    // The second try is half a minute after the first.
    await until(() => linesOf("lain.sapa.test").some((line) => line.includes("got a certificate")), 120_000);
    await until(() => servedTo(server, "lain.sapa.test", root).catch(() => null));
  },
  LIMIT_MS,
);

longTest(
  "two servers with one PostgreSQL order once, whichever of them the authority's check reaches, and serve the same certificate",
  async () => {
    pebble = await startPebble();
    const postgres = await startPostgres();
    try {
      const root = await pebble.root();
      const secret = { SAPA_DATABASE: postgres.url, SAPA_SECRET_KEY: "a secret key that both servers have" };
      const serve = (node: string, httpPort: number) =>
        program.serve({
          ...environment("chat.sapa.test", { SAPA_HTTP_PORT: String(httpPort) }),
          ...secret,
          SAPA_NODE: node,
          SAPA_DATA: join(folder, node),
        });
      // The one that orders is not the one that the check reaches.
      const orders = await serve("orders", await freePort());
      await until(() => orders.log().includes("no certificate could be got"), 60_000);
      const answers = await serve("answers", pebble.httpPort);
      const got = () => countIn(orders.log() + answers.log(), "got a certificate");
      await until(() => got() === 1, 120_000);
      const serials = await Promise.all(
        [orders, answers].map((one) => until(() => servedTo(one, "chat.sapa.test", root).catch(() => null))),
      );
      expect(serials[0]).toBe(serials[1] ?? "");
      expect(got()).toBe(1);
    } finally {
      await program.stop();
      await postgres.stop();
    }
  },
  LIMIT_MS,
);

longTest(
  `certificates are renewed under ${SOCKETS} open sockets and ${PER_SECOND} requests a second without one failure`,
  async () => {
    pebble = await startPebble();
    const root = await pebble.root();
    const domain = "chat.sapa.test";
    const server = await program.serve(environment(domain));
    await until(() => server.log().includes("got a certificate"), 60_000);
    await until(() => servedTo(server, domain, root).catch(() => null));
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => enter(server, domain, root)));
    let closed = 0;
    for (const socket of sockets) socket.onclose = () => closed++;
    const isOpen = ({ readyState }: WebSocket) => readyState === WebSocket.OPEN;
    expect(sockets.filter(isOpen)).toHaveLength(SOCKETS);
    const counts = { sent: 0, ok: 0, failures: [] as string[] };
    const kept = await Promise.all(Array.from({ length: 50 }, () => visit(server, domain, root)));
    // The one that has been idle for the longest is next: the server closes those that are idle for ten seconds.
    const idle = [...kept];
    const request = async (isFresh: boolean) => {
      counts.sent++;
      const socket = isFresh ? await visit(server, domain, root) : (idle.shift() ?? (await visit(server, domain, root)));
      const status = await ask(socket, domain);
      if (status === "HTTP/1.1 200 OK") counts.ok++;
      else counts.failures.push(status);
      if (isFresh || idle.length >= kept.length) socket.destroy();
      else idle.push(socket);
    };
    const database = new Database(join(folder, "data", "sapa.db"));
    const open = new Set<Promise<void>>();
    const end = performance.now() + seconds(20);
    const begun = performance.now();
    let nextSwap = begun + 3_000;
    while (performance.now() < end) {
      for (; counts.sent < ((performance.now() - begun) / 1_000) * PER_SECOND && open.size < 2_000; ) {
        const one = request(counts.sent % 20 === 0).catch((error) => void counts.failures.push(String(error)));
        open.add(one);
        void one.finally(() => open.delete(one));
      }
      if (performance.now() > nextSwap) {
        database.run("update certificates set renews_at = 0, due_at = 0");
        nextSwap += 4_000;
      }
      await Bun.sleep(2);
    }
    await Promise.all(open);
    database.close();
    const swaps = countIn(server.log(), "got a certificate") - 1;
    process.stdout.write(
      `${counts.sent} requests, ${counts.ok} answered, ${counts.failures.length} failed, ${swaps} swaps, ${closed} of ${SOCKETS} sockets closed\n`,
    );
    expect(counts.failures.slice(0, 5)).toEqual([]);
    expect(counts.ok).toBe(counts.sent);
    expect(closed).toBe(0);
    expect(swaps).toBeGreaterThanOrEqual(1);
    for (const socket of sockets) socket.close();
    for (const socket of kept) socket.destroy();
  },
  LIMIT_MS,
);
