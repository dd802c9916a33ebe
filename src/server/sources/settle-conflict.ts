/** Settles the conflict of an entry that a person has changed with what its page says now. */
import { countWords } from "../../contract/knowledge.ts";
import { told } from "../../contract/messages/message.ts";
import type { ConflictChoice } from "../../contract/source.ts";
import { findOwnAgent } from "../agents/save.ts";
import { touchKnowledge } from "../agents/store.ts";
import { keepVersion, madeBy } from "../agents/versions/keep-version.ts";
import { hashText } from "../knowledge/merge-page.ts";
import { findOrigins, keepMine, takeTheirs } from "../knowledge/read-store.ts";
import { refuseGrowth } from "../knowledge/room.ts";
import { findEntry, type KnowledgeRecord, removeEntry, totalsOf } from "../knowledge/store.ts";
import { findLimits } from "../plans/allowance.ts";
import { conflict, notFound } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { Db } from "../platform/storage/db.ts";

/**
 * `theirs`, where the page says nothing any more, deletes the entry, which can be restored for a minute.
 * @returns the entry; null if it was deleted. @throws DomainError not_found; conflict, if there is none any more; plan_limit, too_large
 */
export async function settleConflict(
  db: Db,
  { viewer, agentId, entryId }: { viewer: Viewer; agentId: string; entryId: string },
  keep: ConflictChoice,
): Promise<KnowledgeRecord | null> {
  return db.transaction(async (tx) => {
    const agent = await findOwnAgent(tx, viewer, agentId);
    const record = await findEntry(tx, agent.id, entryId);
    if (!record) throw notFound();
    const text = (await findOrigins(tx, [record.id]))[0]?.conflict ?? null;
    if (text === null) throw conflict(told("sources.noConflict"));
    const settlement = { id: record.id, origin: text === "" ? null : hashText(text) };
    if (keep === "mine") {
      await keepMine(tx, settlement);
      return record;
    }
    await keepVersion(tx, agent.id, madeBy(viewer, agent, "edit"), async () => {
      await touchKnowledge(tx, agent.id);
      if (text === "") return removeEntry(tx, record.id);
      const before = await totalsOf(tx, agent.id);
      const more = countWords(text) - record.words;
      const after = { ...before, words: before.words + more, readWords: before.readWords + more };
      refuseGrowth(before, after, await findLimits(tx, agent.accountId));
      await takeTheirs(tx, settlement);
    });
    return (await findEntry(tx, agent.id, record.id)) ?? null;
  });
}
