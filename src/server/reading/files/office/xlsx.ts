/** Reads spreadsheets (XLSX): each row of a sheet becomes a line with its header. */
import type { Part, Unread } from "../../document.ts";
import { tableToParts } from "../../table.ts";
import { builtInFormat } from "./cell-format.ts";
import { type OfficeFile, relationsOf } from "./package.ts";
import { type Book, readSheet } from "./sheet.ts";
import { readXml } from "./xml.ts";
import type { Archive } from "./zip.ts";

/** Names that spreadsheets give to sheets themselves. */
const UNNAMED = /^(?:sheet|helaian|lembaran|feuil|tabelle)\s?\d*$/i;
const MOST_SHEETS = 200;

/** @throws DocumentUnreadable */
export function readXlsx({ archive, main }: OfficeFile): { parts: Part[]; unread: Unread[] } {
  const { sheets, is1904 } = readWorkbook(archive, main);
  const relations = relationsOf(archive, main);
  const partOf = (type: string) => archive.text([...relations.values()].find((one) => one.type === type)?.target ?? "") ?? "";
  const book: Book = { strings: readStrings(partOf("sharedStrings")), formats: readFormats(partOf("styles")), is1904 };
  const parts: Part[] = [];
  let isCut = sheets.length > MOST_SHEETS;
  for (const { name, id } of sheets.slice(0, MOST_SHEETS)) {
    const relation = relations.get(id);
    const xml = relation?.type === "worksheet" ? archive.text(relation.target) : null;
    // A sheet of its own for a chart has no cells.
    if (xml === null) continue;
    const sheet = readSheet(xml, book);
    isCut ||= sheet.isCut;
    parts.push(...tableToParts(sheet.rows, UNNAMED.test(name) ? "" : name));
  }
  return { parts, unread: isCut ? [{ page: null, why: "too_long" }] : [] };
}

/** The sheets that are shown, in order. */
function readWorkbook(archive: Archive, main: string): { sheets: { name: string; id: string }[]; is1904: boolean } {
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  readXml(archive.text(main) ?? "", {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes.get("date1904") ?? "");
      if (name !== "sheet" || (attributes.get("state") ?? "visible") !== "visible") return;
      sheets.push({ name: attributes.get("name") ?? "", id: attributes.get("id") ?? "" });
    },
  });
  return { sheets, is1904 };
}

/** The texts that cells name by number. How a text is pronounced is not part of it. */
function readStrings(xml: string): string[] {
  const strings: string[] = [];
  let text = "";
  let isText = false;
  let pronounced = 0;
  readXml(xml, {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") pronounced++;
      else if (name === "t") isText = pronounced === 0;
    },
    close(name) {
      if (name === "si") strings.push(text);
      else if (name === "rPh") pronounced--;
      else if (name === "t") isText = false;
    },
    text(more) {
      if (isText) text += more;
    },
  });
  return strings;
}

/** The format of each style of cells. */
function readFormats(xml: string): string[] {
  const codes = new Map<number, string>();
  const formats: string[] = [];
  let isCells = false;
  readXml(xml, {
    open(name, attributes) {
      if (name === "numFmt") codes.set(Number(attributes.get("numFmtId")), attributes.get("formatCode") ?? "");
      else if (name === "cellXfs") isCells = true;
      else if (name === "xf" && isCells) {
        const id = Number(attributes.get("numFmtId") ?? 0);
        formats.push(codes.get(id) ?? builtInFormat(id));
      }
    },
    close(name) {
      if (name === "cellXfs") isCells = false;
    },
  });
  return formats;
}
