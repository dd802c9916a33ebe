/** Reads the bytes of a file in this process. Files of strangers are read in another one (`readFile`). */
import { type Part, type ReadDocument, toDocument, unreadable } from "../document.ts";
import { readCsv } from "./csv.ts";
import type { ReadLimits } from "./limits.ts";
import { readMarkdown, readPlain } from "./markdown.ts";
import { type Recognized, recognize } from "./recognize.ts";

export interface NamedBytes {
  bytes: Uint8Array;
  /** The name that people gave the file. */
  name: string;
}

const READERS: Record<Recognized["kind"], (text: string) => Part[]> = { text: readPlain, markdown: readMarkdown, csv: readCsv };

/** @throws DocumentUnreadable */
export async function readBytes({ bytes, name }: NamedBytes, limits: ReadLimits): Promise<ReadDocument> {
  if (bytes.length === 0) throw unreadable("empty");
  const { kind, text } = recognize(bytes, name);
  return toDocument(titleOf(name), READERS[kind](text), [], limits.characters);
}

/** The name without its folder and extension. */
const titleOf = (name: string): string => (name.split(/[/\\]/).at(-1) ?? "").replace(/\.[a-z0-9]{1,10}$/i, "");
