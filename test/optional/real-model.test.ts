/**
 * The whole server with a real decoder: streaming, visitors who leave, and slow readers, without a fake vendor. It runs
 * only on request, because it downloads about 85 MB of packages into its own folder:
 * SAPA_TEST_REAL_MODEL=1 bun test test/optional (Linux, x64 or arm64)
 */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_LIMITS } from "../../src/contract/limits.ts";
import { createModels, type Models } from "../../src/server/models/calls/models.ts";
import { askEach, type ReplyEvent } from "../../src/server/models/calls/reply.ts";
import { VENDOR_URLS } from "../../src/server/models/vendors/addresses.ts";
import { systemClock } from "../../src/server/platform/clock.ts";
import { createLog } from "../../src/server/platform/log.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { type TestApp, testApp } from "../app.ts";
import { connect } from "../socket-client.ts";
import { writeBigramModel } from "./bigram-model.ts";

const isWanted = process.env.SAPA_TEST_REAL_MODEL === "1";
const VERSION = "3.22.1";
const PACKAGES = [`node-llama-cpp@${VERSION}`, `@node-llama-cpp/linux-${process.arch}@${VERSION}`];
const INSTALL_MS = 180_000;
const TIMEOUTS = { firstTokenMs: 30_000, betweenTokensMs: 1_000, totalMs: 60_000, ollamaFirstTokenMs: 30_000 };

let folder: string;
let decoder: ReturnType<typeof startDecoder>;
let vendor: string;
let models: Models;
let sapa: TestApp;
let owner: { id: string; token: string };
let chatId: string;
let url: string;

function startDecoder() {
  const script = join(import.meta.dir, "llama-server.ts");
  return Bun.spawn([process.execPath, script, folder, join(folder, "bigram.gguf")], { stdout: "pipe", stderr: "inherit" });
}

async function addressOf({ stdout }: ReturnType<typeof startDecoder>): Promise<string> {
  for await (const text of stdout.pipeThrough(new TextDecoderStream())) {
    const found = /http:\/\/\S+/.exec(text);
    if (found) return found[0];
  }
  throw new Error("the decoder did not start");
}

async function install(): Promise<void> {
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const words = [process.execPath, "add", "--ignore-scripts", "--omit=optional", ...PACKAGES];
  const exit = await Bun.spawn(words, { cwd: folder, stdout: "ignore", stderr: "inherit" }).exited;
  if (exit !== 0) throw new Error("the packages could not be installed");
}

const counts = async (): Promise<{ decoded: number; finished: number; left: number; open: number }> =>
  (await fetch(`${vendor}/counts`)).json() as never;

const modelSettings = { aiModel: "ollama/bigram:latest", failover: [], keys: {}, timeouts: TIMEOUTS };
const requestFor = async (maxOutputTokens: number) => ({
  asked: await askEach(models.choose(modelSettings).candidates, async () => ({
    system: "Rules.",
    messages: [{ role: "user", text: "Tell me everything" }],
    maxOutputTokens,
  })),
  cacheKey: "a",
  account: "account-1",
  places: DEFAULT_LIMITS,
  signal: new AbortController().signal,
});
const textOf = (event: ReplyEvent | undefined) => (event?.type === "text" ? event.text : "");

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (await holds()) return;
    await Bun.sleep(20);
  }
  throw new Error("the condition was not met within 10 s");
}

describe.skipIf(!isWanted)("a real decoder", () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "sapa-model-"));
    await install();
    const ascii = readFileSync(join(import.meta.dir, "../../README.md"), "utf8").replace(/[^\n\x20-\x7e]/g, " ");
    writeFileSync(join(folder, "bigram.gguf"), writeBigramModel(ascii));
    decoder = startDecoder();
    vendor = await addressOf(decoder);
  }, INSTALL_MS);
  afterAll(async () => {
    decoder.kill();
    await decoder.exited;
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    models = createModels({ urls: { ...VENDOR_URLS, ollama: vendor }, clock: systemClock, log: createLog("silent") });
    await models.refreshOllama();
    sapa = await testApp({ models });
    const settings = { aiModel: "ollama/bigram:latest", timeouts: TIMEOUTS };
    expect((await sapa.call("PUT", "/api/settings", { token: await sapa.adminToken(), body: settings })).status).toBe(200);
    owner = await sapa.signUp("owner");
    chatId = await sapa.createAgent(owner.token, { knowledge: ["The shop opens at nine."] });
    url = await sapa.listen();
  });
  afterEach(() => sapa.close());

  test("streams its words, and its reported usage is recorded", async () => {
    const before = await counts();
    const visitor = await connect(url, chatId);
    const answer = await visitor.ask("When does the shop open?", crypto.randomUUID(), 50_000);
    expect(answer).toMatchObject({ error: null, interrupted: false });
    expect(answer.chunks).toBeGreaterThan(2);
    const row = await sapa.db.get<{ model: string; output_tokens: number; tokens_estimated: number }>(
      sql`select model, output_tokens, tokens_estimated from messages where author = 'agent'`,
    );
    expect(row).toEqual({ model: "ollama/bigram:latest", output_tokens: (await counts()).decoded - before.decoded, tokens_estimated: 0 });
  }, 60_000);

  test("stops when the visitor resets the conversation in the middle of a reply", async () => {
    const before = await counts();
    const visitor = await connect(url, chatId);
    visitor.send("chatMessage", { id: "leaving-0001", text: "Tell me everything" });
    await visitor.next("botMessageChunk", "leaving-0001");
    visitor.send("reset", {});
    await until(async () => (await counts()).left === before.left + 1);
    const { decoded, open, finished } = await counts();
    expect({ open, finished }).toEqual({ open: 0, finished: before.finished });
    await Bun.sleep(200);
    expect((await counts()).decoded).toBe(decoded);
  }, 60_000);

  test("waits for a reader that has stopped, and continues at the same token", async () => {
    const tokens = 120;
    await fetch(`${vendor}/padding/262144`);
    const before = await counts();
    const decoded = async () => (await counts()).decoded - before.decoded;
    const reply = models.stream(await requestFor(tokens), TIMEOUTS)[Symbol.asyncIterator]();
    let text = textOf((await reply.next()).value);
    let last = 0;
    await until(async () => {
      const now = await decoded();
      const isStill = now === last;
      last = now;
      await Bun.sleep(300);
      return isStill;
    });
    expect(last).toBeLessThan(tokens);
    expect((await counts()).open).toBe(1);
    for (let next = await reply.next(); !next.done; next = await reply.next()) text += textOf(next.value);
    expect(await decoded()).toBe(tokens);
    expect(text).toHaveLength(tokens);
    await fetch(`${vendor}/padding/0`);
  }, 60_000);

  test("loses no text for a reader who is slower than the vendor's time limit, and does not delay others", async () => {
    const before = await counts();
    let text = "";
    let pieces = 0;
    let end: unknown;
    for await (const event of models.stream(await requestFor(60), TIMEOUTS)) {
      if (event.type === "ended") end = event;
      if (event.type !== "text") continue;
      text += event.text;
      if (++pieces <= 2) await Bun.sleep(TIMEOUTS.betweenTokensMs * 1.5);
    }
    expect(end).toMatchObject({ outcome: "length", notes: [], usage: { outputTokens: 60 } });
    expect(text).toHaveLength((await counts()).decoded - before.decoded);
  }, 60_000);
});
