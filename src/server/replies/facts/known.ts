/** The facts of the owner's texts, read once and kept for the next replies in a cache that is bounded in bytes. */
import type { KnowledgeEntry } from "../../../contract/knowledge.ts";
import { fold } from "./fold.ts";
import { createGiver } from "./keys.ts";

type Facts = ReadonlySet<string>;

/** UTF-16 units of the texts and their keys in the cache. */
const MAX_UNITS = 16_000_000;
/** Units of a key of a set, with what the set needs for it. */
const KEY_UNITS = 40;
/** A Map keeps the order of insertion: the first text is the one that was needed least recently. */
const cache = new Map<string, Facts>();
let held = 0;

const sizeOf = (text: string, facts: Facts): number => text.length + facts.size * KEY_UNITS;

function find(text: string): Facts | undefined {
  const known = cache.get(text);
  if (!known) return undefined;
  cache.delete(text);
  cache.set(text, known);
  return known;
}

function keep(text: string, facts: Facts): Facts {
  // Another reply may have read it at the same time.
  if (!cache.has(text)) held += sizeOf(text, facts);
  cache.set(text, facts);
  for (const [oldest, its] of cache) {
    if (held <= MAX_UNITS) break;
    cache.delete(oldest);
    held -= sizeOf(oldest, its);
  }
  return facts;
}

/** Units of a text that are read at a time, in about a millisecond. */
const SLICE = 2_000;

/** The parts in which a text is read. They end with a line, a sentence or a word, so that no fact is cut. */
function* slicesOf(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > SLICE) {
    const part = text.slice(from, from + SLICE);
    const end = [part.lastIndexOf("\n"), part.lastIndexOf(". "), part.lastIndexOf(" ")].find((at) => at > SLICE / 2) ?? SLICE - 1;
    yield part.slice(0, end + 1);
    from += end + 1;
  }
  yield text.slice(from);
}

/** Yields after each slice. */
function* read(text: string): Generator<void, Facts> {
  const giver = createGiver(false);
  for (const slice of slicesOf(text)) {
    giver.read(fold(slice).text);
    yield;
  }
  return keep(text, giver.end());
}

/** The keys of the facts in a text of the owner. */
export function factsOf(text: string): Facts {
  const known = find(text);
  if (known) return known;
  const reading = read(text);
  for (let step = reading.next(); ; step = reading.next()) if (step.done) return step.value;
}

/** Milliseconds of reading after which others get their turn. */
const TURN_MS = 4;

/** Reads the facts of entries that are not in the cache, in slices, so that a reply does not delay others. */
export async function readEntries(entries: readonly KnowledgeEntry[], elapsed: () => number): Promise<void> {
  let began = elapsed();
  for (const { text } of entries) {
    if (find(text)) continue;
    for (const reading = read(text); !reading.next().done; ) {
      if (elapsed() - began < TURN_MS) continue;
      await new Promise((resolve) => setImmediate(resolve));
      began = elapsed();
    }
  }
}
