/**
 * Rows as lines of text, in the format of PostgreSQL's COPY. It is what copies of both engines consist of on their way,
 * and what is hashed to compare them. https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 */

export type Value = string | number | bigint | null;

const SPECIAL = /[\\\b\t\n\v\f\r]/;
const LETTERS: Readonly<Record<string, string>> = { "\\": "\\", "\b": "b", "\t": "t", "\n": "n", "\v": "v", "\f": "f", "\r": "r" };
const CHARACTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(LETTERS).map(([special, letter]) => [letter, special]),
);
const NULL = "\\N";
/** Large enough to be cheap, and small enough to keep the memory of a copy bounded. */
const PIECE_CHARACTERS = 256 * 1024;

/** The line of a row, with its end. */
export function lineOf(values: readonly Value[]): string {
  return `${values.map(fieldOf).join("\t")}\n`;
}

function fieldOf(value: Value): string {
  if (value === null) return NULL;
  if (typeof value !== "string") return String(value);
  return SPECIAL.test(value) ? value.replace(/[\\\b\t\n\v\f\r]/g, (special) => `\\${LETTERS[special]}`) : value;
}

/** The fields of a line without its end; null for a missing value. */
export function fieldsOf(line: string): (string | null)[] {
  return line.split("\t").map((field) => {
    if (field === NULL) return null;
    return field.includes("\\") ? field.replace(/\\(.)/g, (_, letter: string) => CHARACTERS[letter] ?? letter) : field;
  });
}

/** Rows in pieces of bounded size. */
export function* piecesOf(rows: Iterable<readonly Value[]>): Generator<Uint8Array> {
  let text = "";
  for (const row of rows) {
    text += lineOf(row);
    if (text.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}

/** The lines in pieces that may end in the middle of a line or a character; each without its end. */
export async function* linesIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) yield lines;
  }
  if (rest !== "") throw new Error("the copy ends in the middle of a row");
}
