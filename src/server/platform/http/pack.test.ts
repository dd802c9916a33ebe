import { expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { packHead } from "./pack.ts";

const asking = (encodings: string) => new Request("http://localhost/", { headers: { "accept-encoding": encodings } });
const bytes = (body: string | Uint8Array<ArrayBuffer>) => (typeof body === "string" ? new TextEncoder().encode(body) : body);

const HEAD = `<!doctype html><title>Kedai “Rotan” 🍜</title>${"<p>nasi lemak</p>".repeat(300)}`;
const TAILS = ["x", '{"ticket":"abc"}</script>', "🍜é".repeat(200), "a".repeat(65_536), "a".repeat(65_537), ""];

test.each(TAILS.map((tail) => [tail.length, tail] as const))(
  "a head and an end of %p characters give the whole text in every encoding",
  (_, tail) => {
    const head = packHead(HEAD);
    for (let round = 0; round < 2; round++) {
      const brotli = head.finish(tail, asking("gzip, deflate, br"));
      expect(brotli.headers).toEqual({ "content-encoding": "br" });
      expect(brotliDecompressSync(bytes(brotli.body)).toString()).toBe(HEAD + tail);
      expect(gunzipSync(bytes(head.finish(tail, asking("gzip")).body)).toString()).toBe(HEAD + tail);
      expect(head.finish(tail, asking("identity")).body).toBe(HEAD + tail);
    }
  },
);

test("one head works with many ends, and no end leaks into the next answer", () => {
  const head = packHead(HEAD);
  for (const tail of ["first-ticket", "second"]) {
    expect(brotliDecompressSync(bytes(head.finish(tail, asking("br")).body)).toString()).toBe(HEAD + tail);
  }
});
