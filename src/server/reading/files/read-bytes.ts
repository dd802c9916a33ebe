/** Reads the bytes of a file in this process. Files of strangers are read in another one (`readFile`). */
import { type Part, type ReadDocument, toDocument, type Unread, unreadable } from "../document.ts";
import { readHtml } from "../html/page.ts";
import { readCsv } from "./csv.ts";
import type { ReadLimits } from "./limits.ts";
import { readMarkdown, readPlain } from "./markdown.ts";
import { readDocx } from "./office/docx.ts";
import { openOffice } from "./office/package.ts";
import { readXlsx } from "./office/xlsx.ts";
import { type Recognized, recognize } from "./recognize.ts";

export interface NamedBytes {
  bytes: Uint8Array;
  /** The name that people gave the file. */
  name: string;
}

type Found = { parts: Part[]; unread: Unread[] };

/** The code for PDF files is large and slow to load. */
const readPdf = async (bytes: Uint8Array, limits: ReadLimits): Promise<Found> => (await import("./pdf/pdf.ts")).readPdf(bytes, limits);

/** @throws DocumentUnreadable */
export async function readBytes({ bytes, name }: NamedBytes, limits: ReadLimits): Promise<ReadDocument> {
  if (bytes.length === 0) throw unreadable("empty");
  const { parts, unread } = await findParts(bytes, recognize(bytes, name), limits);
  return toDocument(titleOf(name), parts, unread, limits.characters);
}

async function findParts(bytes: Uint8Array, found: Recognized, limits: ReadLimits): Promise<Found> {
  if (found.kind === "pdf") return await readPdf(bytes, limits);
  if (found.kind === "office") {
    const file = openOffice(bytes, limits);
    return file.kind === "docx" ? readDocx(file) : readXlsx(file);
  }
  if (found.kind === "html") return readHtml(found.text);
  // No more text is looked at than is kept.
  const isCut = found.text.length > limits.characters;
  const parts = TEXT_READERS[found.kind](found.text.slice(0, limits.characters));
  return { parts, unread: isCut ? [{ page: null, why: "too_long" }] : [] };
}

const TEXT_READERS = { text: readPlain, markdown: readMarkdown, csv: readCsv };

/** The name without its folder and extension. */
const titleOf = (name: string): string => (name.split(/[/\\]/).at(-1) ?? "").replace(/\.[a-z0-9]{1,10}$/i, "");
