/** Tables of the results: shares, and how much they would vary with other businesses. */
import type { Outcome } from "./score.ts";
import type { Question } from "./sets.ts";

export interface Result {
  business: string;
  question: Question;
  outcome: Outcome;
  answer: string;
  /** Entries in the order of the retrieval alone, the best first; not every system gives it. */
  ranked?: readonly number[];
  /** The system's estimate that the quoted passage is right, 0 to 1; not every system gives it. */
  chance?: number;
}

export interface Share {
  value: number;
  /** Half the width of the 95 % interval. */
  margin: number;
  of: number;
}

const SAMPLES = 1_000;

/** A deterministic generator of numbers from 0 to below 1. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Group {
  of: number;
  counted: number;
}

function countByBusiness(all: readonly Result[], isCounted: (result: Result) => boolean): Group[] {
  const groups = [...Map.groupBy(all, ({ business }) => business).values()];
  return groups.map((results) => ({ of: results.length, counted: results.filter(isCounted).length }));
}

function shareIn(groups: readonly Group[]): number {
  const of = groups.reduce((sum, group) => sum + group.of, 0);
  return of === 0 ? 0 : groups.reduce((sum, group) => sum + group.counted, 0) / of;
}

/** The shares in draws of whole businesses with replacement. */
function resample(groups: readonly Group[], samples: number): number[] {
  const random = createRandom(1);
  const draw = () => groups.flatMap(() => groups[Math.floor(random() * groups.length)] ?? []);
  return Array.from({ length: samples }, () => shareIn(draw()));
}

/** The share of counted results among `all`. The interval is from drawing whole businesses with replacement. */
export function shareOf(all: readonly Result[], isCounted: (result: Result) => boolean): Share {
  const groups = countByBusiness(all, isCounted);
  const samples = resample(groups, SAMPLES).sort((a, b) => a - b);
  const at = (share: number) => samples[Math.floor(share * (SAMPLES - 1))] ?? 0;
  return { value: shareIn(groups), margin: (at(0.975) - at(0.025)) / 2, of: all.length };
}

export const RESAMPLES = 200;

/** In how many of `RESAMPLES` draws of businesses more than the share `wrong` of all questions are answered wrongly. */
export function countBroken(all: readonly Result[], wrong: number): number {
  return resample(countByBusiness(all, is("wrong")), RESAMPLES).filter((share) => share > wrong).length;
}

export function show({ value, margin, of }: Share): string {
  return of === 0 ? "–".padStart(13) : `${(100 * value).toFixed(1).padStart(5)} ± ${(100 * margin).toFixed(1).padStart(4)}`.padStart(13);
}

const is = (outcome: Outcome) => (result: Result) => result.outcome === outcome;
const ofKind = (results: readonly Result[], kind: Question["kind"]) => results.filter(({ question }) => question.kind === kind);

/** The three main figures of an answerer. */
export function headline(results: readonly Result[]): { right: Share; wrong: Share; abstained: Share } {
  return {
    right: shareOf(ofKind(results, "answerable"), is("right")),
    wrong: shareOf(results, is("wrong")),
    abstained: shareOf(ofKind(results, "unanswerable"), is("abstained")),
  };
}

/** The share of the answerable questions with one of their entries among the first `count`. */
export function recall(results: readonly Result[], count: number): Share {
  const asked = ofKind(results, "answerable").filter(({ ranked }) => ranked !== undefined);
  return shareOf(asked, ({ ranked, question }) => (ranked ?? []).slice(0, count).some((entry) => question.entries.includes(entry)));
}

export const HEAD = `${"%".padEnd(30)}${["right of", "wrong", "abstained of", "right", "recall@1", "recall@5"].map((name) => name.padStart(13)).join(" ")}
${"".padEnd(30)}${["answerable", "of all", "unanswerable", "small talk", "", ""].map((name) => name.padStart(13)).join(" ")}`;

export function line(label: string, results: readonly Result[]): string {
  const { right, wrong, abstained } = headline(results);
  const talk = shareOf(ofKind(results, "smalltalk"), is("right"));
  const cells = [right, wrong, abstained, talk, recall(results, 1), recall(results, 5)];
  return `${label.slice(0, 30).padEnd(30)}${cells.map(show).join(" ")}`;
}

/** One line for all questions, for each language and for each kind of wording. */
export function breakdown(results: readonly Result[]): string[] {
  const by = (field: "lang" | "shift", value: string) => results.filter(({ question }) => question[field] === value);
  return [
    line("all", results),
    ...["en", "ms", "mixed"].map((lang) => line(`language ${lang}`, by("lang", lang))),
    ...["none", "typo", "inflection", "synonym", "cross"].map((shift) =>
      line(`wording ${shift}`, ofKind(by("shift", shift), "answerable")),
    ),
  ];
}
