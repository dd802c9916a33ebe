/** Features of what a question is about: its focus, its quantities, the facts that it surely asks for, and what excludes it. Pure. */
import { LEXICON } from "../lexicon/concepts.ts";
import { OPPOSITES } from "../lexicon/opposites.ts";
import { NUMBER } from "../words/asked.ts";
import { readCodes, readQuantities } from "../words/quantities.ts";
import { fold, toUnits } from "../words/read.ts";
import { type Focus, nameOf } from "./focus.ts";
import { conceptKey } from "./keys.ts";
import { isMet, LEVEL, metLevelOf } from "./levels.ts";
import { clausesOf, hasKey, type Indexed, typesOfClause } from "./passages.ts";
import { isFrame, type Term } from "./question.ts";
import type { Sheet } from "./sheet.ts";

/** The keys of the concepts that exclude a concept, by its key. */
const OPPOSED: ReadonlyMap<number, ReadonlySet<number>> = (() => {
  const opposed = new Map<number, Set<number>>();
  const addAll = (group: readonly number[], others: readonly number[]) => {
    for (const one of group) {
      const list = opposed.get(conceptKey(one)) ?? new Set();
      for (const other of others) if (other !== one) list.add(conceptKey(other));
      opposed.set(conceptKey(one), list);
    }
  };
  for (const line of OPPOSITES.trim().split("\n")) {
    const [one = [], other = []] = line.split(" ").map((item) => toUnits(item.split("_")).flatMap(({ concepts }) => concepts));
    addAll(one, other);
    addAll(other, one);
  }
  const narrower = LEXICON.concepts.flatMap(({ wider }, concept) => (wider < 0 ? [] : [{ wider, concept }]));
  for (const kin of Map.groupBy(narrower, ({ wider }) => wider).values()) {
    const concepts = kin.map(({ concept }) => concept);
    addAll(concepts, concepts);
  }
  return opposed;
})();

/** The level of a term that the question does not have. */
const NO_TERM = LEVEL.exact + 1;

/** A term of a question, how closely the passage matches it, and its weight in the judgement. */
interface Weighed {
  term: Term;
  level: number;
  weight: number;
}

export function noteFocus(
  sheet: Sheet,
  focus: Focus,
  { terms, levels, chances }: { terms: readonly Term[]; levels: readonly number[]; chances: readonly number[] },
  indexed: Indexed,
): void {
  const weighed = terms.map((term, place) => ({ term, level: levels[place] ?? 0, weight: term.weight * (chances[place] ?? 0.5) }));
  const content = weighed.filter(({ term }) => !isFrame(term));
  const isIn = (names: ReadonlySet<string>) => content.filter(({ term }) => names.has(nameOf(term.unit)));
  const inFocus = isIn(focus.inFocus);
  sheet.put("clauseCount", focus.clauses);
  sheet.put("words", focus.words);
  noteCovered(sheet, inFocus, "focus");
  noteCovered(
    sheet,
    content.filter((one) => !inFocus.includes(one)),
    "context",
  );
  const heads = isIn(focus.heads);
  sheet.put("headLevel", Math.min(NO_TERM, ...heads.map(({ level }) => level)));
  sheet.put("headUnmet", sum(heads.filter(({ level }) => !isMet(level))));
  sheet.put("beforeLevel", Math.min(NO_TERM, ...isIn(focus.beforeAsk).map(({ level }) => level)));
  noteOpposed(sheet, weighed, indexed);
  noteQuantities(sheet, focus, indexed);
  noteAsked(sheet, focus, content, indexed);
  noteFocusClause(sheet, inFocus, indexed);
}

const sum = (weighed: readonly Weighed[]): number => weighed.reduce((total, { weight }) => total + weight, 0);

function noteCovered(sheet: Sheet, weighed: readonly Weighed[], name: "focus" | "context"): void {
  const met = weighed.filter(({ level }) => isMet(level));
  const unmet = weighed.filter(({ level }) => !isMet(level));
  sheet.put(`${name}Covered`, weighed.length > 0 ? sum(met) / Math.max(sum(weighed), 1e-9) : -1);
  sheet.put(`${name}Unmet`, unmet.length);
  if (name === "context") return;
  sheet.put("focusMet", met.length);
  sheet.put("focusWorst", Math.max(0, ...unmet.map(({ weight }) => weight)));
}

/** Notes terms that the passage lacks while it has what excludes them: "yearly" instead of "monthly". */
function noteOpposed(sheet: Sheet, weighed: readonly Weighed[], indexed: Indexed): void {
  for (const { term, level } of weighed) {
    if (isMet(level)) continue;
    const excludes = (key: number) => [...(OPPOSED.get(key) ?? [])].some((other) => hasKey(indexed, other));
    if (!term.concepts.some(excludes)) continue;
    sheet.add("opposed", term.weight);
    sheet.add("opposedCount", 1);
  }
}

function noteQuantities(sheet: Sheet, { quantities, codes }: Focus, { passage }: Indexed): void {
  if (quantities.length + codes.length === 0) return;
  const text = fold(`${passage.lead} : ${passage.text}`);
  const own = readQuantities(text);
  for (const wanted of quantities) {
    const alike = own.filter(({ unit }) => unit === wanted.unit);
    if (alike.some(({ from, to }) => from === wanted.from && to === wanted.to)) sheet.add("quantitySame", 1);
    else if (alike.some(({ from, to }) => wanted.from >= from && wanted.to <= to)) sheet.add("quantityWithin", 1);
    else sheet.add(alike.length > 0 ? "quantityOther" : "quantityAbsent", 1);
  }
  const known = new Set(readCodes(text));
  for (const code of codes) sheet.add(known.has(code) ? "codeSame" : "codeOther", 1);
}

/** Whether a text with these kinds of facts has one of the kinds that answer a question. */
export const hasFact = (text: string, types: number, by: number): boolean => (types & by) !== 0 || ((by & NUMBER) !== 0 && /\d/.test(text));

/** Notes whether the passage, and its sentence that fits best, has the facts that the question surely asks for. */
function noteAsked(sheet: Sheet, { asked }: Focus, content: readonly Weighed[], indexed: Indexed): void {
  if (asked.length === 0) return;
  const has = (types: number, by: number) => hasFact(indexed.passage.text, types, by);
  const best = bestClause(content, indexed, ({ term }) => term.weight);
  for (const { kind, by } of asked) {
    const isMetHere = has(indexed.types, by);
    const isInClause = has(typesOfClause(indexed, best.at), by);
    sheet.add(isMetHere ? "askedMet" : "askedLacks", 1);
    sheet.add("askedInClause", isInClause ? 1 : -1);
    sheet.put(`asked ${kind}`, !isMetHere ? -1 : isInClause ? 2 : 1);
  }
}

function noteFocusClause(sheet: Sheet, inFocus: readonly Weighed[], indexed: Indexed): void {
  const { covered } = bestClause(inFocus, indexed, ({ weight }) => weight);
  sheet.put("focusClause", inFocus.length > 0 ? covered / Math.max(sum(inFocus), 1e-9) : -1);
}

/** The sentence or item that has most of the terms. */
function bestClause(weighed: readonly Weighed[], indexed: Indexed, weigh: (one: Weighed) => number): { at: number; covered: number } {
  const best = { at: 0, covered: -1 };
  for (const [at, { from, to }] of clausesOf(indexed).entries()) {
    let covered = 0;
    for (const one of weighed) if (metLevelOf(one.term, indexed.keys, from, to) > LEVEL.none) covered += weigh(one);
    if (covered > best.covered) Object.assign(best, { at, covered });
  }
  return best;
}
