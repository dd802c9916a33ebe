import { expect, test } from "bun:test";
import { createFakeClock } from "../../../../test/app.ts";
import { systemClock } from "../../platform/clock.ts";
import { ModelError, type ModelFailure } from "../model.ts";
import { createBreaker } from "./breaker.ts";

const target = { place: "groq", apiKey: "k" };

test("a failure of the account closes a vendor at once, and a failure of a single request never does", () => {
  const closedAfter = (failure: ModelFailure, times: number) => {
    const breaker = createBreaker(systemClock);
    for (let time = 0; time < times; time++) breaker.fail(target, new ModelError(failure, "x"));
    return breaker.closedFor(target);
  };
  for (const failure of ["bad_key", "no_credit", "account_closed", "not_served_here"] as const) {
    expect(closedAfter(failure, 1)).toBe(failure);
  }
  for (const failure of ["rejected", "empty", "unknown_model"] as const) expect(closedAfter(failure, 10)).toBeNull();
});

test("many simultaneous failures close a vendor for the first pause, and a failed probe closes it for twice as long", () => {
  const clock = createFakeClock();
  const breaker = createBreaker(clock);
  const fail = (times: number) => {
    for (let time = 0; time < times; time++) breaker.fail(target, new ModelError("overloaded", "x"));
  };
  fail(50);
  clock.pass(9_999);
  expect(breaker.closedFor(target)).toBe("overloaded");
  clock.pass(1);
  expect(breaker.closedFor(target)).toBeNull();
  expect(breaker.closedFor(target)).toBe("overloaded");
  fail(1);
  clock.pass(19_999);
  expect(breaker.closedFor(target)).toBe("overloaded");
  clock.pass(1);
  expect(breaker.closedFor(target)).toBeNull();
});

test("a vendor is called again after its pause, even if the wall clock is set back a day in between", () => {
  const clock = createFakeClock();
  const breaker = createBreaker(clock);
  for (let time = 0; time < 5; time++) breaker.fail(target, new ModelError("overloaded", "x"));
  clock.leap(-86_400_000);
  clock.pass(9_999);
  expect(breaker.closedFor(target)).toBe("overloaded");
  clock.pass(1);
  expect(breaker.closedFor(target)).toBeNull();
});

test("setting the wall clock forward does not shorten a vendor's pause", () => {
  const clock = createFakeClock();
  const breaker = createBreaker(clock);
  for (let time = 0; time < 5; time++) breaker.fail(target, new ModelError("overloaded", "x"));
  clock.leap(86_400_000);
  expect(breaker.closedFor(target)).toBe("overloaded");
});
