/** The searchable part of an index: the keys of each passage, and the passages of each key. Built in small steps. */
import type { KnowledgeEntry } from "../../../contract/knowledge.ts";
import { addByLetter, type ByLetter } from "../words/near.ts";
import { readEntryUnits, type Unit } from "../words/read.ts";
import { findTypes } from "../words/values.ts";
import { createStems, FIRST_CONCEPT, has, keysOf, type Stems, toSet } from "./keys.ts";
import { type Passage, splitEntry, splitSentences } from "./split.ts";

export interface Indexed {
  passage: Passage;
  /** Successive sorted lists of keys: of the whole passage, of each sentence or item, and of its topic. */
  keys: Int32Array;
  /** The end index of each of these lists. */
  ends: readonly number[];
  /** The kinds of facts in the passage, as a bit mask. */
  types: number;
  /** The kinds of facts of each sentence or item. */
  clauseTypes: readonly number[];
  /** Number of units. */
  length: number;
}

/** Whether a passage has a key anywhere. */
export const hasKey = ({ keys, ends }: Indexed, key: number): boolean => has(keys, key, 0, ends[0]);

/** The ranges of the keys of each sentence or item; of the whole passage if it has only one. */
export function clausesOf({ ends }: Indexed): { from: number; to: number }[] {
  const clauses = ends.slice(1, -1).map((to, at) => ({ from: ends[at] ?? 0, to }));
  return clauses.length > 0 ? clauses : [{ from: 0, to: ends[0] ?? 0 }];
}

/** The range of the keys of the heading and the first words: the topic of the passage. */
export const topicOf = ({ ends }: Indexed): { from: number; to: number } => ({ from: ends.at(-2) ?? 0, to: ends.at(-1) ?? 0 });

export interface Library {
  passages: readonly Indexed[];
  /** The passages that have a key, in their order. */
  postings: ReadonlyMap<number, readonly number[]>;
  stems: Stems;
  /** Words of the entries by their first letter. */
  vocabulary: ByLetter;
  /** The number of passages with each kind of fact. */
  typeCounts: readonly number[];
}

const TOPIC_UNITS = 4;
const MAX_CLAUSES = 12;
const CLAUSE_END = /[.!?](?=\s)|[;\n。！？]/;
const TYPE_BITS = 16;

/** Builds the library in one short step per passage, however long the entries are. */
export function* buildLibrary(entries: readonly KnowledgeEntry[]): Generator<undefined, Library> {
  const passages: Indexed[] = [];
  const postings = new Map<number, number[]>();
  const stems = createStems();
  const vocabulary: ByLetter = new Map();
  const seen = new Set<string>();
  const typeCounts = new Array<number>(TYPE_BITS).fill(0);
  for (const [position, entry] of entries.entries()) {
    for (const passage of splitEntry(entry, position)) {
      if (passage) {
        add(passage);
        for (const item of itemsOf(passage)) add(item);
      }
      yield;
    }
  }

  function add(passage: Passage): void {
    const indexed = indexPassage(passage, stems, (word) => {
      if (seen.has(word)) return;
      seen.add(word);
      addByLetter(vocabulary, word);
    });
    const number = passages.push(indexed) - 1;
    for (const key of indexed.keys.subarray(0, indexed.ends[0])) {
      const list = postings.get(key);
      if (list) list.push(number);
      else postings.set(key, [number]);
    }
    for (let bit = 0; bit < TYPE_BITS; bit++) if (indexed.types & (1 << bit)) typeCounts[bit] = (typeCounts[bit] ?? 0) + 1;
  }

  return { passages, postings, stems, vocabulary, typeCounts };
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

function indexPassage(passage: Passage, stems: Stems, onWord: (word: string) => void): Indexed {
  const lead = readEntryUnits(passage.lead);
  const clauses = passage.text.split(CLAUSE_END).filter((clause) => clause.trim() !== "");
  const joined = clauses.length > MAX_CLAUSES ? [...clauses.slice(0, MAX_CLAUSES - 1), clauses.slice(MAX_CLAUSES - 1).join("; ")] : clauses;
  const units = joined.map(readEntryUnits);
  const all = [...lead, ...units.flat()];
  for (const unit of all) if (unit.kind === "word") for (const word of unit.word.split(" ")) if (word !== "") onWord(word);
  const keysIn = (list: readonly Unit[]) => toSet(list.flatMap((unit) => keysOf(unit, stems)));
  const clauseKeys = units.length > 1 ? units.map(keysIn) : [];
  // The keys of a part are searched only for words and concepts.
  const lists = [
    keysIn(all),
    ...clauseKeys.map((list) => list.filter((key) => key >= FIRST_CONCEPT)),
    keysIn([...lead, ...(units[0] ?? []).slice(0, TOPIC_UNITS)]),
  ];
  const ends: number[] = [];
  for (const list of lists) ends.push((ends.at(-1) ?? 0) + list.length);
  const joinedKeys = new Int32Array(ends.at(-1) ?? 0);
  for (const [at, list] of lists.entries()) joinedKeys.set(list, ends[at - 1] ?? 0);
  return {
    passage,
    keys: joinedKeys,
    ends,
    types: findTypes(`${passage.lead} ${passage.text}`.toLowerCase()),
    clauseTypes: units.length > 1 ? joined.map((clause) => findTypes(clause.toLowerCase())) : [],
    length: all.length,
  };
}
