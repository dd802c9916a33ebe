import { expect, test } from "bun:test";
import { isStorable, toStorable } from "./storable.ts";
import { storable } from "./text.schema.ts";

test("a text with NUL or half of a surrogate pair cannot be stored, and loses only these characters", () => {
  for (const [text, kept] of [
    ["", ""],
    ["Nasi lemak 🍜 RM5\n", "Nasi lemak 🍜 RM5\n"],
    ["a\u0000b", "ab"],
    ["\u0000", ""],
    ["a\ud83db", "ab"],
    ["\udf5ca", "a"],
    ["🍜\ud83d", "🍜"],
    ["\u0001\u007f\ufffd\ufffe", "\u0001\u007f\ufffd\ufffe"],
  ] as const) {
    expect([text, isStorable(text), toStorable(text)]).toEqual([text, text === kept, kept]);
    expect(isStorable(toStorable(text))).toBe(true);
  }
});

test("every text of a value is checked, also names of members, and the path of each that is refused is given", () => {
  const value = { a: "fine", b: ["x", { c: "a\u0000" }], "d\ud800": 1, e: null, f: 5, g: { h: "\udc00" } };
  const result = storable.safeParse(value);
  expect(result.error?.issues.map(({ path }) => path.join("."))).toEqual(["b.1.c", "d\ufffd", "g.h"]);
  expect(storable.safeParse({ a: ["🍜", { b: "" }] }).success).toBe(true);
});

test("a value that is nested very deeply is checked", () => {
  let value: unknown = "a\u0000";
  for (let depth = 0; depth < 100_000; depth++) value = [value];
  expect(storable.safeParse(value).success).toBe(false);
});
