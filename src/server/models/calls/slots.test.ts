/** Places at a vendor: which reply is served next, which may wait, and what each visitor is told. */
import { expect, test } from "bun:test";
import { systemClock } from "../../platform/clock.ts";
import { createSlots, type LineLimits, type Slots } from "./slots.ts";

const stays = new AbortController().signal;
const PATIENCE_MS = 5_000;
const ONE: LineLimits = { places: 1, waiting: 64, waitingOfAccount: 64 };

interface How {
  limits?: LineLimits;
  place?: string;
  visitor?: AbortSignal;
  timeoutMs?: number;
  onWait?: (ahead: number) => void;
}

const take = (
  slots: Slots,
  account = "a",
  { limits = ONE, place = "ollama", visitor = stays, timeoutMs = PATIENCE_MS, onWait }: How = {},
) => slots.take({ place, account, limits }, { visitor, timeoutMs, onWait });

/** Takes a place, records that it was served, and releases the place when the test asks for it. */
function visit(slots: Slots, order: string[], account: string, how: How = {}) {
  const leave = Promise.withResolvers<void>();
  const served = take(slots, account, how).then((release) => {
    order.push(account);
    return leave.promise.then(() => release?.());
  });
  return { served, leave: () => leave.resolve() };
}

const settle = () => Bun.sleep(5);

test("a free place goes to the reply of the account that has waited longest", async () => {
  const slots = createSlots(systemClock);
  const order: string[] = [];
  const first = await take(slots);
  const waiting = ["first", "second"].map(async (name) => {
    const release = await take(slots);
    order.push(name);
    release?.();
  });
  await settle();
  expect(order).toEqual([]);
  first?.();
  await Promise.all(waiting);
  expect(order).toEqual(["first", "second"]);
  expect(await take(slots)).toBeFunction();
});

test("if one account fills every place and the queue, another account's first reply is served next", async () => {
  const slots = createSlots(systemClock);
  const limits = { places: 4, waiting: 64, waitingOfAccount: 32 };
  const order: string[] = [];
  const greedy = Array.from({ length: 36 }, () => visit(slots, order, "greedy", { limits }));
  await settle();
  expect(order).toHaveLength(4);
  const modest = visit(slots, order, "modest", { limits });
  greedy[0]?.leave();
  await settle();
  expect(order.at(-1)).toBe("modest");
  for (const visitor of [...greedy, modest]) visitor.leave();
  await Promise.all([...greedy, modest].map(({ served }) => served));
  expect(order).toHaveLength(37);
});

test("waiting accounts take turns, however many replies each has", async () => {
  const slots = createSlots(systemClock);
  const order: string[] = [];
  const first = visit(slots, order, "a");
  const others = ["a", "a", "a", "b", "b", "c"].map((account) => visit(slots, order, account));
  for (const { leave } of others) leave();
  first.leave();
  await Promise.all([first, ...others].map(({ served }) => served));
  expect(order).toEqual(["a", "a", "b", "c", "a", "b", "a"]);
});

test("an account holds at most half of the places while another account waits, and all of them otherwise", async () => {
  const slots = createSlots(systemClock);
  const limits = { ...ONE, places: 4 };
  const order: string[] = [];
  const alone = Array.from({ length: 4 }, () => visit(slots, order, "a", { limits }));
  await settle();
  expect(order).toEqual(["a", "a", "a", "a"]);
  const more = ["a", "b", "b", "b"].map((account) => visit(slots, order, account, { limits }));
  // Account a is first in the order, but it holds three of four places when the first one is released.
  for (const { leave } of alone.slice(0, 2)) leave();
  await settle();
  expect(order.slice(4)).toEqual(["b", "b"]);
  // Now each account holds two places: neither is below its share, and no place stays empty.
  alone[2]?.leave();
  await settle();
  expect(order).toHaveLength(7);
  for (const { leave } of [...alone, ...more]) leave();
  await Promise.all([...alone, ...more].map(({ served }) => served));
  expect(order).toHaveLength(8);
});

test("if there is only one place, the accounts get it in turn", async () => {
  const slots = createSlots(systemClock);
  const order: string[] = [];
  const visits = ["a", "a", "a", "b"].map((account) => visit(slots, order, account));
  for (const { leave } of visits) leave();
  await Promise.all(visits.map(({ served }) => served));
  expect(order).toEqual(["a", "a", "b", "a"]);
});

test("a visitor who must wait is told how many are served before, and one who need not wait is told nothing", async () => {
  const slots = createSlots(systemClock);
  const told: string[] = [];
  const tell = (name: string) => ({ onWait: (ahead: number) => told.push(`${name} ${ahead}`) });
  const first = await take(slots, "a", tell("first"));
  expect(told).toEqual([]);
  const others = [take(slots, "a", tell("a1")), take(slots, "a", tell("a2")), take(slots, "b", tell("b1"))];
  // Account b's only reply is served before account a's second one, whose visitor is not told that the wait is longer now.
  expect(told).toEqual(["a1 0", "a2 1", "b1 1"]);
  first?.();
  await Promise.all(others.map(async (other) => (await other)?.()));
});

test("a waiting visitor is told again when the queue moves, but not if only a later reply has left it", async () => {
  const slots = createSlots(systemClock);
  const told: string[] = [];
  const first = await take(slots);
  const leaving = new AbortController();
  const wait = (name: string, visitor = stays) => take(slots, "a", { visitor, onWait: (ahead) => told.push(`${name} ${ahead}`) });
  const [a, left, c] = [wait("a"), wait("b", leaving.signal), wait("c")];
  expect(told.splice(0)).toEqual(["a 0", "b 1", "c 2"]);
  leaving.abort();
  await left;
  expect(told.splice(0)).toEqual(["c 1"]);
  first?.();
  (await a)?.();
  expect(told).toEqual(["c 0"]);
  (await c)?.();
});

test("releasing a place twice frees only one place", async () => {
  const slots = createSlots(systemClock);
  const first = await take(slots);
  first?.();
  first?.();
  await take(slots);
  expect(take(slots, "a", { timeoutMs: 10 })).rejects.toMatchObject({ failure: "overloaded" });
});

test("a visitor who leaves the queue takes no place", async () => {
  const slots = createSlots(systemClock);
  const first = await take(slots);
  const visitor = new AbortController();
  const left = take(slots, "a", { visitor: visitor.signal });
  visitor.abort();
  expect(await left).toBeNull();
  first?.();
  expect(await take(slots)).toBeFunction();
});

test("an account's share of the queue is limited, and another account may still wait", async () => {
  const slots = createSlots(systemClock);
  const limits = { places: 1, waiting: 64, waitingOfAccount: 3 };
  const leaving = new AbortController();
  const how = { limits, visitor: leaving.signal };
  const release = await take(slots, "a", { limits });
  const waiting = Array.from({ length: 3 }, () => take(slots, "a", how));
  expect(take(slots, "a", how)).rejects.toMatchObject({ failure: "overloaded" });
  const other = take(slots, "b", { limits });
  release?.();
  leaving.abort();
  await Promise.all(waiting);
  expect(await other).toBeFunction();
});

test("in a full queue the last reply of the account with the most replies makes room, and an account's only reply never does", async () => {
  const slots = createSlots(systemClock);
  const limits = { places: 1, waiting: 4, waitingOfAccount: 4 };
  const order: string[] = [];
  const first = visit(slots, order, "a", { limits });
  const greedy = Array.from({ length: 4 }, () => visit(slots, order, "a", { limits }));
  const displaced = greedy.slice(1).map(({ served }) =>
    served.then(
      () => "served",
      (error) => error.failure,
    ),
  );
  const modest = ["b", "c", "d"].map((account) => visit(slots, order, account, { limits }));
  expect(take(slots, "e", { limits })).rejects.toMatchObject({ failure: "overloaded" });
  for (const { leave } of [first, ...greedy, ...modest]) leave();
  expect(await Promise.all(displaced)).toEqual(["overloaded", "overloaded", "overloaded"]);
  await Promise.all(modest.map(({ served }) => served));
  expect(order.toSorted()).toEqual(["a", "a", "b", "c", "d"]);
});

test("a reply that waits too long fails, and takes no place afterwards", async () => {
  const slots = createSlots(systemClock);
  const first = await take(slots);
  expect(await take(slots, "b", { timeoutMs: 10 }).catch((error) => error.failure)).toBe("overloaded");
  first?.();
  expect(await take(slots, "c")).toBeFunction();
});

test("more places serve waiting replies at once, and after a reduction no more replies are served than there are places", async () => {
  const slots = createSlots(systemClock);
  const order: string[] = [];
  const first = visit(slots, order, "a");
  const waiting = visit(slots, order, "a");
  const wide = visit(slots, order, "b", { limits: { ...ONE, places: 3 } });
  await settle();
  expect(order.toSorted()).toEqual(["a", "a", "b"]);
  const narrow = visit(slots, order, "c");
  first.leave();
  waiting.leave();
  await settle();
  expect(order).toHaveLength(3);
  wide.leave();
  await settle();
  expect(order.at(-1)).toBe("c");
  narrow.leave();
});

test("one vendor's queue does not delay another's", async () => {
  const slots = createSlots(systemClock);
  await take(slots);
  expect(await take(slots, "a", { place: "openai" })).toBeFunction();
});

test("a thousand visitors of twenty accounts who arrive and leave at any moment are each served or refused, and no place is lost", async () => {
  const slots = createSlots(systemClock);
  const limits = { places: 7, waiting: 100, waitingOfAccount: 12 };
  let now = 0;
  let most = 0;
  const outcomes = await Promise.all(
    Array.from({ length: 1_000 }, async (_, i) => {
      await Bun.sleep(i % 37);
      const visitor = AbortSignal.timeout(3 + (i % 50));
      try {
        const release = await take(slots, `account-${i % 20}`, { limits, visitor, timeoutMs: 5 + (i % 40) });
        if (!release) return "left";
        most = Math.max(most, ++now);
        await Bun.sleep(i % 3);
        now--;
        release();
        return "served";
      } catch {
        return "told";
      }
    }),
  );
  expect(outcomes).toHaveLength(1_000);
  expect(most).toBeLessThanOrEqual(7);
  expect(now).toBe(0);
  expect(outcomes.filter((outcome) => outcome === "served").length).toBeGreaterThan(7);
  const all = await Promise.all(Array.from({ length: 7 }, () => take(slots, "after", { limits, timeoutMs: 10 })));
  expect(all.every((release) => release !== null)).toBe(true);
});

test("living nodes divide the places at a vendor, and each has at least one", async () => {
  let nodes = 3;
  const slots = createSlots(systemClock, { share: () => nodes });
  const served = async (places: number, place: string): Promise<number> => {
    const limits = { places, waiting: 64, waitingOfAccount: 64 };
    const taken = await Promise.all(Array.from({ length: 8 }, () => take(slots, "a", { limits, place, timeoutMs: 5 }).catch(() => null)));
    return taken.filter((release) => release !== null).length;
  };
  expect([await served(6, "vendor"), await served(2, "ollama")]).toEqual([2, 1]);
  nodes = 1;
  expect(await served(6, "another")).toBe(6);
});
