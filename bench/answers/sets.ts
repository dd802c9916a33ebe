/** The labelled questions of bench/answers-sets: one file for each business. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { includesFact } from "./score.ts";

export interface Question {
  id: string;
  text: string;
  lang: "en" | "ms" | "mixed";
  kind: "answerable" | "unanswerable" | "smalltalk";
  /** The entries that answer the question. */
  entries: number[];
  /** A right answer contains at least one text of each group. */
  must: string[][];
  /** Facts of a similar entry that make an answer wrong. */
  mustNot: string[];
  /** The decisive words of the question. */
  key: string[];
  /** How the decisive words differ from the words of the entry. */
  shift: "none" | "typo" | "inflection" | "synonym" | "cross";
  /** The visitor's previous message, if the question is a follow-up. */
  after?: string;
}

export interface Business {
  /** The file's name: a letter for the group of authors, and a number. */
  id: string;
  author: string;
  name: string;
  knowledge: string[];
  questions: Question[];
}

const FOLDER = join(import.meta.dir, "..", "answers-sets");

/** Sorted by id. `isWanted` decides by the id, before the file is read. */
export function loadSets(isWanted: (id: string) => boolean = () => true): Business[] {
  const ids = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();
  return ids.filter(isWanted).map((id) => ({ ...(JSON.parse(readFileSync(join(FOLDER, `${id}.json`), "utf8")) as Business), id }));
}

/**
 * Follow-ups to questions about one of several siblings (branches, packages, sizes), by a developer: half of them ask for
 * what only the sibling has. They are not trained on.
 */
export function loadFollowUps(businesses: readonly Business[]): Business[] {
  const all = JSON.parse(readFileSync(join(FOLDER, "../answers-follow-ups.json"), "utf8")) as (Question & { business: string })[];
  return businesses.flatMap((business) => {
    const questions = all.filter((question) => question.business === business.id);
    return questions.length > 0 ? [{ ...business, questions }] : [];
  });
}

export const isFollowUpAboutSibling = (id: string): boolean => /-f\d+$/.test(id);

/** The sets that the developers wrote while they tuned earlier versions; they are easier than the others. */
export const isOwn = (id: string): boolean => id.startsWith("o");

/** Who wrote a set: the letters of its id. The sets `c` have an author each, and every two of `g`. */
export function authorOf(id: string): string {
  const [, letters = id, number = ""] = /^([a-z]+)(\d+)$/.exec(id) ?? [];
  return letters === "c" ? id : letters === "g" ? `g${Math.ceil(Number(number) / 2)}` : letters;
}

/** @returns a sentence for each fault in the form of a set. */
export function findFaults({ id, knowledge, questions }: Business): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const question of questions) {
    const say = (fault: string) => faults.push(`${id} ${question.id}: ${fault}`);
    if (seen.has(question.id)) say("the id is used twice");
    seen.add(question.id);
    if (!["en", "ms", "mixed"].includes(question.lang)) say(`the language ${question.lang} is not known`);
    if (!["none", "typo", "inflection", "synonym", "cross"].includes(question.shift)) say(`the shift ${question.shift} is not known`);
    const entries = question.entries.map((position) => knowledge[position]);
    if (entries.some((entry) => entry === undefined)) say("an entry does not exist");
    const text = entries.join("\n");
    if (question.kind !== "answerable") {
      if (entries.length + question.must.length > 0) say("only an answerable question has entries and facts");
      continue;
    }
    if (entries.length === 0 || question.must.length === 0) say("an answerable question needs entries and facts");
    for (const group of question.must)
      if (!group.some((fact) => includesFact(text, fact))) say(`its entries have none of ${JSON.stringify(group)}`);
    for (const fact of question.mustNot) if (includesFact(text, fact)) say(`its entries have the wrong fact ${JSON.stringify(fact)}`);
  }
  return faults;
}
