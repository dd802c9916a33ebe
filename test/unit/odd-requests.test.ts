/** Every request gets our own answer with our headers, never a 5xx, a stack or a path, and the log has JSON lines only. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type TestApp, testApp } from "../app.ts";
import { BROKEN_BYTES, BROKEN_JSON, ODD_HOSTS, ODD_JSON } from "../odd-requests.ts";
import { type RawAnswer, rawGet, sendRaw } from "../raw-socket.ts";

let sapa: TestApp;
let base: string;
let admin: string;
let owner: string;
beforeAll(async () => {
  sapa = await testApp();
  base = await sapa.listen();
  admin = await sapa.adminToken();
  owner = (await sapa.signUp("owner")).token;
});
afterAll(() => sapa.close());

/**
 * Matches a stack, a source line or the server's folder. Each alternative has a character that no token has (base64url),
 * because a random token may contain any short word.
 */
const LEAK = /\bat \S+ \(|node_modules[/"]|src\/server|\$bunfs|cwd["(:]|Bun v\d|\/tmp\//;

function expectOurs({ status, head, body }: RawAnswer): void {
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  expect(head).toContain("x-content-type-options: nosniff");
  expect(head + body).not.toMatch(LEAK);
}

test("an invalid host is answered with our own 400 on every kind of route", async () => {
  for (const host of ODD_HOSTS) {
    for (const path of ["/", "/api/plans", "/api/socket", "/api/nothing", "/embed/none", "/payment/callback"]) {
      const answer = await sendRaw(base, rawGet(host, path));
      expect([host, path, answer.status]).toEqual([host, path, 400]);
      expectOurs(answer);
      expect(answer.head).toContain("content-security-policy: default-src 'none'");
      expect(JSON.parse(answer.body).error.code).toBe("malformed");
    }
  }
});

test("two Host headers are refused, even if they are equal", async () => {
  for (const second of ["localhost", "evil.example"]) {
    const answer = await sendRaw(base, `GET /api/health HTTP/1.1\r\nHost: localhost\r\nHost: ${second}\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(400);
    expectOurs(answer);
  }
});

/** Whether one of our answers has arrived completely, or a socket was opened. */
const isWhole = (received: string) => received.endsWith("}") || received.startsWith("HTTP/1.1 101");

test("with a public URL, a page under an attacker's host name that points to this server cannot open a socket", async () => {
  const site = await testApp({ env: { SAPA_PUBLIC_URL: "https://chat.example.com" } });
  const url = await site.listen();
  const { port } = new URL(url);
  const upgrade = (host: string, origin: string) =>
    sendRaw(
      url,
      `GET /api/socket HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
      { waitMs: 20_000, until: isWhole },
    );
  try {
    for (const [host, origin] of [
      ["evil.example", "http://evil.example"],
      ["chat.example.com", "http://chat.example.com"],
      ["chat.example.com", "ftp://chat.example.com"],
    ] as const) {
      const answer = await upgrade(host, origin);
      expect([origin, answer.status]).toEqual([origin, 403]);
      expectOurs(answer);
    }
    expect((await upgrade("chat.example.com", "https://chat.example.com")).status).toBe(101);
    expect((await upgrade(`127.0.0.1:${port}`, `http://127.0.0.1:${port}`)).status).toBe(101);
  } finally {
    await site.close();
  }
});

/** Bun's parser refuses some requests itself, with an empty 400 or 431 or by closing the connection, before any route. */
const isRefusedByParser = ({ status, head, body, isClosed }: RawAnswer) =>
  isClosed && body === "" && (status === 0 || (status >= 400 && status < 600 && !head.includes("content-type")));

test("no form of request smuggling reaches a second route", async () => {
  const post = "POST /api/login HTTP/1.1\r\nHost: localhost\r\n";
  const inner = "GET /api/plans HTTP/1.1\r\nHost: localhost\r\nX-Smuggled: 1\r\n\r\n";
  const forms = [
    `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${inner}`,
    `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello${inner}`,
    `${post}Content-Length: 5, 6\r\n\r\nhello${inner}`,
    `${post}Content-Length: +5\r\n\r\nhello${inner}`,
    `${post}Content-Length: 0x5\r\n\r\nhello${inner}`,
    `${post}Content-Length: -1\r\n\r\n${inner}`,
    `${post}Content-Length : 5\r\n\r\nhello${inner}`,
    `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`,
    `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`,
    `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${inner}`,
    `${post}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n${inner}`,
    `${post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${inner}`,
    `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n${inner}`,
    `GET /api/health HTTP/1.1\r\nHost: localhost\r\nX: a\rb: c\r\n\r\n`,
    `GET /api/health HTTP/1.1\r\n Host: localhost\r\n\r\n`,
    `GET /api/health HTTP/1.1\nHost: localhost\n\n`,
    `GET /api/health HTTP/9.9\r\nHost: localhost\r\n\r\n`,
    `GET  /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    `GET /api/health\r\n\r\n`,
    `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03`,
    `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
  ];
  await Promise.all(
    forms.map(async (form) => {
      const answer = await sendRaw(base, form, { waitMs: 700 });
      // At most one answer, and never an answer to the hidden request.
      expect([form, answer.body.includes("HTTP/1.1 200"), answer.body.includes("msgLimit")]).toEqual([form, false, false]);
      if (!isRefusedByParser(answer) && answer.status !== 0) expectOurs(answer);
    }),
  );
});

test("unusual methods, targets and huge addresses are answered by us or refused by the parser", async () => {
  const methods = ["TRACE", "CONNECT", "PROPFIND", "PURGE", "DEBUG", "get", "G\0T", "PATCH", "OPTIONS", "DELETE", "BREW"];
  const targets = [
    "http://evil.example/api/plans",
    "//evil.example/api/plans",
    "/%00",
    "/..%2f..%2fetc/passwd",
    "/api/%ff",
    "/api/users/%E0%A4%A",
    "*",
    "?",
    "/#x",
    "/\\..\\x",
  ];
  const requests = [
    ...methods.map((method) => `${method} /api/plans HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    ...targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    rawGet("localhost", `/${"a".repeat(200_000)}`),
    rawGet("localhost", `/api/plans?${"a=b&".repeat(3_000)}`),
    rawGet("localhost", `/embed/${"%F0%9F%98%80".repeat(1_000)}`),
    `GET /api/plans HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"a".repeat(100_000)}\r\n\r\n`,
    `GET /api/plans HTTP/1.1\r\nHost: localhost\r\n${"X-Many: 1\r\n".repeat(3_000)}\r\n`,
  ];
  for (const request of requests) {
    const answer = await sendRaw(base, request, { waitMs: 20_000, until: isWhole });
    if (!isRefusedByParser(answer)) expectOurs(answer);
  }
});

const fill = (path: string) => path.replace(/:\w+/g, "none");
const takesBody = (method: string) => method === "POST" || method === "PUT";
// These calls would end the session that the other calls need.
const ENDS_SESSION = /logout/;

test("broken or unexpected JSON never causes a 5xx on any route with a body, and is never repeated in the answer", async () => {
  for (const text of BROKEN_JSON) expect(() => JSON.parse(text)).toThrow();
  expect(BROKEN_JSON.length + ODD_JSON.length + BROKEN_BYTES.length).toBeGreaterThan(150);
  const routes = sapa.app.routes.filter(({ method, path }) => takesBody(method) && !ENDS_SESSION.test(path));
  expect(routes.length).toBeGreaterThan(20);
  for (const { method, path } of routes) {
    for (const body of [...BROKEN_JSON, ...ODD_JSON, ...BROKEN_BYTES]) {
      const token = path.startsWith("/api/chats") || path.startsWith("/api/previews") ? owner : admin;
      const response = await sapa.app.handle(
        new Request(`http://localhost${fill(path)}`, {
          method,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body,
        }),
      );
      // The administrator reads in which folder the backups are.
      const answer = (await response.text()).replace(/"folder":"[^"]*"/, "");
      expect([path, body, response.status < 500]).toEqual([path, body, true]);
      expect(answer).not.toMatch(LEAK);
      if (response.status !== 204) expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    }
  }
}, 60_000);

test("after all these requests the log has JSON lines only, and no error", () => {
  for (const line of sapa.logLines) expect(JSON.parse(line).level).not.toBe("error");
});
