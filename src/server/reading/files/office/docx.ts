/**
 * Reads documents of Word (DOCX): headings, lists, tables, text boxes, headers and footnotes. Pictures and whatever is
 * outside of the file are not looked at, and neither is hidden or deleted text.
 */
import { Outline, type Part, type Unread } from "../../document.ts";
import { readTable } from "../../table.ts";
import { ListMarks, readHeadingStyles, readLists } from "./docx-styles.ts";
import { type OfficeFile, relationsOf } from "./package.ts";
import { type Attributes, readXml } from "./xml.ts";

/** Below the headings of styles. */
const BOLD_LEVEL = 10;
const MAX_BOLD_HEADING = 80;
/** Elements whose text is not shown, or is shown twice: an older form of the same drawing. */
const UNSEEN = new Set(["del", "moveFrom", "Fallback", "instrText", "delText"]);

interface Paragraph {
  text: string;
  style: string;
  level: number;
  list: string;
  depth: number;
  /** Characters in bold, of all. */
  bold: number;
}

/** A line of the document; level 0 is text. */
interface Block {
  level: number;
  text: string;
}

interface Row {
  cells: { text: string[]; span: number; isContinued: boolean }[];
}

interface Meaning {
  headings: ReadonlyMap<string, number>;
  marks: ListMarks;
}

/** @throws DocumentUnreadable */
export function readDocx({ archive, main }: OfficeFile): { parts: Part[]; unread: Unread[] } {
  const relations = [...relationsOf(archive, main).values()];
  const textsOf = (type: string) => relations.filter((one) => one.type === type).map(({ target }) => archive.text(target) ?? "");
  const meaning: Meaning = {
    headings: readHeadingStyles(textsOf("styles")[0] ?? ""),
    marks: new ListMarks(readLists(textsOf("numbering")[0] ?? "")),
  };
  const outline = new Outline();
  for (const { level, text } of readBody(archive.text(main) ?? "", meaning)) {
    if (level > 0) outline.enter(level, text);
    else outline.add(text);
  }
  const parts = outline.finish();
  const around = ["header", "footer", "footnotes", "endnotes"].flatMap(textsOf).flatMap((xml) => readBody(xml, meaning));
  const lines = new Set(around.map(({ text }) => text.trim()).filter((text) => /\p{L}{2}|\d{5}/u.test(text)));
  if (lines.size > 0) parts.push({ heading: "", text: [...lines].join("\n"), page: null });
  const isPicture = parts.length === 0 && relations.some(({ type }) => type === "image");
  return { parts, unread: isPicture ? [{ page: null, why: "no_text" }] : [] };
}

/** Paragraphs and tables in order. */
function readBody(xml: string, meaning: Meaning): Block[] {
  const reader = new BodyReader(meaning);
  readXml(xml, {
    open: (name, attributes) => reader.open(name, attributes),
    close: (name) => reader.close(name),
    text: (text) => reader.text(text),
  });
  return reader.blocks;
}

class BodyReader {
  readonly blocks: Block[] = [];
  /** The paragraphs that are open: a text box is within one. */
  #paragraphs: Paragraph[] = [];
  /** The tables that are open, each with its rows. */
  #tables: Row[][] = [];
  #unseen = 0;
  #isText = false;
  #isBold = false;
  #isHidden = false;
  /** In the properties of a run or of a paragraph; those of a paragraph's mark say nothing about its text. */
  #properties: "run" | "mark" | null = null;

  constructor(private readonly meaning: Meaning) {}

  open(name: string, attributes: Attributes): void {
    if (UNSEEN.has(name)) this.#unseen++;
    const paragraph = this.#paragraphs.at(-1);
    switch (name) {
      case "p":
        this.#paragraphs.push({ text: "", style: "", level: 0, list: "", depth: 0, bold: 0 });
        break;
      case "tbl":
        this.#tables.push([]);
        break;
      case "tr":
        this.#tables.at(-1)?.push({ cells: [] });
        break;
      case "tc":
        this.#tables.at(-1)?.at(-1)?.cells.push({ text: [], span: 1, isContinued: false });
        break;
      case "r":
        this.#isBold = this.#isHidden = false;
        break;
      case "pPr":
        this.#properties = "mark";
        break;
      case "rPr":
        this.#properties ??= "run";
        break;
      case "t":
        this.#isText = true;
        break;
      default:
        this.#readProperty(name, attributes, paragraph);
    }
  }

  #readProperty(name: string, attributes: Attributes, paragraph: Paragraph | undefined): void {
    const value = attributes.get("val") ?? "";
    const isOn = !/^(?:0|false|off|none)$/.test(value);
    const cell = this.#tables.at(-1)?.at(-1)?.cells.at(-1);
    if (name === "gridSpan" && cell) cell.span = Math.min(100, Number(value) || 1);
    else if (name === "vMerge" && cell) cell.isContinued = value !== "restart";
    else if (name === "b" && this.#properties === "run") this.#isBold = isOn;
    else if (name === "vanish" && this.#properties === "run") this.#isHidden = isOn;
    else if (!paragraph) return;
    else if (name === "pStyle") paragraph.style = value;
    else if (name === "outlineLvl") paragraph.level = Number(value) + 1;
    else if (name === "numId") paragraph.list = value;
    else if (name === "ilvl") paragraph.depth = Math.min(8, Number(value) || 0);
    else if ((name === "br" || name === "cr") && this.#properties === null) this.#write("\n", paragraph);
    else if ((name === "tab" || name === "ptab") && this.#properties === null) this.#write("\t", paragraph);
    else if (name === "noBreakHyphen") this.#write("-", paragraph);
  }

  text(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (this.#isText && paragraph) this.#write(text, paragraph);
  }

  #write(text: string, paragraph: Paragraph): void {
    if (this.#unseen > 0 || this.#isHidden) return;
    paragraph.text += text;
    if (this.#isBold) paragraph.bold += text.trim().length;
  }

  close(name: string): void {
    if (UNSEEN.has(name)) this.#unseen--;
    if (name === "t") this.#isText = false;
    else if (name === "pPr") this.#properties = null;
    else if (name === "rPr" && this.#properties === "run") this.#properties = null;
    else if (name === "p") this.#endParagraph();
    else if (name === "tbl") this.#endTable();
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph) this.#add(paragraph.text.trim() === "" ? { level: 0, text: "" } : this.#toBlock(paragraph));
  }

  #toBlock(paragraph: Paragraph): Block {
    const { text, style, level, list, depth, bold } = paragraph;
    const styled = level > 0 ? level : (this.meaning.headings.get(style) ?? 0);
    if (styled > 0 && styled < BOLD_LEVEL && text.length <= 2 * MAX_BOLD_HEADING) return { level: styled, text };
    const mark = list === "" || list === "0" ? "" : this.meaning.marks.next(list, depth);
    // Many people make headings only by making them bold.
    const isBold = mark === "" && bold > 0 && bold >= text.replace(/\s/g, "").length && isShortTitle(text);
    return { level: isBold ? BOLD_LEVEL : 0, text: `${mark}${text}` };
  }

  #endTable(): void {
    const rows = withMergedRows(this.#tables.pop() ?? []);
    const isList = rows.every((row) => row.length < 2);
    const sections = isList ? [{ name: "", lines: rows.flat() }] : readTable(rows);
    for (const { name, lines } of sections) this.#add({ level: 0, text: ["", name, ...lines, ""].join("\n") });
  }

  /** What is in a cell belongs to its row. */
  #add(block: Block): void {
    const cell = this.#tables.at(-1)?.at(-1)?.cells.at(-1);
    if (cell) cell.text.push(block.text);
    else this.blocks.push(block);
  }
}

const isShortTitle = (text: string): boolean =>
  text.length <= MAX_BOLD_HEADING && !/[.;,]\s*$|\n|\d[.,]\d\d\b/.test(text) && /\p{L}{2}/u.test(text);

/** Rows of text. A cell that goes on from the row above has its text, and so have all columns of a wide one, unless it is alone. */
function withMergedRows(rows: readonly Row[]): string[][] {
  const texts: string[][] = [];
  for (const { cells } of rows) {
    const above = texts.at(-1) ?? [];
    const row: string[] = [];
    for (const { text, span, isContinued } of cells) {
      const lines = text.map((line) => line.trim()).filter((line) => line !== "");
      const own = isContinued ? (above[row.length] ?? "") : lines.join("\n");
      row.push(own, ...Array.from({ length: span - 1 }, () => (cells.length > 1 ? own : "")));
    }
    texts.push(row);
  }
  return texts;
}
