import { expect, test } from "bun:test";
import { systemClock } from "../platform/clock.ts";
import { createSlots } from "./slots.ts";

const stays = new AbortController().signal;
const OLLAMA = { provider: "ollama", place: "ollama" } as const;
const PATIENCE_MS = 5_000;

test("a place that comes free goes to whoever waits longest", async () => {
  const slots = createSlots(systemClock, { ollama: 1 });
  const order: string[] = [];
  const first = await slots.take(OLLAMA, { visitor: stays, timeoutMs: PATIENCE_MS });
  const waiting = ["a", "b"].map(async (name) => {
    const release = await slots.take(OLLAMA, { visitor: stays, timeoutMs: PATIENCE_MS });
    order.push(name);
    release?.();
  });
  await Bun.sleep(5);
  expect(order).toEqual([]);
  first?.();
  await Promise.all(waiting);
  expect(order).toEqual(["a", "b"]);
  expect(await slots.take(OLLAMA, { visitor: stays, timeoutMs: PATIENCE_MS })).toBeFunction();
});

test("who must wait is told how many wait before, and who need not is told nothing", async () => {
  const slots = createSlots(systemClock, { ollama: 1 });
  const told: number[] = [];
  const take = () => slots.take(OLLAMA, { visitor: stays, timeoutMs: PATIENCE_MS, onWait: (ahead) => told.push(ahead) });
  const first = await take();
  expect(told).toEqual([]);
  const others = [take(), take()];
  expect(told).toEqual([0, 1]);
  first?.();
  for (const other of others) (await other)?.();
});

test("who waits is told again when the line moves, and nobody before the one who left", async () => {
  const slots = createSlots(systemClock, { ollama: 1 });
  const told: string[] = [];
  const first = await slots.take(OLLAMA, { visitor: stays, timeoutMs: PATIENCE_MS });
  const leaving = new AbortController();
  const take = (name: string, visitor = stays) =>
    slots.take(OLLAMA, { visitor, timeoutMs: PATIENCE_MS, onWait: (ahead) => told.push(`${name} ${ahead}`) });
  const [a, left, c] = [take("a"), take("b", leaving.signal), take("c")];
  expect(told.splice(0)).toEqual(["a 0", "b 1", "c 2"]);
  leaving.abort();
  await left;
  expect(told.splice(0)).toEqual(["c 1"]);
  first?.();
  (await a)?.();
  expect(told).toEqual(["c 0"]);
  (await c)?.();
});

test("giving a place back twice frees one place", async () => {
  const slots = createSlots(systemClock, { ollama: 1 });
  const first = await slots.take(OLLAMA, { visitor: stays, timeoutMs: PATIENCE_MS });
  first?.();
  first?.();
  await slots.take(OLLAMA, { visitor: stays, timeoutMs: PATIENCE_MS });
  expect(slots.take(OLLAMA, { visitor: stays, timeoutMs: 10 })).rejects.toMatchObject({ failure: "overloaded" });
});

test("a visitor who leaves the line takes no place", async () => {
  const slots = createSlots(systemClock, { ollama: 1 });
  const first = await slots.take(OLLAMA, { visitor: stays, timeoutMs: PATIENCE_MS });
  const visitor = new AbortController();
  const left = slots.take(OLLAMA, { visitor: visitor.signal, timeoutMs: PATIENCE_MS });
  visitor.abort();
  expect(await left).toBeNull();
  first?.();
  expect(await slots.take(OLLAMA, { visitor: stays, timeoutMs: PATIENCE_MS })).toBeFunction();
});

test("the line has an end", async () => {
  const slots = createSlots(systemClock, { ollama: 1 });
  const leaving = new AbortController();
  await slots.take(OLLAMA, { visitor: stays, timeoutMs: PATIENCE_MS });
  const waiting = Array.from({ length: 64 }, () => slots.take(OLLAMA, { visitor: leaving.signal, timeoutMs: PATIENCE_MS }));
  expect(slots.take(OLLAMA, { visitor: stays, timeoutMs: PATIENCE_MS })).rejects.toMatchObject({ failure: "overloaded" });
  leaving.abort();
  await Promise.all(waiting);
});

test("one vendor's line does not hold up another's", async () => {
  const slots = createSlots(systemClock, { ollama: 1 });
  await slots.take(OLLAMA, { visitor: stays, timeoutMs: PATIENCE_MS });
  expect(await slots.take({ provider: "openai", place: "openai" }, { visitor: stays, timeoutMs: PATIENCE_MS })).toBeFunction();
});
