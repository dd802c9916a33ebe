/** The checks of one agent's entries: what contradicts, repeats, is over, cannot be found, or should not be read. Deterministic. */
import type { KnowledgeEntry } from "../../../contract/knowledge.ts";
import type { WarningKind } from "../../../contract/warning.ts";
import type { Validity } from "../dates.ts";
import type { Encoder } from "../rank/encoder.ts";
import { readModel } from "../rank/model.ts";
import { createCandidates } from "./candidates.ts";
import { type Claims, readClaims } from "./claims.ts";
import { findContradiction, type Rarity } from "./compare.ts";
import { compareTexts, readText, type Text } from "./duplicates.ts";
import { findInEntry, type SingleFinding } from "./single.ts";

export interface CheckedEntry {
  id: string;
  entry: KnowledgeEntry;
  valid: Validity;
  /** Changes with every change of the entry. */
  version: string;
  /** When the text was last changed, as YYYY-MM-DD. */
  saved: string;
}

export interface Finding {
  kind: WarningKind;
  /** One entry or two, with the words in which it was found. */
  places: readonly { id: string; quote: string }[];
  /** The day that has passed, YYYY-MM-DD. */
  day?: string;
}

/** What was read of an entry, which the next check uses again if the entry has not changed. */
interface Reading {
  version: string;
  /** The day of the findings in the entry alone: dates pass. */
  today: string;
  single: readonly SingleFinding[];
  claims: Claims;
  text: Text;
}
export type Readings = ReadonlyMap<string, Reading>;

export interface Checked {
  /** The gravest kinds first, and in the order of the entries. */
  findings: readonly Finding[];
  readings: Readings;
}

/** The maximum number of findings that are kept for one agent: owners do not read more. */
const MAX_FINDINGS = 500;
/** The order in which kinds are listed. */
const GRAVITY: readonly WarningKind[] = ["secret", "price", "time", "phone", "past", "duplicate", "covered", "unfindable", "long"];
const LONGEST_QUOTE = 200;

/**
 * In short steps. `entries`: those that are in use or will be, in their order. `before`: what was read of them earlier.
 * @param today YYYY-MM-DD.
 */
export function* checkEntries(entries: readonly CheckedEntry[], today: string, before?: Readings): Generator<undefined, Checked> {
  const readings = new Map<string, Reading>();
  const findings: Finding[] = [];
  const { encoder } = readModel().tables;
  for (const one of entries) {
    const reading = yield* readEntry(one, today, encoder, before?.get(one.id));
    readings.set(one.id, reading);
    findings.push(...reading.single.map(({ kind, quote, day }) => ({ kind, places: [{ id: one.id, quote }], ...(day && { day }) })));
  }
  findings.push(...(yield* compareAll(entries, readings)));
  const order = new Map(entries.map(({ id }, at) => [id, at]));
  const placeOf = ({ places: [first] }: Finding) => order.get(first?.id ?? "") ?? 0;
  const sorted = findings.toSorted((a, b) => GRAVITY.indexOf(a.kind) - GRAVITY.indexOf(b.kind) || placeOf(a) - placeOf(b));
  return { findings: sorted.slice(0, MAX_FINDINGS), readings };
}

function* readEntry(one: CheckedEntry, today: string, encoder: Encoder, known?: Reading): Generator<undefined, Reading> {
  const { entry, version, saved } = one;
  const isKnown = known?.version === version;
  if (isKnown && known.today === today) return known;
  const claims = isKnown ? known.claims : yield* readClaims(entry);
  yield;
  const text = isKnown ? known.text : readText(entry.text, encoder);
  yield;
  const single = yield* findInEntry(entry, { today, saved });
  return { version, today, single, claims, text };
}

/** How rarely an entry has a word, 0 to 1, in proportion to a word that two entries have. */
function* readRarity(readings: Readings): Generator<undefined, Rarity> {
  const counts = new Map<string, number>();
  for (const { text } of readings.values()) {
    for (const { name } of text.words) counts.set(name, (counts.get(name) ?? 0) + 1);
    yield;
  }
  const all = readings.size;
  const most = Math.log(1 + all / 2);
  const known: number[] = [];
  return ({ name }) => {
    const count = counts.get(name) ?? 1;
    known[count] ??= Math.min(1, Math.log(1 + all / count) / most);
    return known[count];
  };
}

interface Repeat {
  finding: Finding;
  isTranslation: boolean;
}

function* compareAll(entries: readonly CheckedEntry[], readings: Readings): Generator<undefined, Finding[]> {
  const rarity = yield* readRarity(readings);
  const found: Finding[] = [];
  const repeats: Repeat[] = [];
  const pairs = yield* createCandidates(entries.map(({ id }) => readings.get(id)));
  for (const [at, other] of pairs) {
    yield;
    const [a, b] = [entries[at], entries[other]];
    const [one, two] = [readings.get(a?.id ?? ""), readings.get(b?.id ?? "")];
    if (!a || !b || !one || !two || !meet(a.valid, b.valid)) continue;
    const repeat = compareBoth(a, b, one.text, two.text, rarity);
    if (repeat) repeats.push(repeat);
    const contradiction = repeat ? null : yield* findContradiction(one.claims, two.claims, rarity);
    if (!contradiction) continue;
    const [x, y] = contradiction.claims;
    found.push({
      kind: contradiction.kind,
      places: [
        { id: a.id, quote: x.quote },
        { id: b.id, quote: y.quote },
      ],
    });
  }
  return [...found, ...withoutTranslations(repeats, entries.length)];
}

/** Whether there is a time at which both are used. */
const meet = (a: Validity, b: Validity): boolean =>
  (a.before === null || b.from === null || b.from < a.before) && (b.before === null || a.from === null || a.from < b.before);

function compareBoth(a: CheckedEntry, b: CheckedEntry, one: Text, two: Text, rarity: Rarity): Repeat | null {
  // Two pictures with the same description are two pictures.
  if (a.entry.kind === "image" || b.entry.kind === "image") return null;
  const place = ({ id, entry }: CheckedEntry) => ({ id, quote: entry.text.trim().slice(0, LONGEST_QUOTE) });
  const isTranslation = one.language !== null && two.language !== null && one.language !== two.language;
  const same = compareTexts(one, two, rarity);
  if (same) return { finding: { kind: same, places: same === "covered" ? [place(b), place(a)] : [place(a), place(b)] }, isTranslation };
  return compareTexts(two, one, rarity) === "covered"
    ? { finding: { kind: "covered", places: [place(a), place(b)] }, isTranslation }
    : null;
}

/** From this share of the entries on, an agent's entries are in two languages on purpose. */
const BILINGUAL = 0.3;
const FEWEST_BILINGUAL = 6;

function withoutTranslations(repeats: readonly Repeat[], entries: number): Finding[] {
  const translated = new Set(
    repeats.filter(({ isTranslation }) => isTranslation).flatMap(({ finding }) => finding.places.map(({ id }) => id)),
  );
  const isBilingual = translated.size >= Math.max(FEWEST_BILINGUAL, BILINGUAL * entries);
  return repeats.filter(({ isTranslation }) => !(isBilingual && isTranslation)).map(({ finding }) => finding);
}
