/** Puts the pages of a PDF together: headings by the size of their letters, and what each page repeats only once. Pure. */
import { Outline, type Part } from "../../document.ts";
import type { Line } from "./rows.ts";

export interface Page {
  /** Counted from 1. */
  number: number;
  lines: Line[];
}

const HEADING_SIZE = 1.15;
const MAX_HEADING = 100;
const MAX_CAPITALS = 40;
/** Below the headings by size. */
const CAPITALS_LEVEL = 9;
/** As many lines at the top and at the bottom of a page may be repeated on each. */
const EDGE = 3;
const PAGE_NUMBER = /^(?:(?:page|muka surat|halaman|m\/s|ms) ?)?[-–—]? ?\d{1,4} ?[-–—]?(?: ?(?:of|\/|daripada|dari) ?\d{1,4})?$/i;

/** The number of the page within a longer line. */
const NUMBERED = /(\b(?:page|muka surat|halaman) ?)\d{1,4}/gi;

export function pagesToParts(pages: readonly Page[]): Part[] {
  const outline = new Outline();
  const shown = withoutRepeated(pages);
  const body = bodySize(shown);
  const sizes = headingSizes(shown, body);
  for (const { number, lines } of shown) {
    outline.turnTo(number);
    for (const line of lines) {
      const level = levelOf(line, body, sizes);
      if (level > 0) outline.enter(level, line.text);
      else outline.add(line.isApart ? `\n${line.text}` : line.text);
    }
  }
  return outline.finish();
}

const rounded = (size: number): number => Math.round(size * 2) / 2;

/** The size that most letters have. */
function bodySize(pages: readonly Page[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of pages.flatMap(({ lines }) => lines))
    letters.set(rounded(size), (letters.get(rounded(size)) ?? 0) + text.length);
  return [...letters].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}

const isName = ({ text, isAlone }: Line, longest: number): boolean =>
  isAlone && text.length <= longest && /\p{L}{2}/u.test(text) && !/[;,]$|[a-z]\.$|(?:RM|\$)\s?\d|\d\.\d\d\b/.test(text);

/** The sizes of headings, the largest first. */
function headingSizes(pages: readonly Page[], body: number): number[] {
  const sizes = pages.flatMap(({ lines }) => lines.filter((line) => isLarge(line, body)).map(({ size }) => rounded(size)));
  return [...new Set(sizes)].sort((one, other) => other - one);
}

const isLarge = (line: Line, body: number): boolean => line.size >= body * HEADING_SIZE && isName(line, MAX_HEADING);

/** 0 if the line is no heading. */
function levelOf(line: Line, body: number, sizes: readonly number[]): number {
  if (isLarge(line, body)) return Math.min(CAPITALS_LEVEL - 1, sizes.indexOf(rounded(line.size)) + 1);
  const isCapitals = isName(line, MAX_CAPITALS) && line.text === line.text.toUpperCase() && line.text !== line.text.toLowerCase();
  return isCapitals && !/\d{3}|[.:]/.test(line.text) ? CAPITALS_LEVEL : 0;
}

/** Heads and feet that most pages have are kept where they are first; numbers of pages are left out. */
function withoutRepeated(pages: readonly Page[]): Page[] {
  if (pages.length < 2) return [...pages];
  const keyOf = ({ text }: Line) => text.replace(NUMBERED, "$1#");
  const counts = new Map<string, number>();
  for (const { lines } of pages) for (const key of new Set(edges(lines).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const seen = new Set<string>();
  return pages.map(({ number, lines }) => {
    const around = new Set(edges(lines));
    const kept = lines.filter((line) => {
      if (!around.has(line)) return true;
      if (PAGE_NUMBER.test(line.text)) return false;
      const key = keyOf(line);
      const isRepeated = (counts.get(key) ?? 0) >= Math.max(3, pages.length / 2);
      const isFirst = !seen.has(key);
      seen.add(key);
      return !isRepeated || isFirst;
    });
    return { number, lines: kept };
  });
}

const edges = (lines: readonly Line[]): Line[] => [...lines.slice(0, EDGE), ...lines.slice(EDGE).slice(-EDGE)];
