import { expect, test } from "bun:test";
import { adminEn, adminMs } from "./admin/catalogue.ts";
import { billingEn, billingMs } from "./billing.ts";
import { en } from "./en.ts";
import { knownEn, knownMs } from "./known-visitors.ts";
import { landingEn, landingMs } from "./landing.ts";
import { ms } from "./ms.ts";

const PAIRS: [Record<string, string>, Record<string, string>][] = [
  [en, ms],
  [adminEn, adminMs],
  [billingEn, billingMs],
  [knownEn, knownMs],
  [landingEn, landingMs],
];
const holes = (text = "") => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

test("both languages have the same keys, and each text the same holes", () => {
  for (const [english, malay] of PAIRS) {
    expect(Object.keys(malay).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) expect([key, holes(malay[key])]).toEqual([key, holes(text)]);
  }
});

test("no text is empty", () => {
  for (const catalogue of PAIRS.flat())
    for (const [key, text] of Object.entries(catalogue)) expect([key, text.trim() !== ""]).toEqual([key, true]);
});

test("a page's own text never hides a common one", () => {
  expect(Object.keys({ ...adminEn, ...billingEn, ...knownEn, ...landingEn }).filter((key) => key in en)).toEqual([]);
});
