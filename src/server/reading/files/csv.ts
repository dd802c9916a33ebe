/** Reads CSV files, also those with semicolons or tabs. Pure. */
import type { Part } from "../document.ts";
import { tableToParts } from "../table.ts";

const DELIMITERS = [",", ";", "\t", "|"];
/** Rows that decide which delimiter a file has. */
const SAMPLE_ROWS = 50;
const MAX_COLUMNS = 500;

/** The cells of each row (RFC 4180). A quotation mark that is never closed ends with the file. */
export function parseCsv(text: string, delimiter: string, maxRows = Infinity): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const end = () => {
    if (row.length > 0) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length && rows.length < maxRows; ) {
    const [cell, next] = text[at] === '"' ? readQuoted(text, at, delimiter) : readBare(text, at, delimiter);
    if (row.length < MAX_COLUMNS) row.push(cell);
    else row[MAX_COLUMNS - 1] += ` ${cell}`;
    at = next;
    if (text[at] === delimiter) {
      at++;
      if (at < text.length && text[at] !== "\n" && text[at] !== "\r") continue;
      row.push("");
    }
    if (text[at] === "\r") at++;
    if (text[at] === "\n") at++;
    end();
  }
  end();
  return rows;
}

const CELL_ENDS: Record<string, RegExp> = Object.fromEntries(DELIMITERS.map((one) => [one, new RegExp(`[\\r\\n${one}]`, "g")]));

function readBare(text: string, from: number, delimiter: string): [string, number] {
  const ends = CELL_ENDS[delimiter] ?? /[\r\n]/g;
  ends.lastIndex = from;
  const to = ends.exec(text)?.index ?? text.length;
  return [text.slice(from, to), to];
}

/** A quoted cell; what follows the closing mark up to the delimiter belongs to it, because some programs write `"5"" pipe" x`. */
function readQuoted(text: string, from: number, delimiter: string): [string, number] {
  let cell = "";
  for (let at = from + 1; ; ) {
    const close = text.indexOf('"', at);
    if (close === -1) return [cell + text.slice(at), text.length];
    cell += text.slice(at, close);
    if (text[close + 1] !== '"') {
      const [rest, next] = readBare(text, close + 1, delimiter);
      return [cell + rest, next];
    }
    cell += '"';
    at = close + 2;
  }
}

/** The delimiter that cuts most rows into the same number of cells; null if none makes a table of the text. */
export function findDelimiter(text: string): string | null {
  const named = /^sep=(.)\r?\n/i.exec(text)?.[1];
  if (named !== undefined && DELIMITERS.includes(named)) return named;
  let best: string | null = null;
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const rows = parseCsv(text.slice(0, 200_000), delimiter, SAMPLE_ROWS).filter((row) => row.some((cell) => cell.trim() !== ""));
    const widths = rows.map((row) => row.length).filter((width) => width > 1);
    const common = Math.max(0, ...[...new Set(widths)].map((width) => widths.filter((one) => one === width).length));
    const score = common / Math.max(1, rows.length);
    if (score > most) [best, most] = [delimiter, score];
  }
  return most >= 0.5 ? best : null;
}

export function readCsv(text: string): Part[] {
  const delimiter = findDelimiter(text) ?? ",";
  return tableToParts(parseCsv(text.replace(/^sep=.\r?\n/i, ""), delimiter), "");
}
