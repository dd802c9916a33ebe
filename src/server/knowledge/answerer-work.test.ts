/** How much the answerer does in one piece, and what a first question finds prepared. Counted, because times depend on the machine. */
import { expect, test } from "bun:test";
import { type KnowledgeEntry, parseEntry } from "../../contract/knowledge.ts";
import { runAtOnce, type Steps } from "../platform/steps.ts";
import { answerFromKnowledge, answerSteps, warmUp } from "./answerer.ts";
import { indexEntries, type KnowledgeIndex } from "./knowledge-index.ts";
import { textOfPassage } from "./rank/passage-texts.ts";
import { rankPassages } from "./selection.ts";
import { findNear, newEffort } from "./words/near.ts";

const WORDS = "price parking delivery deposit booking cake chicken wedding room battery refund warranty cleaning tuition curtain".split(
  " ",
);
const entries = Array.from({ length: 2_000 }, (_, number) => {
  const [one, two, three] = [number, number * 7 + 1, number * 3 + 2].map((at) => WORDS[at % WORDS.length]);
  return parseEntry(
    `${one} ${two}: item${number} costs RM${number}. Ask about ${three} first; open from 9 am. No ${two} on day ${number % 30}.`,
  );
});
/** Four thousand characters in which hundreds of words are mistyped. */
const pasted = Array.from({ length: 900 }, (_, at) => (at % 3 === 0 ? WORDS[at % WORDS.length] : `itqm${at}`))
  .join(" ")
  .slice(0, 4_000);

/** The same index, and how often the keys of its passages have been read since the last step. */
function countReads(index: KnowledgeIndex) {
  const counted = { reads: 0 };
  const library = index.library();
  const passages = library.passages.map((indexed) => {
    const { keys } = indexed;
    return Object.defineProperty({ ...indexed }, "keys", {
      get() {
        counted.reads++;
        return keys;
      },
    });
  });
  return { counted, index: { ...index, library: () => ({ ...library, passages }) } };
}

/** The most that happens in one step. */
function mostIn(steps: Steps<unknown>, counted: { reads: number }): number {
  let most = 0;
  for (let isDone = false; !isDone; ) {
    counted.reads = 0;
    isDone = steps.next().done === true;
    most = Math.max(most, counted.reads);
  }
  return most;
}

test("a pasted text of four thousand characters is answered from 2,000 entries in short steps", () => {
  const { counted, index } = countReads(indexEntries(entries));
  const input = { agentName: "Hall", entries, index };
  const usual = mostIn(answerSteps({ ...input, question: "is there parking for the wedding, and what is the deposit?" }), counted);
  expect(usual).toBeGreaterThan(50);
  // A question has at most forty terms, and a step at most one passage, or one look at all candidates.
  expect(mostIn(answerSteps({ ...input, question: pasted }), counted)).toBeLessThan(1_000);
  expect(mostIn(rankPassages(index.library(), { question: pasted, previousQuestion: pasted }), counted)).toBeLessThan(1_000);
});

test("a question with many mistyped words compares a bounded number of words", () => {
  const words = Array.from({ length: 60_000 }, (_, number) => `a${(number * 7_919).toString(36).padStart(7, "q")}`);
  const { vocabulary } = indexEntries([parseEntry(words.join(" "))]).library();
  const effort = newEffort();
  const most = effort.left;
  for (let word = 0; word < 40; word++) findNear(`azz${"ghjkxvbn"[word % 8]}${"qwyp"[word % 4]}zzz`, vocabulary, effort);
  // Each word after the limit costs one comparison that is not made.
  expect(most - effort.left).toBeLessThan(most + 2 * 40);
});

test("a word that was searched before is found again, and costs a question as much as before", () => {
  const { vocabulary } = indexEntries(entries).library();
  const search = (left: number) => {
    const effort = { left };
    return { found: findNear("parkingg", vocabulary, effort)?.word, left: effort.left };
  };
  const first = search(60_000);
  expect(first.found).toBe("parking");
  expect(search(60_000)).toEqual(first);
  // A question that has no effort left finds nothing, although an earlier one did.
  expect(search(1).found).toBeUndefined();
});

test("after a chat was opened, the first question finds all topics tried", () => {
  const shop: KnowledgeEntry[] = [
    "We are open daily from 9 am to 6 pm.",
    "Delivery in Klang costs RM10 and takes two days.",
    "Free parking behind the shop for 20 cars.",
    "You can pay by card, cash or DuitNow.",
  ].map(parseEntry);
  const stepsOf = (index: KnowledgeIndex) => {
    const asked = answerSteps({ agentName: "Shop", entries: shop, index, question: "do you know the capital of Peru" });
    let steps = 0;
    for (let step = asked.next(); !step.done; step = asked.next()) steps++;
    return steps;
  };
  const [cold, warm] = [indexEntries(shop), indexEntries(shop)];
  runAtOnce(warmUp(warm, "Shop"));
  const first = stepsOf(warm);
  expect(first).toBe(stepsOf(warm));
  expect(stepsOf(cold)).toBeGreaterThan(first);
  expect(answerFromKnowledge({ agentName: "Shop", entries: shop, index: warm, question: "do you know the capital of Peru" }).found).toBe(
    false,
  );
});

test("what the first question needs of the passages is read when the chat is opened", () => {
  const index = indexEntries(["Parking: RM4 an hour.", "Room 3 seats 12 people.", "Delivery: 9 am to 6 pm."].map(parseEntry));
  const { passages } = index.library();
  let reads = 0;
  for (const { passage } of passages) {
    const { text } = passage;
    Object.defineProperty(passage, "text", {
      get() {
        reads++;
        return text;
      },
    });
  }
  runAtOnce(warmUp(index, "Seri"));
  expect(reads).toBeGreaterThan(0);
  reads = 0;
  for (const { passage } of passages) {
    const { units, quantities, codes, variants } = textOfPassage(passage);
    expect(units.length + quantities.length + codes.size + variants.length).toBeGreaterThan(1);
  }
  expect(reads).toBe(0);
});
