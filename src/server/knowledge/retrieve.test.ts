import { describe, expect, test } from "bun:test";
import { grow, hostileSeeds, show } from "../../../test/hostile-seeds.ts";
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { createTurns } from "../platform/http/turns.ts";
import { createLog } from "../platform/log.ts";
import { indexEntries } from "./knowledge-index.ts";
import type { Indexed } from "./rank/passages.ts";
import { LONGEST_PASSAGE, MAX_LEAD, splitEntry, splitSentences } from "./rank/split.ts";
import { createRetrieval } from "./retrieve.ts";
import { rankEntries } from "./selection.ts";

const text = (value: string): KnowledgeEntry => ({ kind: "text", text: value });
const logLines: string[] = [];
const retrievalOf = (bounds: { maxAgents?: number; maxBytes?: number; elapsed?: () => number } = {}) =>
  createRetrieval({ turns: createTurns(), log: createLog("debug", (line) => logLines.push(line)), ...bounds });
const passagesOf = (entries: readonly KnowledgeEntry[]) =>
  entries.flatMap((entry, position) => [...splitEntry(entry, position)].filter((passage) => passage !== null));

describe("the cache", () => {
  test("an index is kept for one version and rebuilt for the next", async () => {
    const retrieval = retrievalOf();
    const one = await retrieval.ready({ agentId: "x", version: 1, entries: [text("a")] });
    expect(await retrieval.ready({ agentId: "x", version: 1, entries: [text("a")] })).toBe(one);
    expect(await retrieval.ready({ agentId: "x", version: 2, entries: [text("b")] })).not.toBe(one);
  });

  test("the index of the next version reuses what was read of entries that have not changed", async () => {
    const retrieval = retrievalOf();
    const one = await retrieval.ready({ agentId: "x", version: 1, entries: [text("We open at 9."), text("Tea: RM3.")] });
    const two = await retrieval.ready({ agentId: "x", version: 2, entries: [text("We open at 9."), text("Tea: RM4.")] });
    expect(two.library().passages[0]).toBe(one.library().passages[0] as Indexed);
    expect(two.library().passages[1]?.passage.text).toBe("Tea: RM4.");
  });

  test("the least recently used agent is evicted first, by the number of agents and by the memory of their indexes", async () => {
    const retrieval = retrievalOf({ maxAgents: 2, maxBytes: 100_000 });
    const source = (agentId: string, length = 10) => ({ agentId, version: 1, entries: [text("word ".repeat(length / 5))] });
    const first = await retrieval.ready(source("one"));
    const second = await retrieval.ready(source("two"));
    expect(await retrieval.ready(source("one"))).toBe(first);
    await retrieval.ready(source("three"));
    expect(await retrieval.ready(source("one"))).toBe(first);
    expect(await retrieval.ready(source("two"))).not.toBe(second);
    const large = await retrieval.ready(source("large", 60_000));
    await retrieval.ready(source("larger", 60_000));
    expect(await retrieval.ready(source("large", 60_000))).not.toBe(large);
  });

  test("knowledge that fits the prompt needs no search, and uses no room in the cache", async () => {
    const retrieval = retrievalOf({ maxBytes: 100_000 });
    const source = (agentId: string) => ({ agentId, version: 1, entries: [text("word ".repeat(1_800))] });
    const searched = await retrieval.ready(source("searched"));
    for (const agentId of ["a", "b", "c"]) await retrieval.select(source(agentId), { question: "word?" }, 100_000);
    expect(await retrieval.ready(source("searched"))).toBe(searched);
  });

  test("knowledge that will be searched is indexed before the first question", async () => {
    const entries = Array.from({ length: 3_000 }, (_, number) => text(`Item ${number} costs RM${number} and is kept in hall ${number}.`));
    const turns = createTurns();
    const answering = { agentName: "Hall" };
    let pauses = 0;
    const pause = (who: string) => {
      pauses++;
      return turns.pause(who);
    };
    const retrieval = createRetrieval({ turns: { ...turns, pause }, log: createLog("debug", () => undefined) });
    const pausesOf = async (work: Promise<unknown>) => {
      pauses = 0;
      await work;
      return pauses;
    };
    expect(await pausesOf(retrieval.warm({ agentId: "fits the prompt", version: 1, entries }, 1_000_000, answering))).toBe(0);
    const small = { agentId: "small", version: 1, entries: entries.slice(0, 3) };
    await retrieval.warm(small, 0, answering);
    expect(await pausesOf(retrieval.ready(small))).toBe(0);
    const large = { agentId: "large", version: 1, entries };
    expect(await pausesOf(retrieval.warm(large, 0, answering))).toBeGreaterThan(3);
    expect(await pausesOf(retrieval.ready(large))).toBe(0);
  });

  test("indexes that are rebuilt for lack of room are logged at most every ten minutes", async () => {
    let minutes = 0;
    const retrieval = retrievalOf({ maxAgents: 1, elapsed: () => minutes * 60_000 });
    const ask = (agentId: string) => retrieval.ready({ agentId, version: 1, entries: [text("a")] });
    logLines.length = 0;
    await ask("one");
    await ask("two");
    expect(logLines).toEqual([]);
    for (let round = 0; round < 20; round++) {
      await ask("one");
      await ask("two");
    }
    expect(logLines).toHaveLength(1);
    minutes = 11;
    await ask("one");
    expect(logLines).toHaveLength(2);
    expect(logLines[1]).toContain('"rebuilt":40');
  });
});

describe("passages", () => {
  test("a question and its answer belong together", () => {
    expect(passagesOf([text("Q: Is it far?\nA: No.\n\nQ: Is it dear?\nA: Yes, very.")])).toEqual([
      { entry: 0, image: null, lead: "Is it far?", showLead: false, text: "No." },
      { entry: 0, image: null, lead: "Is it dear?", showLead: false, text: "Yes, very." },
    ]);
  });

  test("a heading is the lead of the text after it", () => {
    expect(passagesOf([text("Opening hours\n\nDaily 9 to 5.\n\nPrices:\n- Tea: RM3\n- Coffee: RM5")])).toEqual([
      { entry: 0, image: null, lead: "Opening hours", showLead: true, text: "Daily 9 to 5." },
      { entry: 0, image: null, lead: "Prices", showLead: true, text: "- Tea: RM3\n- Coffee: RM5" },
    ]);
  });

  test("a passage knows the headings above it, also those of the paragraphs before it", () => {
    const handbook =
      "# Villas\n\n## Villa A\n\nPrice\n\nRM300 a night.\n\nWeekends cost RM50 more.\n\n## Villa B\n\nPrice\n\nRM400 a night.";
    const plain = "Our shop\n\nDelivery:\n- Kajang: RM5\n- Bangi: RM8\n\nPickup\n\nFree, after 10am.\n\nQ: Today?\nA: Yes.";
    const trails = passagesOf([text(handbook), text(plain)]).map(({ above, lead, text: own }) => [above, lead, own]);
    expect(trails).toEqual([
      ["Villas > Villa A", "Price", "RM300 a night."],
      ["Villas > Villa A > Price", "", "Weekends cost RM50 more."],
      ["Villas > Villa B", "Price", "RM400 a night."],
      ["Our shop", "Delivery", "- Kajang: RM5\n- Bangi: RM8"],
      ["Our shop", "Pickup", "Free, after 10am."],
      ["Our shop > Pickup", "Today?", "Yes."],
    ]);
  });

  test("the lines of a list with blank lines between them are text, and no headings", () => {
    const dishes = Array.from({ length: 250 }, (_, index) => `Dish ${"abcdefghij"[index % 10]}${"klmnopqrstuvwxyz"[index % 16]}`);
    const joined = passagesOf([text(`Our menu\n\n${dishes.join("\n\n")}`), text(`${dishes.join("\n\n")}\n\nAll are RM5.`)]).map(
      ({ lead, text: own }) => `${lead}\n${own}`,
    );
    for (const dish of dishes)
      expect(
        joined
          .join("\n")
          .split("\n")
          .filter((line) => line === dish).length,
      ).toBeGreaterThanOrEqual(2);
  });

  test("no text of an entry is lost", () => {
    const long = Array.from({ length: 60 }, (_, index) => `Sentence number ${index} says a little.`).join(" ");
    const joined = passagesOf([text(long)])
      .map((passage) => passage.text)
      .join(" ");
    expect(joined).toBe(long);
    expect(passagesOf([text(""), text("Just a heading")])).toEqual([
      { entry: 1, image: null, lead: "", showLead: false, text: "Just a heading" },
    ]);
  });

  test("no passage and no heading exceeds its maximum length, whatever is saved", () => {
    const seeds = [...hostileSeeds({ words: ["Q: ", "Soalan: ", "A: ", "? ", "No. ", ". A", "# ", "\n\n"], count: 200 })];
    for (const seed of seeds.filter((_, place) => place % 4 === 0)) {
      const saved = grow(seed, 9_000);
      const picture: KnowledgeEntry = { kind: "image", url: "https://example.com/a.png", text: saved };
      const passages = passagesOf([text(saved), picture]);
      expect(
        passages.filter((passage) => passage.text.length > LONGEST_PASSAGE || passage.lead.length > MAX_LEAD),
        show(seed),
      ).toEqual([]);
    }
  });

  test("a long text without spaces is cut, and no part of it is lost", () => {
    for (const saved of [
      "x".repeat(50_000),
      "😀".repeat(20_000),
      "营业时间".repeat(9_000),
      `${"word ".repeat(9_000)}end`,
      "a;".repeat(20_000),
    ]) {
      const joined = passagesOf([text(saved)]).map((passage) => passage.text);
      expect(joined.join("").replaceAll(" ", "")).toBe(saved.replaceAll(" ", ""));
      expect(joined.every((part) => part.isWellFormed())).toBe(true);
    }
  });

  test("the next part of a block that is too long for one step stays under its heading", () => {
    const lines = Array.from({ length: 900 }, (_, index) => `- Item ${index}: RM${index}`);
    const passages = passagesOf([text(`Prices:\n${lines.join("\n")}\n\nWe open daily at 9.`)]);
    expect(passages.slice(0, -1).every(({ lead }) => lead === "Prices")).toBe(true);
    expect(passages.at(-1)?.lead).toBe("");
  });

  test("abbreviations and prices do not end a sentence", () => {
    expect(splitSentences("We are at No. 7, Jln. Bayu. It costs RM4.50. Come in!")).toEqual([
      "We are at No. 7, Jln. Bayu.",
      "It costs RM4.50.",
      "Come in!",
    ]);
  });
});

test("a question to a thousand entries is answered in milliseconds", () => {
  const index = indexEntries(
    Array.from({ length: 1_000 }, (_, index) => text(`Product ${index} word${index * 7} thing${index % 50} costs RM${index}.`)),
  );
  rankEntries(index, "warm up");
  const started = performance.now();
  for (let round = 0; round < 20; round++) rankEntries(index, `how much is word${round * 7} and resevation`);
  expect((performance.now() - started) / 20).toBeLessThan(50);
});

test("a large index is built in slices with other work in between, and finds the same as an index built at once", async () => {
  const entries = Array.from({ length: 1_000 }, (_, position) =>
    text(`Item ${position} costs RM${position} and has colour number ${position * 7} with words${position} to read. `.repeat(4)),
  );
  const whole = indexEntries(entries);
  const sliced = indexEntries(entries);
  let turns = 0;
  let isReady = false;
  const others = (async () => {
    while (!isReady) {
      turns++;
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  await Promise.all([sliced.prepare(pause), sliced.prepare(pause)]);
  isReady = true;
  await others;
  expect(turns).toBeGreaterThan(3);
  const find = (index: typeof whole) => rankEntries(index, "how much is words500").slice(0, 5);
  expect(find(sliced)).toEqual(find(whole));
  expect(find(sliced)[0]).toBe(500);
});

test("an index that is needed while it is being built is completed at once", async () => {
  const index = indexEntries(Array.from({ length: 300 }, (_, position) => text(`Number ${position} is about thing${position}.`)));
  const preparing = index.prepare(() => new Promise((resolve) => setImmediate(resolve)));
  expect(rankEntries(index, "thing42")[0]).toBe(42);
  await preparing;
});

test("the passage with a question's rare word is found among thousands that have all its common words", () => {
  const index = indexEntries([
    ...Array.from({ length: 4_000 }, () => text("Alpha bravo charlie delta echo foxtrot golf.")),
    text("Alpha bravo zebra."),
  ]);
  expect(rankEntries(index, "alpha bravo charlie delta echo foxtrot golf zebra")[0]).toBe(4_000);
});
