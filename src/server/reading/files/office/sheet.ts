/** Reads one sheet of a spreadsheet into rows of cells. What its author has hidden is left out. Pure. */
import { builtInFormat, formatNumber } from "./cell-format.ts";
import { type Attributes, readXml } from "./xml.ts";

/** What the cells of all sheets refer to. */
export interface Book {
  strings: readonly string[];
  /** The format of each style. */
  formats: readonly string[];
  is1904: boolean;
}

export interface Sheet {
  rows: string[][];
  /** Whether there are more cells than are read. */
  isCut: boolean;
}

interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

const MOST_CELLS = 300_000;
const MOST_RANGES = 20_000;
const LAST_COLUMN = 16_384;

class Enough extends Error {}

/** @throws DocumentUnreadable */
export function readSheet(xml: string, book: Book): Sheet {
  const cells = new Map<number, Map<number, string>>();
  const ranges: Range[] = [];
  const hidden = { rows: new Set<number>(), columns: [] as { min: number; max: number }[] };
  let row = 0;
  let column = 0;
  let type = "";
  let style = 0;
  let text: string | null = null;
  let value = "";
  let count = 0;
  const enter = (name: string, attributes: Attributes) => {
    if (name === "row") {
      row = Number(attributes.get("r") ?? row + 1);
      column = 0;
      if (isOn(attributes.get("hidden"))) hidden.rows.add(row);
    } else if (name === "c") {
      column = columnOf(attributes.get("r")) ?? column + 1;
      type = attributes.get("t") ?? "n";
      style = Number(attributes.get("s") ?? 0);
      value = "";
    } else if (name === "v" || name === "t") text = "";
    else if (name === "col" && isOn(attributes.get("hidden"))) {
      hidden.columns.push({ min: Number(attributes.get("min")), max: Number(attributes.get("max")) });
    } else if (name === "mergeCell" && ranges.length < MOST_RANGES) {
      const range = rangeOf(attributes.get("ref") ?? "");
      if (range) ranges.push(range);
    }
  };
  const leave = (name: string) => {
    if (name === "v" || name === "t") {
      value += text ?? "";
      text = null;
    } else if (name === "c" && value !== "") {
      const shown = showCell(value, type, style, book);
      if (shown.trim() === "") return;
      if (++count > MOST_CELLS) throw new Enough();
      const line = cells.get(row) ?? new Map<number, string>();
      cells.set(row, line.set(column, shown));
    }
  };
  const read = (more: string) => {
    if (text !== null) text += more;
  };
  let isCut = false;
  try {
    readXml(xml, { open: enter, close: leave, text: read });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    isCut = true;
  }
  for (const range of ranges) fill(cells, range);
  return { rows: toRows(cells, hidden), isCut };
}

const isOn = (value: string | undefined): boolean => value === "1" || value === "true";

function showCell(value: string, type: string, style: number, { strings, formats, is1904 }: Book): string {
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "✓" : "";
  if (type === "e") return "";
  if (type === "d") return value.slice(0, 10).split("-").reverse().join("/");
  const number = Number(value);
  return type !== "n" || !Number.isFinite(number) ? value : formatNumber(number, formats[style] ?? builtInFormat(0), is1904);
}

const LETTERS = 26;

/** "C7" is 3. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return null;
  const column = [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0);
  return column <= LAST_COLUMN ? column : null;
}

function rangeOf(reference: string): Range | null {
  const [from = "", to = ""] = reference.split(":");
  const [left, right] = [columnOf(from), columnOf(to)];
  const [top, bottom] = [from, to].map((one) => Number(/^[A-Z]{1,3}(\d{1,7})$/.exec(one)?.[1]));
  return left && right && top && bottom && bottom >= top && right >= left ? { top, left, bottom, right } : null;
}

/**
 * Repeats a merged cell in the other rows that have cells, and in the other columns if there is more beside it: what names
 * two columns belongs to both, but a title over the whole table is one cell.
 */
function fill(cells: Map<number, Map<number, string>>, { top, left, bottom, right }: Range): void {
  const value = cells.get(top)?.get(left);
  if (value === undefined) return;
  const rows = bottom - top > cells.size ? [...cells.keys()].filter((row) => row >= top && row <= bottom) : span(top, bottom);
  for (const row of rows) {
    const line = cells.get(row);
    if (!line) continue;
    const hasOthers = [...line.keys()].some((column) => column < left || column > right);
    if (row !== top && !hasOthers) continue;
    for (const column of hasOthers && right - left < 100 ? span(left, right) : [left]) if (!line.has(column)) line.set(column, value);
  }
}

const span = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** The rows in order, with only the columns that are used; an empty row where the sheet has empty rows. */
function toRows(
  cells: ReadonlyMap<number, ReadonlyMap<number, string>>,
  hidden: { rows: ReadonlySet<number>; columns: readonly { min: number; max: number }[] },
): string[][] {
  const isHidden = (column: number) => hidden.columns.some(({ min, max }) => column >= min && column <= max);
  const shown = [...cells].filter(([row]) => !hidden.rows.has(row)).sort(([one], [other]) => one - other);
  const used = [...new Set(shown.flatMap(([, line]) => [...line.keys()]))]
    .filter((column) => !isHidden(column))
    .sort((one, other) => one - other);
  const rows: string[][] = [];
  let last: number | null = null;
  for (const [row, line] of shown) {
    if (last !== null && row > last + 1) rows.push([]);
    rows.push(used.slice(0, MOST_COLUMNS).map((column) => line.get(column) ?? ""));
    last = row;
  }
  return rows;
}

const MOST_COLUMNS = 500;
