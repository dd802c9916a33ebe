/** CSV files (RFC 4180) that a spreadsheet can open safely. */

/** A spreadsheet treats a cell that begins with one of these as a formula and runs it (OWASP: CSV injection). */
const FORMULA = /^[=+\-@\t\r|%]/;

function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** One row, with its line end. */
export function csvRow(values: readonly (string | number | null)[]): string {
  return `${values.map((value) => (typeof value === "number" ? String(value) : cell(value ?? ""))).join(",")}\r\n`;
}

/** Rows in one slice: an export holds one slice in memory at a time. */
export const CSV_SLICE = 500;
export const CSV_TYPE = "text/csv; charset=utf-8";

/** The parts of a file: the names of its columns, and then its rows, slice by slice. `rest` lets other work run between two slices. */
export async function* csvParts<Row>(
  columns: readonly string[],
  slices: AsyncIterable<readonly Row[]>,
  toRow: (row: Row) => readonly (string | number | null)[],
  rest: () => Promise<void>,
): AsyncGenerator<string> {
  yield csvRow(columns);
  for await (const rows of slices) {
    yield rows.map((row) => csvRow(toRow(row))).join("");
    await rest();
  }
}
