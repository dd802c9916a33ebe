import { expect, test } from "bun:test";
import { createTurns } from "./turns.ts";

/** An event loop that the test advances by hand, and a clock that advances when work is done. */
function handTurned() {
  let now = 0;
  let next: (() => void)[] = [];
  const turns = createTurns({ elapsed: () => now, defer: (run) => next.push(run) });
  const served: string[] = [];
  const ask = (key: string, ms: number) =>
    turns.next(key).then(() => {
      served.push(key);
      now += ms;
    });
  const turnLoop = async () => {
    const due = next;
    next = [];
    for (const run of due) run();
    await Bun.sleep(0);
  };
  return { turns, served, ask, turnLoop };
}

test("work continues at once while its slice of time lasts, and then waits for the next turn of the loop", async () => {
  const { served, ask, turnLoop } = handTurned();
  await ask("a", 5);
  await ask("a", 5);
  const third = ask("a", 5);
  await Bun.sleep(0);
  expect(served).toEqual(["a", "a"]);
  await turnLoop();
  await third;
  expect(served).toHaveLength(3);
});

test("a key with much work alternates with keys that have little", async () => {
  const { served, ask, turnLoop } = handTurned();
  await ask("flood", 10);
  for (let i = 0; i < 20; i++) void ask("flood", 10);
  void ask("visitor", 1);
  for (let turn = 0; turn < 3; turn++) await turnLoop();
  expect(served.slice(1, 4)).toEqual(["flood", "visitor", "flood"]);
});

test("no key is forgotten, and one long piece of work runs in each turn of the loop", async () => {
  const { served, ask, turnLoop } = handTurned();
  for (let i = 0; i < 30; i++) void ask(`key ${i % 3}`, 10);
  await Bun.sleep(0);
  const first = served.length;
  for (let turn = 0; turn < 30 - first; turn++) {
    await turnLoop();
    expect(served.length).toBe(first + turn + 1);
  }
  expect(served.filter((key) => key === "key 1")).toHaveLength(10);
});

test("short pieces of work that wait are done together in one turn of the loop", async () => {
  const { served, ask, turnLoop } = handTurned();
  await ask("a", 9);
  for (let i = 0; i < 10; i++) void ask(`key ${i}`, 1);
  await turnLoop();
  expect(served.length).toBe(7);
  await turnLoop();
  expect(served.length).toBe(11);
});

test("a long task that pauses lets the others run before it continues", async () => {
  const turns = createTurns();
  const order: string[] = [];
  const long = (async () => {
    for (let part = 0; part < 3; part++) {
      order.push("long");
      await turns.pause("long");
    }
  })();
  const other = turns.pause("other").then(() => order.push("other"));
  await Promise.all([long, other]);
  expect(order.indexOf("other")).toBeLessThan(order.lastIndexOf("long"));
});
