/** Features of what a question is about: its focus, its quantities, the facts that it surely asks for, and what excludes it. Pure. */
import { ASKED_KINDS, NUMBER } from "../words/asked.ts";
import { bestClause, type Clauses } from "./clauses.ts";
import type { Focus } from "./focus.ts";
import { isMet, LEVEL } from "./levels.ts";
import { textOfPassage } from "./passage-texts.ts";
import { hasKey, type Indexed, typesOfClause } from "./passages.ts";
import type { Placed, PlacedTerm } from "./placed.ts";
import { AT, type Sheet } from "./sheet.ts";

/** The level of a term that the question does not have. */
const NO_TERM = LEVEL.exact + 1;

/** How a passage matches a question. */
export interface Matched {
  placed: Placed;
  /** How closely the passage matches each term. */
  levels: readonly number[];
  clauses: Clauses;
}

export function noteFocus(sheet: Sheet, focus: Focus, matched: Matched, indexed: Indexed): void {
  const { placed, levels } = matched;
  sheet.put(AT.clauseCount, focus.clauses);
  sheet.put(AT.words, focus.words);
  noteInFocus(sheet, placed.inFocus, levels);
  noteContext(sheet, placed.context, levels);
  sheet.put(AT.headLevel, leastLevel(placed.heads, levels));
  let unmet = 0;
  for (const { place, weight } of placed.heads) if (!isMet(levels[place] ?? 0)) unmet += weight;
  sheet.put(AT.headUnmet, unmet);
  sheet.put(AT.beforeLevel, leastLevel(placed.beforeAsk, levels));
  noteOpposed(sheet, placed.all, levels, indexed);
  noteQuantities(sheet, focus, indexed);
  noteAsked(sheet, focus, matched, indexed);
  noteFocusClause(sheet, matched);
}

function leastLevel(terms: readonly PlacedTerm[], levels: readonly number[]): number {
  let least: number = NO_TERM;
  for (const { place } of terms) least = Math.min(least, levels[place] ?? 0);
  return least;
}

function noteInFocus(sheet: Sheet, terms: readonly PlacedTerm[], levels: readonly number[]): void {
  let [all, met, metCount, worst] = [0, 0, 0, 0];
  for (const { place, weight } of terms) {
    all += weight;
    if (isMet(levels[place] ?? 0)) {
      met += weight;
      metCount++;
    } else if (weight > worst) worst = weight;
  }
  sheet.put(AT.focusCovered, terms.length > 0 ? met / Math.max(all, 1e-9) : -1);
  sheet.put(AT.focusUnmet, terms.length - metCount);
  sheet.put(AT.focusMet, metCount);
  sheet.put(AT.focusWorst, worst);
}

function noteContext(sheet: Sheet, terms: readonly PlacedTerm[], levels: readonly number[]): void {
  let [all, met, unmetCount] = [0, 0, 0];
  for (const { place, weight } of terms) {
    all += weight;
    if (isMet(levels[place] ?? 0)) met += weight;
    else unmetCount++;
  }
  sheet.put(AT.contextCovered, terms.length > 0 ? met / Math.max(all, 1e-9) : -1);
  sheet.put(AT.contextUnmet, unmetCount);
}

/** Notes terms that the passage lacks while it has what excludes them: "yearly" instead of "monthly". */
function noteOpposed(sheet: Sheet, terms: readonly PlacedTerm[], levels: readonly number[], indexed: Indexed): void {
  for (const { term, place, opposites } of terms) {
    if (isMet(levels[place] ?? 0) || !opposites.some((key) => hasKey(indexed, key))) continue;
    sheet.add(AT.opposed, term.weight);
    sheet.add(AT.opposedCount, 1);
  }
}

function noteQuantities(sheet: Sheet, { quantities, codes }: Focus, { passage }: Indexed): void {
  if (quantities.length + codes.length === 0) return;
  const text = textOfPassage(passage);
  for (const wanted of quantities) {
    const alike = text.quantities.filter(({ unit }) => unit === wanted.unit);
    if (alike.some(({ from, to }) => from === wanted.from && to === wanted.to)) sheet.add(AT.quantitySame, 1);
    else if (alike.some(({ from, to }) => wanted.from >= from && wanted.to <= to)) sheet.add(AT.quantityWithin, 1);
    else sheet.add(alike.length > 0 ? AT.quantityOther : AT.quantityAbsent, 1);
  }
  for (const code of codes) sheet.add(text.codes.has(code) ? AT.codeSame : AT.codeOther, 1);
}

/** Whether a text with these kinds of facts has one of the kinds that answer a question. */
export const hasFact = (text: string, types: number, by: number): boolean => (types & by) !== 0 || ((by & NUMBER) !== 0 && /\d/.test(text));

const ASKED_AT = new Map(ASKED_KINDS.map((kind) => [kind, AT[`asked ${kind}`]]));

/** Notes whether the passage, and its sentence that fits best, has the facts that the question surely asks for. */
function noteAsked(sheet: Sheet, { asked }: Focus, { placed, clauses }: Matched, indexed: Indexed): void {
  if (asked.length === 0) return;
  const has = (types: number, by: number) => hasFact(indexed.passage.text, types, by);
  const best = bestClause(clauses, placed.content, ({ term }) => term.weight);
  for (const { kind, by } of asked) {
    const isMetHere = has(indexed.types, by);
    const isInClause = has(typesOfClause(indexed, best.at), by);
    sheet.add(isMetHere ? AT.askedMet : AT.askedLacks, 1);
    sheet.add(AT.askedInClause, isInClause ? 1 : -1);
    sheet.put(ASKED_AT.get(kind) ?? -1, !isMetHere ? -1 : isInClause ? 2 : 1);
  }
}

function noteFocusClause(sheet: Sheet, { placed: { inFocus }, clauses }: Matched): void {
  let all = 0;
  for (const { weight } of inFocus) all += weight;
  const { covered } = bestClause(clauses, inFocus, ({ weight }) => weight);
  sheet.put(AT.focusClause, inFocus.length > 0 ? covered / Math.max(all, 1e-9) : -1);
}
