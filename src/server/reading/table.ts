/**
 * Makes text of tables: each row becomes one line that has its header ("Teh tarik: Hot RM2.50; Cold RM3.00"), so that a
 * price keeps its name and its column wherever the line is quoted. Pure.
 */
import { cleanLine, HEADING_GLUE, type Part } from "./document.ts";

export interface TableSection {
  /** A row that has only one cell and is above others: the name of a group of rows; empty if there is none. */
  name: string;
  lines: string[];
}

const CURRENCY = String.raw`RM|MYR|SGD|S\$|USD|US\$|IDR|Rp|\$|€|£`;
/** The currency in the header of a column of bare numbers: "Price (RM)", "Harga RM", "RM". */
const HEADER_CURRENCY = new RegExp(String.raw`(?:^|[\s(/])(${CURRENCY})\)?\s*$`);
const BARE_NUMBER = /^\d[\d,]*(?:\.\d{1,2})?(?:\s*[-–]\s*\d[\d,]*(?:\.\d{1,2})?)?$/;
const AMOUNT = new RegExp(String.raw`^(?:${CURRENCY})?\s*[+-]?\d`, "i");
/** Headers that say no more than the currency of the price does. */
const PRICE = /^(?:unit )?(?:price|prices|harga|kadar|bayaran|fee|fees|rate|amount|jumlah|cost)(?: seunit)?$/i;
const NUMBERING = /^(?:no\.?|bil\.?|#|s\/n|num\.?|)$/i;
const MAX_SECTION = 80;
const PRICED = new RegExp(String.raw`^(?:${CURRENCY})\s?\d`, "i");

/** Whether the cell could name a column: short words, and no number or price. */
const isLabel = (cell: string): boolean => cell === "" || (cell.length <= 60 && /\p{L}|^#$/u.test(cell) && !isData(cell));
const isData = (cell: string): boolean => AMOUNT.test(cell) || /\d{3,}/.test(cell) || new RegExp(`(?:${CURRENCY})\\s?\\d`).test(cell);

const arePrices = (row: readonly string[]): boolean => filled(row) > 0 && row.every((cell) => cell === "" || PRICED.test(cell));
const filled = (row: readonly string[]): number => row.filter((cell) => cell !== "").length;

/** Whether the row has the names of the columns of the rows after it. */
export function isHeader(row: readonly string[], after: readonly (readonly string[])[]): boolean {
  if (filled(row) < 2 || !row.every(isLabel) || new Set(row.filter(Boolean)).size < filled(row)) return false;
  const rows = after.filter((one) => filled(one) > 1).slice(0, 20);
  if (rows.length === 0) return false;
  // A table of words only has a header if its cells are shorter than most below them.
  const hasData = rows.some((one) => one.some((cell, at) => isData(cell) && (row[at] ?? "") !== ""));
  const longest = (one: readonly string[]) => Math.max(...one.map((cell) => cell.length));
  return hasData || rows.filter((one) => longest(one) > longest(row)).length * 2 > rows.length;
}

/** Reads rows of cells as one or more tables with sections; empty rows are between them. `hasHeader`: the first row surely is one. */
export function readTable(cells: readonly (readonly string[])[], hasHeader = false): TableSection[] {
  const rows = withoutNumbering(cells.map((row) => row.map(cleanLine)));
  const sections: TableSection[] = [];
  let open: TableSection = { name: "", lines: [] };
  const enter = (name: string) => {
    if (open.lines.length > 0 || open.name !== "") sections.push(open);
    open = { name, lines: [] };
  };
  const areNotes = haveNotes(rows);
  let header: readonly string[] | null = hasHeader ? (rows[0] ?? null) : null;
  let above: readonly string[] = [];
  for (let at = hasHeader ? 1 : 0; at < rows.length; at++) {
    const row = rows[at] ?? [];
    const next = rows[at + 1] ?? [];
    const rest = rows.slice(at + 1, at + LOOK_AHEAD);
    if (filled(row) === 0) above = [];
    else if (filled(row) === 1 && !areNotes && isSectionName(row, rest, header)) enter(row.find(Boolean) ?? "");
    else if (isUpperHeader(row, next, rest.slice(1))) {
      header = above = joinHeaders(row, next);
      at++;
    } else if (
      isHeader(row, rest) &&
      (header === null || above.length === 0 || isSame(row, header) || (arePrices(above) && arePrices(next)))
    ) {
      // A header that is repeated, as at the beginning of each page, is no row. In a grid of cards, each price is below its name.
      header = above = row;
    } else {
      const full: readonly string[] = header === null ? row : withCarried(row, above, header);
      open.lines.push(rowToLine(header, full));
      above = full;
    }
  }
  enter("");
  return sections;
}

/** A part for each section of a table, below `heading`. */
export function tableToParts(rows: readonly (readonly string[])[], heading: string): Part[] {
  return readTable(rows).map(({ name, lines }) => ({
    heading: [heading, lines.length > 0 ? name : ""].filter((one) => one !== "").join(HEADING_GLUE),
    text: lines.length > 0 ? lines.join("\n") : name,
    page: null,
  }));
}

const LOOK_AHEAD = 40;

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join("\u0000") === other.join("\u0000");

/** Rows with a single cell after almost every row describe the row above; the names of sections are rarer, and the first one is above the first row. */
function haveNotes(rows: readonly (readonly string[])[]): boolean {
  const single = rows.filter((row) => filled(row) === 1).length;
  const full = rows.filter((row) => filled(row) > 1).length;
  const first = rows.findIndex((row) => filled(row) > 1 && row.some(isData));
  if (filled(rows[first - 1] ?? []) === 1) return false;
  return single > 2 && full < single * 1.5 && full > single / 2;
}

/** A single cell in the first column, without a price, directly above rows of several cells. */
function isSectionName(row: readonly string[], rest: readonly (readonly string[])[], header: readonly string[] | null): boolean {
  const name = row.find(Boolean) ?? "";
  const isFirst = row.indexOf(name) === 0 || header === null;
  const next = rest.find((one) => filled(one) > 0) ?? [];
  return isFirst && name.length <= MAX_SECTION && !PRICED.test(name) && filled(next) > 1;
}

/** The upper row of a header of two: it names several columns at once ("Weekday | Weekday"), which the next row tells apart. */
function isUpperHeader(row: readonly string[], next: readonly string[], rest: readonly (readonly string[])[]): boolean {
  const isDoubled = row.some((cell, at) => at > 0 && cell !== "" && cell === row[at - 1]);
  return isDoubled && row.every(isLabel) && next.every(isLabel) && isHeader(joinHeaders(row, next), rest);
}

const joinHeaders = (upper: readonly string[], lower: readonly string[]): string[] =>
  upper.map((cell, at) => (cell === lower[at] ? cell : `${cell} ${lower[at] ?? ""}`.trim()));

/** A first cell that is left empty because the row above has it ("Drinks | Tea | RM2", then " | Coffee | RM3"). */
function withCarried(row: readonly string[], above: readonly string[], header: readonly string[]): readonly string[] {
  const isOpen = row[0] === "" && (above[0] ?? "") !== "" && above !== header && filled(row) >= 2 && (header[0] ?? "") !== "";
  return isOpen ? [above[0] ?? "", ...row.slice(1)] : row;
}

/** Leaves out a first column that only counts the rows. */
function withoutNumbering(rows: readonly string[][]): readonly string[][] {
  const full = rows.filter((row) => filled(row) > 1);
  const first = full.map((row) => (row[0] ?? "").replace(/[.)]$/, ""));
  const numbers = first.filter((cell) => /^\d{1,4}$/.test(cell)).map(Number);
  const isCounted = numbers.length >= 2 && numbers.every((number, at) => number === at + 1);
  const others = first.filter((cell) => !/^\d{1,4}$/.test(cell));
  if (!isCounted || !others.every((cell) => NUMBERING.test(cell)) || !full.every((row) => row.length > 2)) return rows;
  return rows.map((row) => (filled(row) > 1 ? row.slice(1) : row));
}

/** One line with the header of each cell. The first filled cell is what the row is about. */
export function rowToLine(header: readonly string[] | null, row: readonly string[]): string {
  const at = row.findIndex((cell) => cell !== "");
  const name = row[at] ?? "";
  // Then the header has what the row is about.
  if (header !== null && arePrices(row))
    return row.flatMap((cell, column) => (cell === "" ? [] : [toLabelled(header[column] ?? "", cell)])).join("; ");
  const cells = row.flatMap((cell, column) => (cell === "" || column === at ? [] : [toLabelled(header?.[column] ?? "", cell)]));
  // What is not in the first column needs its own header.
  const subject = at === 0 || header === null ? name : toLabelled(header[at] ?? "", name);
  if (cells.length === 0) return subject;
  // A question and its answer are read as such.
  if (subject.endsWith("?") && cells.length === 1) return `${subject}\n${row.slice(at + 1).find(Boolean)}`;
  return `${subject.replace(/\s*:$/, "")}: ${cells.join("; ")}`;
}

function toLabelled(label: string, value: string): string {
  const currency = HEADER_CURRENCY.exec(label);
  const isBare = BARE_NUMBER.test(value);
  const shown = currency && isBare ? `${currency[1]}${value.replace(/(\.\d)$/, "$10")}` : value;
  const name = (currency && isBare ? label.slice(0, currency.index) : label).replace(/(?<![\s(:])[\s(:]+$/, "");
  if (name === "" || name.toLowerCase() === shown.toLowerCase() || (PRICE.test(name) && PRICED.test(shown))) return shown;
  return AMOUNT.test(shown) ? `${name} ${shown}` : `${name}: ${shown}`;
}
