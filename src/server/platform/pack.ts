/** Small answers that visitors of other people's pages wait for, compressed for browsers that take it. */

/** The body and the headers that go with it. gzip, because every browser takes it on plain http, too. */
export function packed(text: string, request: Request): { body: string | Uint8Array<ArrayBuffer>; headers: Record<string, string> } {
  if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) return { body: text, headers: {} };
  return { body: Bun.gzipSync(text), headers: { "content-encoding": "gzip" } };
}
