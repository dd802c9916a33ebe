/** Makes lines of the rows of a region: rows of a table with their header, and paragraphs of which no sentence is cut. Pure. */
import { isHeader, rowToLine } from "../../table.ts";
import { isPrice, type Row } from "./columns.ts";
import type { Segment } from "./segments.ts";

export interface Line {
  text: string;
  size: number;
  /** Whether it may be a heading: one piece of text, and no row of a table. */
  isAlone: boolean;
  /** Whether there is more space above it than between lines. */
  isApart: boolean;
}

/** Between lines of a paragraph, as a part of the size of letters. */
const LEADING = 1.75;
/** Between the lines of one cell. */
const TIGHT = 1.4;
/** How many times as wide as the gap before. */
const NEW_TABLE = 1.8;
const LOOK_AHEAD = 40;
const BULLET = /^(?:[-–—•●▪■◦‣*✓✔➢]|\d{1,2}[.)]|\(?[a-z]\))\s/i;
/** A line that ends before this part of the width ends its paragraph. */
const FULL = 0.8;

export function toLines(rows: readonly Row[]): Line[] {
  const lines: Line[] = [];
  let table: Table | null = null;
  for (let at = 0; at < rows.length; ) {
    const end = endOfTable(rows, at);
    if (end > at) {
      table = readTable(rows.slice(at, end), table);
      lines.push(...table.lines.map((line, row) => ({ ...line, isApart: row === 0 && isApart(rows, at) })));
    } else lines.push(readParagraph(rows, at));
    at = end > at ? end : endWithPrice(rows, at);
  }
  return lines;
}

const gapAbove = (rows: readonly Row[], at: number): number => (rows[at]?.[0]?.y ?? 0) - (rows[at - 1]?.[0]?.y ?? 0);
const sizeOf = (row: Row): number => Math.max(...row.map(({ size }) => size));
const isApart = (rows: readonly Row[], at: number): boolean => at === 0 || gapAbove(rows, at) > LEADING * sizeOf(rows[at] ?? []);
const textOf = (row: Row): string => row.map(({ text }) => text).join(" ");

/** The rows from `at` that have several cells, and what is between them in a column other than the first. */
function endOfTable(rows: readonly Row[], at: number): number {
  if ((rows[at]?.length ?? 0) < 2) return at;
  let end = at + 1;
  for (let next = end; next < rows.length; next++) {
    const row = rows[next] ?? [];
    // A gap that is much wider than the one before is between two tables.
    if (next - 1 > at && gapAbove(rows, next) > NEW_TABLE * gapAbove(rows, next - 1)) break;
    if (row.length > 1) end = next + 1;
    else if (!isContinuation(rows, next, at)) break;
  }
  return end;
}

/** Whether the single cell of a row continues one of the row above: it is not in the first column, or it is nearer to it than to the next row. */
function isContinuation(rows: readonly Row[], at: number, first: number): boolean {
  const [cell] = rows[at] ?? [];
  if (!cell) return false;
  const start = Math.min(...rows.slice(first, at).map((row) => row[0]?.left ?? 0));
  const gap = gapAbove(rows, at);
  if (cell.left > start + cell.size) return gap < LEADING * cell.size;
  const isSmaller = cell.size <= sizeOf(rows[at - 1] ?? []) * 1.05;
  return isSmaller && cell.left < start + 1 && gap < TIGHT * cell.size && (at + 1 >= rows.length || gapAbove(rows, at + 1) > gap * NEARER);
}

interface Table {
  columns: Column[];
  header: readonly string[] | null;
  /** Keys of the rows that the header is made of, which many tables repeat within a page. */
  headerRows: readonly string[];
  lines: Line[];
}

const keyOf = (row: readonly string[]): string => row.join("\u0000").toLowerCase();

/** `above`: the table before this one, whose header it has if its columns are the same: names of sections are between them. */
function readTable(rows: readonly Row[], above: Table | null): Table {
  const columns = columnsOf(rows);
  const cells: string[][] = [];
  const sizes: number[] = [];
  for (const row of rows) {
    const filled = columns.map(() => "");
    for (const segment of row) {
      const column = columnAt(columns, segment);
      filled[column] = [filled[column], segment.text].filter(Boolean).join(" ");
    }
    const last = cells.at(-1);
    if (row.length === 1 && last) {
      // A cell of several lines continues below.
      for (const [column, text] of filled.entries()) last[column] = [last[column], text].filter(Boolean).join(" ");
    } else {
      cells.push(filled);
      sizes.push(sizeOf(row));
    }
  }
  const own = findHeader(rows, columns, cells);
  const before = above && areSame(above.columns, columns) ? above : null;
  const header = own?.names ?? before?.header ?? null;
  const headerRows = own ? cells.slice(0, own.rows).map(keyOf) : (before?.headerRows ?? []);
  const lines = cells.flatMap((row, at) => {
    if (headerRows.includes(keyOf(row))) return [];
    return [{ text: rowToLine(header, row), size: sizes[at] ?? 0, isAlone: false, isApart: false }];
  });
  return { columns, header, headerRows, lines };
}

/** The names of the columns, and how many rows they take. Of two rows, each name of the upper one is for the columns below it. */
function findHeader(
  rows: readonly Row[],
  columns: readonly Column[],
  cells: readonly string[][],
): { names: readonly string[]; rows: number } | null {
  const [first = [], second = []] = cells;
  const upper = rows[0] ?? [];
  if (
    upper.length > 1 &&
    upper.length < (rows[1]?.length ?? 0) &&
    isHeader(joinHeaders(upper, columns, second), cells.slice(2, LOOK_AHEAD))
  ) {
    return { names: joinHeaders(upper, columns, second), rows: 2 };
  }
  return isHeader(first, cells.slice(1, LOOK_AHEAD)) ? { names: first, rows: 1 } : null;
}

function joinHeaders(upper: Row, columns: readonly Column[], lower: readonly string[]): string[] {
  return columns.map((column, at) => {
    const distance = (one: Segment) => Math.abs(one.left + one.right - column.left - column.right);
    const nearest = upper.reduce((best, one) => (distance(one) < distance(best) ? one : best));
    const isOwn = upper.some((one) => one.left < column.right && one.right > column.left);
    // The first column often has no name in the upper row.
    if (at === 0 && !isOwn) return lower[at] ?? "";
    return `${nearest.text} ${lower[at] ?? ""}`.trim();
  });
}

const areSame = (some: readonly Column[], others: readonly Column[]): boolean =>
  some.length === others.length &&
  some.every(({ left, right }, at) => {
    const other = others[at];
    return other !== undefined && left < other.right && right > other.left;
  });

interface Column {
  left: number;
  right: number;
}

/** The columns of the rows that have most cells: what overlaps is one column. */
function columnsOf(rows: readonly Row[]): Column[] {
  const counts = rows.filter((row) => row.length > 1).map((row) => row.length);
  const most = counts.sort((one, other) => one - other)[Math.floor(counts.length * 0.8)] ?? 2;
  const cells = rows.filter((row) => row.length >= most).flat();
  const columns: Column[] = [];
  for (const { left, right } of cells.sort((one, other) => one.left - other.left)) {
    const last = columns.at(-1);
    if (last && left < last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

function columnAt(columns: readonly Column[], { left, right }: Segment): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  columns.forEach((column, at) => {
    const overlap = Math.min(right, column.right) - Math.max(left, column.left);
    if (overlap > most) [best, most] = [at, overlap];
  });
  return best;
}

function endOfParagraph(rows: readonly Row[], from: number): number {
  const [first] = rows[from] ?? [];
  const right = Math.max(...rows.map((row) => row.at(-1)?.right ?? 0));
  const left = Math.min(...rows.map((row) => row[0]?.left ?? 0));
  let at = from + 1;
  for (; at < rows.length; at++) {
    const row = rows[at] ?? [];
    const above = rows[at - 1]?.at(-1);
    const isFull = above !== undefined && above.right - left > FULL * (right - left);
    const isSame = first !== undefined && row.length === 1 && Math.abs(sizeOf(row) - first.size) < 0.1 * first.size;
    if (!isFull || !isSame || isApart(rows, at) || BULLET.test(textOf(row)) || isPrice(row)) break;
  }
  return at;
}

function readParagraph(rows: readonly Row[], from: number): Line {
  const to = endOfParagraph(rows, from);
  const text = rows.slice(from, to).map(textOf).reduce(joinLines, "");
  const line = { text, size: sizeOf(rows[from] ?? []), isApart: isApart(rows, from) };
  if (endWithPrice(rows, from) === to) return { ...line, isAlone: to - from <= 2 };
  return { ...line, text: `${text.replace(/:$/, "")}: ${textOf(rows[to] ?? [])}`, isAlone: false };
}

/** The end of a paragraph with the price below it, which belongs to it if it is nearer to it than to what follows. */
function endWithPrice(rows: readonly Row[], from: number): number {
  const to = endOfParagraph(rows, from);
  const gap = gapAbove(rows, to);
  const isNear = gap < LEADING * sizeOf(rows[to] ?? []) && (to + 1 >= rows.length || gapAbove(rows, to + 1) > gap * NEARER);
  return isNear && isPrice(rows[to]) && !isPrice(rows[to - 1]) ? to + 1 : to;
}

/** How many times as far as it is to the row above. */
const NEARER = 1.15;

/** A hyphen at the end of a line is dropped, unless the word is doubled ("kanak-kanak") or a number follows. */
export function joinLines(above: string, below: string): string {
  if (above === "") return below;
  const word = /(?<!\p{L})(\p{L}{1,40})[-\u00ad\u2010]$/u.exec(above)?.[1];
  if (word === undefined || !/^\p{Ll}/u.test(below)) return `${above} ${below}`;
  const isDoubled = below.toLowerCase().startsWith(word.toLowerCase());
  return isDoubled ? above.replace(/.$/u, "-") + below : above.replace(/.$/u, "") + below;
}
