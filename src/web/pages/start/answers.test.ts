import { expect, test } from "bun:test";
import { areJoined, compareEntries, composeEntries, findAnswers, type Headings, longest, NO_ANSWERS } from "./answers.ts";

const ENGLISH: Headings = { hours: "When are you open?", place: "Where are you?", prices: "What does it cost?", order: "How to order?" };
const MALAY: Headings = { hours: "Bila buka?", place: "Di mana?", prices: "Berapa harganya?", order: "Cara memesan?" };
const stored = (...entries: string[]) => entries.map((entry, at) => ({ id: `e${at}`, entry }));
const answers = { ...NO_ANSWERS, hours: "Mon to Sat, 10 to 7.\nClosed on Sunday.", order: " WhatsApp 012 " };

test("each answer becomes an entry under its question, and no answer becomes none", () => {
  expect(composeEntries(answers, ENGLISH, 50)).toEqual([
    "When are you open?\nMon to Sat, 10 to 7.\nClosed on Sunday.",
    "How to order?\nWhatsApp 012",
  ]);
  expect(composeEntries({ ...NO_ANSWERS, place: "  " }, ENGLISH, 50)).toEqual([]);
});

test("a plan that has no room for four entries gets one with headings, and a full one none", () => {
  expect([areJoined(1), areJoined(3), areJoined(4)]).toEqual([true, true, false]);
  const [joined = "", ...more] = composeEntries(answers, ENGLISH, 1);
  expect(more).toEqual([]);
  expect(joined).toBe("When are you open?\nMon to Sat, 10 to 7.\nClosed on Sunday.\n\nHow to order?\nWhatsApp 012");
  expect(composeEntries(answers, ENGLISH, 0)).toEqual([]);
  expect(longest([joined, "two words"])).toBe(18);
});

test("the answers are read back from their entries, joined or not, in whatever language they were written", () => {
  const written = { ...NO_ANSWERS, hours: "Isnin\n\nhingga Sabtu", prices: "RM5" };
  for (const room of [1, 50]) {
    const entries = stored(
      "Kami menerima anjing.",
      ...composeEntries(written, MALAY, room),
      "[image]https://a.my/b.png[/image]Where are you?",
    );
    const found = findAnswers(entries, [ENGLISH, MALAY]);
    expect(found.answers).toEqual(written);
    expect(found.others.map(({ entry }) => entry)).toEqual(["Kami menerima anjing.", "[image]https://a.my/b.png[/image]Where are you?"]);
    expect(found.ours).toHaveLength(room === 1 ? 1 : 2);
  }
});

test("only what is different is saved", () => {
  const before = stored("When are you open?\nMonday.", "Where are you?\nKlang.", "How to order?\nBy post.");
  const wanted = ["When are you open?\nTuesday.", "Where are you?\nKlang.", "What does it cost?\nRM5."];
  expect(compareEntries(before, wanted)).toEqual({
    update: [
      { before: { id: "e0", entry: "When are you open?\nMonday." }, entry: "When are you open?\nTuesday." },
      { before: { id: "e2", entry: "How to order?\nBy post." }, entry: "What does it cost?\nRM5." },
    ],
    remove: [],
    add: [],
  });
  expect(compareEntries(before, [])).toEqual({ update: [], remove: before, add: [] });
  expect(compareEntries([], wanted)).toEqual({ update: [], remove: [], add: wanted });
  expect(
    compareEntries(
      before,
      before.map(({ entry }) => entry),
    ),
  ).toEqual({ update: [], remove: [], add: [] });
});
