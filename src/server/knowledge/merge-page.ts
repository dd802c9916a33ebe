/**
 * What reading a page again changes about its entries. Texts that are still on the page keep their entries, and so do those that
 * only have other words than before; what a person has changed or deleted is left alone. Pure.
 */
import { runAtOnce, type Steps } from "../platform/steps.ts";

/** An entry of a page as it is stored. */
export interface ReadEntry {
  id: string;
  text: string;
  /** The hash of the text as it was read; null: it is not compared with the page. */
  origin: string | null;
  /** A person has changed it. */
  isPinned: boolean;
  /** It is only used between two dates. */
  isDated: boolean;
  /** What the page said instead at the last reading; empty: nothing. */
  conflict: string | null;
  heading: string;
  page: number | null;
  words: number;
}

/** A text as the page has it now. */
export interface FreshText {
  text: string;
  origin: string;
  heading: string;
  page: number | null;
  words: number;
}

export interface PageChange {
  insert: FreshText[];
  /** Entries with the text that replaces theirs. */
  update: { id: string; before: string; to: FreshText }[];
  remove: string[];
  /** Entries whose text is the same in another place of the page. */
  move: { id: string; heading: string; page: number | null }[];
  /** Entries that a person has changed. Null: the page says again what it said. */
  conflict: { id: string; conflict: string | null }[];
  /** The page says now what a person has written. */
  unpin: { id: string; origin: string }[];
}

export const hashText = (text: string): string => new Bun.CryptoHasher("sha256").update(text).digest("base64url").slice(0, 22);

/** The texts of a page with their hashes, each once. */
export const toFresh = (texts: readonly Omit<FreshText, "origin">[]): FreshText[] => runAtOnce(freshSteps(texts));

export function* freshSteps(texts: readonly Omit<FreshText, "origin">[]): Steps<FreshText[]> {
  const fresh = new Map<string, FreshText>();
  for (const text of texts) {
    const origin = hashText(text.text);
    fresh.set(origin, { ...text, origin });
    yield;
  }
  return [...fresh.values()];
}

/** Whether anything that answers rest on is different. */
export const changesEntries = ({ insert, update, remove }: PageChange): boolean => insert.length + update.length + remove.length > 0;

/**
 * The first part of a change, with about so many entries, whether it is all of it, and what is left, which also follows from
 * comparing the entries with the page again.
 */
export function firstPart(change: PageChange, entries: number): { part: PageChange; isWhole: boolean; rest: PageChange } {
  let room = entries;
  const take = <T>(all: readonly T[]): T[] => {
    const some = all.slice(0, Math.max(room, 0));
    room -= some.length;
    return some;
  };
  const part = {
    ...change,
    update: take(change.update),
    remove: take(change.remove),
    insert: take(change.insert),
    move: take(change.move),
  };
  const count = ({ update, remove, insert, move }: PageChange) => update.length + remove.length + insert.length + move.length;
  const rest = {
    update: change.update.slice(part.update.length),
    remove: change.remove.slice(part.remove.length),
    insert: change.insert.slice(part.insert.length),
    move: change.move.slice(part.move.length),
    conflict: [],
    unpin: [],
  };
  return { part, isWhole: count(part) === count(change), rest };
}

/** `dropped`: hashes of the texts that a person has deleted. */
export const mergePage = (entries: readonly ReadEntry[], page: readonly FreshText[], dropped: ReadonlySet<string>): PageChange =>
  runAtOnce(mergeSteps(entries, page, dropped));

export function* mergeSteps(entries: readonly ReadEntry[], page: readonly FreshText[], dropped: ReadonlySet<string>): Steps<PageChange> {
  const change: PageChange = { insert: [], update: [], remove: [], move: [], conflict: [], unpin: [] };
  const fresh = new Map(page.filter(({ origin }) => !dropped.has(origin)).map((text) => [text.origin, text]));
  yield;
  const left: ReadEntry[] = [];
  for (const entry of entries) {
    if (!settle(entry, fresh, change)) left.push(entry);
    yield;
  }
  const pairs = yield* pairUp(left, [...fresh.values()]);
  yield;
  pairDated(left, [...fresh.values()], pairs);
  yield;
  for (const entry of left) {
    const to = pairs.get(entry);
    if (to) fresh.delete(to.origin);
    if (entry.isPinned) change.conflict.push({ id: entry.id, conflict: to?.text ?? "" });
    else if (to) change.update.push({ id: entry.id, before: entry.text, to });
    else change.remove.push(entry.id);
    yield;
  }
  const conflicts = new Map(entries.map(({ id, conflict }) => [id, conflict]));
  change.conflict = change.conflict.filter(({ id, conflict }) => conflicts.get(id) !== conflict);
  change.insert = [...fresh.values()];
  return change;
}

/** Takes the text of an entry that the page still has out of `fresh`. @returns whether nothing else is to be done about the entry */
function settle(entry: ReadEntry, fresh: Map<string, FreshText>, change: PageChange): boolean {
  const same = fresh.get(entry.isPinned ? hashText(entry.text) : "");
  if (same) {
    fresh.delete(same.origin);
    change.unpin.push({ id: entry.id, origin: same.origin });
    return true;
  }
  if (entry.origin === null) return true;
  const text = fresh.get(entry.origin);
  if (text) {
    fresh.delete(text.origin);
    if (entry.conflict !== null) change.conflict.push({ id: entry.id, conflict: null });
    if (text.heading !== entry.heading || text.page !== entry.page)
      change.move.push({ id: entry.id, heading: text.heading, page: text.page });
    return true;
  }
  const known = entry.conflict === null ? undefined : fresh.get(hashText(entry.conflict));
  if (known) fresh.delete(known.origin);
  return known !== undefined;
}

/** Two texts are versions of each other if they share this part of their words. */
const LEAST_LIKENESS = 0.5;
/** Counts for as much as sharing this part of the words. */
const SAME_HEADING = 0.2;
/** Likenesses that differ by less than one part of so many count as the same. */
const LEVELS = 10_000;
/** Of larger pages, only texts under the same heading and in about the same place are compared. */
const MAX_COMPARED = 10_000;
const NEAR = 5;

interface Pair {
  entry: ReadEntry;
  text: FreshText;
}

/** The text that each entry has become, if there is one. */
function* pairUp(entries: readonly ReadEntry[], fresh: readonly FreshText[]): Steps<Map<ReadEntry, FreshText>> {
  const isLarge = entries.length * fresh.length > MAX_COMPARED;
  const words: Set<string>[] = [];
  // By likeness, because sorting many pairs could not be interrupted.
  const candidates: Pair[][] = [];
  for (const [place, entry] of entries.entries()) {
    const own = wordsOf(entry.text);
    const from = isLarge ? Math.max(0, place - NEAR) : 0;
    for (let at = from; at < Math.min(fresh.length, isLarge ? place + NEAR + 1 : fresh.length); at++) {
      const text = fresh[at];
      if (!text) continue;
      const isUnder = text.heading === entry.heading;
      if (isLarge && !isUnder) continue;
      const others = words[at] ?? wordsOf(text.text);
      words[at] = others;
      const likeness = likenessOf(own, others) + (isUnder ? SAME_HEADING : 0);
      if (likeness < LEAST_LIKENESS) continue;
      const level = Math.round(likeness * LEVELS);
      candidates[level] ??= [];
      candidates[level].push({ entry, text });
    }
    yield;
  }
  yield;
  const pairs = new Map<ReadEntry, FreshText>();
  const taken = new Set<FreshText>();
  for (const level of candidates.reverse()) {
    for (const { entry, text } of level ?? []) {
      if (pairs.has(entry) || taken.has(text)) continue;
      pairs.set(entry, text);
      taken.add(text);
    }
    yield;
  }
  return pairs;
}

/** If one dated entry and one text are left, the text is the same thing in other words: without its dates it would count for ever. */
function pairDated(entries: readonly ReadEntry[], fresh: readonly FreshText[], pairs: Map<ReadEntry, FreshText>): void {
  const taken = new Set(pairs.values());
  const [entry, ...others] = entries.filter((one) => !pairs.has(one) && one.isDated);
  const [text, ...more] = fresh.filter((one) => !taken.has(one));
  if (entry && text && others.length === 0 && more.length === 0) pairs.set(entry, text);
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size);
}
