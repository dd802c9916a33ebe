/** What visitors type as they think: one word, a choice among several things, a question with "and". */
import { expect, test } from "bun:test";
import { parseEntry } from "../../contract/knowledge.ts";
import { answerFromKnowledge } from "./answerer.ts";
import { LEXICONS } from "./lexicon/languages.ts";

const ask = (entries: readonly string[], question: string) =>
  answerFromKnowledge({ agentName: "Seri", entries: entries.map(parseEntry), question });

test("the label of several entries, typed in other capitals, is asked back", () => {
  const prices = ["Price: laptop screen RM350.", "Price: phone battery RM90.", "Price: data recovery RM200."];
  const { offers, text } = ask(prices, "price");
  expect(text).not.toBe(prices[0] ?? "");
  expect(offers?.length).toBeGreaterThan(1);
  expect(ask(["Dress code: closed shoes.", ...prices], "dress code").entries).toEqual([0]);
  expect(ask(prices, "Price").entries).toEqual([0]);
});

test("a choice of a set or a label is no small talk", () => {
  const sets = ["Set A: RM10 with a drink.", "Set B: RM15 with dessert.", "Family set: RM55 for four.", "Office: Level 2, Menara Seri."];
  const noted = [LEXICONS.en.talk.say.noted("Seri"), LEXICONS.ms.talk.say.noted("Seri")];
  for (const [question, entry] of [
    ["set A", 0],
    ["family set", 2],
    ["office", 3],
  ] as const)
    expect(ask(sets, question).entries, question).toEqual([entry]);
  for (const question of ["set A dan B", "set C", "order"]) expect(noted, question).not.toContain(ask(sets, question).text);
  expect(noted).toContain(ask(sets, "ok noted").text);
});

test("what is vegetarian may not be vegan", () => {
  const entries = ["Vegetarian set: RM15, with egg and cheese.", "Open 9 am to 6 pm."];
  for (const question of ["do you have vegan food?", "vegan set price"])
    expect(ask(entries, question).text, question).not.toContain("RM15");
  expect(ask(entries, "vegetarian set price").text).toContain("RM15");
});
