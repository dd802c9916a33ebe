/** Restores an earlier version of an agent, which becomes a new version, and deletes the history. */
import { recordAudit } from "../../audit/store.ts";
import { countCounted } from "../../knowledge/page-store.ts";
import { entriesAt } from "../../knowledge/past-store.ts";
import { applyEntries, compareEntries } from "../../knowledge/restore-store.ts";
import { refuseGrowth, refuseLongEntry, refusePageGrowth } from "../../knowledge/room.ts";
import { totalsOf } from "../../knowledge/store.ts";
import { findLimits } from "../../plans/allowance.ts";
import type { Viewer } from "../../platform/http/endpoint.ts";
import type { Db, Tx } from "../../platform/storage/db.ts";
import { findOwnAgent, lineOf } from "../save.ts";
import { type StoredAgent, touchKnowledge, updateAgent } from "../store.ts";
import { changedFields, fieldsOf, forgetBefore, keepVersion, madeBy } from "./keep-version.ts";
import { agentAt, findOwnVersion } from "./read-versions.ts";
import { findHead, putHead } from "./versions-store.ts";

interface Deps {
  db: Db;
}

/**
 * The agent has the entries and the fields of the version again. @returns its new version, and the one that was the newest.
 * @throws DomainError not_found, also when the version is no longer kept; plan_limit, too_large.
 */
export async function restoreVersion({ db }: Deps, viewer: Viewer, agentId: string, wanted: string) {
  return db.transaction((tx) => restoreIn(tx, viewer, agentId, wanted), { isGrowth: true });
}

/** As `restoreVersion`, as a part of a transaction. */
export async function restoreIn(tx: Tx, viewer: Viewer, agentId: string, wanted: string) {
  const agent = await findOwnAgent(tx, viewer, agentId);
  const { number } = await findOwnVersion(tx, agentId, wanted);
  const made = madeBy(viewer, agent, "restore", String(number));
  const previous = await keepVersion(tx, agentId, made, async () => {
    // What was changed without a version has one by now.
    const { versionNumber } = await findOwnAgent(tx, viewer, agentId);
    await restoreEntries(tx, agent, [number, versionNumber]);
    await restoreFields(tx, agent, number);
    return versionNumber;
  });
  return { number: (await findOwnAgent(tx, viewer, agentId)).versionNumber, previous };
}

async function restoreEntries(tx: Tx, agent: StoredAgent, [number, newest]: readonly [number, number]): Promise<void> {
  const change = compareEntries(await entriesAt(tx, agent.id, newest), await entriesAt(tx, agent.id, number));
  const texts = [...change.insert, ...change.update.filter(({ isMoved }) => !isMoved).map(({ to }) => to)];
  if (change.remove.length === 0 && change.insert.length === 0 && change.update.length === 0) return;
  const limits = await findLimits(tx, agent.accountId);
  for (const { entry, words, sourceId } of texts) refuseLongEntry(entry, words, limits, sourceId !== null);
  const before = await totalsOf(tx, agent.id);
  const pages = await countCounted(tx, agent.id);
  await applyEntries(tx, agent.id, change);
  refuseGrowth(before, await totalsOf(tx, agent.id), limits);
  refusePageGrowth(pages, await countCounted(tx, agent.id), limits);
  await touchKnowledge(tx, agent.id);
}

async function restoreFields(tx: Tx, agent: StoredAgent, number: number): Promise<void> {
  const then = await agentAt(tx, agent, number);
  if (Object.keys(changedFields(fieldsOf(agent), fieldsOf(then))).length === 0) return;
  await updateAgent(tx, agent.id, then, Math.max(tx.now, agent.updatedAt + 1));
}

/** The history begins with the newest version from now on, or with the one that visitors get. @throws DomainError not_found. */
export async function deleteVersions({ db }: Deps, viewer: Viewer, address: string, agentId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const agent = await findOwnAgent(tx, viewer, agentId);
    const head = await findHead(tx, agentId);
    if (!head) return;
    const freed = await forgetBefore(tx, agentId, agent.publishedVersion ?? agent.versionNumber);
    await putHead(tx, agentId, { ...head, size: head.size - freed });
    // The history says who changed what, so the log says who has deleted it.
    await recordAudit(tx, { actor: viewer, address, action: "agent.delete_history", ...lineOf(agent) });
  });
}
