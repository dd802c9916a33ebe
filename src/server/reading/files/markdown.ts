/** Reads Markdown and plain text. Pure. */
import { Outline, type Part } from "../document.ts";
import { readTable } from "../table.ts";

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(=+|-{2,})[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** The line between the header and the rows of a table. */
const TABLE_RULE = /^[|:\- \t]+$/;
/** What programs write above the text about themselves. */
const FRONT_MATTER = /^---\r?\n[\s\S]{0,10000}?\r?\n---\r?\n/;

/** Whether a text without a telling name is Markdown. */
export const looksLikeMarkdown = (text: string): boolean => (text.match(/^#{1,6} \S/gm)?.length ?? 0) >= 2;

export function readMarkdown(text: string): Part[] {
  const outline = new Outline();
  const lines = withoutComments(text.replace(FRONT_MATTER, "")).split(/\r\n?|\n/);
  let fence = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const next = lines[at + 1] ?? "";
    const mark = FENCE.exec(line)?.[1] ?? "";
    const heading = HEADING.exec(line);
    const underline = line.trim() !== "" && !line.includes("|") && UNDERLINE.exec(next)?.[1];
    if (fence !== "") {
      if (mark.startsWith(fence)) fence = "";
      else outline.add(line);
    } else if (mark !== "") fence = mark;
    else if (heading) outline.enter(heading[1]?.length ?? 1, plainName(heading[2] ?? ""));
    else if (line.includes("|") && next.includes("-") && TABLE_RULE.test(next)) at = readTableAt(lines, at, outline) - 1;
    else if (underline && isTitle(lines, at)) {
      outline.enter(underline.startsWith("=") ? 1 : 2, plainName(line));
      at++;
    } else outline.add(line);
  }
  return outline.finish();
}

function withoutComments(text: string): string {
  let kept = "";
  for (let at = 0; ; ) {
    const open = text.indexOf("<!--", at);
    const close = open === -1 ? -1 : text.indexOf("-->", open);
    if (close === -1) return kept + text.slice(at);
    kept += text.slice(at, open);
    at = close + "-->".length;
  }
}

/** A heading by its underline has a blank line before it; a rule between paragraphs is no underline. */
const isTitle = (lines: readonly string[], at: number): boolean => (lines[at - 1] ?? "").trim() === "" && (lines[at] ?? "").length <= 120;

const plainName = (name: string): string => name.replace(/\*\*|__|`/g, "").replace(/!?\[([^\][]{0,200})\]\([^()]{0,500}\)/g, "$1");

/** @returns the position of the first line after the table. */
function readTableAt(lines: readonly string[], from: number, outline: Outline): number {
  let to = from + 2;
  while ((lines[to] ?? "").includes("|")) to++;
  const rows = lines.slice(from, to).map(cellsOf);
  rows.splice(1, 1);
  for (const { name, lines: read } of readTable(rows, rows.length > 1)) outline.add([name, ...read].filter(Boolean).join("\n"));
  return to;
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll("\\|", "|"));

export const readPlain = (text: string): Part[] => [{ heading: "", text, page: null }];
