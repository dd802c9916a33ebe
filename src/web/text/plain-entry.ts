export interface PlainEntry {
  /** The heading that the entry begins with; null if it begins with something else. */
  title: string | null;
  text: string;
}

const HEADING = /^ {0,3}#{1,6} +(?=\S)/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;
const TABLE_RULE = /^[\s|:-]*$/;

/** An entry as lists show it, without marks of Markdown. The stored text stays as it is. Linear in the text. */
export function toPlainEntry(text: string): PlainEntry {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  const isTitled = HEADING.test(lines[first] ?? "");
  const plain = lines.slice(isTitled ? first + 1 : 0).flatMap(toPlainLine);
  return { title: isTitled ? (toPlainLine(lines[first] ?? "")[0] ?? null) : null, text: plain.join("\n").trim() };
}

/** None for the line between the header of a table and its rows. */
function toPlainLine(line: string): string[] {
  if (TABLE_ROW.test(line)) return TABLE_RULE.test(line) && line.includes("--") ? [] : [withoutEmphasis(cellsOf(line).join(" · "))];
  return [withoutEmphasis(line.replace(HEADING, ""))];
}

const cellsOf = (row: string): string[] =>
  row
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");

/** Asterisks without a partner point to a note: "RM5**". */
const withoutEmphasis = (line: string): string => (line.split("**").length % 2 === 1 ? line.replaceAll("**", "") : line);
