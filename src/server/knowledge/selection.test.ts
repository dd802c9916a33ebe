import { describe, expect, test } from "bun:test";
import { grow, hostileSeeds } from "../../../test/hostile-seeds.ts";
import { type KnowledgeEntry, parseEntry } from "../../contract/knowledge.ts";
import { estimateTokens } from "../models/tokens.ts";
import { createTurns } from "../platform/http/turns.ts";
import { createLog } from "../platform/log.ts";
import { runAtOnce } from "../platform/steps.ts";
import { indexEntries } from "./knowledge-index.ts";
import { createRetrieval } from "./retrieve.ts";
import { fuse, joinMeaning, selectFrom } from "./selection.ts";

const text = (value: string): KnowledgeEntry => ({ kind: "text", text: value });
const many = Array.from({ length: 200 }, (_, index) =>
  text(
    `Item ${index} is made of ${["oak", "pine", "steel", "glass"][index % 4]} and stands in hall ${index}. ${"More words. ".repeat(20)}`,
  ),
);
const choose = (entries: readonly KnowledgeEntry[], question: string, budget: number, previousQuestion?: string) =>
  createRetrieval({ turns: createTurns(), log: createLog("debug", () => undefined) }).select(
    { agentId: "x", version: 1, entries },
    { question, previousQuestion },
    budget,
  );
const tokensOf = (entries: readonly KnowledgeEntry[]) => entries.reduce((sum, entry) => sum + estimateTokens(entry.text), 0);

/** A handbook in one entry: sixty sections with a heading, and two paragraphs each. */
const sections = Array.from({ length: 60 }, (_, at) => `Department ${"abcdefgh"[at % 8]}${"ijklmnop"[Math.floor(at / 8)]}`);
const handbook = text(
  [
    "Handbook of the museum",
    ...sections.flatMap((name, at) => [name, `Room ${at} has ${at} exhibits. ${"Look around. ".repeat(12)}`, `Its curator is Ms ${name}.`]),
    "Repairs",
    "Violins are repaired on Wednesdays.",
    "The workshop charges RM80 for it.",
  ].join("\n\n"),
);

test("all entries are given in stored order if they fit", async () => {
  const entries = [text("b"), text("a")];
  expect(await choose(entries, "anything", 1_000)).toEqual({ entries, positions: [0, 1], pieces: entries.map((entry) => [entry]) });
});

test("beyond the budget the best entries are given, still in stored order, with their positions", async () => {
  const entries = [...many, text("Our violins are repaired by Ms Tan on Wednesdays."), text("Violins can be rented.")];
  const { entries: given, positions } = await choose(entries, "who repairs violins?", 600);
  expect(given.slice(-2)).toEqual(entries.slice(-2));
  expect(tokensOf(given)).toBeLessThanOrEqual(600);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(given).toEqual(positions.map((position) => entries[position] as KnowledgeEntry));
});

test("without a budget nothing is given, and a question without known words gets the first entries", async () => {
  expect(await choose(many, "zzz", 0)).toEqual({ entries: [], positions: [], pieces: [] });
  const { entries, positions } = await choose(many, "qqqq", 200);
  expect(entries[0]).toBe(many[0] as KnowledgeEntry);
  expect(positions[0]).toBe(0);
});

describe("an entry that is larger than the budget", () => {
  test("gives the passages that match, under their headings, with how the entry begins", async () => {
    const { entries, positions } = await choose([text("We are closed on Mondays."), handbook], "are violins repaired?", 150);
    expect(positions).toEqual([0, 1]);
    expect(entries[0]?.text).toBe("We are closed on Mondays.");
    const given = entries[1]?.text ?? "";
    expect(given).toStartWith("Handbook of the museum\n...\n\n");
    // The paragraph after the best one goes on about the same.
    expect(given).toContain("\n\nRepairs:\nViolins are repaired on Wednesdays.\n\nThe workshop charges RM80 for it.");
    expect(tokensOf(entries)).toBeLessThanOrEqual(150);
  });

  test("has the same pieces for every question, with everything that the excerpt says", () => {
    const index = indexEntries([handbook]);
    const given = (question: string) => runAtOnce(selectFrom(index, [handbook], { question }, 400));
    const [one, two] = [given("are violins repaired?"), given("how much are repairs of violins?")];
    const ofTwo = new Set(two.pieces.flat());
    expect(one.pieces.flat().filter((piece) => ofTwo.has(piece)).length).toBeGreaterThan(2);
    const said = one.pieces.flat().map((piece) => piece.text);
    for (const line of one.entries[0]?.text.split("\n") ?? []) {
      if (line !== "" && line !== "...")
        expect(said.some((text) => text.includes(line.replace(/:$/, "").split(" > ").at(-1) ?? ""))).toBe(true);
    }
  });

  test("is given whole, unchanged, where it fits", async () => {
    const { entries } = await choose([handbook, ...many], "repairs at the museum", estimateTokens(handbook.text) + 2_000);
    expect(entries[0]).toBe(handbook);
  });

  test("has each question with its answer, and each heading once", async () => {
    const asked = Array.from({ length: 80 }, (_, at) => `Q: Is tour ${at} long?\nA: It takes ${at} minutes. ${"Come along. ".repeat(8)}`);
    const long = text(`Tours\n\n${asked.join("\n\n")}`);
    const given = (await choose([long], "is tour 41 long?", 400)).entries[0]?.text ?? "";
    expect(given).toContain("Is tour 41 long?\nIt takes 41 minutes.");
    expect(given.match(/^Tours:?$/gm)).toHaveLength(1);
  });

  test("keeps its picture", async () => {
    const caption = Array.from({ length: 60 }, (_, at) => `Shelf ${at} holds teapot number ${at} from Melaka.`).join(" ");
    const picture = parseEntry(`[image]https://example.com/a.png[/image]${caption}`);
    const { entries } = await choose([...many, picture], "teapot number 41", 300);
    expect(entries.at(-1)).toMatchObject({ kind: "image", url: "https://example.com/a.png" });
    expect(entries.at(-1)?.text).toContain("Shelf 41 holds");
    expect(entries.at(-1)?.text.length).toBeLessThan(caption.length);
  });
});

test("a follow-up finds what the question before it was about", async () => {
  const prices = ["violin", "cello", "harp", "flute"].map((name) => text(`A lesson for the ${name} costs RM${name.length * 10}.`));
  const entries = [...many, ...prices];
  const given = async (previous?: string) => (await choose(entries, "how much is it?", 90, previous)).entries;
  expect(await given("do you teach the harp?")).toContain(prices[2] as KnowledgeEntry);
  expect(await given("do you teach the flute?")).toContain(prices[3] as KnowledgeEntry);
});

test("whatever is saved, the excerpts fit the budget and are well formed", () => {
  const seeds = [...hostileSeeds({ words: ["Q: ", "Soalan: ", "A: ", "? ", "No. ", "# ", "\n\n"], count: 120 })];
  for (const seed of seeds.filter((_, place) => place % 3 === 0)) {
    const entries = [text(grow(seed, 6_000)), ...many.slice(0, 5)];
    const { entries: given } = runAtOnce(selectFrom(indexEntries(entries), entries, { question: "a item in the hall?" }, 300));
    // Headings with unusual characters may cost a little more than was reckoned.
    expect(tokensOf(given)).toBeLessThanOrEqual(600);
    expect(given.every((entry) => !entries.includes(entry) || entry.text.isWellFormed() || !seed.unit.isWellFormed())).toBe(true);
  }
});

test("rankings are joined so that what is high in both comes first", () => {
  expect(fuse([[1, 2, 3]])).toEqual([1, 2, 3]);
  expect(
    fuse([
      [1, 2, 3],
      [2, 4],
    ]),
  ).toEqual([2, 1, 4, 3]);
  expect(fuse([[], [5]])).toEqual([5]);
  // The first ones by words stay in front of what only the ranking by meaning has; what both have moves up.
  expect(joinMeaning([1, 2, 3, 4, 5, 6, 7, 8], [90, 91, 8, 92])).toEqual([8, 1, 2, 3, 4, 5, 6, 7, 90, 91, 92]);
});
