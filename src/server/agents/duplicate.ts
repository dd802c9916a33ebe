/** Copies an agent with its knowledge, in one transaction and within the plan's limits. */
import { refuseGrowth, refuseLongEntry } from "../knowledge/room.ts";
import { copyEntries, findLongest, totalsOf } from "../knowledge/store.ts";
import { findLimits } from "../plans/allowance.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import { newId, repeatableId } from "../platform/ids.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { copyGolden } from "./golden/golden.ts";
import { findOwnAgent, refuseNewAgent } from "./save.ts";
import { findAgent, findDeletedAgent, insertAgent, type StoredAgent, touchKnowledge } from "./store.ts";
import { madeBy, recordVersion } from "./versions/keep-version.ts";

const NOTHING = { entries: 0, words: 0, typed: 0, readWords: 0 };

/**
 * The copy belongs to the account of the original, and has everything that its owner has set and written. It has no identify
 * secret, because a signature must be valid for one agent only, and none of the conversations and figures. A repeated
 * `requestKey` (the client never received the answer) answers with the copy that the first request made.
 * @throws DomainError not_found; plan_limit, too_large, also if the original has more knowledge than the plan allows now
 */
export async function duplicateAgent(
  { db }: { db: Db },
  viewer: Viewer,
  from: { id: string; name: string; requestKey: string | null },
): Promise<StoredAgent> {
  const copy = async (tx: Tx): Promise<StoredAgent> => {
    const original = await findOwnAgent(tx, viewer, from.id);
    const wanted = from.requestKey === null ? newId() : repeatableId(`copy of ${from.id}`, from.requestKey);
    const made = await findAgent(tx, wanted);
    if (made) return made;
    await refuseNewAgent(tx, original.accountId);
    const limits = await findLimits(tx, original.accountId);
    // The copy has no sources: all its entries count as typed.
    const totals = await totalsOf(tx, original.id);
    refuseGrowth(NOTHING, { ...totals, typed: totals.entries, readWords: 0 }, limits);
    for (const { entry, words } of await findLongest(tx, original.id)) refuseLongEntry(entry, words, limits);
    // The first request made this copy, and it was deleted since. Its id stays in use until the purge.
    const id = (await findDeletedAgent(tx, wanted)) ? newId() : wanted;
    const versions = { versionNumber: 0, publishedVersion: null };
    await insertAgent(tx, { ...original, id, name: from.name, createdAt: tx.now, updatedAt: tx.now, ...versions });
    await copyEntries(tx, original.id, id);
    await copyGolden(tx, original.id, id);
    await touchKnowledge(tx, id);
    await recordVersion(tx, id, madeBy(viewer, original, "copy", original.name));
    return findOwnAgent(tx, viewer, id);
  };
  return db.transaction(copy, { isGrowth: true });
}
