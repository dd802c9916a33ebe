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

test("a computation in slices lets other work run between them, and gives its result", async () => {
  let pauses = 0;
  expect(await runInSlices(count(5, 3), async () => void pauses++)).toBe("done");
  expect(pauses).toBe(5);
  expect(runAtOnce(count(3, 0))).toBe("done");
});

test("a short computation has no pause", async () => {
  const pause = () => Promise.reject(new Error("paused"));
  expect(await runInSlices(count(0, 0), pause)).toBe("done");
});
