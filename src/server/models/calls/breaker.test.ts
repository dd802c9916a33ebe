import { expect, test } from "bun:test";
import { createFakeClock } from "../../../../test/app.ts";
import { systemClock } from "../../platform/clock.ts";
import { ModelError, type ModelFailure } from "../model.ts";
import { createBreaker } from "./breaker.ts";

const target = { place: "groq", apiKey: "k" };

test("a failure of the account closes a vendor at once, one of a single request never does", () => {
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

test("many requests that fail in one moment close a vendor for the first pause, a failed probe for twice as long", () => {
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

test("a vendor is asked again after its pause, although the wall clock was set back a day meanwhile", () => {
  const clock = createFakeClock();
  const breaker = createBreaker(clock);
  for (let time = 0; time < 5; time++) breaker.fail(target, new ModelError("overloaded", "x"));
  clock.leap(-86_400_000);
  clock.pass(9_999);
  expect(breaker.closedFor(target)).toBe("overloaded");
  clock.pass(1);
  expect(breaker.closedFor(target)).toBeNull();
});

test("a wall clock that is set forward does not cut a vendor's pause short", () => {
  const clock = createFakeClock();
  const breaker = createBreaker(clock);
  for (let time = 0; time < 5; time++) breaker.fail(target, new ModelError("overloaded", "x"));
  clock.leap(86_400_000);
  expect(breaker.closedFor(target)).toBe("overloaded");
});
