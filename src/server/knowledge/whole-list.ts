/** The whole list of entries, for the calls that contain it together with the agent (product 4.5). */

import { LARGEST_BODY } from "../../contract/calls/call.schema.ts";
import { formatEntry } from "../../contract/knowledge.ts";
import { KNOWLEDGE_MAX } from "../../contract/knowledge-calls.ts";
import { told } from "../../contract/messages/message.ts";
import { tooLarge } from "../platform/errors.ts";
import type { Reader, Tx } from "../platform/storage/db.ts";
import { type KnowledgeTotals, listEntries, replaceEntries } from "./store.ts";

/** The error for a save that sends the whole list although the stored list is too large for one body. */
export const LIST_TOO_LARGE = told("knowledge.listTooLarge");

/**
 * The whole list; null if it is too large for a client to send back in a save. A client that got half of the list and sent
 * it back with one more entry would delete the other half.
 */
export async function readWholeList(db: Reader, agentId: string, { entries }: KnowledgeTotals): Promise<string[] | null> {
  if (entries > KNOWLEDGE_MAX.list) return null;
  const list = (await listEntries(db, agentId)).map(({ entry }) => formatEntry(entry));
  const length = list.reduce((sum, entry) => sum + entry.length, 0);
  if (length > LARGEST_BODY) return null;
  return Buffer.byteLength(JSON.stringify(list)) > LARGEST_BODY ? null : list;
}

/** @returns whether anything changed. @throws DomainError too_large if the stored list was too large for clients to read. */
export async function replaceWholeList(tx: Tx, agentId: string, before: string[] | null, after: readonly string[]) {
  if (before === null) throw tooLarge(LIST_TOO_LARGE);
  return replaceEntries(tx, agentId, after);
}
