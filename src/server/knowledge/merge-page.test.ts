import { expect, test } from "bun:test";
import { createRandom } from "../../../test/hostile-seeds.ts";
import { changesEntries, type FreshText, firstPart, hashText, mergePage, type ReadEntry, toFresh } from "./merge-page.ts";

const NOTHING = { insert: [], update: [], remove: [], move: [], conflict: [], unpin: [] };
const none = new Set<string>();

/** Entries as a reading has made them. `more` by position. */
const entriesOf = (texts: readonly string[], more: Record<number, Partial<ReadEntry>> = {}): ReadEntry[] =>
  texts.map((text, at) => ({
    id: `e${at}`,
    text,
    origin: hashText(text),
    isPinned: false,
    isDated: false,
    conflict: null,
    heading: "",
    page: null,
    words: 1,
    ...more[at],
  }));
const freshOf = (...texts: string[]): FreshText[] => toFresh(texts.map((text) => ({ text, heading: "", page: null, words: 1 })));

test("a page that says the same changes nothing, in whatever order", () => {
  expect(mergePage(entriesOf(["a b", "c d"]), freshOf("c d", "a b"), none)).toEqual(NOTHING);
});

test("a text with other words changes its entry; one that is new is added, and one that is gone is removed", () => {
  const change = mergePage(
    entriesOf(["Tea costs RM 2 here", "We open at nine every day"]),
    freshOf("Tea costs RM 3 here", "Parking is free"),
    none,
  );
  expect(change.update).toEqual([
    { id: "e0", before: "Tea costs RM 2 here", to: expect.objectContaining({ text: "Tea costs RM 3 here" }) },
  ]);
  expect(change.insert.map(({ text }) => text)).toEqual(["Parking is free"]);
  expect(change.remove).toEqual(["e1"]);
});

test("a text that is in the page twice is one entry", () => {
  expect(mergePage([], freshOf("a", "a"), none).insert.length).toBe(1);
});

test("a text under another heading stays the same entry", () => {
  const [fresh] = freshOf("a b c");
  if (!fresh) throw new Error("no text");
  const change = mergePage(entriesOf(["a b c"]), [{ ...fresh, heading: "Menu", page: 2 }], none);
  expect(change).toEqual({ ...NOTHING, move: [{ id: "e0", heading: "Menu", page: 2 }] });
  expect(changesEntries(change)).toBe(false);
});

test("a text that a person has deleted is not added", () => {
  expect(mergePage([], freshOf("a b", "c d"), new Set([hashText("a b")])).insert.map(({ text }) => text)).toEqual(["c d"]);
});

test("an entry that a person has changed is never changed: it is in conflict, also with a page that says nothing any more", () => {
  const pinned = { 0: { text: "Tea costs RM 9 here, say I", isPinned: true, origin: hashText("Tea costs RM 2 here") } };
  const entries = entriesOf(["x"], pinned);
  expect(mergePage(entries, freshOf("Tea costs RM 2 here"), none)).toEqual(NOTHING);
  expect(mergePage(entries, freshOf("Tea costs RM 3 here"), none)).toEqual({
    ...NOTHING,
    conflict: [{ id: "e0", conflict: "Tea costs RM 3 here" }],
  });
  expect(mergePage(entries, [], none)).toEqual({ ...NOTHING, conflict: [{ id: "e0", conflict: "" }] });
});

test("a conflict that is known is no new one, and ends when the page says again what it said", () => {
  const base = {
    text: "Tea costs RM 9 here, say I",
    isPinned: true,
    origin: hashText("Tea costs RM 2 here"),
    conflict: "Tea costs RM 3 here",
  };
  const entries = entriesOf(["x"], { 0: base });
  expect(mergePage(entries, freshOf("Tea costs RM 3 here"), none)).toEqual(NOTHING);
  expect(mergePage(entries, freshOf("Tea costs RM 2 here"), none)).toEqual({ ...NOTHING, conflict: [{ id: "e0", conflict: null }] });
});

test("a page that says what a person has written unpins the entry, and is not added beside it", () => {
  const entries = entriesOf(["Tea costs RM 3"], { 0: { isPinned: true, origin: hashText("Tea costs RM 2") } });
  expect(mergePage(entries, freshOf("Tea costs RM 3"), none)).toEqual({
    ...NOTHING,
    unpin: [{ id: "e0", origin: hashText("Tea costs RM 3") }],
  });
});

test("an entry that follows its page no more is left alone", () => {
  expect(mergePage(entriesOf(["a"], { 0: { isPinned: true, origin: null } }), freshOf("b"), none).conflict).toEqual([]);
});

test("whatever a page becomes, its entries are exactly its texts afterwards, and reading it once more changes nothing", () => {
  const random = createRandom(7);
  const word = () => `w${random(30)}`;
  const textsOf = (count: number) => Array.from({ length: count }, () => Array.from({ length: 1 + random(12) }, word).join(" "));
  for (let round = 0; round < 300; round++) {
    const entries = entriesOf([...new Set(textsOf(random(150)))]);
    const fresh = freshOf(...textsOf(random(150)), ...entries.filter(() => random(2) === 0).map(({ text }) => text));
    const { update, insert, remove } = mergePage(entries, fresh, none);
    const changed = new Map(update.map(({ id, to }) => [id, to.text]));
    const left = entries.filter(({ id }) => !remove.includes(id)).map(({ id, text }) => changed.get(id) ?? text);
    const after = [...left, ...insert.map(({ text }) => text)];
    expect(after.sort()).toEqual(fresh.map(({ text }) => text).sort());
    expect(mergePage(entriesOf(after), fresh, none)).toEqual(NOTHING);
  }
});

test("a change that is applied in parts ends where the whole one does", () => {
  const random = createRandom(8);
  const textsOf = (count: number) => Array.from({ length: count }, () => `w${random(40)} w${random(40)} w${random(40)}`);
  for (let round = 0; round < 100; round++) {
    const fresh = freshOf(...textsOf(random(60)));
    let entries = entriesOf([...new Set(textsOf(random(60)))]);
    for (let parts = 0; ; parts++) {
      expect(parts).toBeLessThan(40);
      const { part, isWhole } = firstPart(mergePage(entries, fresh, none), 7);
      const changed = new Map(part.update.map(({ id, to }) => [id, to.text]));
      const left = entries.filter(({ id }) => !part.remove.includes(id)).map(({ id, text }) => changed.get(id) ?? text);
      entries = entriesOf([...left, ...part.insert.map(({ text }) => text)]);
      if (isWhole) break;
    }
    expect(entries.map(({ text }) => text).sort()).toEqual(fresh.map(({ text }) => text).sort());
  }
});
