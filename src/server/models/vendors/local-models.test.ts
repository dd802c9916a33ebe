import { afterEach, beforeEach, expect, test } from "bun:test";
import { type FaultServer, type Script, startFaultServer, type Wire } from "../../../../test/fault-server.ts";
import { until } from "../../../../test/until.ts";
import type { ModelPull } from "../../../contract/model.ts";
import { systemClock } from "../../platform/clock.ts";
import { createLog } from "../../platform/log.ts";
import { createLocalModels, type LocalModelStore } from "./local-models.ts";

let server: FaultServer;
let store: LocalModelStore;
let changes: { count: number };
beforeEach(() => {
  server = startFaultServer();
  const counter = { count: 0 };
  changes = counter;
  const onChange = async () => void counter.count++;
  store = createLocalModels({ url: server.url, clock: systemClock, log: createLog("silent"), onChange });
});
afterEach(() => {
  store.stop();
  server.stop();
});

const tags = (wire: Wire) => wire.reply(200, "application/json", JSON.stringify({ models: [{ name: "qwen3:8b", size: 5_200_000_000 }] }));
/** Answers each path with a script. */
const behave = (byPath: Record<string, Script>) => server.behave((wire, request) => (byPath[request.path] ?? tags)(wire, request));
const line = (value: unknown) => `${JSON.stringify(value)}\n`;

const pullWhen = (name: string, holds: (pull: ModelPull) => boolean): Promise<ModelPull> =>
  until(async () => (await store.list()).pulls.find((one) => one.name === name && holds(one))) as Promise<ModelPull>;
const ended = ({ state }: ModelPull) => state !== "running";

test("the models on the machine are listed with their size", async () => {
  behave({});
  expect(await store.list()).toEqual({ isFound: true, models: [{ name: "qwen3:8b", bytes: 5_200_000_000 }], pulls: [] });
});

test("if Ollama is not running, it is not found, and that is not an error", async () => {
  server.stop();
  expect(await store.list()).toEqual({ isFound: false, models: [], pulls: [] });
});

test("a pull reports its progress, and then that it is done", async () => {
  let go = () => {};
  const goOn = new Promise<void>((resolve) => {
    go = resolve;
  });
  behave({
    "/api/pull": async (wire) => {
      wire.begin("application/x-ndjson");
      wire.write(line({ status: "pulling manifest" }) + line({ status: "pulling abc", total: 100, completed: 40 }));
      await goOn;
      wire.write(line({ status: "verifying sha256 digest" }) + line({ status: "success" }));
      wire.end();
    },
  });
  store.pull("qwen3:8b");
  const half = await pullWhen("qwen3:8b", ({ completed }) => completed > 0);
  expect(half).toMatchObject({ step: "pulling abc", total: 100, completed: 40, state: "running", error: null });
  store.pull("qwen3:8b");
  expect(server.seen.filter(({ path }) => path === "/api/pull")).toHaveLength(1);
  go();
  expect(await pullWhen("qwen3:8b", ended)).toMatchObject({ state: "done", error: null });
  expect(changes.count).toBe(1);
});

test("a cancelled pull closes the request to Ollama", async () => {
  behave({
    "/api/pull": (wire) => {
      wire.begin("application/x-ndjson");
      wire.write(line({ status: "pulling abc", total: 100, completed: 1 }));
    },
  });
  store.pull("big");
  await pullWhen("big", ({ completed }) => completed > 0);
  store.cancel("big");
  expect(await pullWhen("big", ended)).toMatchObject({ state: "cancelled", error: null });
  const upstream = server.seen.find(({ path }) => path === "/api/pull");
  await until(() => upstream?.isAborted);
});

test.each([
  [
    "an error after the 200",
    line({ status: "pulling manifest" }) + line({ error: "pull model manifest: file does not exist" }),
    "does not know",
  ],
  ["an end without success", line({ status: "pulling abc", total: 9, completed: 3 }), "could not do this"],
  ["a line that is not JSON", "<html>", "could not do this"],
])("%s is a failed pull, in words", async (_, body, words) => {
  behave({
    "/api/pull": (wire) => {
      wire.begin("application/x-ndjson");
      wire.write(body);
      wire.end();
    },
  });
  store.pull("x");
  const pull = await pullWhen("x", ended);
  expect(pull.state).toBe("failed");
  expect(pull.error).toContain(words);
  expect(pull.told?.id).toStartWith("ollama.");
});

test("a pull that reports nothing for two minutes fails with a readable message", async () => {
  store.stop();
  // Jumps to the end of the silence as soon as Ollama has the request.
  let now = 0;
  const sleep = async (ms: number, signal?: AbortSignal) => {
    await until(() => signal?.aborted || server.seen.some(({ path }) => path === "/api/pull"));
    now += ms;
  };
  const clock = { now: () => now, elapsed: () => now, sleep };
  store = createLocalModels({ url: server.url, clock, log: createLog("silent"), onChange: async () => {} });
  behave({ "/api/pull": (wire) => wire.begin("application/x-ndjson") });
  store.pull("x");
  expect(await pullWhen("x", ({ state }) => state === "failed")).toMatchObject({
    error: "Ollama stopped responding. Pull again to continue.",
    told: { id: "ollama.stopped" },
  });
});

test("more than two simultaneous pulls are refused", () => {
  behave({ "/api/pull": (wire) => wire.begin("application/x-ndjson") });
  store.pull("a");
  store.pull("b");
  expect(() => store.pull("c")).toThrow("Two models are already being pulled.");
});

test("a model is removed, and a refusal by Ollama becomes a readable message", async () => {
  behave({ "/api/delete": (wire) => wire.reply(200, "application/json", "") });
  await store.remove("qwen3:8b");
  expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([["DELETE", "/api/delete", { model: "qwen3:8b" }]]);
  expect(changes.count).toBe(1);
  behave({ "/api/delete": (wire) => wire.reply(404, "application/json", JSON.stringify({ error: "model 'x' not found" })) });
  expect(store.remove("x")).rejects.toMatchObject({
    code: "invalid",
    more: { fields: { name: { text: "Ollama does not know a model with this name." } } },
  });
});
