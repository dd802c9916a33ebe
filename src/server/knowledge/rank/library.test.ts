import { describe, expect, test } from "bun:test";
import type { KnowledgeEntry } from "../../../contract/knowledge.ts";
import { answerFromKnowledge } from "../answerer.ts";
import { indexEntries } from "../knowledge-index.ts";
import { rankEntries } from "../selection.ts";
import { buildLibrary, type Library } from "./library.ts";

const text = (value: string): KnowledgeEntry => ({ kind: "text", text: value });
const item = (number: number) =>
  text(`Item ${number} is painted tone${number} and costs RM${number + 10}.\n\nIt is kept in hall${number % 7}.`);
const items = (count: number) => Array.from({ length: count }, (_, number) => item(number));

function build(entries: readonly KnowledgeEntry[], previous: Library | null = null): { library: Library; steps: number } {
  const building = buildLibrary(entries, previous);
  for (let steps = 1; ; steps++) {
    const step = building.next();
    if (step.done) return { library: step.value, steps };
  }
}

/** Numbers that look random and are the same in every run. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

describe("the index of a new version", () => {
  test("finds the same as an index that is built anew, whatever has changed", () => {
    const roll = createDice(7);
    let entries: KnowledgeEntry[] = [...items(60), { kind: "image", url: "https://example.com/a.png", text: "A blue kite." }];
    let index = indexEntries(entries);
    index.library();
    for (let version = 0; version < 20; version++) {
      entries = [...entries];
      for (let change = 0; change <= roll(3); change++) {
        const at = roll(entries.length);
        const kind = roll(4);
        const [removed] = kind === 0 ? [] : entries.splice(at, 1);
        if (kind < 2) entries.splice(at, 0, text(`Parcel${roll(900)} weighs ${roll(90)} kg and is sent by van${roll(9)}.`));
        else if (kind === 2 && removed) entries.splice(roll(entries.length), 0, removed);
      }
      index = indexEntries(entries, index);
      const anew = indexEntries(entries);
      for (let round = 0; round < 4; round++) {
        const question = [`how much is tone${roll(60)}`, `berapa harga item ${roll(60)}`, `parcl${roll(900)} hall${roll(9)}`, "the kite"][
          round % 4
        ];
        const ask = (asked: typeof index) => ({
          ranked: rankEntries(asked, question ?? ""),
          answer: answerFromKnowledge({ agentName: "Shop", entries, index: asked, question: question ?? "" }),
        });
        expect(ask(index)).toEqual(ask(anew));
      }
      expect(index.library().passages.map(({ passage }) => passage)).toEqual(anew.library().passages.map(({ passage }) => passage));
      expect(index.library().postings.numbers.length).toBe(anew.library().postings.numbers.length);
    }
  });

  test("reads only the entries that have changed", () => {
    const entries = items(2_000);
    const first = build(entries);
    expect(first.steps).toBeGreaterThan(4_000);
    for (const changed of [
      entries.with(700, text("Something else.")),
      [text("At the beginning."), ...entries],
      entries.filter((_, position) => position !== 20),
      entries.toReversed(),
    ]) {
      expect(build(structuredClone(changed), first.library).steps).toBeLessThan(100);
    }
  });

  test("reads only the changed passages of a long entry, and the changed items of its lists", () => {
    const list = (price: number) =>
      `Menu:\n${Array.from({ length: 30 }, (_, at) => `- Cake ${at}: RM${at === 7 ? price : at + 20}`).join("\n")}`;
    const handbook = (price: number) => [text([...items(40).map((entry) => entry.text), list(price)].join("\n\n"))];
    const first = build(handbook(5)).library;
    const next = build(handbook(6), first).library;
    const before = new Set(first.passages.map(({ keys }) => keys));
    const read = next.passages.filter(({ keys }) => !before.has(keys)).map(({ passage }) => passage.text);
    expect(read.length).toBeGreaterThan(0);
    expect(read.every((part) => part.includes("Cake 7: RM6"))).toBe(true);
    expect(next.passages.map(({ passage }) => passage)).toEqual(build(handbook(6)).library.passages.map(({ passage }) => passage));
  });

  test("leaves the previous one as it is, for replies that still use it", () => {
    const entries = items(50);
    const before = indexEntries(entries);
    const find = () => [rankEntries(before, "tone7"), rankEntries(before, "zebra"), before.library().stems.numberOf("zebra")];
    const found = find();
    const next = indexEntries([text("A zebra with tone7."), ...entries], before);
    expect(rankEntries(next, "zebra")[0]).toBe(0);
    expect(find()).toEqual(found);
  });

  test("does not keep the words of removed entries for ever", () => {
    let library: Library | null = null;
    const wordsOf = (version: number) => Array.from({ length: 200 }, (_, at) => `w${version}x${at}`).join(" ");
    for (let version = 0; version < 100; version++) library = build([...items(5), text(wordsOf(version))], library).library;
    expect(library?.vocabulary.table.size).toBeLessThan(4_000);
  });
});

test("an index that was never searched passes on what it could have reused", () => {
  const entries = items(300);
  const first = indexEntries(entries);
  first.library();
  const unused = indexEntries([...entries, text("One more.")], first);
  expect(build([...entries, text("Two more.")], indexEntries([...entries, text("Two more.")], unused).reusable).steps).toBeLessThan(30);
});

test("more than 65,535 different words are found", () => {
  const word = (number: number) =>
    [...number.toString(16).padStart(5, "0")].map((digit) => `${"bcdfghjklmnpqrst"[Number.parseInt(digit, 16)]}a`).join("");
  const words = (from: number) => text(Array.from({ length: 25_000 }, (_, at) => word(from + at)).join(" "));
  const index = indexEntries([words(0), words(25_000), words(50_000), text("The last one is zebra.")]);
  const library = index.library();
  expect(library.vocabulary.table.size).toBeGreaterThan(65_535);
  expect(new Set(library.passages.map(({ keys }) => keys.BYTES_PER_ELEMENT))).toEqual(new Set([2, 4]));
  expect(rankEntries(index, "zebra")[0]).toBe(3);
  for (const number of [3, 30_000, 74_000]) expect(rankEntries(index, word(number))[0]).toBe(Math.floor(number / 25_000));
});
