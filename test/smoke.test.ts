/** The built executable as a new operator runs it: in an empty read-only folder, with an empty environment and data elsewhere. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const EXECUTABLE = resolve(import.meta.dir, "../dist/sapa");
let folder: string;
let empty: string;
let child: Bun.Subprocess<"ignore", "pipe", "pipe">;
let url: string;
let readyLine: string;

beforeAll(async () => {
  if (!existsSync(EXECUTABLE)) throw new Error("dist/sapa is not there: bun run build");
  folder = mkdtempSync(join(tmpdir(), "sapa-smoke-"));
  empty = join(folder, "empty");
  mkdirSync(empty);
  // An executable without the right build flags would read both files and run code in them.
  writeFileSync(join(empty, ".env"), "SAPA_PORT=not-a-port\n");
  writeFileSync(join(empty, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
  writeFileSync(join(empty, "evil.ts"), 'console.log("preloaded"); process.exit(66);\n');
  chmodSync(empty, 0o555);
  child = Bun.spawn([EXECUTABLE, "serve", "--port", "0", "--data", join(folder, "data")], {
    cwd: empty,
    env: {},
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const { value } = await child.stdout.getReader().read();
  readyLine = new TextDecoder().decode(value).trim();
  url = readyLine.split(" ").at(-1) ?? "";
});

afterAll(async () => {
  child.kill();
  await child.exited;
  chmodSync(empty, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(url + path, { headers, method, redirect: "manual", decompress: false });
const assetsOfPage = async () => [...(await (await fetch(`${url}/`)).text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);

test("it prints its address once, in one line", () => {
  expect(readyLine).toMatch(/^Sapa \d+\.\d+\.\d+ ready at http:\/\/127\.0\.0\.1:\d+$/);
});

test("it writes only to its data folder, which no other user may read", () => {
  expect(readdirSync(empty).sort()).toEqual([".env", "bunfig.toml", "evil.ts"]);
  expect(readdirSync(join(folder, "data"))).toContain("sapa.db");
});

test("it can make more than 256 calls to vendors at once", async () => {
  const environment = await Bun.file(`/proc/${child.pid}/environ`).text();
  expect(environment).toContain("BUN_CONFIG_MAX_HTTP_REQUESTS=20000");
});

test("health needs no token", async () => {
  const answer = await get("/api/health");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ status: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
});

describe("the application's page", () => {
  test.each(["/", "/signup", "/login", "/dashboard", "/editor?chatId=x", "/plans", "/awc"])(
    "is served at %s, unframeable",
    async (path) => {
      const page = await get(path, { accept: "text/html" });
      expect(page.status).toBe(200);
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      const policy = page.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
    },
  );

  test("holds no inline script or style, which its policy would block", async () => {
    const text = await (await fetch(`${url}/`)).text();
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });

  test("an unknown address answers 404, with a page for people and with JSON for programs", async () => {
    const page = await get("/no-such-page", { accept: "text/html" });
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    const json = await get("/api/no-such-call");
    expect(json.status).toBe(404);
    expect(await json.json()).toMatchObject({ error: { code: "not_found" } });
  });
});

describe("built files", () => {
  test("every file that the page names exists, is immutable and has its content type", async () => {
    const paths = await assetsOfPage();
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) {
      const file = await get(path);
      expect(file.status).toBe(200);
      expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  test("each encoding holds the same content", async () => {
    const script = (await assetsOfPage()).find((path) => path.endsWith(".js")) ?? "";
    const plain = Buffer.from(await (await get(script)).bytes());
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [encoding, decompress] of Object.entries(unpack)) {
      const answer = await get(script, { "accept-encoding": encoding });
      expect(answer.headers.get("content-encoding")).toBe(encoding);
      expect(decompress(Buffer.from(await answer.bytes())).equals(plain)).toBe(true);
    }
  });

  test("HEAD returns the length, and a known entity tag is answered with 304", async () => {
    const head = await get("/embed.js", { "accept-encoding": "br" }, "HEAD");
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(100);
    expect(await head.text()).toBe("");
    const again = await get("/embed.js", { "accept-encoding": "br", "if-none-match": head.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
  });

  test("every site may load the loader", async () => {
    const loader = await get("/embed.js");
    expect(loader.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(loader.headers.get("content-type")).toContain("javascript");
  });
});

test.each([
  "/sapa",
  "/sapa.map",
  "/index.js",
  "/main.js",
  "/main.ts",
  "/bun",
  "/$bunfs/root/sapa",
  "/%24bunfs/root/sapa",
  "/$bunfs/root/",
  "/assets/",
  "/assets/sapa",
  "/assets/../sapa",
  "/assets/%2e%2e/sapa",
  "/..%2f..%2fetc%2fpasswd",
  "/assets/..%5c..%5csapa",
  "/src/server/main.ts",
  "/package.json",
  "/migrations/0001_init.sql",
  "/data/sapa.db",
  "/secret.key",
  "/.env",
])("it does not hand out its own source or data at %s", async (path) => {
  // Sent as raw bytes, because fetch would remove the dots.
  const answer = await askRaw(path);
  expect(answer).toStartWith("HTTP/1.1 404");
  expect(answer).not.toContain("createApp");
  expect(answer).not.toContain("SQLite format 3");
});

async function askRaw(path: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve: done } = Promise.withResolvers<string>();
  let text = "";
  await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: (socket) => void socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`),
      data: (_socket, chunk) => {
        text += chunk.toString("latin1");
      },
      close: () => done(text),
    },
  });
  return await promise;
}

test("SIGTERM ends it with exit code 0, well within ten seconds", async () => {
  const other = Bun.spawn([EXECUTABLE, "serve", "--port", "0", "--data", join(folder, "other")], {
    env: {},
    stdout: "pipe",
    stderr: "ignore",
  });
  await other.stdout.getReader().read();
  const started = performance.now();
  other.kill("SIGTERM");
  expect(await other.exited).toBe(0);
  expect(performance.now() - started).toBeLessThan(5_000);
});
