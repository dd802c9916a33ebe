/** The facts that texts give, read once and kept for the next replies in caches that are bounded in bytes. */

import { fold } from "../../knowledge/facts/fold.ts";
import { createGiver } from "../../knowledge/facts/keys.ts";
import { partOf } from "../../knowledge/facts/words.ts";
import { createRest, runAtOnce } from "../../platform/steps.ts";

type Facts = ReadonlySet<string>;

export interface KnownFacts {
  /** The keys of the facts in a text. */
  of(text: string): Facts;
  /**
   * Reads the texts that are not in the cache, in slices, so that a reply does not delay others. `elapsed`: milliseconds of
   * a clock that never goes back.
   */
  read(texts: readonly string[], elapsed: () => number): Promise<void>;
  /** UTF-16 units of all texts and keys in the cache. */
  size(): number;
}

/** UTF-16 units of a key, with what its set needs for it. */
const KEY_UNITS = 40;
/** Milliseconds of reading after which others get their turn. */
const TURN_MS = 4;

/**
 * `maxUnits`: the bound of `size`. A text that is larger is read again for each reply. `isVisitor`: the numbers of the texts
 * may mean anything, because visitors write them short.
 */
export function createKnownFacts({ maxUnits, isVisitor }: { maxUnits: number; isVisitor: boolean }): KnownFacts {
  /** A Map keeps the order of insertion: the first text is the one that was needed least recently. */
  const cache = new Map<string, Facts>();
  let held = 0;

  const find = (text: string): Facts | undefined => {
    const known = cache.get(text);
    if (!known) return undefined;
    cache.delete(text);
    cache.set(text, known);
    return known;
  };

  const keep = (text: string, keys: Facts): Facts => {
    // Another reply may have read it at the same time.
    if (!cache.has(text)) held += sizeOf(text, keys);
    cache.set(text, keys);
    for (const [oldest, its] of cache) {
      if (held <= maxUnits) break;
      cache.delete(oldest);
      held -= sizeOf(oldest, its);
    }
    return keys;
  };

  /** Yields after each slice. */
  function* readText(text: string): Generator<void, Facts> {
    const giver = createGiver(isVisitor);
    for (const slice of slicesOf(text)) {
      giver.read(fold(slice).text);
      yield;
    }
    return keep(text, giver.end());
  }

  return {
    of(text) {
      const known = find(text);
      if (known) return known;
      return runAtOnce(readText(text));
    },
    async read(texts, elapsed) {
      const rest = createRest(TURN_MS, elapsed);
      for (const text of texts) {
        if (find(text)) continue;
        for (const reading = readText(text); !reading.next().done; ) if (rest.isDue()) await rest.take();
      }
    },
    size: () => held,
  };
}

const sizeOf = (text: string, keys: Facts): number => text.length + keys.size * KEY_UNITS;

/** Units of a text that are read at a time, in about a millisecond. */
const SLICE = 2_000;

/** Whether a word has no part in a number, a date or an amount. */
const isFree = (word: string): boolean => !/\d/.test(word) && partOf(word.toLowerCase().replace(/[^a-z]/g, "")) === null;

/** Where a part may end: at a line, a sentence, or the last space that has no fact around it; -1 if there is no such place. */
function endOf(part: string): number {
  for (const mark of ["\n", ". "]) if (part.lastIndexOf(mark) > SLICE / 2) return part.lastIndexOf(mark);
  // The end of a part may be within a word.
  let at = part.lastIndexOf(" ", part.lastIndexOf(" ") - 1);
  for (; at > SLICE / 2; at = part.lastIndexOf(" ", at - 1)) {
    const before = part.slice(part.lastIndexOf(" ", at - 1) + 1, at);
    if (isFree(before) && isFree(part.slice(at + 1, part.indexOf(" ", at + 1)))) return at;
  }
  return Math.max(part.lastIndexOf(", "), part.lastIndexOf(" "));
}

/** The parts in which a text is read. They end with a line, a sentence or a word, so that no fact is cut. */
function* slicesOf(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > SLICE) {
    const part = text.slice(from, from + SLICE);
    const last = endOf(part);
    const end = last > SLICE / 2 ? last : SLICE - 1;
    yield part.slice(0, end + 1);
    from += end + 1;
  }
  yield text.slice(from);
}
