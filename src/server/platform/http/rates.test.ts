import { expect, test } from "bun:test";
import { createFakeClock } from "../../../../test/app.ts";
import { DomainError } from "../errors.ts";
import { createRates } from "./rates.ts";

const rule = { name: "login", max: 3, perMs: 60_000 };

test("a bucket gives its tokens, then says how long to wait, then refills", () => {
  const clock = createFakeClock();
  const rates = createRates(clock, 1);
  expect([1, 2, 3, 4].map(() => rates.take(rule, "a"))).toEqual([0, 0, 0, 20]);
  expect(rates.take(rule, "b")).toBe(0);
  clock.pass(20_000);
  expect(rates.take(rule, "a")).toBe(0);
  expect(() => rates.spend(rule, "a")).toThrow(DomainError);
});

test("asking how long to wait takes nothing", () => {
  const clock = createFakeClock();
  const rates = createRates(clock, 1);
  expect([rates.wait(rule, "a"), rates.wait(rule, "a")]).toEqual([0, 0]);
  for (let i = 0; i < 3; i++) rates.take(rule, "a");
  expect([rates.wait(rule, "a"), rates.wait(rule, "a"), rates.wait(rule, "b")]).toEqual([20, 20, 0]);
  clock.pass(20_000);
  expect([rates.wait(rule, "a"), rates.take(rule, "a"), rates.wait(rule, "a")]).toEqual([0, 0, 20]);
});

test("the scale multiplies every limit", () => {
  const rates = createRates(createFakeClock(), 10);
  expect(Array.from({ length: 31 }, () => rates.take(rule, "a")).filter((wait) => wait === 0)).toHaveLength(30);
});

test("setting the wall clock back or forward neither gives tokens nor delays them", () => {
  const clock = createFakeClock();
  const rates = createRates(clock, 1);
  for (let i = 0; i < 3; i++) rates.take(rule, "a");
  clock.leap(365 * 86_400_000);
  expect(rates.take(rule, "a")).toBe(20);
  clock.leap(-366 * 86_400_000);
  expect(rates.take(rule, "a")).toBe(20);
  clock.pass(20_000);
  expect(rates.take(rule, "a")).toBe(0);
});

test("a small scale leaves each bucket one token, which refills in the rule's time", () => {
  const clock = createFakeClock();
  const rates = createRates(clock, 0.01);
  expect([rates.take(rule, "a"), rates.take(rule, "a")]).toEqual([0, 60]);
  clock.pass(60_000);
  expect(rates.take(rule, "a")).toBe(0);
});

test("the addresses of an IPv6 /48 share ten times the limit of one address, and other networks are not affected", () => {
  const rates = createRates(createFakeClock(), 1);
  const taken = Array.from({ length: 40 }, (_, i) => rates.take(rule, `2001:db8:1:${i.toString(16)}`)).filter((wait) => wait === 0);
  expect(taken).toHaveLength(30);
  expect(rates.take(rule, "2001:db8:2:1")).toBe(0);
  expect(rates.take(rule, "203.0.113.7")).toBe(0);
});

test("a refunded token is also refunded to the network, and a refusal by the network costs the address no token", () => {
  const clock = createFakeClock();
  const rates = createRates(clock, 1);
  for (let i = 0; i < 30; i++) {
    rates.take(rule, `2001:db8:1:${i.toString(16)}`);
    rates.refund(rule, `2001:db8:1:${i.toString(16)}`);
  }
  for (let i = 0; i < 30; i++) expect(rates.take(rule, `2001:db8:1:${i.toString(16)}`)).toBe(0);
  for (let i = 0; i < 5; i++) expect(rates.take(rule, "2001:db8:1:ffff")).toBeGreaterThan(0);
  // The network has three tokens again, and so does the address that was refused.
  clock.pass(6_000);
  expect([1, 2, 3, 4].map(() => rates.take(rule, "2001:db8:1:ffff") === 0)).toEqual([true, true, true, false]);
});

test("living nodes divide a shared rule's tokens, down to one token each; other rules stay whole on every node", () => {
  let nodes = 3;
  const clock = createFakeClock();
  const rates = createRates(clock, 1, { share: () => nodes });
  const taken = (name: string, max: number, isShared: boolean) =>
    Array.from({ length: 12 }, () => rates.take({ name, max, perMs: 60_000, isShared }, "a")).filter((wait) => wait === 0).length;
  expect([taken("shared", 9, true), taken("small", 2, true), taken("whole", 9, false)]).toEqual([3, 1, 9]);
  // A bucket that was full before other nodes started gives no more than the new share.
  nodes = 1;
  clock.pass(60_000);
  expect(rates.take({ name: "shared", max: 9, perMs: 60_000, isShared: true }, "a")).toBe(0);
  nodes = 3;
  expect(taken("shared", 9, true)).toBe(3);
});
