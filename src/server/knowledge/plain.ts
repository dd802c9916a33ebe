/** Turns what an owner wrote into one plain line, for places that show no Markdown: topics, and the titles of sources. */
import { stripImageMarkers, withoutControls } from "../../contract/knowledge.ts";

/** What a program that made the text left where a picture was: "[image:12]", "[image 3]". */
const STRAY_MARKER = /[ \t]?\[image ?:? ?\d{0,6}\]/gi;

/** Removes control characters and the markers of pictures, those that other programs left included. */
export const withoutMarkers = (text: string): string => stripImageMarkers(withoutControls(text)).replace(STRAY_MARKER, "");

/** A picture within a text, with its address. */
const PICTURE = /\[image\][^[\]\s]*\[\/image\]/gi;

const LINK = /!?\[([^[\]]{0,200})\]\([^()\s]{0,500}\)/g;
/** Headings, quotations, lists and numbered lists at the beginning of a line. */
const LINE_MARKS = /^\s*(?:(?:#{1,6}|>|[-*•+]|\d{1,3}[.)])\s+)+/;
const EMPHASIS = /\*\*|__|~~|`|(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu;

/** One line without marks of Markdown and pictures; the cells of a table are separated by commas. */
function toPlainLine(line: string): string {
  const cells = withoutMarkers(line.replace(PICTURE, " ")).replace(LINK, "$1").replace(LINE_MARKS, "").replace(EMPHASIS, "").split("|");
  return cells
    .map((cell) => cell.replace(/\s+/g, " ").trim())
    .filter((cell) => cell !== "" && !/^:?-{2,}:?$/.test(cell))
    .join(", ");
}

/** The lines of a text without marks of Markdown; empty lines and the rules of tables are left out. */
export const toPlainLines = (text: string): string[] => text.split("\n").map(toPlainLine).filter(Boolean);
