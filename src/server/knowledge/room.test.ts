import { expect, test } from "bun:test";
import { KNOWLEDGE_MAX } from "../../contract/knowledge-calls.ts";
import type { PlanLimits } from "../../contract/plan-fields.ts";
import { READ_ENTRY_WORDS, refuseGrowth, refuseLongEntry } from "./room.ts";

const ofSources = { sourceLimit: 1, pageLimit: 1, memberLimit: 3, totalWordLimit: 100 };
const limits: PlanLimits = { msgLimit: 100, chatLimit: 1, knowledgeWordLimit: 20, addKnowledgeLimit: 2, ...ofSources };
const totals = (typed: number, read = 0, words = 0) => ({ entries: typed + read, typed, words, readWords: 0 });
const grow = (before: number, after: number, read = 0, plan: PlanLimits | null = limits) => {
  try {
    refuseGrowth(totals(before, read), totals(after, read), plan);
    return "allowed";
  } catch (error) {
    return (error as Error).message;
  }
};

test("typed entries may grow up to the plan's limit; more than that may be kept or shrunk but not grow", () => {
  expect([grow(0, 2), grow(4, 4), grow(4, 3), grow(0, 99, 0, null)]).toEqual(Array(4).fill("allowed"));
  expect([grow(2, 3), grow(4, 5)]).toEqual(Array(2).fill("Knowledge update limit (2) reached"));
});

test("entries of sources take up no typed entry, and count for what one agent may hold", () => {
  expect([grow(0, 2, 500), grow(2, 3, 500)]).toEqual(["allowed", "Knowledge update limit (2) reached"]);
  expect(grow(0, 1, KNOWLEDGE_MAX.entries, null)).toContain("at most");
  expect(() => refuseGrowth(totals(1), totals(1, 900), limits)).not.toThrow();
});

test("an entry that was read may be as long as what is read, and a typed one only as the plan says", () => {
  const entry = { kind: "text", text: "" } as const;
  expect(() => refuseLongEntry(entry, 21, limits)).toThrow("21/20");
  expect(() => refuseLongEntry(entry, READ_ENTRY_WORDS, limits, true)).not.toThrow();
  expect(() => refuseLongEntry(entry, READ_ENTRY_WORDS + 1, limits, true)).toThrow();
});
