import { expect, test } from "bun:test";
import { ReadersBusy, Turns } from "./turns.ts";

const NEVER = new AbortController().signal;

/** Files that end one after the other when `next` is called. */
function queue(turns: Turns) {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const read = (of: string, name: string, signal = NEVER) =>
    turns.run(of, signal, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const next = async () => {
    ends.shift()?.();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { started, read, next };
}

test("accounts take turns, so that the files of one account do not hold up another's", async () => {
  const { started, read, next } = queue(new Turns(1, 10));
  for (const name of ["a1", "a2", "a3", "a4"]) void read("a", name);
  void read("b", "b1");
  void read("c", "c1");
  for (let round = 0; round < 6; round++) await next();
  expect(started).toHaveLength(6);
  expect(started.indexOf("b1")).toBeLessThan(started.indexOf("a3"));
  expect(started.indexOf("c1")).toBeLessThan(started.indexOf("a3"));
});

test("as many are read at once as there are places, and the queue is bounded", async () => {
  const { started, read, next } = queue(new Turns(2, 1));
  void read("a", "1");
  void read("b", "2");
  void read("a", "3");
  expect(read("b", "4")).rejects.toBeInstanceOf(ReadersBusy);
  expect(started).toEqual(["1", "2"]);
  await next();
  expect(started).toEqual(["1", "2", "3"]);
});

test("no account has all places, and a free place goes to the first that may have it", async () => {
  const { started, read, next } = queue(new Turns(3, 10));
  for (const name of ["a1", "a2", "a3", "a4"]) void read("a", name);
  expect(started).toEqual(["a1", "a2"]);
  void read("b", "b1");
  void read("b", "b2");
  expect(started).toEqual(["a1", "a2", "b1"]);
  await next();
  expect(started).toEqual(["a1", "a2", "b1", "a3"]);
  await next();
  expect(started).toEqual(["a1", "a2", "b1", "a3", "b2"]);
});

test("who no longer waits gives up the place in the queue, and a failure frees the place", async () => {
  const turns = new Turns(1, 1);
  const { started, read, next } = queue(turns);
  void read("a", "1");
  const stop = new AbortController();
  const left = read("a", "2", stop.signal);
  stop.abort(new Error("deleted"));
  expect(left).rejects.toThrow("deleted");
  const failing = turns.run("a", NEVER, () => Promise.reject(new Error("broken")));
  await next();
  expect(failing).rejects.toThrow("broken");
  await failing.catch(() => undefined);
  void read("a", "3");
  expect(started).toEqual(["1", "3"]);
});
