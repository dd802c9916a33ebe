/** Finding the entries that fit a question: a small in-memory index for each agent (facts: performance §4). */
import MiniSearch from "minisearch";
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { estimateTokens } from "../replies/prompt.ts";
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
  /** Makes `readQuestion` and `search` ready, in slices between which others run; without it the first of them does, at once. */
  prepare(): Promise<void>;
  readonly entries: readonly KnowledgeEntry[];
  /** Estimated tokens of each entry. */
  readonly tokens: readonly number[];
  /** The distinct terms of a question, mistyped ones mended to what the entries have. */
  readQuestion(question: string): QuestionTerm[];
  /** Passages with at least one of the terms, best first; ties in stored order. */
  search(terms: readonly QuestionTerm[], limit: number): Hit[];
}

export interface Retrieval {
  /** Before `indexFor` (no budget) or `selectEntries` (its budget): a large index is built without holding up the others. */
  ready(source: KnowledgeSource, budgetTokens?: number): Promise<void>;
  /** All entries while they fit the budget (tokens), else the best-matching ones; always in their stored order. */
  selectEntries(source: KnowledgeSource, question: string, budgetTokens: number): KnowledgeEntry[];
  /** The cached index; give it to `answerFromKnowledge`. */
  indexFor(source: KnowledgeSource): KnowledgeIndex;
}

const MAX_AGENTS = 500;
const MAX_ENTRIES = 20_000;
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

/** `maxAgents` and `maxEntries` bound the cache (defaults 500 agents, 20,000 entries together). */
export function createRetrieval({
  maxAgents = MAX_AGENTS,
  maxEntries = MAX_ENTRIES,
}: {
  maxAgents?: number;
  maxEntries?: number;
} = {}): Retrieval {
  // A Map keeps insertion order: the first key is the one not used for longest.
  const cache = new Map<string, { version: string | number; index: KnowledgeIndex }>();
  let held = 0;

  const forget = (agentId: string) => {
    held -= cache.get(agentId)?.index.entries.length ?? 0;
    cache.delete(agentId);
  };

  const indexFor = ({ agentId, version, entries }: KnowledgeSource): KnowledgeIndex => {
    const known = cache.get(agentId);
    const index = known?.version === version ? known.index : indexEntries(entries);
    forget(agentId);
    cache.set(agentId, { version, index });
    held += index.entries.length;
    for (const oldest of cache.keys()) {
      if ((cache.size <= maxAgents && held <= maxEntries) || cache.size === 1) break;
      forget(oldest);
    }
    return index;
  };

  return {
    indexFor,
    async ready(source, budgetTokens) {
      const index = indexFor(source);
      if (budgetTokens === undefined || totalOf(index) > budgetTokens) await index.prepare();
    },
    selectEntries: (source, question, budgetTokens) => selectFrom(indexFor(source), question, budgetTokens),
  };
}

/** Longest that building an index keeps the event loop to itself, in milliseconds. */
const SLICE_MS = 8;

/** An index without a cache. The vocabulary part is built at the first question: prompts that hold everything need none. */
export function indexEntries(entries: readonly KnowledgeEntry[]): KnowledgeIndex {
  const steps = buildSearch(entries);
  let built: Search | null = null;
  let building: Promise<void> | null = null;

  /** Goes on building until it is done or `until` has come. */
  const buildUntil = (until: number): boolean => {
    while (!built) {
      const step = steps.next();
      if (step.done) built = step.value;
      else if (performance.now() >= until) return false;
    }
    return true;
  };
  const search = (): Search => {
    buildUntil(Number.POSITIVE_INFINITY);
    return built as Search;
  };
  const buildInSlices = async (): Promise<void> => {
    while (!buildUntil(performance.now() + SLICE_MS)) await new Promise((resolve) => setImmediate(resolve));
  };

  return {
    entries,
    tokens: entries.map((entry) => estimateTokens(entry.text) + TOKENS_PER_ENTRY),
    prepare() {
      building ??= buildInSlices();
      return building;
    },
    readQuestion: (question) => search().readQuestion(question),
    search: (terms, limit) => search().search(terms, limit),
  };
}

function totalOf({ tokens }: KnowledgeIndex): number {
  return tokens.reduce((sum, count) => sum + count, 0);
}

function selectFrom(index: KnowledgeIndex, question: string, budgetTokens: number): KnowledgeEntry[] {
  const { entries, tokens } = index;
  if (totalOf(index) <= budgetTokens) return [...entries];
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

/** One step for each entry and each passage. */
function* buildSearch(entries: readonly KnowledgeEntry[]): Generator<undefined, Search> {
  const passages: Passage[] = [];
  for (const [position, entry] of entries.entries()) {
    for (const passage of splitEntry(entry, position)) passages.push(passage);
    yield;
  }
  const search = new MiniSearch<{ id: number; text: string; lead: string }>({
    fields: ["text", "lead"],
    tokenize: (text) => text.split(" "),
    processTerm: (term) => term || null,
    searchOptions: { boost: { lead: 1.3 }, combineWith: "OR" },
  });
  const frequency = new Map<string, number>();
  for (const [id, passage] of passages.entries()) {
    const text = toEntryTerms(passage.text);
    const lead = toTerms(passage.lead);
    for (const term of new Set([...text, ...lead])) frequency.set(term, (frequency.get(term) ?? 0) + 1);
    search.add({ id, text: text.join(" "), lead: lead.join(" ") });
    yield;
  }

  const vocabulary = groupByLetter(frequency.keys());

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
      const wanted = [
        ...new Set(
          toQuestionTerms(question)
            .slice(0, MAX_TERMS)
            .flatMap((term) => mend(term, frequency, vocabulary)),
        ),
      ];
      const circumstances = toCircumstances(question);
      return wanted.map((term) => {
        const isKnown = frequency.has(term);
        return { term, weight: weigh(term) * shareOf(term, isKnown, circumstances), isKnown };
      });
    },
    search(terms: readonly QuestionTerm[], limit: number): Hit[] {
      const known = terms.filter(({ isKnown }) => isKnown).map(({ term }) => term);
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

/** A term that no entry has becomes the nearest one that some entry has, or that has a meaning; else it stays. */
function mend(term: string, frequency: ReadonlyMap<string, number>, vocabulary: ByLetter): readonly string[] {
  if (frequency.has(term) || isConcept(term) || term.length < SHORTEST_BEGINNING || /\d/.test(term)) return [term];
  const near = findNearest(term, vocabulary);
  // Among hundreds of words a short one is near to something always.
  const meant = term.length > SHORTEST_MENDED ? findNearest(term, MEANINGS_BY_LETTER) : null;
  if (meant && (!near || meant.distance < near.distance)) return meaningOf(meant.word) ?? [term];
  return near ? [near.word] : [term];
}

/** People seldom mistype the first letter, and comparing only those words keeps this fast. */
type ByLetter = ReadonlyMap<string, readonly string[]>;

function groupByLetter(words: Iterable<string>): ByLetter {
  const groups = new Map<string, string[]>();
  for (const word of words) {
    const group = groups.get(word.charAt(0));
    if (group) group.push(word);
    else groups.set(word.charAt(0), [word]);
  }
  return groups;
}

const MEANINGS_BY_LETTER = groupByLetter(MEANING_STEMS);

function findNearest(term: string, words: ByLetter): { word: string; distance: number } | null {
  const allowed = term.length >= 8 ? 2 : 1;
  let best: { word: string; distance: number } | null = null;
  for (const word of words.get(term.charAt(0)) ?? []) {
    const distance = isBeginning(term, word) ? 0.5 : term.length < SHORTEST_MENDED ? allowed + 1 : editDistance(term, word, allowed);
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
