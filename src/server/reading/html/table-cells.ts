/** The cells of an HTML table, unless the table only arranges the page. Pure. */
import { cleanLine } from "../document.ts";
import { type Element, elementsOf, isElement, textOf } from "./tree.ts";

interface Cells {
  caption: string;
  cells: string[][];
  /** The first row has only header cells. */
  hasHeader: boolean;
}

const MAX_COLUMNS = 50;
const MAX_ROWS = 5_000;
const MAX_SPAN = 50;
const MAX_CELL = 600;
const MAX_CELLS = 20_000;

/** Null for a table that only arranges the page: it has other tables or headings in it, one column, or long texts. */
export function cellsOf(table: Element): Cells | null {
  if (table.attributes.role === "presentation") return null;
  const rows: Element[] = [];
  let caption = "";
  for (const element of elementsOf(table)) {
    if (element.tag === "table" || /^h[1-4]$/.test(element.tag)) return null;
    if (element.tag === "tr") rows.push(element);
    if (element.tag === "caption") caption = cleanLine(textOf(element));
  }
  const columns = rows.map((row) => row.kids.filter((kid): kid is Element => isElement(kid) && (kid.tag === "td" || kid.tag === "th")));
  if (rows.length > MAX_ROWS || !columns.some((cells) => cells.length > 1)) return null;
  if (columns.some((cells) => cells.some((cell) => textOf(cell).length > MAX_CELL))) return null;
  const [first = []] = columns.filter((cells) => cells.length > 0);
  return {
    caption,
    cells: spread(columns),
    hasHeader: first.length > 1 && first.every(({ tag }) => tag === "th"),
  };
}

/** A cell that spans rows stands in each of them: it says what the row is about. One that spans columns stands in the first. */
function spread(rows: readonly (readonly Element[])[]): string[][] {
  const result: string[][] = [];
  const pending: { rows: number; text: string }[] = [];
  let count = 0;
  for (const cells of rows) {
    const row: string[] = [];
    const takePending = () => {
      for (;;) {
        const span = pending[row.length];
        if (!span || span.rows === 0 || row.length >= MAX_COLUMNS) return;
        span.rows--;
        row.push(span.text);
      }
    };
    for (const cell of cells) {
      takePending();
      if (row.length >= MAX_COLUMNS || ++count > MAX_CELLS) break;
      const text = cleanLine(textOf(cell));
      const down = spanOf(cell.attributes.rowspan);
      const right = Math.min(spanOf(cell.attributes.colspan), MAX_COLUMNS - row.length);
      for (let at = 0; at < right; at++) {
        pending[row.length] = { rows: down - 1, text: at === 0 ? text : "" };
        row.push(at === 0 ? text : "");
      }
    }
    takePending();
    if (count <= MAX_CELLS) result.push(row);
  }
  return result;
}

function spanOf(value: string | undefined): number {
  const span = Math.floor(Number(value ?? 1));
  return span >= 1 ? Math.min(span, MAX_SPAN) : 1;
}
