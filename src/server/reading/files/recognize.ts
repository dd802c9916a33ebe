/** What a file is, by its content. Its name decides only between kinds of text, which look alike. Pure. */
import { unreadable } from "../document.ts";
import { findDelimiter } from "./csv.ts";
import { decodeText } from "./encoding.ts";
import { looksLikeMarkdown } from "./markdown.ts";

export type Recognized = { kind: "text" | "markdown" | "csv"; text: string };

const extensionOf = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** Formats that are text, but whose text is not what people read. */
const SOURCE = /^\s*(?:\{\\rtf|%!PS|<\?xml|<!doctype|<html|<svg)/i;

/** @throws DocumentUnreadable */
export function recognize(bytes: Uint8Array, name: string): Recognized {
  const text = decodeText(bytes);
  if (text === null || SOURCE.test(text)) throw unreadable("unsupported");
  return { kind: kindOfText(text, extensionOf(name)), text };
}

function kindOfText(text: string, extension: string): Recognized["kind"] {
  if (extension === "csv" || extension === "tsv") return "csv";
  if (extension === "md" || extension === "markdown" || looksLikeMarkdown(text)) return "markdown";
  return findDelimiter(text) === "\t" ? "csv" : "text";
}
