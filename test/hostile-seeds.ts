/**
 * Generates texts that make a backtracking pattern slow: a unit of one to four symbols, repeated, with or without a prefix
 * and a suffix. Also has the measure for them: how much more work one long text is than many short ones, which does not
 * depend on the speed of the machine.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Seed {
  prefix: string;
  unit: string;
  suffix: string;
}

/** One symbol of each class that a pattern can tell apart. */
const SYMBOLS = [
  ..."aAzsni09_-.,:;!?'’\"`()[]{}<>/\\|*#+@&=%$^~ \t\n\r",
  // Letters beyond ASCII, composed and decomposed; scripts without spaces; half a surrogate pair; invisible characters.
  ..."àéÉſıßñ",
  "a\u0301",
  "\u0301",
  ..."中。ไ한ع",
  "😀",
  "\ud83d",
  "\u00a0",
  "\u200b",
  "\u2028",
  "\u0000",
];
/** Texts that patterns of this product look for. */
const MARKERS = [
  "[image]",
  "[/image]",
  "[im",
  "age]",
  "{{image",
  "{{image:1}}",
  "}}",
  "<visitor",
  "</visitor>",
  "**",
  "](",
  "http://",
  "www.",
  "a@b.co",
];
const ENDS = ["", "!", "\n", "\u0000", "é", " ", "]", ">"];

/** Deterministic, so that a failing seed is found again. */
export function createRandom(state: number): (below: number) => number {
  let value = state;
  return (below) => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((value / 2 ** 32) * below);
  };
}

/** The words in a pattern's source, because a pattern may be slow on texts that contain its own words. */
export function wordsIn(source: string): string[] {
  const plain = source.replace(/\\[pP]\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\./g, " ").replace(/[?*+(){}[\]|^$.]/g, " ");
  return [...new Set(plain.match(/[A-Za-z]{2,}|[^\sA-Za-z0-9]/gu) ?? [])].slice(0, 40);
}

/** The units that are repeated after a prefix: white space, letters, digits, punctuation, accents, a script without spaces. */
const RUNS = [" ", "\t", "\n", "a", "0", ".", "-", "à", "à-", "中"];

/** All units of one symbol, runs after each marker and word, and units of up to four symbols drawn at random. */
export function* hostileSeeds({
  words = [],
  count = 600,
  start = 1,
}: {
  words?: readonly string[];
  count?: number;
  start?: number;
} = {}): Generator<Seed> {
  const random = createRandom(start);
  const all = [...SYMBOLS, ...MARKERS, ...words];
  const pick = (from: readonly string[]): string => from[random(from.length)] ?? "";
  for (const unit of all) yield { prefix: "", unit, suffix: "" };
  for (const word of [...MARKERS, ...words]) {
    for (const run of RUNS) {
      yield { prefix: word, unit: run, suffix: "\u0000" };
      yield { prefix: "", unit: word + run, suffix: "" };
    }
  }
  for (let made = 0; made < count; made++) {
    const length = 1 + random(4);
    const unit = Array.from({ length }, () => pick(words.length > 0 && random(3) === 0 ? words : random(4) === 0 ? MARKERS : SYMBOLS)).join(
      "",
    );
    yield { prefix: random(2) === 0 ? "" : pick(all), unit, suffix: random(2) === 0 ? "" : pick(random(2) === 0 ? ENDS : all) };
  }
}

/** The text of a seed with at least `length` UTF-16 units. */
export function grow({ prefix, unit, suffix }: Seed, length: number): string {
  return prefix + unit.repeat(Math.ceil(length / unit.length)) + suffix;
}

export const show = ({ prefix, unit, suffix }: Seed): string => JSON.stringify([prefix, unit, suffix].join("‥"));

/** Milliseconds of the fastest of `tries` runs; slower runs had to compile, to collect garbage or to wait for other programs. */
export function fastest(run: () => unknown, tries = 1): number {
  let best = Number.POSITIVE_INFINITY;
  for (let left = tries; left > 0; left--) {
    const began = performance.now();
    run();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

/** Longer than the longest bounded repetition in a pattern. */
const SHORT = 4_000;
const TIMES = 16;
/** Linear work gives 1 and quadratic work gives 16; this limit is between them, with a margin for noise. */
const MOST_GROWTH = 6;
const DECISIVE_MICROS = 150_000;

export interface Measure {
  /** In milliseconds. If four times the short text takes less, the pattern is not examined further. */
  floor: number;
  /** Length of the short text. */
  short?: number;
}

/**
 * How many times more work a text is than sixteen texts of a sixteenth of its length, or null if it takes almost no time
 * or about the same. If the work is linear, both measured runs take equally long, so a busy machine slows both. A steep
 * result is confirmed with processor time, which does not depend on other programs.
 */
export function steepness(run: (text: string) => unknown, seed: Seed, { floor, short = SHORT }: Measure): number | null {
  const middle = grow(seed, 4 * short);
  if (fastest(() => run(middle), 2) < floor) return null;
  const [part, whole] = [grow(seed, short), grow(seed, TIMES * short)];
  const runWhole = () => run(whole);
  const runParts = () => {
    for (let count = 0; count < TIMES; count++) run(part);
  };
  if (fastest(runWhole) / fastest(runParts, 2) <= MOST_GROWTH) return null;
  const growth = processorTime(runWhole) / processorTime(runParts);
  return growth > MOST_GROWTH ? growth : null;
}

/** Milliseconds of one run, measured over many runs because the clock of processor time has a low resolution. */
function processorTime(run: () => unknown): number {
  const began = process.cpuUsage();
  for (let runs = 1; ; runs++) {
    run();
    const { user, system } = process.cpuUsage(began);
    if (user + system > DECISIVE_MICROS) return (user + system) / 1000 / runs;
  }
}

export interface WrittenPattern {
  where: string;
  pattern: RegExp;
  run(text: string): unknown;
}

/** Runs the pattern over a whole text, as `replaceAll`, `matchAll` or `test` would. */
export function runnerOf(pattern: RegExp, isSplit = false): (text: string) => unknown {
  if (isSplit) return (text) => text.split(pattern).length;
  return pattern.global ? (text) => text.replace(pattern, "") : (text) => pattern.test(text);
}

/** Every regular expression that is written as a literal in the files below `folder`. */
export function writtenPatterns(folder: string): WrittenPattern[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !/\.test\.tsx?$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => !path.includes("/generated/"))
    .sort();
  return files.flatMap((path) => readPatterns(path, readFileSync(path, "utf8")));
}

/** After this, a slash starts a regular expression and is not a division. */
const EXPECTS_VALUE = /(?:^|[=(,:;!&|?{}[+~^<>-]|=>|\breturn|\bof|\bin|\btypeof)\s*$/;
const PATTERN = /\/((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/y;
/** Comments and strings, which are skipped. */
const ASIDE = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/y;

function readPatterns(path: string, code: string): WrittenPattern[] {
  const found: WrittenPattern[] = [];
  for (let at = 0; at < code.length; at++) {
    if (!"/\"'`".includes(code[at] ?? "")) continue;
    const before = code.slice(Math.max(0, at - 40), at);
    PATTERN.lastIndex = at;
    const written = code[at] === "/" && !"/*".includes(code[at + 1] ?? "") && EXPECTS_VALUE.test(before) ? PATTERN.exec(code) : null;
    if (written) {
      const pattern = toPattern(written[1] ?? "", written[2] ?? "");
      const line = code.slice(0, at).split("\n").length;
      if (pattern) found.push({ where: `${path}:${line}`, pattern, run: runnerOf(pattern, /split\(\s*$/.test(before)) });
      at = PATTERN.lastIndex - 1;
      continue;
    }
    ASIDE.lastIndex = at;
    if (code[at] !== "/" || "/*".includes(code[at + 1] ?? "")) if (ASIDE.exec(code)) at = ASIDE.lastIndex - 1;
  }
  return found;
}

function toPattern(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags.replace("y", ""));
  } catch {
    return null;
  }
}
