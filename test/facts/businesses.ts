/** The businesses of bench/answers-sets for the tests of the check of facts. Whether a value is in the entries is decided here by comparing texts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { KnowledgeEntry } from "../../src/contract/knowledge.ts";
import { parseEntry } from "../../src/contract/knowledge.ts";
import { inEnglish, inMalay } from "./spelling.ts";

export interface Business {
  name: string;
  entries: readonly KnowledgeEntry[];
  /** All entries in lower case. */
  text: string;
}

const FOLDER = join(import.meta.dir, "../../bench/answers-sets");

export function readBusinesses(): Business[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return files.sort().map((file) => {
    const { knowledge }: { knowledge: string[] } = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
    return { name: file.replace(".json", ""), entries: knowledge.map(parseEntry), text: knowledge.join("\n").toLowerCase() };
  });
}

export type Random = (below: number) => number;
export const pick = <T>(random: Random, list: readonly T[]): T => {
  const item = list[random(list.length)];
  if (item === undefined) throw new Error("the list is empty");
  return item;
};

/** Whether a number is in the text in no form. */
export function isAbsent({ text }: Business, value: number): boolean {
  const numbers = text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  const isWritten = numbers.some((one) => {
    const plain = Number(one.replace(/,(?=\d{3})/g, ""));
    return plain === value || one.split(/[.,]/).some((part) => Number(part) === value);
  });
  return (
    !isWritten && !text.includes(inEnglish(value)) && !text.includes(inMalay(value)) && !text.includes(inEnglish(value).replace("-", " "))
  );
}

/** A number that is not in the text; null if all are. */
export function absent(business: Business, random: Random, from: number, below: number): number | null {
  for (let tries = 0; tries < 100; tries++) {
    const value = from + random(below - from);
    if (isAbsent(business, value)) return value;
  }
  return null;
}
