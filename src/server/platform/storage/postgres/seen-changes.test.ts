import { expect, test } from "bun:test";
import { SeenChanges } from "./seen-changes.ts";

/** A process that has looked once and found `count` changes. */
function seenAt(count: number): SeenChanges {
  const seen = new SeenChanges();
  seen.look(count, seen.beforeLook(), true);
  return seen;
}
const look = (seen: SeenChanges, count: number, isPatient = true) => seen.look(count, seen.beforeLook(), isPatient);

test("notices of two processes that arrive in another order than their commits leave nothing to forget", () => {
  const seen = seenAt(10);
  expect([12, 11, 13].map((change) => seen.add(change))).toEqual([true, true, true]);
  expect([look(seen, 13), look(seen, 13), look(seen, 13, false)]).toEqual([false, false, false]);
  expect([11, 13, 10].map((change) => seen.add(change))).toEqual([false, false, false]);
});

test("a change whose notice does not arrive is missed by the second look that finds it, once", () => {
  const seen = seenAt(10);
  seen.add(12);
  expect(look(seen, 12)).toBe(false);
  expect(look(seen, 13)).toBe(true);
  expect([look(seen, 13), look(seen, 13)]).toEqual([false, false]);
  // It arrives after all, when everything was forgotten already.
  expect([seen.add(11), seen.add(13), seen.add(14)]).toEqual([false, false, true]);
});

test("a notice that is only late leaves nothing to forget", () => {
  const seen = seenAt(10);
  expect(look(seen, 11)).toBe(false);
  expect(seen.add(11)).toBe(true);
  expect([look(seen, 11), look(seen, 12)]).toEqual([false, false]);
  expect(seen.add(12)).toBe(true);
  expect(look(seen, 12)).toBe(false);
});

test("without notices, every look that finds an unknown change has missed it", () => {
  const seen = seenAt(10);
  expect([look(seen, 11, false), look(seen, 11, false), look(seen, 12, false)]).toEqual([true, false, true]);
});

test("a change that is added while the look is on its way does not count as missing there", () => {
  const seen = seenAt(10);
  const before = seen.beforeLook();
  seen.add(11);
  expect(seen.look(10, before, false)).toBe(false);
  expect(look(seen, 11, false)).toBe(false);
});

test("a count that goes back means another database, and everything is forgotten", () => {
  const seen = seenAt(10);
  expect([look(seen, 4), look(seen, 4)]).toEqual([true, false]);
  expect(seen.add(5)).toBe(true);
  expect([look(seen, 5), look(seen, 5)]).toEqual([false, false]);
});
