/**
 * How soon a vendor notices that the visitor has left: the time from the abort to the close of the vendor's connection,
 * for each wire protocol, before and after the first text. Run: bun bench/abort.ts
 */

import { DEFAULT_LIMITS } from "../src/contract/limits.ts";
import { DEFAULT_TIMEOUTS } from "../src/contract/model.ts";
import { createModels } from "../src/server/models/calls/models.ts";
import { askEach } from "../src/server/models/calls/reply.ts";
import { VENDOR_IDS, type Vendor } from "../src/server/models/vendors/vendors.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { createLog } from "../src/server/platform/log.ts";
import { startFaultServer, VENDOR_SHAPES } from "../test/fault-server.ts";

const ROUNDS = 100;
const GOAL_MS = 200;
const MODEL_OF = { openai: "gpt-4o", anthropic: "claude-3-haiku", google: "gemini-pro", cohere: "cohere-command", ollama: "ollama/llama3" };
const KEY = "sk-bench-000000";

const server = startFaultServer();
const urls = Object.fromEntries(VENDOR_IDS.map((id) => [id, server.url])) as Record<Vendor, string>;
const models = createModels({ urls, clock: systemClock, log: createLog("silent") });
server.behave((wire) => wire.reply(200, "application/json", JSON.stringify({ models: [{ name: "llama3:latest" }] })));
await models.refreshOllama();

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await Bun.sleep(1);
}

/** @returns milliseconds from the visitor's leaving until the vendor's connection closes. */
async function leave(protocol: keyof typeof MODEL_OF, hasText: boolean): Promise<number> {
  const shape = VENDOR_SHAPES[protocol];
  server.behave((wire) => {
    if (!hasText) return;
    wire.begin(shape.type);
    wire.write(shape.start + shape.text("Well,"));
  });
  const keys = { openai: KEY, anthropic: KEY, google: KEY, cohere: KEY };
  const { candidates } = models.choose({ aiModel: MODEL_OF[protocol], failover: [], keys, timeouts: DEFAULT_TIMEOUTS });
  const visitor = new AbortController();
  const ask = async () => ({ system: "s", messages: [{ role: "user" as const, text: "q" }], maxOutputTokens: 9 });
  const asked = await askEach(candidates, ask);
  const request = { asked, cacheKey: "a", account: "a", places: DEFAULT_LIMITS, signal: visitor.signal };
  const events = models.stream(request, DEFAULT_TIMEOUTS)[Symbol.asyncIterator]();
  const first = events.next();
  if (hasText) await first;
  else await until(() => server.seen.length === 1);
  const left = Date.now();
  visitor.abort();
  await events.return?.();
  await first;
  await until(() => server.seen[0]?.isAborted === true);
  return (server.seen[0]?.closedAt ?? Number.NaN) - left;
}

console.log(`${ROUNDS} aborted replies each, in ms (goal: ${GOAL_MS})`);
for (const protocol of Object.keys(MODEL_OF) as (keyof typeof MODEL_OF)[]) {
  for (const hasText of [false, true]) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await leave(protocol, hasText));
    times.sort((a, b) => a - b);
    const what = `${protocol}, ${hasText ? "after the first text" : "before the first text"}`;
    console.log(`${what.padEnd(36)} median ${times[ROUNDS / 2]}, longest ${times.at(-1)}`);
  }
}
server.stop();
