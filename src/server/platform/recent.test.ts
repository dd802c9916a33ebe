import { expect, test } from "bun:test";
import { createRecent } from "./recent.ts";

const byLength = (max: number) => createRecent<string, string>({ max, weigh: (text) => text.length });

test("the least recently used value is evicted first", () => {
  const recent = byLength(6);
  recent.set("a", "11");
  recent.set("b", "22");
  recent.set("c", "33");
  expect(recent.get("a")).toBe("11");
  recent.set("d", "44");
  expect(recent.get("b")).toBeUndefined();
  expect(["a", "c", "d"].map((key) => recent.get(key))).toEqual(["11", "33", "44"]);
});

test("a heavy value evicts as many others as necessary, and one that exceeds the maximum is not kept", () => {
  const recent = byLength(6);
  for (const key of ["a", "b", "c"]) recent.set(key, "11");
  recent.set("heavy", "4444");
  expect(["a", "b", "c", "heavy"].map((key) => recent.get(key))).toEqual([undefined, undefined, "11", "4444"]);
  recent.set("huge", "7777777");
  expect(recent.get("huge")).toBeUndefined();
  expect(recent.get("heavy")).toBe("4444");
});

test("the weight of a replaced or deleted value is available again", () => {
  const recent = byLength(4);
  for (let i = 0; i < 10; i++) recent.set("a", "1111");
  recent.delete("a");
  recent.delete("a");
  recent.set("b", "22");
  recent.set("c", "33");
  expect([recent.get("b"), recent.get("c")]).toEqual(["22", "33"]);
});
