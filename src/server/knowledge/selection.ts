/** Chooses what a model reads of knowledge that is larger than its prompt: the best passages, in their stored order. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { estimateTokens } from "../models/tokens.ts";
import { runAtOnce, type Steps } from "../platform/steps.ts";
import { TOKENS_PER_ENTRY } from "./budget.ts";
import type { Given, Wanted } from "./given.ts";
import type { KnowledgeIndex } from "./knowledge-index.ts";
import type { Library } from "./rank/library.ts";
import { readModel } from "./rank/model.ts";
import { type Asked, isFrame, readQuestion } from "./rank/question.ts";
import { type RankingModel, rankSteps } from "./rank/rank.ts";
import { findCandidates } from "./rank/search.ts";
import { HEADING_GLUE, type Passage, textOf } from "./rank/split.ts";

/** Tokens around each further passage of an entry. */
const TOKENS_PER_PASSAGE = 4;
/** Characters of an entry's beginning that an excerpt without it repeats, and their tokens. */
const MAX_TITLE = 80;
const TOKENS_OF_TITLE = 28;
/** Marks that text was left out. Written so that it is not read as a heading. */
const GAP = "...";
/** After so many passages in a row that did not fit, no others are tried: large knowledge has thousands. */
const MAX_MISSES = 60;
/** A question with as many terms as this, or fewer, may need the previous one. */
const MAX_FOLLOW_UP = 2;
/** The best passages whose neighbours are read as well, because an answer may go on in the next paragraph. */
const WITH_NEIGHBOURS = 3;
/** The place in the order at which these neighbours follow. */
const NEIGHBOURS_AFTER = 8;
/** No prompt has room for more passages. */
const MOST_RANKED = 1_000;

/** What is searched for. */
interface Sought extends Omit<Wanted, "byMeaning"> {
  /** Passages by their meaning, the nearest first. */
  near?: readonly number[] | null;
}

/** Passages of one step. */
const AT_ONCE = 100;

/** The passages that match a question best within a budget of tokens. */
export function* selectFrom(
  index: KnowledgeIndex,
  entries: readonly KnowledgeEntry[],
  wanted: Sought,
  budgetTokens: number,
  model?: RankingModel,
): Steps<Given> {
  const library = index.library();
  const byWords = yield* rankPassages(library, wanted, model);
  yield;
  const ranked = wanted.near ? joinMeaning(byWords, wanted.near) : byWords;
  const chosen = new Map<number, Set<Passage>>();
  let left = budgetTokens;
  let misses = 0;
  let tried = 0;
  for (const number of inOrder(library, ranked)) {
    if (++tried % AT_ONCE === 0) yield;
    const passage = library.passages[number]?.passage;
    if (!passage || left < TOKENS_PER_ENTRY || misses > MAX_MISSES) break;
    const known = chosen.get(passage.entry);
    const title = neighbour(library, number, -1) === null ? 0 : TOKENS_OF_TITLE;
    const cost = costOf(passage) + (known ? TOKENS_PER_PASSAGE : TOKENS_PER_ENTRY + title);
    if (known?.has(passage)) continue;
    misses++;
    if (cost > left) continue;
    misses = 0;
    left -= cost;
    if (known) known.add(passage);
    else chosen.set(passage.entry, new Set([passage]));
  }
  yield;
  const positions = [...chosen.keys()].sort((a, b) => a - b);
  const passages = passagesOfEntries(library, chosen);
  const given: Excerpt[] = [];
  for (const at of positions) {
    given.push(excerpt(entries[at] as KnowledgeEntry, passages.get(at) ?? [], chosen.get(at)));
    if (given.length % AT_ONCE === 0) yield;
  }
  return { positions, entries: given.map(({ entry }) => entry), pieces: given.map(({ pieces }) => pieces) };
}

const costOf = ({ above = "", lead, text }: Passage): number => estimateTokens(text) + estimateTokens(lead) + estimateTokens(above);

/** Every passage once, or more often: the ranked ones with the neighbours of the best, and then the others in stored order. */
function* inOrder(library: Library, ranked: readonly number[]): Generator<number> {
  const near = ranked.slice(0, WITH_NEIGHBOURS).flatMap((number) => [neighbour(library, number, 1), neighbour(library, number, -1)]);
  yield* ranked.slice(0, NEIGHBOURS_AFTER);
  for (const number of near) if (number !== null) yield number;
  yield* ranked.slice(NEIGHBOURS_AFTER);
  // Passages that do not match fill the remaining room in stored order, because owners put general information first.
  for (const [number, { passage }] of library.passages.entries()) if (!passage.list) yield number;
}

/** The next or the previous passage of the same entry; the items of a list follow it in the library. */
function neighbour({ passages }: Library, number: number, step: 1 | -1): number | null {
  const entry = passages[number]?.passage.entry;
  let at = number + step;
  while (passages[at]?.passage.list) at += step;
  return passages[at]?.passage.entry === entry ? at : null;
}

/** The numbers of the passages that match a question at least partly, best first. Lists are named instead of their items. */
export function* rankPassages(
  library: Library,
  { question, previousQuestion }: Omit<Sought, "near">,
  model: RankingModel = readModel(),
): Steps<number[]> {
  const wholeOf = (number: number) => {
    const list = library.passages[number]?.passage.list;
    let at = number;
    while (list && at > 0 && library.passages[at]?.passage !== list) at--;
    return at;
  };
  const rankFor = function* (text: string): Steps<{ asked: Asked; ranked: number[] }> {
    const asked = readQuestion(library, text);
    yield;
    const found = findCandidates(library, asked, MOST_RANKED);
    const best = (yield* rankSteps(library, asked, model, found)).candidates;
    return { asked, ranked: [...new Set([...best, ...found].map(({ number }) => wholeOf(number)))] };
  };
  const own = yield* rankFor(question);
  const content = own.asked.terms.filter((term) => !isFrame(term));
  if (previousQuestion === undefined || content.length > MAX_FOLLOW_UP) return own.ranked;
  return fuse([own.ranked, (yield* rankFor(`${previousQuestion} ${own.asked.text}`)).ranked]);
}

/** The positions of the entries that match a question at least partly, best first. */
export function rankEntries(index: KnowledgeIndex, question: string, model?: RankingModel): number[] {
  const library = index.library();
  return [...new Set(runAtOnce(rankPassages(library, { question }, model)).map((number) => library.passages[number]?.passage.entry ?? 0))];
}

/**
 * How much later places count: less than with the usual 60, because a passage in the middle of two rankings would come
 * before the first one of either.
 */
const FUSION = 10;
/** Measured on a weak and a strong ranking by meaning (docs/decisions/2026-11-23-search-by-meaning.md). */
const MEANING_WEIGHT = 0.5;

/** The ranking by words together with that by meaning. */
export const joinMeaning = (byWords: readonly number[], byMeaning: readonly number[]): number[] =>
  fuse([byWords, byMeaning], [1, MEANING_WEIGHT]);

/** Joins rankings by reciprocal rank fusion. `weights`: one for each ranking; default: 1. */
export function fuse(rankings: readonly (readonly number[])[], weights: readonly number[] = []): number[] {
  const scores = new Map<number, number>();
  for (const [which, ranked] of rankings.entries()) {
    const weight = weights[which] ?? 1;
    for (const [place, number] of ranked.entries()) scores.set(number, (scores.get(number) ?? 0) + weight / (FUSION + place + 1));
  }
  return [...scores].sort(([a, scoreOfA], [b, scoreOfB]) => scoreOfB - scoreOfA || a - b).map(([number]) => number);
}

/** All passages of these entries, in order. */
function passagesOfEntries({ passages }: Library, wanted: ReadonlyMap<number, unknown>): Map<number, Passage[]> {
  const found = new Map<number, Passage[]>();
  for (const { passage } of passages) {
    if (passage.list || !wanted.has(passage.entry)) continue;
    const known = found.get(passage.entry);
    if (known) known.push(passage);
    else found.set(passage.entry, [passage]);
  }
  return found;
}

/** An entry with the chosen passages only; the entry itself if all are chosen and it has not much else, such as blank lines. */
function excerpt(entry: KnowledgeEntry, all: readonly Passage[], chosen: ReadonlySet<Passage> = new Set()): Excerpt {
  const text = composeExcerpt(all, chosen);
  const isWhole = all.every((passage) => chosen.has(passage)) && entry.text.length <= text.length + text.length / 8 + MAX_TITLE;
  if (isWhole) return { entry, pieces: [entry] };
  const title = all[0] && pieceOf(TITLES, all[0], titleOf(all[0]));
  const parts = all.filter((passage) => chosen.has(passage)).map((passage) => pieceOf(PIECES, passage, textOf(passage)));
  return { entry: { ...entry, text }, pieces: title ? [title, ...parts] : parts };
}

interface Excerpt {
  entry: KnowledgeEntry;
  pieces: readonly KnowledgeEntry[];
}

const TITLES = new WeakMap<Passage, KnowledgeEntry>();
const PIECES = new WeakMap<Passage, KnowledgeEntry>();

function pieceOf(known: WeakMap<Passage, KnowledgeEntry>, passage: Passage, text: string): KnowledgeEntry {
  const piece = known.get(passage) ?? { kind: "text", text };
  known.set(passage, piece);
  return piece;
}

function composeExcerpt(all: readonly Passage[], chosen: ReadonlySet<Passage>): string {
  const title = titleOf(all[0]);
  const blocks = all[0] && !chosen.has(all[0]) ? [title === "" ? GAP : `${title}\n${GAP}`] : [];
  let isGap = blocks.length > 0;
  let path = "";
  for (const passage of all) {
    if (!chosen.has(passage)) {
      if (!isGap) blocks.push(GAP);
      isGap = true;
      continue;
    }
    const heading = withoutTitle(pathOf(passage), blocks.length > 0 ? title : "");
    const question = passage.showLead || passage.lead === passage.text ? "" : passage.lead;
    blocks.push([heading !== path && heading !== "" && `${heading}:`, question, passage.text].filter(Boolean).join("\n"));
    path = heading;
    isGap = false;
  }
  return blocks.join("\n\n");
}

const pathOf = ({ above = "", lead, showLead }: Passage): string =>
  [above, showLead ? lead : ""].filter((part) => part !== "").join(HEADING_GLUE);

/** The headings of a passage without the entry's title, which the excerpt has already. */
function withoutTitle(path: string, title: string): string {
  if (path === title) return "";
  return path.startsWith(title + HEADING_GLUE) ? path.slice(title.length + HEADING_GLUE.length) : path;
}

/** How an entry begins, which often says what all of it is about. */
function titleOf(first: Passage | undefined): string {
  if (!first) return "";
  const [heading = ""] = pathOf(first).split(HEADING_GLUE);
  const [line = ""] = (heading || first.text).split("\n");
  if (line.length <= MAX_TITLE) return line;
  const end = line.lastIndexOf(" ", MAX_TITLE);
  return line.slice(0, end > 0 ? end : MAX_TITLE).toWellFormed();
}
