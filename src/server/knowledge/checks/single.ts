/** What the checks find in one entry alone. Pure. */
import type { KnowledgeEntry } from "../../../contract/knowledge.ts";
import type { WarningKind } from "../../../contract/warning.ts";
import { readUnits } from "../words/read.ts";
import { findPastDate } from "./past-dates.ts";
import { findSecret } from "./secrets.ts";

export interface SingleFinding {
  kind: WarningKind;
  quote: string;
  day?: string;
}

/** UTF-16 units of a paragraph. A longer one is cut when it is quoted, and visitors read a part of it. */
const LONGEST_PARAGRAPH = 1_500;
const LONGEST_QUOTE = 200;
/** UTF-16 units of an entry that are read for dates. */
const MAX_READ = 20_000;

const cut = (text: string): string => text.trim().slice(0, LONGEST_QUOTE);

/** In short steps. */
export function* findInEntry(entry: KnowledgeEntry, days: { today: string; saved: string }): Generator<undefined, SingleFinding[]> {
  const found: SingleFinding[] = [];
  const lines = entry.text.split("\n");
  for (const [at, line] of lines.entries()) {
    if (at % LINES_AT_ONCE === 0) yield;
    if (findSecret(line.slice(0, MAX_LINE)) === null) continue;
    found.push({ kind: "secret", quote: cut(line) });
    break;
  }
  const past = yield* findPastDate(entry.text.slice(0, MAX_READ), days);
  yield;
  if (past) found.push({ kind: "past", quote: cut(past.quote), day: past.day });
  if (!isFindable(entry)) found.push({ kind: "unfindable", quote: cut(entry.text) });
  const long = lines.find((line) => line.trim().length > LONGEST_PARAGRAPH);
  if (long !== undefined) found.push({ kind: "long", quote: cut(long) });
  return found;
}

const MAX_LINE = 5_000;
const LINES_AT_ONCE = 20;

/** Words of a picture's description that describe nothing, and names of files. */
const NOTHING =
  /^(?:images?|imej|gambar|img|photos?|foto|pictures?|pics?|screenshots?|whatsapp|untitled|file|fail|dsc|scan|jpe?g|png|webp|gif|new|baru|final|copy|poster|banner)$/;

/** Whether an entry has a word that a question may have. */
function isFindable({ kind, text }: KnowledgeEntry): boolean {
  const units = readUnits(text.slice(0, MAX_LINE)).filter((unit) => unit.kind !== "number" && unit.stems.length > 0);
  return kind === "image" ? units.some(({ word }) => !NOTHING.test(word)) : units.length > 0;
}
