import { expect, test } from "bun:test";
import { DomainError } from "./errors.ts";
import { createRates } from "./rates.ts";

const rule = { name: "login", max: 3, perMs: 60_000 };

function timed() {
  let now = 1_000_000;
  return { clock: { now: () => now, sleep: async () => {} }, pass: (ms: number) => (now += ms) };
}

test("a bucket gives its tokens, then says how long to wait, then refills", () => {
  const { clock, pass } = timed();
  const rates = createRates(clock, 1);
  expect([1, 2, 3, 4].map(() => rates.take(rule, "a"))).toEqual([0, 0, 0, 20]);
  expect(rates.take(rule, "b")).toBe(0);
  pass(20_000);
  expect(rates.take(rule, "a")).toBe(0);
  expect(() => rates.spend(rule, "a")).toThrow(DomainError);
});

test("the scale multiplies every limit", () => {
  const rates = createRates(timed().clock, 10);
  expect(Array.from({ length: 31 }, () => rates.take(rule, "a")).filter((wait) => wait === 0)).toHaveLength(30);
});

test("a clock that goes back gives no tokens", () => {
  const { clock, pass } = timed();
  const rates = createRates(clock, 1);
  for (let i = 0; i < 3; i++) rates.take(rule, "a");
  pass(-3_600_000);
  expect(rates.take(rule, "a")).toBeGreaterThan(0);
});
