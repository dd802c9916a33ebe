/** Adds, changes, moves and deletes single knowledge entries. Each operation checks and writes in one transaction. */

import type { KnowledgeMoveInput } from "../../../contract/knowledge.schema.ts";
import { countWords, formatEntry, parseEntry } from "../../../contract/knowledge.ts";
import { ENTRY_RESTORE_MS } from "../../../contract/knowledge-calls.ts";
import { told } from "../../../contract/messages/message.ts";
import { isSameValidity, type Validity } from "../../knowledge/dates.ts";
import { moveBefore, moveToPlace } from "../../knowledge/places-store.ts";
import { findRemoved } from "../../knowledge/removed-store.ts";
import { refuseGrowth, refuseLongEntry } from "../../knowledge/room.ts";
import {
  appendEntries,
  deleteAllEntries,
  findEntries,
  findEntry,
  type KnowledgeRecord,
  type NewEntry,
  removeEntry as removeStored,
  restoreEntry as restoreStored,
  totalsOf,
  updateEntry,
} from "../../knowledge/store.ts";
import { findLimits } from "../../plans/allowance.ts";
import { DomainError, notFound } from "../../platform/errors.ts";
import type { Viewer } from "../../platform/http/endpoint.ts";
import type { VersionClaim } from "../../platform/http/version-claim.ts";
import { newId, repeatableId } from "../../platform/ids.ts";
import type { Db, Tx } from "../../platform/storage/db.ts";
import { findOwnAgent } from "../save.ts";
import { type StoredAgent, touchKnowledge } from "../store.ts";
import { keepVersion, madeBy } from "../versions/keep-version.ts";

export interface EntryDeps {
  db: Db;
}

/** The agent to change, and the account that changes it. */
interface Change {
  viewer: Viewer;
  agentId: string;
}

/**
 * Writes the agent's row first, so that two changes of the same agent's knowledge wait for each other.
 * @throws DomainError not_found, also when the agent belongs to another account.
 */
async function changeKnowledge<T>(deps: EntryDeps, { viewer, agentId }: Change, act: (tx: Tx, agent: StoredAgent) => Promise<T>) {
  return deps.db.transaction(async (tx) => {
    const agent = await findOwnAgent(tx, viewer, agentId);
    await touchKnowledge(tx, agentId);
    return keepVersion(tx, agentId, madeBy(viewer, agent, "edit"), () => act(tx, agent));
  });
}

interface NewTexts {
  texts: readonly string[];
  /** When all of them are used. */
  valid: Validity;
}

/** `valid`: absent to keep the stored dates. */
interface ChangedText {
  text: string;
  valid?: Validity;
}

/**
 * Adds the entries after the existing ones, all or none. A repeated `requestKey` (the client never received the answer)
 * changes the entries that the first request made.
 * @returns the entries, and how many the agent has now.
 * @throws DomainError not_found, plan_limit, too_large.
 */
export async function addEntries(deps: EntryDeps, change: Change, { texts, valid }: NewTexts, requestKey: string | null) {
  const idAt = (at: number) => (requestKey === null ? newId() : repeatableId(`knowledge of ${change.agentId}`, `${at} ${requestKey}`));
  const wanted: NewEntry[] = texts.map((text, at) => {
    const entry = parseEntry(text);
    return { id: idAt(at), entry, words: countWords(entry.text), valid };
  });
  return changeKnowledge(deps, change, async (tx, agent) => {
    const { agentId } = change;
    const limits = await findLimits(tx, agent.accountId);
    const ids = wanted.map(({ id }) => id);
    const made = new Map((requestKey === null ? [] : await findEntries(tx, agentId, ids)).map((record) => [record.id, record]));
    const before = await totalsOf(tx, agentId);
    const after = { ...before };
    for (const one of wanted) {
      const record = made.get(one.id);
      if (record && isSame(record, one)) continue;
      refuseLongEntry(one.entry, one.words, limits);
      after.words += one.words - (record?.words ?? 0);
      if (record) continue;
      after.entries++;
      after.typed++;
    }
    refuseGrowth(before, after, limits);
    for (const one of wanted) {
      const record = made.get(one.id);
      if (record && !isSame(record, one)) await updateEntry(tx, one, Math.max(tx.now, record.updatedAt + 1));
    }
    await appendEntries(
      tx,
      agentId,
      wanted.filter(({ id }) => !made.has(id)),
    );
    return { records: await findEntries(tx, agentId, ids), count: after.entries };
  });
}

const isSame = (record: KnowledgeRecord, { entry, valid }: Pick<NewEntry, "entry" | "valid">) =>
  formatEntry(record.entry) === formatEntry(entry) && isSameValidity(record.valid, valid);

/**
 * A text and dates that equal the stored ones change nothing. @returns the entry as it is stored now.
 * @throws DomainError not_found; changed_meanwhile, when the claim names another version; plan_limit, too_large.
 */
export async function changeEntry(
  deps: EntryDeps,
  change: Change,
  id: string,
  changed: ChangedText,
  claim: VersionClaim,
): Promise<KnowledgeRecord> {
  const entry = parseEntry(changed.text);
  const words = countWords(entry.text);
  return changeKnowledge(deps, change, async (tx, agent) => {
    const record = await findOwnEntry(tx, change.agentId, id);
    const { valid = record.valid } = changed;
    if (isSame(record, { entry, valid })) return record;
    if (!claim(versionOf(record))) throw changedMeanwhile();
    const limits = await findLimits(tx, agent.accountId);
    refuseLongEntry(entry, words, limits, record.sourceId !== null);
    const before = await totalsOf(tx, change.agentId);
    const more = words - record.words;
    const moreRead = record.sourceId === null ? 0 : more;
    refuseGrowth(before, { ...before, words: before.words + more, readWords: before.readWords + moreRead }, limits);
    // Two changes in the same millisecond get different versions; otherwise the second tab would not see the conflict.
    const updatedAt = Math.max(tx.now, record.updatedAt + 1);
    await updateEntry(tx, { id, entry, words, valid }, updatedAt);
    return { ...record, entry, words, valid, updatedAt };
  });
}

/** The entry can be restored for a minute. @throws DomainError not_found; changed_meanwhile, when the claim names another version. */
export async function removeEntry(deps: EntryDeps, change: Change, id: string, claim: VersionClaim): Promise<void> {
  await changeKnowledge(deps, change, async (tx) => {
    const record = await findOwnEntry(tx, change.agentId, id);
    if (!claim(versionOf(record))) throw changedMeanwhile();
    await removeStored(tx, id);
  });
}

/**
 * Takes back a deletion, with the entry's id and place. An entry that was restored before stays as it is.
 * @throws DomainError not_found, also when the minute is over; plan_limit, too_large, when the room was used since.
 */
export async function restoreEntry(deps: EntryDeps, change: Change, id: string): Promise<KnowledgeRecord> {
  return changeKnowledge(deps, change, async (tx, agent) => {
    const existing = await findEntry(tx, change.agentId, id);
    if (existing) return existing;
    const removed = await findRemoved(tx, change.agentId, id);
    if (!removed || tx.now - removed.removedAt > ENTRY_RESTORE_MS) throw notFound();
    const before = await totalsOf(tx, change.agentId);
    const [typed, read] = removed.sourceId === null ? [1, 0] : [0, removed.words];
    const after = {
      entries: before.entries + 1,
      words: before.words + removed.words,
      typed: before.typed + typed,
      readWords: before.readWords + read,
    };
    refuseGrowth(before, after, await findLimits(tx, agent.accountId));
    await restoreStored(tx, change.agentId, id);
    return findOwnEntry(tx, change.agentId, id);
  });
}

/** @throws DomainError not_found. */
export async function removeAllEntries(deps: EntryDeps, change: Change): Promise<void> {
  await changeKnowledge(deps, change, (tx) => deleteAllEntries(tx, change.agentId));
}

/** @throws DomainError not_found, also when the entry to move it in front of does not exist. */
export async function moveEntry(deps: EntryDeps, change: Change, id: string, to: KnowledgeMoveInput): Promise<void> {
  await changeKnowledge(deps, change, async (tx) => {
    const record = await findOwnEntry(tx, change.agentId, id);
    if (to.place !== undefined) return moveToPlace(tx, change.agentId, record, to.place);
    const other = await findOwnEntry(tx, change.agentId, to.before ?? "");
    if (other.id !== id) await moveBefore(tx, change.agentId, record, other);
  });
}

async function findOwnEntry(tx: Tx, agentId: string, id: string): Promise<KnowledgeRecord> {
  const record = await findEntry(tx, agentId, id);
  if (!record) throw notFound();
  return record;
}

/** The version that a client sends back as `If-Match`. */
export const versionOf = (record: KnowledgeRecord): string => String(record.updatedAt);

const changedMeanwhile = () => new DomainError("changed_meanwhile", told("knowledge.changedMeanwhile"));
