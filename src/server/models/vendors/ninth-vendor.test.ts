/** A new vendor with a known protocol needs only one row in vendors.ts. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type FaultServer, startFaultServer, VENDOR_SHAPES } from "../../../../test/fault-server.ts";

let server: FaultServer;
beforeAll(() => {
  server = startFaultServer();
});
afterAll(() => server.stop());

test("a ninth vendor with OpenAI's protocol needs one row to be configured, offered, checked and called", async () => {
  const shape = VENDOR_SHAPES.openai;
  server.behave((wire, request) => {
    if (request.method === "GET") return wire.reply(200, "application/json", JSON.stringify({ data: [{ id: "any-model" }] }));
    wire.begin(shape.type);
    wire.write(shape.start + shape.text("From nine o'clock.") + shape.end("complete", null));
    wire.end();
  });
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../../../../test/ninth-vendor.ts"), server.url], { stderr: "inherit" });
  expect(JSON.parse(await new Response(child.stdout).text())).toMatchObject({
    saved: 200,
    masked: { ninth: "••••••••inth" },
    group: { provider: "ninth", label: "Ninth", note: "New", keyPlace: "own", models: [] },
    check: { verdict: "valid", models: ["any-model"] },
    reply: "From nine o'clock.",
    isKnownVariable: true,
    usage: "  SAPA_NINTH_URL         Ninth (default https://api.ninth.example)",
  });
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /v1/models",
    "POST /v1/chat/completions",
    "POST /v1/chat/completions",
  ]);
  expect(server.seen.every(({ headers }) => headers.authorization === "Bearer key-of-ninth")).toBe(true);
});
