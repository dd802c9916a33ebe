import { expect, test } from "bun:test";
import { WordTable } from "./word-table.ts";

const words = Array.from({ length: 3_000 }, (_, number) => `w${(number * 7_919).toString(36)}`).concat(
  "营业",
  "naïve",
  "x".repeat(200),
  "😀",
);

test("a table gives each word one number, in the order in which words were added, also after it was trimmed", () => {
  const table = new WordTable();
  expect(table.numberOf("w0")).toBe(-1);
  for (const [number, word] of words.entries()) {
    expect(table.add(word)).toBe(number);
    if (number % 500 === 0) table.trim();
  }
  for (const [number, word] of words.entries()) {
    expect(table.add(word)).toBe(number);
    expect(table.numberOf(word)).toBe(number);
    expect(table.wordOf(number)).toBe(word);
  }
  expect(table.numberOf("")).toBe(-1);
  expect(table.numberOf("w")).toBe(-1);
  expect(table.size).toBe(words.length);
});

test("a table takes little more memory than its words", () => {
  const table = new WordTable();
  for (const word of words) table.add(word);
  table.trim();
  const units = words.join("").length;
  expect(table.bytes).toBeLessThan(units * 2 + words.length * 20);
});
