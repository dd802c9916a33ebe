/** Reads the passages of an entry: the keys of each, and the kinds of facts in it. */
import type { KnowledgeEntry } from "../../../contract/knowledge.ts";
import { readEntryUnits, type Unit } from "../words/read.ts";
import { findTypes } from "../words/values.ts";
import type { WordTable } from "../words/word-table.ts";
import { addKeys, FIRST_CONCEPT, FIRST_STEM, has, type Keys, toSet } from "./keys.ts";
import { type Passage, splitEntry, splitSentences } from "./split.ts";

export interface Indexed {
  passage: Passage;
  /**
   * In this order: sorted lists of keys (of the whole passage, of each sentence or item if there are several, of the topic),
   * the numbers of its words, the kinds of facts of each sentence or item, and the end of each list. One typed array takes
   * much less memory than an array for each of these.
   */
  keys: Keys;
  /** The number of sorted lists. */
  lists: number;
  /** The kinds of facts in the passage, as a bit mask. */
  types: number;
  /** Number of units. */
  length: number;
  /** The hashes of the texts under which the passage is offered as a topic; null until they are needed (../answerer-topics.ts). */
  label: number | null;
  more: number | null;
}

/** The end of a sorted list; counted from 0. */
const endOf = ({ keys, lists }: Indexed, list: number): number => keys[keys.length - lists + list] ?? 0;

/** The keys of the whole passage are the first ones, up to this index. */
export const wholeEnd = (indexed: Indexed): number => endOf(indexed, 0);

/** Whether a passage has a key anywhere. */
export const hasKey = (indexed: Indexed, key: number): boolean => has(indexed.keys, key, 0, wholeEnd(indexed));

/** The keys of the concepts of a passage. */
export function conceptKeysOf(indexed: Indexed): number[] {
  const keys: number[] = [];
  const end = wholeEnd(indexed);
  for (let at = 0; at < end; at++) {
    const key = indexed.keys[at] ?? 0;
    if (key >= FIRST_STEM) break;
    if (key >= FIRST_CONCEPT) keys.push(key);
  }
  return keys;
}

/** The ranges of the keys of each sentence or item; of the whole passage if it has only one. */
export function clausesOf(indexed: Indexed): { from: number; to: number }[] {
  const clauses: { from: number; to: number }[] = [];
  for (let list = 1; list < indexed.lists - 1; list++) clauses.push({ from: endOf(indexed, list - 1), to: endOf(indexed, list) });
  return clauses.length > 0 ? clauses : [{ from: 0, to: wholeEnd(indexed) }];
}

/** The kinds of facts of a sentence or item. */
export function typesOfClause({ keys, lists, types }: Indexed, clause: number): number {
  const clauses = lists - 2;
  return clause < clauses ? (keys[keys.length - lists - clauses + clause] ?? 0) : types;
}

/** The range of the keys of the heading and the first words: the topic of the passage. */
export const topicOf = (indexed: Indexed): { from: number; to: number } => ({
  from: endOf(indexed, indexed.lists - 2),
  to: endOf(indexed, indexed.lists - 1),
});

/** The range of the numbers of a passage's words, in the table of its index. */
export const wordsOf = (indexed: Indexed): { from: number; to: number } => {
  const { keys, lists } = indexed;
  return { from: endOf(indexed, lists - 1), to: keys.length - lists - (lists - 2) };
};

const TOPIC_UNITS = 4;
const MAX_CLAUSES = 12;
const CLAUSE_END = /[.!?](?=\s)|[;\n。！？]/;

/** Passages by all that is read of them. */
export type Known = ReadonlyMap<string, Indexed>;

export const nameOfPassage = ({ lead, text }: Passage): string => `${lead}\n\n${text}`;

/**
 * The passages of an entry with their items, in short steps, however long the entry is. Null: a step without a passage.
 * `known`: passages that were read before, with the same table of words.
 */
export function* readPassages(entry: KnowledgeEntry, position: number, words: WordTable, known: Known): Generator<Indexed | null> {
  for (const passage of splitEntry(entry, position)) {
    if (!passage) yield null;
    else {
      for (const one of [passage, ...itemsOf(passage)]) {
        const same = known.get(nameOfPassage(one));
        yield same ? { ...same, passage: one } : indexPassage(one, words);
      }
    }
  }
}

/** The same passages of an entry that has moved to another position. */
export function movePassages(passages: readonly Indexed[], position: number): Indexed[] {
  const moved = new Map<Passage, Passage>();
  return passages.map((indexed) => {
    const { list } = indexed.passage;
    const passage = { ...indexed.passage, entry: position, ...(list && { list: moved.get(list) ?? list }) };
    moved.set(indexed.passage, passage);
    return { ...indexed, passage };
  });
}

const LIST_HEAD = /^[^:;.()]{3,60}:\s+/;
/** Characters. A list up to this length is quoted completely. */
export const LIST_WHOLE = 220;
const FEWEST_ITEMS = 3;
const SHORTEST_ITEM = 8;

/** The items of a long list, each as a separate passage with the heading, because a question is usually about one item. */
function itemsOf(passage: Passage): Passage[] {
  const { text } = passage;
  if (text.length <= LIST_WHOLE || passage.image !== null) return [];
  const { items, head } = cutIntoItems(text);
  if (items.length < FEWEST_ITEMS) return [];
  return items.filter((item) => item.length >= SHORTEST_ITEM).map((item) => ({ ...passage, text: head + item, list: passage }));
}

/** Cuts a text into lines, or into the items of a list in one sentence ("Menu: tea; coffee; cake"). */
export function cutIntoItems(text: string): { items: string[]; glue: string; head: string } {
  if (text.includes("\n")) return { items: text.split("\n"), glue: "\n", head: "" };
  const head = LIST_HEAD.exec(text)?.[0] ?? "";
  const items = splitSentences(text).length === 1 ? splitItems(text.slice(head.length)) : [];
  return { items, glue: "; ", head };
}

/** Cuts a list in one sentence at semicolons outside of brackets. Reads backwards, because the next bracket decides. */
function splitItems(text: string): string[] {
  const items: string[] = [];
  let isInside = false;
  let end = text.length;
  for (let at = text.length - 1; at >= 0; at--) {
    const sign = text[at];
    if (sign === ")") isInside = true;
    else if (sign === "(") isInside = false;
    else if (sign === ";" && !isInside) {
      items.push(text.slice(at + 1, end).trimStart());
      end = at;
    }
  }
  return [...items, text.slice(0, end)].reverse();
}

function indexPassage(passage: Passage, table: WordTable): Indexed {
  const lead = readEntryUnits(passage.lead);
  const clauses = passage.text.split(CLAUSE_END).filter((clause) => clause.trim() !== "");
  const joined = clauses.length > MAX_CLAUSES ? [...clauses.slice(0, MAX_CLAUSES - 1), clauses.slice(MAX_CLAUSES - 1).join("; ")] : clauses;
  const units = joined.map(readEntryUnits);
  const all = [...lead, ...units.flat()];
  const words = new Set<number>();
  for (const unit of all) if (unit.kind === "word") for (const word of unit.word.split(" ")) if (word !== "") words.add(table.add(word));
  const keysIn = (list: readonly Unit[]) => {
    const keys: number[] = [];
    for (const unit of list) addKeys(unit, table, keys);
    return toSet(keys);
  };
  const isSplit = units.length > 1;
  // The keys of a part are searched only for words and concepts.
  const clauseKeys = isSplit ? units.map((list) => keysIn(list).filter((key) => key >= FIRST_CONCEPT)) : [];
  const lists = [keysIn(all), ...clauseKeys, keysIn([...lead, ...(units[0] ?? []).slice(0, TOPIC_UNITS)])];
  const clauseTypes = isSplit ? joined.map((clause) => findTypes(clause.toLowerCase())) : [];
  return {
    passage,
    keys: join(lists, [...words], clauseTypes),
    lists: lists.length,
    types: findTypes(`${passage.lead} ${passage.text}`.toLowerCase()),
    length: all.length,
    label: null,
    more: null,
  };
}

const LARGEST_SHORT = 0xffff;

/** The content of `Indexed.keys`. */
function join(lists: readonly Int32Array[], words: readonly number[], clauseTypes: readonly number[]): Keys {
  const ends: number[] = [];
  for (const list of lists) ends.push((ends.at(-1) ?? 0) + list.length);
  const size = (ends.at(-1) ?? 0) + words.length + clauseTypes.length + ends.length;
  const isShort = Math.max(...words, ...lists.map((list) => list.at(-1) ?? 0)) <= LARGEST_SHORT;
  const joined = isShort ? new Uint16Array(size) : new Int32Array(size);
  let at = 0;
  for (const part of [...lists, words, clauseTypes, ends]) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
