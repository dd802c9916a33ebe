/** Finding the entries that fit a question: a small in-memory index for each agent (facts: performance §4). */
import MiniSearch from "minisearch";
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { estimateTokens } from "../models/tokens.ts";
import type { Log } from "../platform/log.ts";
import type { Turns } from "../platform/turns.ts";
import { type Passage, splitEntry } from "./retrieve-passages.ts";
import {
  isBigram,
  isConcept,
  isNumberWord,
  MEANING_STEMS,
  meaningOf,
  toCircumstances,
  toEntryTerms,
  toQuestionTerms,
  toTerms,
  weightOf,
} from "./retrieve-words.ts";

export interface KnowledgeSource {
  agentId: string;
  /** Changes whenever the entries change. */
  version: string | number;
  entries: readonly KnowledgeEntry[];
}

/** A term of a question as the index understands it. */
export interface QuestionTerm {
  term: string;
  weight: number;
  /** Whether any entry has it. */
  isKnown: boolean;
}

export interface Hit {
  passage: Passage;
  /** BM25: only comparable within one search. */
  score: number;
}

export interface KnowledgeIndex {
  /** Estimated tokens of each entry. */
  readonly tokens: readonly number[];
  /** UTF-16 units of text that it holds: 0 until the part for searching is built. */
  readonly size: number;
  /** Builds the part for searching, in slices; `pause` lets others run in between. Without it the first question builds it at once. */
  prepare(pause: () => Promise<void>): Promise<void>;
  /** The distinct terms of a question, mistyped ones mended to what the entries have. */
  readQuestion(question: string): QuestionTerm[];
  /** Passages with at least one of the terms, best first; ties in stored order. */
  search(terms: readonly QuestionTerm[], limit: number): Hit[];
}

export interface Retrieval {
  /** The index for `answerFromKnowledge`, to be asked at once: a large one is built, and its turn awaited, without holding up others. */
  ready(source: KnowledgeSource): Promise<KnowledgeIndex>;
  /** All entries while they fit the budget (tokens), else the best-matching ones; always in their stored order. */
  selectEntries(source: KnowledgeSource, question: string, budgetTokens: number): Promise<KnowledgeEntry[]>;
}

const MAX_AGENTS = 2_000;
/** UTF-16 units of knowledge in indexes; the memory of an index is 7 to 12 times that of its text. */
const MAX_TEXT = 16_000_000;
/** Evicted indexes that are remembered by name, to notice when they are asked for again. */
const MAX_EVICTED = 1_000;
const TELL_EVERY_MS = 10 * 60_000;
/** Tokens around each entry in the prompt. */
const TOKENS_PER_ENTRY = 6;
/** A question is at most this many terms; more is a pasted text. */
const MAX_TERMS = 40;
const UNKNOWN_BIGRAM = 0.25;
/** Of its weight, what a term keeps that tells about the visitor: when no entry has it, and when one has. */
const CIRCUMSTANCE = { unknown: 0.2, known: 0.4 } as const;
/** One letter of a shorter word changes its meaning. */
const SHORTEST_MENDED = 5;
const SHORTEST_BEGINNING = 4;

interface RetrievalDeps {
  turns: Turns;
  log: Log;
  /** Bounds of the cache: agents, and UTF-16 units of text in their indexes together. */
  maxAgents?: number;
  maxText?: number;
  /** Milliseconds of a clock that never goes back. */
  elapsed?: () => number;
}

interface Cached {
  version: string | number;
  index: KnowledgeIndex;
  size: number;
}

export function createRetrieval(deps: RetrievalDeps): Retrieval {
  const { turns, log, maxAgents = MAX_AGENTS, maxText = MAX_TEXT, elapsed = () => performance.now() } = deps;
  // A Map keeps insertion order: the first key is the one not used for longest.
  const cache = new Map<string, Cached>();
  const evicted = new Set<string>();
  let held = 0;
  let rebuilt = 0;
  let toldAt = Number.NEGATIVE_INFINITY;

  const forget = (agentId: string) => {
    held -= cache.get(agentId)?.size ?? 0;
    cache.delete(agentId);
  };

  const evict = (agentId: string) => {
    if (evicted.size >= MAX_EVICTED) evicted.clear();
    evicted.add(agentId);
    forget(agentId);
  };

  /** Makes it the latest, with the text that it holds by now, and makes room for it. */
  const keep = (agentId: string, cached: Cached) => {
    forget(agentId);
    cached.size = cached.index.size;
    held += cached.size;
    cache.set(agentId, cached);
    for (const oldest of cache.keys()) {
      if ((cache.size <= maxAgents && held <= maxText) || cache.size === 1) break;
      evict(oldest);
    }
  };

  const noteRebuild = (agentId: string) => {
    if (!evicted.delete(agentId)) return;
    rebuilt++;
    if (elapsed() - toldAt < TELL_EVERY_MS) return;
    log.warn("knowledge indexes are built again because the memory for them is full", { rebuilt, agents: cache.size, characters: held });
    toldAt = elapsed();
    rebuilt = 0;
  };

  const find = ({ agentId, version, entries }: KnowledgeSource): Cached => {
    const known = cache.get(agentId);
    if (known?.version === version) {
      keep(agentId, known);
      return known;
    }
    noteRebuild(agentId);
    const cached = { version, index: indexEntries(entries), size: 0 };
    keep(agentId, cached);
    return cached;
  };

  const prepare = async (agentId: string, cached: Cached): Promise<KnowledgeIndex> => {
    await cached.index.prepare(() => turns.pause(`knowledge ${agentId}`));
    // Its text counts from now on, unless it was forgotten meanwhile.
    if (cache.get(agentId) === cached && cached.size !== cached.index.size) keep(agentId, cached);
    // Asking it takes milliseconds as well, and many may ask at once.
    await turns.next(`knowledge ${agentId}`);
    return cached.index;
  };

  return {
    ready: (source) => prepare(source.agentId, find(source)),
    async selectEntries(source, question, budgetTokens) {
      const cached = find(source);
      if (totalOf(cached.index) <= budgetTokens) return [...source.entries];
      const index = await prepare(source.agentId, cached);
      return selectFrom(index, source.entries, question, budgetTokens);
    },
  };
}

/** Longest that building an index keeps the event loop to itself, in milliseconds. */
const SLICE_MS = 4;

/** An index without a cache. The part for searching is built at the first question: prompts that hold everything need none. */
export function indexEntries(entries: readonly KnowledgeEntry[]): KnowledgeIndex {
  // Given up when it has done its work: it holds the entries.
  let steps: Generator<undefined, Search> | null = buildSearch(entries);
  const length = entries.reduce((sum, entry) => sum + entry.text.length, 0);
  let built: Search | null = null;
  let building: Promise<void> | null = null;

  /** Goes on building until it is done or `until` has come. */
  const buildUntil = (until: number): Search | null => {
    while (steps) {
      const step = steps.next();
      if (step.done) {
        built = step.value;
        steps = null;
      } else if (performance.now() >= until) return null;
    }
    return built;
  };
  const search = (): Search => buildUntil(Number.POSITIVE_INFINITY) as Search;
  const buildInSlices = async (pause: () => Promise<void>): Promise<void> => {
    while (!buildUntil(performance.now() + SLICE_MS)) await pause();
  };

  return {
    tokens: entries.map((entry) => estimateTokens(entry.text) + TOKENS_PER_ENTRY),
    get size() {
      return built ? length : 0;
    },
    prepare(pause) {
      building ??= buildInSlices(pause);
      return building;
    },
    readQuestion: (question) => search().readQuestion(question),
    search: (terms, limit) => search().search(terms, limit),
  };
}

function totalOf({ tokens }: KnowledgeIndex): number {
  return tokens.reduce((sum, count) => sum + count, 0);
}

function selectFrom(index: KnowledgeIndex, entries: readonly KnowledgeEntry[], question: string, budgetTokens: number): KnowledgeEntry[] {
  const { tokens } = index;
  const chosen = new Set<number>();
  let left = budgetTokens;
  const ranked = index.search(index.readQuestion(question), entries.length).map((hit) => hit.passage.entry);
  // What does not match at all fills the room that is left, in stored order: owners put the general things first.
  for (const entry of [...ranked, ...entries.keys()]) {
    const cost = tokens[entry] ?? 0;
    if (chosen.has(entry) || cost > left) continue;
    chosen.add(entry);
    left -= cost;
  }
  return entries.filter((_, position) => chosen.has(position));
}

type Search = Pick<KnowledgeIndex, "readQuestion" | "search">;

/** One short step for each passage, however long the entries are. */
function* buildSearch(entries: readonly KnowledgeEntry[]): Generator<undefined, Search> {
  const passages: Passage[] = [];
  for (const [position, entry] of entries.entries()) {
    for (const passage of splitEntry(entry, position)) {
      if (passage) passages.push(passage);
      yield;
    }
  }
  const search = new MiniSearch<{ id: number; text: string; lead: string }>({
    fields: ["text", "lead"],
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term || null,
    searchOptions: { boost: { lead: 1.3 }, combineWith: "OR" },
  });
  const frequency = new Map<string, number>();
  const vocabulary = new Map<string, string[]>();
  for (const [id, passage] of passages.entries()) {
    const text = toEntryTerms(passage.text);
    const lead = toTerms(passage.lead);
    for (const term of new Set([...text, ...lead])) {
      const count = frequency.get(term) ?? 0;
      if (count === 0) addByLetter(vocabulary, term);
      frequency.set(term, count + 1);
    }
    search.add({ id, text: text.join(" "), lead: lead.join(" ") });
    yield;
  }

  const weigh = (term: string): number => {
    const n = frequency.get(term) ?? 0;
    // The constant keeps common terms worth something: among five passages every rarity is an accident.
    const rarity = 0.7 + Math.log(1 + (passages.length - n + 0.5) / (n + 0.5));
    return rarity * weightOf(term) * (n === 0 && isBigram(term) ? UNKNOWN_BIGRAM : 1);
  };

  const shareOf = (term: string, isKnown: boolean, circumstances: ReadonlySet<string>): number => {
    if (circumstances.has(term)) return isKnown ? CIRCUMSTANCE.known : CIRCUMSTANCE.unknown;
    return !isKnown && isNumberWord(term) ? CIRCUMSTANCE.unknown : 1;
  };

  return {
    readQuestion(question: string): QuestionTerm[] {
      const effort = { left: MAX_EFFORT };
      const asked = toQuestionTerms(question).slice(0, MAX_TERMS);
      const wanted = [...new Set(asked.flatMap((term) => mend(term, frequency, vocabulary, effort)))];
      const circumstances = toCircumstances(question);
      return wanted.map((term) => {
        const isKnown = frequency.has(term);
        return { term, weight: weigh(term) * shareOf(term, isKnown, circumstances), isKnown };
      });
    },
    search(terms: readonly QuestionTerm[], limit: number): Hit[] {
      const known = withinPostings(
        terms.filter(({ isKnown }) => isKnown).map(({ term }) => term),
        frequency,
      );
      if (known.length === 0) return [];
      const results = search.search(known.join(" "), { boostTerm: (term) => weightOf(term) });
      const hits = results.flatMap(({ id, score }) => {
        const passage = passages[id as number];
        return passage ? [{ passage, score, id: id as number }] : [];
      });
      hits.sort((a, b) => b.score - a.score || a.id - b.id);
      return hits.slice(0, limit);
    },
  };
}

/** Passages that one search scores for its terms together; ordinary knowledge has a tenth. */
const MAX_POSTINGS = 8_000;

/** The rarest of the terms whose passages can be scored in one go, at least one; common ones tell the least apart. */
function withinPostings(terms: readonly string[], frequency: ReadonlyMap<string, number>): readonly string[] {
  const countOf = (term: string) => frequency.get(term) ?? 0;
  let left = MAX_POSTINGS;
  const kept = new Set<string>();
  for (const term of terms.toSorted((a, b) => countOf(a) - countOf(b))) {
    left -= countOf(term);
    if (left < 0 && kept.size > 0) break;
    kept.add(term);
  }
  return terms.filter((term) => kept.has(term));
}

/**
 * What mending the terms of one question may cost: words looked at, and `COMPARING` for each that is compared letter by
 * letter. Beyond it terms stay as they were typed. A few milliseconds; ordinary knowledge needs a tenth of it.
 */
const MAX_EFFORT = 250_000;
const COMPARING = 50;

interface Effort {
  left: number;
}

/** A term that no entry has becomes the nearest one that some entry has, or that has a meaning; else it stays. */
function mend(term: string, frequency: ReadonlyMap<string, number>, vocabulary: ByLetter, effort: Effort): readonly string[] {
  if (frequency.has(term) || isConcept(term) || term.length < SHORTEST_BEGINNING || /\d/.test(term)) return [term];
  const near = findNearest(term, vocabulary, effort);
  // Among hundreds of words a short one is near to something always.
  const meant = term.length > SHORTEST_MENDED ? findNearest(term, MEANINGS_BY_LETTER, effort) : null;
  if (meant && (!near || meant.distance < near.distance)) return meaningOf(meant.word) ?? [term];
  return near ? [near.word] : [term];
}

/** People seldom mistype the first letter, and comparing only those words keeps this fast. */
type ByLetter = ReadonlyMap<string, readonly string[]>;

function addByLetter(groups: Map<string, string[]>, word: string): void {
  const group = groups.get(word.charAt(0));
  if (group) group.push(word);
  else groups.set(word.charAt(0), [word]);
}

function groupByLetter(words: Iterable<string>): ByLetter {
  const groups = new Map<string, string[]>();
  for (const word of words) addByLetter(groups, word);
  return groups;
}

const MEANINGS_BY_LETTER = groupByLetter(MEANING_STEMS);

function findNearest(term: string, words: ByLetter, effort: Effort): { word: string; distance: number } | null {
  const allowed = term.length >= 8 ? 2 : 1;
  let best: { word: string; distance: number } | null = null;
  for (const word of words.get(term.charAt(0)) ?? []) {
    if (--effort.left <= 0) break;
    const isNearInLength = term.length >= SHORTEST_MENDED && Math.abs(term.length - word.length) <= allowed;
    const isBeginningOf = isBeginning(term, word);
    if (!isBeginningOf && !isNearInLength) continue;
    if (!isBeginningOf) effort.left -= COMPARING;
    const distance = isBeginningOf ? 0.5 : editDistance(term, word, allowed);
    if (distance > allowed || (best && distance >= best.distance)) continue;
    best = { word, distance };
  }
  return best;
}

/** "choc" for "chocolate": the visitor's word is the beginning of ours. The other way round only an ending may differ. */
function isBeginning(asked: string, known: string): boolean {
  if (known.startsWith(asked)) return known.length - asked.length <= asked.length;
  return known.length >= 5 && asked.startsWith(known) && asked.length - known.length <= 2;
}

/** Damerau-Levenshtein (neighbours swapped count once); anything above `limit` is `limit + 1`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) value = Math.min(value, (before[j - 2] ?? 0) + 1);
      row.push(value);
      smallest = Math.min(smallest, value);
    }
    if (smallest > limit) return limit + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? limit + 1;
}
