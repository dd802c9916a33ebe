import { describe, expect, test } from "bun:test";
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { estimateTokens } from "../replies/prompt.ts";
import { createRetrieval, indexEntries } from "./retrieve.ts";
import { splitEntry, splitSentences } from "./retrieve-passages.ts";
import { stem, toTerms } from "./retrieve-words.ts";

const text = (value: string): KnowledgeEntry => ({ kind: "text", text: value });
const many = Array.from({ length: 200 }, (_, index) =>
  text(
    `Item ${index} is made of ${["oak", "pine", "steel", "glass"][index % 4]} and stands in hall ${index}. ${"More words. ".repeat(20)}`,
  ),
);

describe("selectEntries", () => {
  test("everything is offered while it fits, in stored order", () => {
    const entries = [text("b"), text("a")];
    expect(createRetrieval().selectEntries({ agentId: "x", version: 1, entries }, "anything", 1_000)).toEqual(entries);
  });

  test("beyond the budget the best entries are offered, still in stored order", () => {
    const entries = [...many, text("Our violins are repaired by Ms Tan on Wednesdays."), text("Violins can be rented.")];
    const chosen = createRetrieval().selectEntries({ agentId: "x", version: 1, entries }, "who repairs violins?", 600);
    expect(chosen.at(-2)?.text).toContain("Ms Tan");
    expect(chosen.at(-1)?.text).toContain("rented");
    expect(chosen.reduce((sum, entry) => sum + estimateTokens(entry.text), 0)).toBeLessThanOrEqual(600);
    const positions = chosen.map((entry) => entries.indexOf(entry));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  test("no budget offers nothing, and a question without known words the first entries", () => {
    const source = { agentId: "x", version: 1, entries: many };
    expect(createRetrieval().selectEntries(source, "zzz", 0)).toEqual([]);
    expect(createRetrieval().selectEntries(source, "qqqq", 200)[0]).toBe(many[0] as KnowledgeEntry);
  });
});

describe("the cache", () => {
  test("an index is kept for a version and made anew for the next", () => {
    const retrieval = createRetrieval();
    const one = retrieval.indexFor({ agentId: "x", version: 1, entries: [text("a")] });
    expect(retrieval.indexFor({ agentId: "x", version: 1, entries: [text("a")] })).toBe(one);
    expect(retrieval.indexFor({ agentId: "x", version: 2, entries: [text("b")] })).not.toBe(one);
  });

  test("the agent not asked for longest is forgotten first, by number of agents and of entries", () => {
    const retrieval = createRetrieval({ maxAgents: 2, maxEntries: 250 });
    const source = (agentId: string, entries = [text("a")]) => ({ agentId, version: 1, entries });
    const first = retrieval.indexFor(source("one"));
    const second = retrieval.indexFor(source("two"));
    expect(retrieval.indexFor(source("one"))).toBe(first);
    retrieval.indexFor(source("three"));
    expect(retrieval.indexFor(source("one"))).toBe(first);
    expect(retrieval.indexFor(source("two"))).not.toBe(second);
    const large = retrieval.indexFor(source("large", many));
    retrieval.indexFor(source("larger", many));
    expect(retrieval.indexFor(source("large", many))).not.toBe(large);
  });
});

describe("terms", () => {
  test("both languages' forms of a word meet", () => {
    expect(stem("menghantar")).toBe(stem("hantar"));
    expect(stem("pembayaran")).toBe(stem("bayar"));
    expect(stem("menyewa")).toBe("sewa");
    expect(stem("deliveries")).toBe(stem("delivery"));
    expect(toTerms("Harganya?")).toEqual(toTerms("What does it cost?"));
    expect(toTerms("Crème BRÛLÉE")).toEqual(toTerms("creme brulee"));
  });

  test("words that say nothing are dropped", () => {
    expect(toTerms("adakah anda yang the of untuk")).toEqual([]);
  });

  test("a weekday is known as one of the days", () => {
    expect(toTerms("Ahad")).toEqual(["=day", "=sunday"]);
    expect(toTerms("weekend")).toContain("=sunday");
  });

  test("scripts without spaces become bigrams", () => {
    expect(toTerms("营业时间")).toEqual(["营业", "业时", "时间"]);
  });
});

describe("passages", () => {
  test("a question and its answer belong together", () => {
    expect([text("Q: Is it far?\nA: No.\n\nQ: Is it dear?\nA: Yes, very.")].flatMap(splitEntry)).toEqual([
      { entry: 0, lead: "Is it far?", showLead: false, text: "No." },
      { entry: 0, lead: "Is it dear?", showLead: false, text: "Yes, very." },
    ]);
  });

  test("a heading stands over what follows it", () => {
    expect([text("Opening hours\n\nDaily 9 to 5.\n\nPrices:\n- Tea: RM3\n- Coffee: RM5")].flatMap(splitEntry)).toEqual([
      { entry: 0, lead: "Opening hours", showLead: true, text: "Daily 9 to 5." },
      { entry: 0, lead: "Prices", showLead: true, text: "- Tea: RM3\n- Coffee: RM5" },
    ]);
  });

  test("no text of an entry is lost", () => {
    const long = Array.from({ length: 60 }, (_, index) => `Sentence number ${index} says a little.`).join(" ");
    const joined = [text(long)]
      .flatMap(splitEntry)
      .map((passage) => passage.text)
      .join(" ");
    expect(joined).toBe(long);
    expect([text(""), text("Just a heading")].flatMap(splitEntry)).toEqual([
      { entry: 1, lead: "", showLead: false, text: "Just a heading" },
    ]);
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
  index.search(index.readQuestion("warm up"), 5);
  const started = performance.now();
  for (let round = 0; round < 20; round++) index.search(index.readQuestion(`how much is word${round * 7} and resevation`), 5);
  expect((performance.now() - started) / 20).toBeLessThan(50);
});

test("a large index is built in slices: others run in between, and it finds what the one built at once finds", async () => {
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
  await Promise.all([sliced.prepare(), sliced.prepare()]);
  isReady = true;
  await others;
  expect(turns).toBeGreaterThan(3);
  const find = (index: typeof whole) => index.search(index.readQuestion("how much is words500"), 5).map(({ passage }) => passage.entry);
  expect(find(sliced)).toEqual(find(whole));
  expect(find(sliced)[0]).toBe(500);
});

test("an index that is asked while it is being built is built at once", async () => {
  const index = indexEntries(Array.from({ length: 300 }, (_, position) => text(`Number ${position} is about thing${position}.`)));
  const preparing = index.prepare();
  expect(index.search(index.readQuestion("thing42"), 1)[0]?.passage.entry).toBe(42);
  await preparing;
});

test("what visitors say of themselves speaks less against an entry than what they ask for", () => {
  const index = indexEntries([text("Parcels are posted by courier for RM8."), text("Open daily.")]);
  const weights = (question: string) => new Map(index.readQuestion(question).map(({ term, weight }) => [term, weight]));
  const told = weights("I live in Sabah, do you post vases to Sabah?");
  expect(told.get("sabah")).toBeLessThan((told.get("vase") ?? 0) / 2);
  expect(weights("Sabah?").get("sabah")).toBeGreaterThan((told.get("sabah") ?? 0) * 2);
  expect(weights("kereta saya rosak").get("=car")).toBeLessThan(weights("kereta rosak").get("=car") ?? 0);
});
