import { expect, test } from "bun:test";
import { contrast, mixWithWhite, readableOn, toSixDigits } from "./colour.ts";

test("every stored form of a colour becomes six digits", () => {
  expect(toSixDigits("#ABC")).toBe("#aabbcc");
  expect(toSixDigits("#abcd")).toBe("#aabbcc");
  expect(toSixDigits("#AABBCC")).toBe("#aabbcc");
  expect(toSixDigits("#aabbcc80")).toBe("#aabbcc");
  for (const wrong of ["", "red", "#ab", "#abcde", "#abcdefa", "#xyzxyz"]) expect(toSixDigits(wrong)).toBeNull();
});

test("contrast agrees with the published extremes and does not depend on the order", () => {
  expect(contrast("#000", "#fff")).toBeCloseTo(21, 5);
  expect(contrast("#fff", "#000000")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("nonsense", "#fff")).toBe(1);
});

test("text on a colour is dark or white, whichever has more contrast, as in the widget", () => {
  expect(readableOn("#DCF8C6")).toBe("#16211d");
  expect(readableOn("#6366F1")).toBe("#ffffff");
  expect(readableOn("#0b3d2e")).toBe("#ffffff");
});

test("a colour is mixed with white, and what is no colour is white", () => {
  expect(mixWithWhite("#000000", 0.8)).toBe("#cccccc");
  expect(mixWithWhite("#0B7A57", 0)).toBe("#0b7a57");
  expect(mixWithWhite("#0B7A57", 1)).toBe("#ffffff");
  expect(mixWithWhite("pandan", 0.5)).toBe("#ffffff");
});
