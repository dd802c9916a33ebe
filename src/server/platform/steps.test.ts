import { expect, test } from "bun:test";
import { runAtOnce, runInSlices } from "./steps.ts";

function* count(to: number, msEach: number): Generator<undefined, string> {
  for (let at = 0; at < to; at++) {
    const until = performance.now() + msEach;
    while (performance.now() < until);
    yield;
  }
  return "done";
}

test("a computation in slices lets other work run before each of them, and gives its result", async () => {
  let pauses = 0;
  expect(await runInSlices(count(5, 3), async () => void pauses++)).toBe("done");
  expect(pauses).toBe(6);
  expect(runAtOnce(count(3, 0))).toBe("done");
});

test("short steps share a slice", async () => {
  let pauses = 0;
  await runInSlices(count(20, 0), async () => void pauses++);
  expect(pauses).toBeLessThan(20);
});
