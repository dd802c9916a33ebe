import { expect, test } from "bun:test";
import { fold } from "../../knowledge/facts/fold.ts";
import { keysOf } from "../../knowledge/facts/keys.ts";
import { createKnownFacts } from "./known.ts";

const ofOwner = (maxUnits: number) => createKnownFacts({ maxUnits, isVisitor: false });
const LINE = "Latte RM9, open 9am-5pm on 3 March, call 012-345 6789. ";

test("one huge text is read in many turns, so that others are served in between", async () => {
  const facts = ofOwner(10_000_000);
  // A clock on which each slice takes longer than a turn may take.
  let now = 0;
  let turns = 0;
  let isReading = true;
  const others = (async () => {
    for (; isReading; turns++) await new Promise((resolve) => setImmediate(resolve));
  })();
  await facts.read([LINE.repeat(2_000)], () => (now += 5));
  isReading = false;
  await others;
  expect(turns).toBeGreaterThan(40);
});

test("a text that is read in slices has the same facts as a text that is read at once", () => {
  const facts = ofOwner(10_000_000);
  for (const text of [LINE.repeat(300), LINE.replaceAll(" ", "\n").repeat(300), `Harga: ${"latte 9, mocha 12, ".repeat(400)}`]) {
    expect([...facts.of(text)].sort()).toEqual([...keysOf(fold(text).text, false)].sort());
  }
});

test("a long line is not cut within a date or an amount", () => {
  for (let length = 1_980; length < 2_000; length++) {
    for (const fact of ["3 March, 2026", "nine ringgit", "RM 1 200"]) {
      const text = `${"word, ".repeat(400).slice(0, length - 3)} x ${fact}, ${"word ".repeat(100)}`;
      expect([...ofOwner(10_000_000).of(text)].sort()).toEqual([...keysOf(fold(text).text, false)].sort());
    }
  }
});

test("the cache is bounded: the texts that were needed least recently make room", async () => {
  const facts = ofOwner(50_000);
  const texts = Array.from({ length: 40 }, (_, at) => `${at}: ${LINE.repeat(100)}`);
  for (const text of texts) facts.of(text);
  expect(facts.size()).toBeGreaterThan(0);
  expect(facts.size()).toBeLessThanOrEqual(50_000);
  const last = texts.at(-1) ?? "";
  expect(facts.of(last)).toBe(facts.of(last));
  // Two replies that read the same text at the same time do not count it twice.
  const size = facts.size();
  const same = [`${LINE}again`];
  await Promise.all([facts.read(same, () => 0), facts.read(same, () => 0)]);
  facts.of(`${LINE}again`);
  expect(facts.size() - size).toBeLessThan(2_000);
});

test("a text that is larger than the whole cache is read, and not kept", () => {
  const facts = ofOwner(1_000);
  expect(facts.of(LINE.repeat(100)).has("m:rm:900")).toBeTrue();
  expect(facts.size()).toBe(0);
});
