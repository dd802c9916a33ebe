import { expect, test } from "bun:test";
import { createSharedRuns } from "./shared-runs.ts";
import { nextTurn } from "./steps.ts";

/** Runs that end when the test says so; each gives the version that there was when it began. */
function held({ most = 10, atOnce = 10 } = {}) {
  const runs = createSharedRuns<number>({ most, atOnce });
  const begun: string[] = [];
  const befores: (number | undefined)[] = [];
  const ends: ((error?: Error) => void)[] = [];
  let version = 0;
  const ask = (key: string, wanted = ++version) =>
    runs.of(
      key,
      (known) => known >= wanted,
      (before) => {
        begun.push(key);
        befores.push(before);
        const result = version;
        const { promise, resolve, reject } = Promise.withResolvers<number>();
        ends.push((error) => (error ? reject(error) : resolve(result)));
        return promise;
      },
    );
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  };
  const end = async (error?: Error) => {
    ends.shift()?.(error);
    await settle();
  };
  return { ask, begun, befores, end, settle };
}

test("of many that ask while a thing changes, the first begins a run, and all others share the next one", async () => {
  const { ask, begun, befores, end, settle } = held();
  const answers = Array.from({ length: 10 }, () => ask("a"));
  await settle();
  expect(begun).toEqual(["a"]);
  await end();
  expect(begun).toEqual(["a", "a"]);
  await end();
  expect(await Promise.all(answers)).toEqual([1, 10, 10, 10, 10, 10, 10, 10, 10, 10]);
  // What is known from before is used again.
  expect(befores).toEqual([undefined, 1]);
  expect(await ask("a", 10)).toBe(10);
  expect(begun).toHaveLength(2);
});

test("a run that fails is its beginner's failure, and who waits for it begins another one", async () => {
  const { ask, begun, end, settle } = held();
  const [first, second] = [ask("a"), ask("a")];
  await settle();
  const failed = first.catch((error: Error) => error.message);
  await end(new Error("no storage"));
  expect(await failed).toBe("no storage");
  await end();
  expect(await second).toBe(2);
  expect(begun).toHaveLength(2);
});

test("a few things are computed at once, others wait in their order, and those that were used last are kept", async () => {
  const { ask, begun, end, settle } = held({ most: 2, atOnce: 2 });
  const answers = ["a", "b", "c"].map((key) => ask(key));
  await settle();
  expect(begun).toEqual(["a", "b"]);
  await end();
  expect(begun).toEqual(["a", "b", "c"]);
  await end();
  await end();
  await Promise.all(answers);
  await ask("c", 1);
  await ask("b", 1);
  expect(begun).toHaveLength(3);
  const again = ask("a", 1);
  await settle();
  expect(begun).toHaveLength(4);
  await end();
  await again;
});
