/**
 * Reads the corpus that bench/reading/corpus.py makes, and counts what is found of what it marks:
 * bun bench/reading/files.ts FOLDER [--list]. Ends with 1 if a target is missed.
 */
import { join } from "node:path";
import type { KnowledgeEntry } from "../../src/contract/knowledge.ts";
import { splitEntry, textOf } from "../../src/server/knowledge/rank/split.ts";
import { DocumentUnreadable, type ReadDocument, type Unread } from "../../src/server/reading/document.ts";
import { toEntries } from "../../src/server/reading/entries.ts";
import { READ_LIMITS } from "../../src/server/reading/files/limits.ts";
import { readBytes } from "../../src/server/reading/files/read-bytes.ts";

interface Marked {
  file: string;
  sentences: string[];
  prices: [string, string][];
  refused: string | null;
  unread: [number, string][];
}

const MAX_WORDS = 300;
const TARGET = 0.95;
const [folder = "", ...flags] = process.argv.slice(2);
const isListing = flags.includes("--list");
const marked = (await Bun.file(join(folder, "manifest.json")).json()) as Marked[];
const plain = (text: string) => text.replace(/\s+/g, " ");

async function read(file: string): Promise<ReadDocument | Unread[]> {
  const bytes = new Uint8Array(await Bun.file(join(folder, file)).arrayBuffer());
  try {
    return await readBytes({ bytes, name: file }, READ_LIMITS);
  } catch (error) {
    if (error instanceof DocumentUnreadable) return error.reasons;
    throw error;
  }
}

const count = { sentences: [0, 0], rows: [0, 0], passages: [0, 0], refused: [0, 0], unread: [0, 0] };
const note = (kind: keyof typeof count, isFound: boolean, file: string, what: string) => {
  count[kind][1] = (count[kind][1] ?? 0) + 1;
  if (isFound) count[kind][0] = (count[kind][0] ?? 0) + 1;
  else if (isListing) console.log(`${file}: ${kind}: ${what}`);
};

for (const { file, sentences, prices, refused, unread } of marked) {
  const result = await read(file);
  if (refused !== null) {
    note("refused", Array.isArray(result) && result.some(({ why }) => why === refused), file, JSON.stringify(result));
    continue;
  }
  if (Array.isArray(result)) {
    for (const one of sentences) note("sentences", false, file, `${JSON.stringify(result)} ${one}`);
    for (const [name] of prices) {
      note("rows", false, file, `${JSON.stringify(result)} ${name}`);
      note("passages", false, file, name);
    }
    continue;
  }
  const entries = toEntries(result, MAX_WORDS).map(({ text }): KnowledgeEntry => ({ kind: "text", text }));
  const passages = entries.flatMap((entry) => [...splitEntry(entry, 0)].flatMap((passage) => (passage ? [textOf(passage)] : [])));
  const lines = passages.flatMap((passage) => passage.split("\n"));
  for (const one of sentences)
    note(
      "sentences",
      entries.some(({ text }) => plain(text).includes(one)),
      file,
      one,
    );
  for (const [name, price] of prices) {
    const digits = price.replace(/\.00$/, "").replaceAll(".", "\\.");
    // 9.90 may be 9.9, and 5.00 may be 5.
    const pattern = new RegExp(`(?<![\\d.])${price.endsWith(".00") ? `${digits}(?:\\.00)?` : digits.replace(/(\\.\d)0$/, "$10?")}(?!\\d)`);
    const has = (text: string) => text.includes(name) && pattern.test(text);
    note("rows", lines.some(has), file, `${name} ${price}`);
    note("passages", passages.some(has), file, `${name} ${price}`);
  }
  for (const [page, why] of unread)
    note(
      "unread",
      result.unread.some((one) => one.page === page && one.why === why),
      file,
      `${page} ${why}`,
    );
}

const share = ([found = 0, all = 0]: number[]) => (all === 0 ? 1 : found / all);
console.log(`${marked.length} files`);
for (const [kind, numbers] of Object.entries(count))
  console.log(`${kind.padEnd(10)} ${numbers.join(" of ")} (${(share(numbers) * 100).toFixed(1)} %)`);
const isMissed = share(count.sentences) < TARGET || share(count.rows) < TARGET || share(count.refused) < 1 || share(count.unread) < 1;
process.exit(isMissed ? 1 : 0);
