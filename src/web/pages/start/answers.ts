/** What visitors ask first, as the guided start asks it, and the knowledge entries that the answers become. Pure. */
import { countWords } from "../../../contract/knowledge.ts";
import type { StoredEntry } from "../../../contract/knowledge-calls.ts";

export const QUESTIONS = ["hours", "place", "prices", "order"] as const;
export type Question = (typeof QUESTIONS)[number];
export type Answers = Record<Question, string>;
/** The question as it is the first line of its entry. */
export type Headings = Record<Question, string>;

export const NO_ANSWERS: Answers = { hours: "", place: "", prices: "", order: "" };

type Entry = Pick<StoredEntry, "id" | "entry">;

/** The entries of an agent, divided into those that the guided start has made and all others. */
export interface Found<Of extends Entry = Entry> {
  answers: Answers;
  ours: Of[];
  others: Of[];
}

/** Recognizes the entries of the guided start by their first line, in whatever language they were written. */
export function findAnswers<Of extends Entry>(entries: readonly Of[], headings: readonly Headings[]): Found<Of> {
  const questionOf = (line: string) => QUESTIONS.find((question) => headings.some((one) => one[question] === line.trim()));
  const found: Found<Of> = { answers: { ...NO_ANSWERS }, ours: [], others: [] };
  for (const entry of entries) {
    const lines = entry.entry.split("\n");
    let question = questionOf(lines[0] ?? "");
    (question ? found.ours : found.others).push(entry);
    for (const [at, line] of question ? lines.entries() : []) {
      const begins = at === 0 || lines[at - 1]?.trim() === "" ? questionOf(line) : undefined;
      if (begins) question = begins;
      else if (question) found.answers[question] += `${line}\n`;
    }
  }
  for (const question of QUESTIONS) found.answers[question] = found.answers[question].trim();
  return found;
}

/** Whether the plan has no room for one entry each, so that all answers become one entry with headings. */
export const areJoined = (room: number): boolean => room < QUESTIONS.length;

/** The entries that the answers become. `room` is how many entries the plan allows besides all others. */
export function composeEntries(answers: Answers, headings: Headings, room: number): string[] {
  const answered = QUESTIONS.filter((question) => answers[question].trim() !== "");
  const parts = answered.map((question) => `${headings[question]}\n${answers[question].trim()}`);
  if (room < 1 || parts.length === 0) return [];
  return areJoined(room) ? [parts.join("\n\n")] : parts;
}

/** The words of the longest entry. */
export const longest = (entries: readonly string[]): number => Math.max(0, ...entries.map(countWords));

/** The question whose answer has the most words: the one to shorten first. */
export function longestOf(answers: Answers): Question {
  return QUESTIONS.reduce((most, question) => (countWords(answers[question]) > countWords(answers[most]) ? question : most));
}

export interface Changes<Of extends Entry = Entry> {
  update: { before: Of; entry: string }[];
  remove: Of[];
  add: string[];
}

/** What has to be saved so that exactly the `wanted` entries are there. Entries about the same question are changed and not replaced. */
export function compareEntries<Of extends Entry>(ours: readonly Of[], wanted: readonly string[]): Changes<Of> {
  const firstLine = (text: string) => text.split("\n", 1)[0];
  const left = new Set(ours);
  const take = (isIt: (before: Of) => boolean) => {
    const taken = [...left].find(isIt);
    if (taken) left.delete(taken);
    return taken;
  };
  const changed = wanted.filter((entry) => !take((before) => before.entry === entry));
  const changes: Changes<Of> = { update: [], remove: [], add: [] };
  for (const entry of changed) {
    const before = take((one) => firstLine(one.entry) === firstLine(entry)) ?? take(() => true);
    if (before) changes.update.push({ before, entry });
    else changes.add.push(entry);
  }
  return { ...changes, remove: [...left] };
}
