/** Finds the entries of a new version that an earlier version of an agent's knowledge has, too. */
import { formatEntry, type KnowledgeEntry } from "../../../contract/knowledge.ts";

/** Entries of one step. */
const MATCHED_AT_ONCE = 500;

/** For each entry its position in the earlier version, or -1; in short steps. A save mostly changes entries at one place. */
export function* matchEntries(before: readonly KnowledgeEntry[], now: readonly KnowledgeEntry[]): Generator<undefined, Int32Array> {
  const matches = new Int32Array(now.length).fill(-1);
  let same = 0;
  while (same < now.length && same < before.length && isSame(before[same], now[same])) {
    matches[same] = same;
    if (++same % MATCHED_AT_ONCE === 0) yield;
  }
  const moved = before.length - now.length;
  let end = now.length;
  while (end > same && end + moved > same && isSame(before[end + moved - 1], now[end - 1])) {
    matches[end - 1] = end + moved - 1;
    if (--end % MATCHED_AT_ONCE === 0) yield;
  }
  if (end === same) return matches;
  const places = new Map<string, number>();
  for (let at = same; at < end + moved; at++) {
    const entry = before[at];
    if (entry) places.set(formatEntry(entry), at);
    if (at % MATCHED_AT_ONCE === 0) yield;
  }
  for (let at = same; at < end; at++) {
    const entry = now[at];
    if (entry) matches[at] = places.get(formatEntry(entry)) ?? -1;
    if (at % MATCHED_AT_ONCE === 0) yield;
  }
  return matches;
}

function isSame(a: KnowledgeEntry | undefined, b: KnowledgeEntry | undefined): boolean {
  if (a === b || !a || !b) return a === b;
  return a.text === b.text && (a.kind === "image" ? b.kind === "image" && a.url === b.url : b.kind === "text");
}
