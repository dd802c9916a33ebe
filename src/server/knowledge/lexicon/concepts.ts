/**
 * The meanings of words, for both languages: the words of one line have the same meaning. The format of the data:
 *
 *   [field class]                              begins a group; the concepts of one field are related
 *   name word two_words … | Malay words …      one concept; `_` joins the words of a phrase
 *   … > one=satu other=lain …                  narrower concepts, each with its synonyms: a mango matches "fruit", but
 *                                              another fruit only hints at a mango
 *
 * A word may be in several lines. Only base forms are needed: inflected and derived forms are found by ../words/stem.ts.
 */
import { BODY } from "./concepts/body.ts";
import { EVENTS } from "./concepts/events.ts";
import { FOOD } from "./concepts/food.ts";
import { GENERAL } from "./concepts/general.ts";
import { HOME } from "./concepts/home.ts";
import { LEARNING } from "./concepts/learning.ts";
import { MONEY } from "./concepts/money.ts";
import { ORDERS } from "./concepts/orders.ts";
import { PEOPLE } from "./concepts/people.ts";
import { PLACE } from "./concepts/place.ts";
import { RELATIONS } from "./concepts/relations.ts";
import { TECH } from "./concepts/tech.ts";
import { TIME } from "./concepts/time.ts";
import { TRADES } from "./concepts/trades.ts";
import { TRAVEL } from "./concepts/travel.ts";
import { VEHICLES } from "./concepts/vehicles.ts";

const FILES = [MONEY, TIME, PLACE, ORDERS, PEOPLE, FOOD, HOME, VEHICLES, BODY, TECH, LEARNING, EVENTS, TRAVEL, TRADES, RELATIONS, GENERAL];

/** The kinds of meanings: things that one can get, acts, properties, times, places, persons. */
export const CLASSES = ["thing", "act", "attr", "time", "place", "person"] as const;

export interface Concept {
  /** Unique: the first word of the line, together with the field. */
  name: string;
  field: string;
  /** An index of `CLASSES`. */
  kind: number;
  /** The index of the wider concept that includes this one; -1 if there is none. */
  wider: number;
}

export interface Lexicon {
  concepts: readonly Concept[];
  /** The concepts of single words. */
  words: ReadonlyMap<string, readonly number[]>;
  /** Phrases by their first word: the other words, and the concept. Longest first. */
  phrases: ReadonlyMap<string, readonly { rest: readonly string[]; concept: number }[]>;
  fields: readonly string[];
  /** The languages in whose part of a line a word is, as bits by their position in `LANGUAGES`. Not for narrower concepts. */
  languages: ReadonlyMap<string, number>;
}

function parse(): Lexicon {
  const concepts: Concept[] = [];
  const words = new Map<string, number[]>();
  const phrases = new Map<string, { rest: string[]; concept: number }[]>();
  const fields: string[] = [];
  const languages = new Map<string, number>();
  let field = "";
  let kind = 0;
  for (const line of FILES.join("\n").split("\n")) {
    const header = /^\[(\S+) (\S+)\]$/.exec(line);
    if (header) {
      field = header[1] ?? "";
      kind = (CLASSES as readonly string[]).indexOf(header[2] ?? "");
      if (!fields.includes(field)) fields.push(field);
      continue;
    }
    const [own = "", narrower = ""] = line.split(" > ");
    for (const [column, items] of own.split(" | ").entries())
      for (const word of items.toLowerCase().split(/[ _]/)) languages.set(word, (languages.get(word) ?? 0) | (1 << column));
    const wider = addConcept(
      own.split(" ").filter((item) => item !== "" && item !== "|"),
      -1,
    );
    if (wider < 0) continue;
    for (const item of narrower.split(" "))
      addConcept(
        item.split("=").filter((one) => one !== ""),
        wider,
      );
  }

  /** @returns the index of the concept, or -1 if there are no words. */
  function addConcept(items: readonly string[], wider: number): number {
    if (items.length === 0) return -1;
    const concept = concepts.push({ name: `${field}/${items[0]}`, field, kind, wider }) - 1;
    for (const item of items) add(item.toLowerCase(), concept);
    return concept;
  }

  function add(item: string, concept: number): void {
    const [first = "", ...rest] = item.replaceAll("'", "").split(/[_-]/);
    if (rest.length === 0) {
      const known = words.get(first);
      if (!known) words.set(first, [concept]);
      else if (!known.includes(concept)) known.push(concept);
      return;
    }
    const list = phrases.get(first) ?? [];
    list.push({ rest, concept });
    phrases.set(first, list);
  }

  for (const list of phrases.values()) list.sort((a, b) => b.rest.length - a.rest.length);
  return { concepts, words, phrases, fields, languages };
}

export const LEXICON: Lexicon = parse();
