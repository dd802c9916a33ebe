import { expect, test } from "bun:test";
import { ServerClock } from "./server-clock.ts";

test("an answer that took longer than a second does not replace what is known of PostgreSQL's time", () => {
  let elapsed = 0;
  const clock = new ServerClock({ now: () => 5, elapsed: () => elapsed });
  expect(clock.now()).toBe(5);
  // The first answer is used even if it is slow: this process's own clock may be wrong by minutes.
  elapsed = 4_000;
  clock.learn(1_002_000, 0);
  expect(clock.now()).toBe(1_004_000);
  elapsed = 5_000;
  clock.learn(1_004_990, 4_980);
  expect(clock.now()).toBe(1_005_000);
  // PostgreSQL answered at once, but the answer was under way for nine seconds.
  elapsed = 14_000;
  clock.learn(1_005_010, 5_000);
  expect(clock.now()).toBe(1_014_000);
});
