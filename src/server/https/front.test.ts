import { afterEach, beforeEach, expect, test } from "bun:test";
import { BlockList, connect } from "node:net";
import { connect as connectSecurely, type TLSSocket } from "node:tls";
import { type TestApp, testApp } from "../../../test/app.ts";
import { makeCertificate } from "../../../test/fake-ca.ts";
import { until } from "../../../test/until.ts";
import { createHttp, type Http } from "../platform/http/http.ts";
import { createPeers, type Peers } from "../platform/http/peers.ts";
import { createRates } from "../platform/http/rates.ts";
import { Metrics } from "../platform/metrics.ts";
import { type Certificates, createCertificates } from "./certificates.ts";
import { startFront } from "./front.ts";
import type { Listening } from "./listen.ts";
import { createHandle } from "./plain-front.ts";
import { keyContext } from "./sealed-keys.ts";
import { putCertificate, putChallenge } from "./store.ts";

const DOMAINS = ["satu.example.com", "dua.example.com"];
const DIRECTORY = "https://ca.test/directory";

let sapa: TestApp;
let certificates: Certificates;
let peers: Peers;
let http: Http;
let inner: Bun.Server<undefined>;
let front: Listening;
beforeEach(async () => {
  sapa = await testApp();
  certificates = createCertificates({ ...sapa, domains: DOMAINS });
  peers = createPeers(() => sapa.clock.elapsed());
  const trustedProxies = new BlockList();
  trustedProxies.addAddress("127.0.0.1");
  const rates = createRates(sapa.clock, 1);
  http = createHttp({
    authenticate: async () => null,
    rates,
    log: sapa.log,
    metrics: new Metrics(),
    trustedProxies,
    peers,
    maxOpenFiles: 1_000,
    scale: 1,
  });
  inner = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, server) =>
      server.upgrade(request) ? undefined : new Response(http.addressOf(request, server as unknown as Parameters<Http["addressOf"]>[1])),
    websocket: { message: (socket, text) => void socket.send(text) },
  });
  front = await open(1_000);
});
afterEach(async () => {
  front.end();
  await inner.stop(true);
  await sapa.close();
});

const open = (maxConnections: number, more: { lingerMs?: number } = {}) =>
  startFront(
    { certificates, peers, log: sapa.log, target: { host: "127.0.0.1", port: inner.port ?? 0 }, maxConnections, ...more },
    "127.0.0.1",
    0,
  );

/** Stores a new certificate for the domain, as a renewal does. @returns its PEM */
async function renew(domain: string): Promise<string> {
  const { chain, key } = makeCertificate(domain);
  const now = sapa.db.now;
  const times = { beginsAt: now, expiresAt: now + 1_000, renewsAt: now, dueAt: now };
  await sapa.db.transaction((tx) =>
    putCertificate(tx, { domain, directory: DIRECTORY, chain, sealedKey: sapa.keys.seal(key, keyContext(domain)), ...times }),
  );
  await certificates.load();
  return chain;
}

/** A connection whose certificate is not checked. */
function secure(servername: string, more: object = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectSecurely({ host: "127.0.0.1", port: front.port, servername, rejectUnauthorized: false, ...more }, () =>
      resolve(socket),
    );
    // A refused handshake may report a second error.
    socket.on("error", reject);
    socket.once("close", () => reject(new Error("closed")));
  });
}

const servedTo = async (servername: string): Promise<string> => {
  const socket = await secure(servername);
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
};

/** The body of one answer. */
async function ask(socket: TLSSocket, headers = ""): Promise<string> {
  const answered = Promise.withResolvers<string>();
  socket.on("data", (bytes) => answered.resolve(bytes.toString()));
  socket.write(`GET / HTTP/1.1\r\nHost: satu.example.com\r\n${headers}\r\n`);
  return (await answered.promise).split("\r\n\r\n")[1] ?? "";
}

test("each name gets its own certificate, in any spelling, and a name without one gets none", async () => {
  await renew("satu.example.com");
  await expect(servedTo("dua.example.com")).rejects.toThrow();
  await renew("dua.example.com");
  const [one, two, again] = [await servedTo("satu.example.com"), await servedTo("dua.example.com"), await servedTo("SATU.example.com")];
  expect(one).not.toBe(two);
  expect(again).toBe(one);
  await expect(servedTo("tiga.example.com")).rejects.toThrow();
});

test("a stored certificate that cannot be used does not keep the other names from theirs, and the log says so once", async () => {
  const now = sapa.db.now;
  const times = { beginsAt: now, expiresAt: now + 1_000, renewsAt: now, dueAt: now };
  // Read before the other one.
  const domain = "dua.example.com";
  const { chain } = makeCertificate(domain);
  const sealedKey = sapa.keys.seal(makeCertificate(domain).key, keyContext(domain));
  await renew(domain);
  const before = await servedTo(domain);
  await sapa.db.transaction((tx) => putCertificate(tx, { domain, directory: DIRECTORY, chain, sealedKey, ...times }));
  await renew("satu.example.com");
  await certificates.load();
  expect(await servedTo("satu.example.com")).not.toBe(before);
  expect(await servedTo(domain)).toBe(before);
  expect(sapa.logLines.filter((line) => line.includes("a stored certificate cannot be used"))).toHaveLength(1);
});

test("the application gets the visitor's address, and no header of the visitor changes it", async () => {
  await renew("satu.example.com");
  const outside = connect({ host: "127.0.0.1", port: front.port, localAddress: "127.0.0.9" });
  const socket = await secure("satu.example.com", { socket: outside });
  expect(await ask(socket, "X-Forwarded-For: 9.9.9.9\r\nX-Real-IP: 9.9.9.9\r\nForwarded: for=9.9.9.9\r\n")).toBe("127.0.0.9");
  socket.destroy();
});

test("a proxy of the operator's in front of the TLS port is believed, if it is trusted", async () => {
  await renew("satu.example.com");
  const socket = await secure("satu.example.com");
  expect(await ask(socket, "X-Forwarded-For: 203.0.113.7\r\n")).toBe("203.0.113.7");
  socket.destroy();
});

test("through the front, nobody from outside counts as a program on this machine, whose figures are for the operator", async () => {
  await renew("satu.example.com");
  const url = new URL(await sapa.listen());
  const target = { host: url.hostname, port: Number(url.port) };
  front.end();
  front = await startFront({ certificates, peers: sapa.live.peers, log: sapa.log, target, maxConnections: 10 }, "127.0.0.1", 0);
  const statusFrom = async (localAddress: string) => {
    const outside = connect({ host: "127.0.0.1", port: front.port, localAddress });
    const socket = await secure("satu.example.com", { socket: outside });
    const answered = Promise.withResolvers<string>();
    socket.once("data", (bytes) => answered.resolve(bytes.toString().split("\r\n")[0] ?? ""));
    socket.write("GET /metrics HTTP/1.1\r\nHost: satu.example.com\r\nConnection: close\r\n\r\n");
    return answered.promise;
  };
  expect(await statusFrom("127.0.0.1")).toBe("HTTP/1.1 200 OK");
  sapa.live.peers.of = () => "203.0.113.7";
  expect(await statusFrom("127.0.0.1")).toBe("HTTP/1.1 404 Not Found");
});

test("a request that does not come through the front has the address of its own connection", async () => {
  const answer = await fetch(`http://127.0.0.1:${inner.port}`);
  expect(await answer.text()).toBe("127.0.0.1");
});

test("the address is remembered for a request that is read after its connection has ended, and then forgotten", () => {
  const end = { address: "127.0.0.1", port: 40_000 };
  peers.set(end, "203.0.113.7")();
  expect(peers.of({ ...end, address: "::ffff:127.0.0.1" })).toBe("203.0.113.7");
  sapa.clock.pass(59_000);
  // The same visitor gets the same port again.
  const endAgain = peers.set(end, "203.0.113.7");
  sapa.clock.pass(2_000);
  const endOther = peers.set({ ...end, port: 1 }, "198.51.100.1");
  expect(peers.of(end)).toBe("203.0.113.7");
  endAgain();
  sapa.clock.pass(60_001);
  endOther();
  expect(peers.of(end)).toBe("127.0.0.1");
});

test("the end of a connection that is reported after a new one got its port does not make the new visitor a program on this machine", () => {
  const end = { address: "127.0.0.1", port: 40_000 };
  const endOld = peers.set(end, "203.0.113.7");
  peers.set(end, "198.51.100.1");
  endOld();
  sapa.clock.pass(60_001);
  peers.set({ ...end, port: 1 }, "203.0.113.8");
  expect(peers.of(end)).toBe("198.51.100.1");
});

test("a certificate is swapped under open sockets and running requests without one failure", async () => {
  await renew("satu.example.com");
  const before = await servedTo("satu.example.com");
  const echo = (socket: WebSocket, text: string) =>
    new Promise<string>((resolve) => {
      socket.onmessage = ({ data }) => resolve(String(data));
      socket.send(text);
    });
  const sockets = await Promise.all(
    Array.from(
      { length: 20 },
      () =>
        new Promise<WebSocket>((resolve, reject) => {
          const tls = { rejectUnauthorized: false, serverName: "satu.example.com" };
          const socket = new WebSocket(`wss://127.0.0.1:${front.port}/`, { tls, headers: { host: "satu.example.com" } } as never);
          socket.onopen = () => resolve(socket);
          socket.onerror = () => reject(new Error("a socket could not be opened"));
        }),
    ),
  );
  let isOver = false;
  let asked = 0;
  const visit = async () => {
    while (!isOver) {
      const socket = await secure("satu.example.com");
      expect(await ask(socket)).toBe("127.0.0.1");
      socket.destroy();
      asked++;
    }
  };
  const visits = Promise.all([visit(), visit(), visit()]);
  for (let swap = 1; swap <= 5; swap++) {
    await renew("satu.example.com");
    await until(() => asked > swap * 5);
  }
  isOver = true;
  await visits;
  expect(await Promise.all(sockets.map((socket, index) => echo(socket, `${index}`)))).toEqual(sockets.map((_, index) => `${index}`));
  expect(await servedTo("satu.example.com")).not.toBe(before);
  for (const socket of sockets) socket.close();
});

test("old versions of TLS and ciphers without authenticated encryption are refused", async () => {
  await renew("satu.example.com");
  await expect(secure("satu.example.com", { maxVersion: "TLSv1.1", minVersion: "TLSv1" })).rejects.toThrow();
  await expect(secure("satu.example.com", { maxVersion: "TLSv1.2", ciphers: "ECDHE-ECDSA-AES128-SHA" })).rejects.toThrow();
  const socket = await secure("satu.example.com", { maxVersion: "TLSv1.2" });
  expect(socket.getProtocol()).toBe("TLSv1.2");
  socket.destroy();
});

test("beyond the limit of connections, a new one is closed, and those that are open go on", async () => {
  await renew("satu.example.com");
  front.end();
  front = await open(1);
  const first = await secure("satu.example.com");
  await expect(secure("satu.example.com")).rejects.toThrow();
  expect(await ask(first)).toBe("127.0.0.1");
  first.destroy();
  await until(async () =>
    secure("satu.example.com").then(
      (socket) => socket.destroy(),
      () => null,
    ),
  );
});

test("a client that leaves ends the inner connection, and the end of the inner one ends the client's", async () => {
  await renew("satu.example.com");
  const leaving = await secure("satu.example.com");
  await ask(leaving);
  const staying = await secure("satu.example.com");
  const closed = new Promise((resolve) => staying.on("close", resolve));
  leaving.destroy();
  await ask(staying, "Connection: close\r\n");
  await closed;
});

test("a client that keeps its side open after the server has ended the connection loses its place all the same", async () => {
  await renew("satu.example.com");
  front.end();
  front = await open(1, { lingerMs: 1 });
  // The system's own connection: one that does not close when the other side does.
  const outside = connect({ host: "127.0.0.1", port: front.port, allowHalfOpen: true });
  const staying = await secure("satu.example.com", { socket: outside, allowHalfOpen: true });
  await ask(staying, "Connection: close\r\n");
  await until(async () =>
    secure("satu.example.com").then(
      (socket) => socket.destroy(),
      () => null,
    ),
  );
  staying.destroy();
});

test("port 80 answers checks of the authority, redirects what is ours, and nothing else", async () => {
  const handle = createHandle({ ...sapa, https: { domains: DOMAINS }, certificates }, 8_443);
  const get = (url: string, init?: RequestInit) => handle(new Request(url, init));
  await sapa.db.transaction((tx) => putChallenge(tx, { token: "a-token", answer: "a-token.of-the-account", expiresAt: tx.now + 1 }));
  expect(await (await get("http://satu.example.com/.well-known/acme-challenge/a-token")).text()).toBe("a-token.of-the-account");
  expect((await get("http://satu.example.com/.well-known/acme-challenge/other")).status).toBe(404);
  expect((await get("http://satu.example.com/")).status).toBe(503);
  await renew("satu.example.com");
  const moved = await get("http://satu.example.com/dashboard?a=1&b=%2F%2Fevil.test");
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "https://satu.example.com:8443/dashboard?a=1&b=%2F%2Fevil.test"]);
  expect((await get("http://satu.example.com/api/login", { method: "POST", body: "{}" })).status).toBe(308);
  expect((await get("http://evil.example.com/")).status).toBe(404);
  expect((await get("http://satu.example.com//evil.test/")).headers.get("location")).toBe("https://satu.example.com:8443//evil.test/");
});
