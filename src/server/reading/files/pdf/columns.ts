/**
 * Finds the columns of a page, so that each is read from top to bottom. A price list with its prices at the right is not
 * two columns: there, a name and its price belong together. Pure.
 */
import type { Segment } from "./segments.ts";

export type Row = Segment[];

const FEWEST_ROWS = 3;
const DEEPEST = 12;
const MOST_CANDIDATES = 40;
/** Pieces whose baselines differ by less than this part of a letter are in one row; more, if they are beside each other. */
const SAME_ROW = 0.5;
const BESIDE = 0.85;

const AMOUNT = /^(?:RM|MYR|\$|US\$|S\$)?\s*\d[\d.,:/%\s–-]*(?:RM|sen|%|am|pm|pg|ptg|pagi|petang|malam|min|kg|g|ml|pax|hari|days?)?\.?$/i;
const isAmount = (text: string): boolean =>
  AMOUNT.test(text.trim()) || (text.length <= 12 && /\d/.test(text) && !/\p{L}{4}/u.test(text)) || (/^\d/.test(text) && wordsOf(text) <= 3);
const wordsOf = (text: string): number => text.split(/\s+/).length;
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
const share = <Item>(items: readonly Item[], is: (item: Item) => boolean): number => items.filter(is).length / Math.max(1, items.length);

/** The rows of each region of the page, in the order in which people read them. */
export function readRegions(segments: readonly Segment[]): Row[][] {
  return split(toRows(segments), 0).filter((rows) => rows.length > 0);
}

export function toRows(segments: readonly Segment[]): Row[] {
  const rows: Row[] = [];
  for (const segment of [...segments].sort((one, other) => one.y - other.y)) {
    const row = rows.at(-1);
    const first = row?.[0];
    const limit = row?.every((one) => one.right < segment.left || one.left > segment.right) ? BESIDE : SAME_ROW;
    if (row && first && segment.y - first.y < limit * Math.min(first.size, segment.size)) row.push(segment);
    else rows.push([segment]);
  }
  for (const row of rows) row.sort((one, other) => one.left - other.left);
  return rows;
}

function split(rows: Row[], depth: number): Row[][] {
  const gutter = depth < DEEPEST ? findGutter(rows) : null;
  if (!gutter) return [rows];
  const { from, to, x } = gutter;
  const within = rows.slice(from, to).flat();
  const left = toRows(within.filter((segment) => segment.left < x));
  const right = toRows(within.filter((segment) => segment.left >= x));
  return [rows.slice(0, from), left, right, rows.slice(to)].flatMap((part) => (part.length > 0 ? split(part, depth + 1) : []));
}

interface Gutter {
  /** The rows that it divides, and where. */
  from: number;
  to: number;
  x: number;
}

/** The gutter between columns that divides most rows. */
function findGutter(rows: readonly Row[]): Gutter | null {
  let best: Gutter | null = null;
  for (const run of candidates(rows).flatMap((x) => runsAt(rows, x))) {
    for (const gutter of [run, ...betweenGaps(rows, run)]) {
      const size = best ? best.to - best.from : 0;
      if (gutter.to - gutter.from <= size || !isBetweenColumns(rows.slice(gutter.from, gutter.to), gutter.x)) continue;
      best = gutter;
      break;
    }
  }
  return best;
}

/** The parts of a run between wide gaps, if there are any: a table above two columns may happen to have a gap at the same place. */
function betweenGaps(rows: readonly Row[], { from, to, x }: Gutter): Gutter[] {
  const ends = [from];
  for (let at = from + 1; at < to; at++) if (heightOf(rows[at]) - heightOf(rows[at - 1]) > WIDE_GAP * sizeOf(rows[at])) ends.push(at);
  if (ends.length === 1) return [];
  return ends.map((start, at) => ({ from: start, to: ends[at + 1] ?? to, x })).filter((part) => part.to - part.from >= FEWEST_ROWS);
}

/** As a part of the size of letters. */
const WIDE_GAP = 2.5;
const heightOf = (row: Row | undefined): number => row?.[0]?.y ?? 0;
const sizeOf = (row: Row | undefined): number => row?.[0]?.size ?? 0;

/** Where several segments begin that are not the first of all. */
function candidates(rows: readonly Row[]): number[] {
  const start = Math.min(...rows.flat().map(({ left }) => left));
  const counts = new Map<number, { count: number; least: number }>();
  for (const { left, size } of rows.flat()) {
    if (left < start + 2 * size) continue;
    const place = Math.round(left / 4);
    const known = counts.get(place) ?? { count: 0, least: left };
    counts.set(place, { count: known.count + 1, least: Math.min(known.least, left) });
  }
  return [...counts.values()]
    .filter(({ count }) => count >= 2)
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_CANDIDATES)
    .map(({ least }) => least - 0.5);
}

/** The runs of rows that nothing crosses at x, with a gap before it. */
function runsAt(rows: readonly Row[], x: number): Gutter[] {
  const runs: Gutter[] = [];
  let from = 0;
  for (let at = 0; at <= rows.length; at++) {
    const row = rows[at];
    if (row && !row.some(({ left, right, size }) => left < x && right > x - size * 0.5)) continue;
    if (at - from >= FEWEST_ROWS) runs.push({ from, to: at, x });
    from = at + 1;
  }
  return runs;
}

function isBetweenColumns(rows: readonly Row[], x: number): boolean {
  const left = toRows(rows.flat().filter((segment) => segment.left < x));
  const right = toRows(rows.flat().filter((segment) => segment.left >= x));
  if (left.length < FEWEST_ROWS || right.length < FEWEST_ROWS) return false;
  const starts = right.map((row) => row[0]?.text ?? "");
  // What begins with a price or a time belongs to what is left of it, unless both are prices of the names above them.
  if (haveOwnPrices(left, right)) return true;
  if (share(starts, isAmount) > 0.3) return false;
  const hasPrices = (side: readonly Row[]) => share(side, (row) => isAmount(lastOf(row)) || /RM\s?\d[\d.,]*$/.test(lastOf(row))) > 0.3;
  if (hasPrices(left) && hasPrices(right)) return true;
  if (hasPrices(right) && alignedShare(left, right) > 0.7) return false;
  const isText = (side: readonly Row[]) => mean(side.map((row) => wordsOf(row.map(({ text }) => text).join(" ")))) >= 3;
  if (!isText(left) || !isText(right)) return false;
  if ([left, right].every((side) => share(side, startsAs(BULLET)) > 0.5)) return true;
  // Lines of paragraphs go on with small letters and fill their column; the cells of a table begin with capitals.
  const isProse = [left, right].every((side) => share(side, startsAs(SMALL)) > 0.3);
  return (isProse && fillOf(left, x) > 0.5) || (left.length > right.length / 2 && alignedShare(left, right) < 0.5);
}

/** The last piece of a row. A number before a name only counts the rows ("2 Cop getah"). */
const lastOf = (row: Row): string =>
  row.length === 1 ? (row[0]?.text ?? "").replace(/^\d{1,3}[.)]?\s(?=\p{L})/u, "") : (row.at(-1)?.text ?? "");

/** Whether on either side prices stand alone, beside each other, below names. */
function haveOwnPrices(left: readonly Row[], right: readonly Row[]): boolean {
  const alone = [left, right].map((side) => side.filter((row) => row.every(isPriceText)));
  const isMixed = [left, right].every(
    (side, at) => (alone[at]?.length ?? 0) > side.length * 0.3 && (alone[at]?.length ?? 0) < side.length * 0.7,
  );
  return isMixed && alignedShare(alone[0] ?? [], alone[1] ?? []) > 0.7;
}

const PRICE = /^(?:RM|MYR|\$|US\$|S\$)\s?\d[\d.,]*(?:\s?[-–]\s?(?:RM\s?)?\d[\d.,]*)?(?:\s?\/\s?\p{L}{1,20})?$/u;
const isPriceText = ({ text }: Segment): boolean => PRICE.test(text);
/** Whether a row is a price and nothing else. */
export const isPrice = (row: Row | undefined): boolean => row?.length === 1 && row.every(isPriceText);

const BULLET = /^[-–•●▪■◦‣*✓✔➢]\s/;
const SMALL = /^\p{Ll}/u;
const startsAs =
  (pattern: RegExp) =>
  (row: Row): boolean =>
    pattern.test(row[0]?.text ?? "");

/** How far the lines reach to the right, as a part of the column: paragraphs fill it, the names of a list do not. */
function fillOf(rows: readonly Row[], x: number): number {
  const start = Math.min(...rows.map((row) => row[0]?.left ?? x));
  return mean(rows.map((row) => ((row.at(-1)?.right ?? start) - start) / Math.max(1, x - start)));
}

/** The share of the rows at the right that have one at the left on the same height. */
function alignedShare(left: readonly Row[], right: readonly Row[]): number {
  const heights = left.map((row) => row[0]?.y ?? 0);
  return share(right, (row) => {
    const [first] = row;
    return first !== undefined && heights.some((y) => Math.abs(y - first.y) < first.size * 0.25);
  });
}
