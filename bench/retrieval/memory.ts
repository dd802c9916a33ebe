/** The memory of one index, measured in a process of its own. Prints JSON. Run: bun bench/retrieval/memory.ts ENTRIES */
import { heapStats } from "bun:jsc";
import { indexEntries } from "../../src/server/knowledge/knowledge-index.ts";
import { lengthOf, makeEntries } from "./entries.ts";

const heap = (): number => {
  for (let round = 0; round < 4; round++) Bun.gc(true);
  return heapStats().heapSize;
};

const count = Number(process.argv[2]);
const entries = makeEntries(count);
/** The first index stays in memory, so that words and code that the process remembers anyway are not counted. */
const first = indexEntries(entries);
first.library();
const before = heap();
const index = indexEntries(entries);
index.library();
const measured = heap() - before;
const { passages } = first.library();
console.log(JSON.stringify({ measured, estimated: index.bytes, characters: lengthOf(entries), passages: passages.length }));
