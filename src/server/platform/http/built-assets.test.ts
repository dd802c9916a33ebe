import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Assets } from "./assets.ts";
import { type BuiltFile, chooseEncoding, createBuiltAssets } from "./built-assets.ts";

let folder: string;
let assets: Assets;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-assets-"));
  const store = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return { file: join(folder, name), size: content.length };
  };
  const file = (path: string, type: string, isHashed: boolean): BuiltFile => {
    const name = path.replaceAll("/", "_");
    return {
      path,
      type,
      isHashed,
      hash: `h${name}`,
      plain: store(name, "plain content"),
      encoded: { br: store(`${name}.br`, "br"), gzip: store(`${name}.gzip`, "gzip") },
    };
  };
  const html = (name: string) => file(`/${name}.html`, "text/html; charset=utf-8", false);
  const pages = (end: string) => ({
    application: html(`index${end}`),
    landing: html(`landing${end}`),
    translations: { ms: html(`landing-ms${end}`) },
  });
  assets = createBuiltAssets({
    files: [
      file("/assets/main-1a2b3c4d.js", "text/javascript; charset=utf-8", true),
      file("/embed.js", "text/javascript; charset=utf-8", false),
      file("/favicon.svg", "image/svg+xml", false),
    ],
    pages: { open: pages(""), closed: pages("-closed") },
    frame: { script: "/assets/frame.js", style: ".box{}" },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ask = (path: string, headers: Record<string, string> = {}, method = "GET"): Response => {
  const response = assets.serve(new Request(`http://localhost${path}`, { headers, method }), path);
  if (!response) throw new Error(`${path} was expected to be there`);
  return response;
};

test("a file that is stored only in compressed form is served uncompressed to a client that accepts no encoding", async () => {
  const content = "plain content, ".repeat(20);
  const packed = gzipSync(content);
  writeFileSync(join(folder, "packed.gzip"), packed);
  const { serve } = createBuiltAssets({
    files: [
      {
        path: "/assets/packed.js",
        type: "text/javascript; charset=utf-8",
        isHashed: false,
        hash: "h",
        plain: { size: content.length },
        encoded: { gzip: { file: join(folder, "packed.gzip"), size: packed.length } },
      },
    ],
    pages: null,
    frame: { script: "", style: "" },
  });
  for (const round of [1, 2]) {
    const response = serve(new Request("http://localhost/assets/packed.js"), "/assets/packed.js");
    expect([round, response?.headers.get("content-encoding"), response?.headers.get("content-length")]).toEqual([round, null, "300"]);
    expect(await response?.text()).toBe(content);
  }
});

describe("the encoding follows the client", () => {
  const all = { br: 1, gzip: 1 };
  test.each([
    [null, null],
    ["", null],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, zstd", "gzip"],
    ["zstd", null],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["BR", "br"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0", null],
    ["*;q=0", null],
    ["*", "br"],
    ["*, br;q=0", "gzip"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["identity, br;q=0.5", null],
    ["br;q=nonsense, gzip", "gzip"],
    ["br ; Q=0.3 , gzip;q=0.4", "gzip"],
    ["deflate", null],
  ] as const)("%p gives %p", (header, wanted) => {
    expect(chooseEncoding(header, all)).toBe(wanted);
  });

  test("an encoding that was not stored, because it was no smaller, is not chosen", () => {
    expect(chooseEncoding("br, gzip", { gzip: 1 })).toBe("gzip");
    expect(chooseEncoding("br", {})).toBeNull();
  });

  test("content, length, tag and encoding of an answer match", async () => {
    const br = ask("/embed.js", { "accept-encoding": "br" });
    expect(br.headers.get("content-encoding")).toBe("br");
    expect(br.headers.get("content-length")).toBe("2");
    expect(br.headers.get("vary")).toBe("accept-encoding");
    expect(await br.text()).toBe("br");
    const plain = ask("/embed.js");
    expect(plain.headers.has("content-encoding")).toBe(false);
    expect(await plain.text()).toBe("plain content");
    expect(plain.headers.get("etag")).not.toBe(br.headers.get("etag"));
  });
});

test("a client that already has the file gets 304 without a body", async () => {
  const etag = ask("/embed.js", { "accept-encoding": "br" }).headers.get("etag") ?? "";
  for (const given of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = ask("/embed.js", { "accept-encoding": "br", "if-none-match": given });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
  }
  expect(ask("/embed.js", { "if-none-match": etag }).status).toBe(200);
});

test("a file with a hash in its name may be cached for a year, the loader for minutes", () => {
  expect(ask("/assets/main-1a2b3c4d.js").headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(ask("/embed.js").headers.get("cache-control")).toBe("public, max-age=300");
});

test("other origins may use only the loader and the assets", () => {
  const policy = (path: string) => ask(path).headers.get("cross-origin-resource-policy");
  expect([policy("/embed.js"), policy("/assets/main-1a2b3c4d.js"), policy("/favicon.svg")]).toEqual([
    "cross-origin",
    "cross-origin",
    "same-origin",
  ]);
});

test("every answer forbids content sniffing", () => {
  for (const path of ["/embed.js", "/favicon.svg"]) expect(ask(path).headers.get("x-content-type-options")).toBe("nosniff");
  expect(assets.page(new Request("http://localhost/")).headers.get("x-content-type-options")).toBe("nosniff");
});

test("the page is revalidated each time, cannot be framed, and runs only its own scripts", () => {
  const page = assets.page(new Request("http://localhost/dashboard"));
  expect(page.headers.get("cache-control")).toBe("no-cache");
  const policy = page.headers.get("content-security-policy") ?? "";
  for (const rule of ["frame-ancestors 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'", "object-src 'none'"]) {
    expect(policy).toContain(rule);
  }
  expect(policy).not.toContain("unsafe");
});

test("a missing page keeps its status, even for a client that has cached the page", () => {
  const etag = assets.page(new Request("http://localhost/")).headers.get("etag") ?? "";
  const request = new Request("http://localhost/nothing", { headers: { "if-none-match": etag } });
  expect(assets.page(request, { status: 404 }).status).toBe(404);
});

test("a path that is not in the manifest does not exist, however it is spelled", () => {
  for (const path of [
    "/index.html.br",
    "/assets/",
    "/assets/../embed.js",
    "/embed.js/",
    "//embed.js",
    "/constructor",
    "/__proto__",
    "/sapa",
  ]) {
    expect(assets.serve(new Request("http://localhost/"), path)).toBeUndefined();
  }
});

test("files accept only GET and HEAD", () => {
  expect(assets.serve(new Request("http://localhost/embed.js", { method: "POST" }), "/embed.js")).toBeUndefined();
  expect(ask("/embed.js", {}, "HEAD").headers.get("content-length")).toBe("13");
});

test("the landing page is a separate document, and every other address gets the application's page", () => {
  const tagOf = (path: string) => assets.page(new Request(`http://localhost${path}`)).headers.get("etag");
  expect(tagOf("/")).toContain("landing");
  expect(tagOf("/?utm_source=flyer")).toContain("landing");
  for (const path of ["/login", "/dashboard", "/awc"]) expect(tagOf(path)).toContain("index");
});

test("the landing page is in the first of the browser's languages that there is", () => {
  const answer = (languages: string) => assets.page(new Request("http://localhost/", { headers: { "accept-language": languages } }));
  expect(answer("ms-MY,ms;q=0.9,en;q=0.8").headers.get("etag")).toContain("landing-ms");
  expect(answer("zh-CN, ms;q=0.5").headers.get("etag")).toContain("landing-ms");
  expect(answer("en-MY,ms;q=0.9").headers.get("etag")).toMatch(/landing\.html/);
  expect(answer("ta").headers.get("etag")).toMatch(/landing\.html/);
  expect(answer("ms").headers.get("vary")).toBe("accept-encoding, accept-language");
});

test("both documents have a separate version for when sign-up is closed", () => {
  const tagOf = (path: string) => assets.page(new Request(`http://localhost${path}`), { isSignUpClosed: true }).headers.get("etag");
  expect(tagOf("/")).toContain("landing-closed");
  expect(tagOf("/login")).toContain("index-closed");
});

test("a server that runs from source before any build says what to do", async () => {
  const empty = createBuiltAssets({ files: [], pages: null, frame: { script: "", style: "" } });
  const answer = empty.page(new Request("http://localhost/"));
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("bun run build");
});
