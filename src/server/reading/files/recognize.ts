/** What a file is, by its content. Its name decides only between kinds of text, which look alike. Pure. */
import { unreadable } from "../document.ts";
import { findDelimiter } from "./csv.ts";
import { decodeText } from "./encoding.ts";
import { looksLikeMarkdown } from "./markdown.ts";

export type Recognized = { kind: "text" | "markdown" | "csv" | "html"; text: string } | { kind: "pdf" } | { kind: "office" };

/** Formats that are text, but whose text is not what people read. */
const SOURCE = /^\s*(?:\{\\rtf|%!PS|<\?xml|<!doctype|<svg)/i;
const HTML = /^(?:<!doctype\s+html|<html)\b/i;
const TAG = /<\/?[a-z][^<>]*>/i;
/** The old format of Office, in which new files are, too, when they have a password. */
const COMPOUND = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
const PASSWORD = Buffer.from("EncryptedPackage", "utf16le").toString("latin1");
/** Where a web page may begin at the latest, in characters, and after how many comments. */
const PREFACE_WITHIN = 10_000;
const MOST_PREFACES = 20;
/** Where a PDF may begin at the latest. */
const PDF_WITHIN = 1_024;

/** @throws DocumentUnreadable */
export function recognize(bytes: Uint8Array, name: string): Recognized {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PDF_WITHIN)).toString("latin1");
  if (start.includes("%PDF-")) return { kind: "pdf" };
  if (start.startsWith("PK\x03\x04")) return { kind: "office" };
  if (start.startsWith(COMPOUND)) throw unreadable(Buffer.from(bytes).toString("latin1").includes(PASSWORD) ? "encrypted" : "unsupported");
  const text = decodeText(bytes);
  if (text !== null && HTML.test(withoutPreface(text))) return { kind: "html", text };
  if (text === null || SOURCE.test(text)) throw unreadable("unsupported");
  return { kind: kindOfText(text, extensionOf(name)), text };
}

/** The declaration of XML and comments may come before a page. */
function withoutPreface(text: string): string {
  let rest = text.slice(0, PREFACE_WITHIN).trimStart();
  for (const [open, close] of [
    ["<?xml", "?>"],
    ["<!--", "-->"],
  ] as const) {
    for (let tries = 0; rest.startsWith(open) && tries < MOST_PREFACES; tries++) {
      const end = rest.indexOf(close);
      if (end === -1) break;
      rest = rest.slice(end + close.length).trimStart();
    }
  }
  return rest;
}

const extensionOf = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

function kindOfText(text: string, extension: string): "text" | "markdown" | "csv" | "html" {
  // Without a frame, only the name says that tags are meant as such.
  if ((extension === "html" || extension === "htm") && TAG.test(text)) return "html";
  if (extension === "csv" || extension === "tsv") return "csv";
  if (extension === "md" || extension === "markdown" || looksLikeMarkdown(text)) return "markdown";
  return findDelimiter(text) === "\t" ? "csv" : "text";
}
