/** Documents that an installation fills with what it decides. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import type { Assets } from "./assets.ts";
import { type BuiltFile, createBuiltAssets } from "./built-assets.ts";

let folder: string;
let assets: Assets;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-dressed-"));
  const store = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return { file: join(folder, name), size: content.length };
  };
  const html = (name: string): BuiltFile => ({
    path: `/${name}.html`,
    type: "text/html; charset=utf-8",
    isHashed: false,
    hash: `h${name}`,
    plain: store(name, `built ${name}`),
    encoded: {},
    template: store(`${name}.template`, gzipSync(`filled ${name} NAME `.repeat(20))),
  });
  const pages = { application: html("index"), landing: html("landing"), translations: { ms: html("landing-ms") } };
  assets = createBuiltAssets({ files: [], pages: { open: pages, closed: pages }, frame: { script: "", style: "" } });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dressOf = (name: string) => ({ key: name, style: `:root{--name:${name}}`, fill: (text: string) => text.replaceAll("NAME", name) });
const ask = (dress: ReturnType<typeof dressOf> | null, headers: Record<string, string> = {}, path = "/login") =>
  assets.page(new Request(`http://localhost${path}`, { headers }), { dress });

test("without a dress, a document is sent as it was built", async () => {
  const page = ask(null);
  expect([await page.text(), page.headers.get("etag")]).toEqual(["built index", '"hindex"']);
  expect(page.headers.get("content-security-policy")).toContain("style-src 'self';");
});

test("a filled document is the same in each encoding, and each has its length and a tag of its own", async () => {
  const dress = dressOf("Kedai");
  const plain = await ask(dress).text();
  expect(plain).toContain("filled index Kedai");
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  const tags = new Set<string | null>();
  for (const encoding of ["br", "gzip"] as const) {
    const page = ask(dress, { "accept-encoding": encoding });
    const packed = new Uint8Array(await page.arrayBuffer());
    expect([page.headers.get("content-encoding"), page.headers.get("content-length")]).toEqual([encoding, String(packed.length)]);
    expect(unpack[encoding](packed).toString()).toBe(plain);
    tags.add(page.headers.get("etag"));
  }
  expect(tags.size).toBe(2);
});

test("a browser that has the document is told so, until the dress changes", async () => {
  const etag = ask(dressOf("Kedai")).headers.get("etag") ?? "";
  expect(ask(dressOf("Kedai"), { "if-none-match": etag }).status).toBe(304);
  const other = ask(dressOf("Warung"), { "if-none-match": etag });
  expect([other.status, await other.text()]).toEqual([200, expect.stringContaining("filled index Warung")]);
  expect(ask(null, { "if-none-match": etag }).status).toBe(200);
});

test("the policy allows exactly the dress's style", () => {
  const { style } = dressOf("Kedai");
  const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  const policy = ask(dressOf("Kedai")).headers.get("content-security-policy");
  expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
  expect(policy).not.toContain("unsafe");
});

test("the landing page is filled in the visitor's language", async () => {
  const page = ask(dressOf("Kedai"), { "accept-language": "ms" }, "/");
  expect(await page.text()).toContain("filled landing-ms Kedai");
  expect(page.headers.get("vary")).toBe("accept-encoding, accept-language");
});
