import { expect, test } from "bun:test";
import { createTurns } from "./passwords.ts";

/** Jobs that end when the test says so, in the order in which they started. */
function manual() {
  const inTurn = createTurns();
  const begun: { from: string; end: () => void }[] = [];
  const ask = (from: string, signal?: AbortSignal) =>
    inTurn({ from, signal }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.push({ from, end: resolve });
      return promise;
    }).then(
      () => "done",
      (error) => error.code,
    );
  const settle = () => Bun.sleep(0);
  return { begun, ask, settle };
}

test("addresses are served in turn: one with many jobs does not delay one with few", async () => {
  const { begun, ask, settle } = manual();
  for (let i = 0; i < 8; i++) void ask("loud");
  void ask("quiet");
  void ask("other");
  for (let i = 0; i < 6; i++) {
    begun[i]?.end();
    await settle();
  }
  expect(begun.slice(0, 6).map(({ from }) => from)).toEqual(["loud", "loud", "loud", "quiet", "other", "loud"]);
});

test("an address has at most eight waiting jobs; the ninth is refused as busy and the others are served", async () => {
  const { begun, ask, settle } = manual();
  const answers = Array.from({ length: 12 }, () => ask("loud"));
  expect(await Promise.race(answers)).toBe("busy");
  expect(begun).toHaveLength(2);
  for (let i = 0; i < 10; i++) {
    begun[i]?.end();
    await settle();
  }
  expect((await Promise.all(answers)).filter((answer) => answer === "done")).toHaveLength(10);
});

test("a client that disconnects while it waits costs no hashing, and the next one is served", async () => {
  const { begun, ask, settle } = manual();
  const client = new AbortController();
  void ask("a");
  void ask("b");
  const gone = ask("c", client.signal);
  const next = ask("d");
  client.abort();
  begun[0]?.end();
  await settle();
  expect(await gone).toBe("busy");
  expect(begun.map(({ from }) => from)).toEqual(["a", "b", "d"]);
  begun[2]?.end();
  expect(await next).toBe("done");
});

test("clients that have disconnected keep no places: the queue has room for the next one at once", async () => {
  const { ask, settle } = manual();
  void ask("a");
  void ask("b");
  const clients = Array.from({ length: 256 }, () => new AbortController());
  const gone = clients.map((client, i) => ask(`address ${i}`, client.signal));
  expect(await Promise.race([ask("full"), settle().then(() => "waits")])).toBe("busy");
  for (const client of clients) client.abort();
  expect(new Set(await Promise.all(gone))).toEqual(new Set(["busy"]));
  expect(await Promise.race([ask("next"), settle().then(() => "waits")])).toBe("waits");
});

test("40 addresses that keep the queue full give way to a new one, which then waits for one job of each", async () => {
  const { begun, ask, settle } = manual();
  const flood = Array.from({ length: 40 }, (_, n) => Array.from({ length: 10 }, () => ask(`bad ${n}`))).flat();
  const clean = ask("clean");
  let ended = 0;
  while (!begun.some(({ from }) => from === "clean")) {
    begun[ended++]?.end();
    await settle();
    void ask(`bad ${ended % 40}`);
  }
  expect(ended).toBeLessThanOrEqual(42);
  begun.find(({ from }) => from === "clean")?.end();
  expect(await clean).toBe("done");
  expect(await Promise.race(flood)).toBe("done");
});

test("a job that throws passes its place on", async () => {
  const inTurn = createTurns();
  const failing = Array.from({ length: 5 }, () => inTurn({ from: "a" }, () => Promise.reject(new Error("broken"))));
  expect((await Promise.allSettled(failing)).every(({ status }) => status === "rejected")).toBe(true);
  expect(await inTurn({ from: "a" }, async () => "works")).toBe("works");
});
