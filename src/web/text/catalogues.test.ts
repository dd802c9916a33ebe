import { expect, test } from "bun:test";
import { en } from "./en.ts";
import { ms } from "./ms.ts";

const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

test("both languages have the same keys, and each text the same holes", () => {
  expect(Object.keys(ms).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) expect([key, holes(ms[key as keyof typeof en])]).toEqual([key, holes(text)]);
});

test("no text is empty", () => {
  for (const catalogue of [en, ms])
    for (const [key, text] of Object.entries(catalogue)) expect([key, text.trim() !== ""]).toEqual([key, true]);
});
