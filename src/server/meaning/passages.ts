/** Which text of a passage becomes a vector, and how vectors are stored. Pure. */
import { createHash } from "node:crypto";
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { splitEntry, textOf } from "../knowledge/rank/split.ts";

/** Hexadecimal digits: enough that two passages of an entry never have the same hash. */
const HASH_DIGITS = 32;
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, HASH_DIGITS);

/** The texts of an entry's passages by their hashes. */
export function passagesOf(entry: KnowledgeEntry): Map<string, string> {
  const passages = new Map<string, string>();
  for (const passage of splitEntry(entry, 0)) {
    const text = passage ? textOf(passage).trim() : "";
    if (text !== "") passages.set(hashOf(text), text);
  }
  return passages;
}

const LARGEST = 127;

/** A vector as one byte for each number, in base64. The largest number becomes 127, because only the direction matters. */
export function pack(vector: Float32Array): string {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest > 0 ? LARGEST / largest : 0;
  return Buffer.from(Int8Array.from(vector, (value) => Math.round(value * scale)).buffer).toString("base64");
}

export const unpack = (packed: string): Int8Array => new Int8Array(Buffer.from(packed, "base64"));
