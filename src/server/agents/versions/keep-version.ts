/**
 * Keeps a version of an agent for each change, in the transaction of the change. What has changed is found out and not
 * passed in: entries by the rows that triggers keep, and fields by comparing them with those of the newest version. A
 * change that nothing was said about, for example of a server of the version before, becomes a version without an author.
 */

import { isSameValue } from "../../../contract/fields.ts";
import { told } from "../../../contract/messages/message.ts";
import { VERSION_FIELDS, VERSIONS_MAX, type VersionAction, type VersionAuthor, type VersionFields } from "../../../contract/version.ts";
import { isOfBusiness } from "../../accounts/visible.ts";
import { countChanges, deletePastBefore, stampEntries } from "../../knowledge/past-store.ts";
import { tooLarge } from "../../platform/errors.ts";
import type { Viewer } from "../../platform/http/endpoint.ts";
import type { Tx } from "../../platform/storage/db.ts";
import { findAgent, type StoredAgent, setVersionNumber } from "../store.ts";
import {
  type ChangedFields,
  deleteVersionsBefore,
  findHead,
  insertVersion,
  listOldestSizes,
  oldestNumber,
  putHead,
  type VersionHead,
} from "./versions-store.ts";

/** Who makes a version, and how. */
export interface Made {
  author: VersionAuthor;
  authorName: string;
  action: VersionAction;
  detail?: string;
}

const BY_NOBODY = { author: "system", authorName: "" } as const;

/** A change by the viewer. In another account, that is the administrator. */
export const madeBy = (viewer: Viewer, agent: Pick<StoredAgent, "accountId">, action: VersionAction, detail = ""): Made => ({
  author: isOfBusiness(viewer, agent.accountId) ? "owner" : "admin",
  authorName: viewer.username,
  action,
  detail,
});

/** Does `act` and keeps its result as a version. What was changed before without one becomes a version of its own. */
export async function keepVersion<T>(tx: Tx, agentId: string, made: Made, act: () => Promise<T>): Promise<T> {
  await recordRest(tx, agentId);
  const result = await act();
  await recordVersion(tx, agentId, made);
  return result;
}

/** What was changed without a version becomes one. */
export async function recordRest(tx: Tx, agentId: string): Promise<void> {
  await recordVersion(tx, agentId, { ...BY_NOBODY, action: "other" });
}

/** The first version of a new agent, or one of what has changed since the last. @returns its number; null if nothing has changed. */
export async function recordVersion(tx: Tx, agentId: string, made: Made): Promise<number | null> {
  const agent = await findAgent(tx, agentId);
  if (!agent) return null;
  const fields = fieldsOf(agent);
  const number = agent.versionNumber + 1;
  const head = agent.versionNumber === 0 ? undefined : await findHead(tx, agentId);
  const changed = head ? changedFields(head.fields, fields) : {};
  const { size, ...counts } = await countChanges(tx, agentId, number);
  const isSame = Object.keys(changed).length === 0 && Object.values(counts).every((count) => count === 0);
  if (head && isSame) return null;
  const action = !head && made.action === "other" ? "start" : made.action;
  const { author, authorName, detail = "" } = made;
  const total = size + lengthOf(changed) + ROW;
  await insertVersion(tx, agentId, { number, author, authorName, action, detail, fields: changed, ...counts }, total);
  await stampEntries(tx, agentId, number);
  await setVersionNumber(tx, agentId, number);
  const next = { fields, size: (head?.size ?? 0) + total };
  const freed = await makeRoom(tx, agent, number, next);
  refuseFullDraft(agent, number, next.size - freed);
  await putHead(tx, agentId, { ...next, size: next.size - freed });
  return number;
}

/** About what the row of a version takes up, in characters. */
const ROW = 150;
const lengthOf = (changed: ChangedFields) => JSON.stringify(changed).length;

export function fieldsOf(agent: StoredAgent): VersionFields {
  const { name: chatName, ...values } = agent;
  const stored: Record<string, unknown> = { ...values, chatName };
  return Object.fromEntries(VERSION_FIELDS.map((field) => [field, stored[field]])) as VersionFields;
}

/** A field that was added to the product since has not changed. */
export function changedFields(before: Partial<VersionFields>, after: Partial<VersionFields>): ChangedFields {
  const names = VERSION_FIELDS.filter((name) => name in before && name in after && !isSameValue(before[name], after[name]));
  return Object.fromEntries(names.map((name) => [name, [before[name], after[name]]]));
}

/** The versions from the published one on cannot be deleted. @throws DomainError too_large */
function refuseFullDraft({ publishedVersion }: StoredAgent, newest: number, size: number): void {
  if (publishedVersion === null) return;
  if (newest - publishedVersion >= VERSIONS_MAX.number || size > VERSIONS_MAX.size) throw tooLarge(told("versions.draftFull"));
}

/**
 * Deletes the oldest versions beyond the limits. The newest change is always kept, and so is what visitors get.
 * @returns the characters that this has freed
 */
async function makeRoom(tx: Tx, agent: StoredAgent, newest: number, { size }: VersionHead): Promise<number> {
  const { id: agentId, publishedVersion } = agent;
  const first = await oldestNumber(tx, agentId);
  const surplus = newest - first + 1 - VERSIONS_MAX.number;
  if (surplus <= 0 && size <= VERSIONS_MAX.size) return 0;
  let left = size;
  let oldest = first;
  for (const one of await listOldestSizes(tx, agentId)) {
    if (one.number === newest || one.number > (publishedVersion ?? newest)) break;
    left -= one.size;
    oldest = one.number;
    if (oldest - first >= surplus && left <= VERSIONS_MAX.size) break;
  }
  return forgetBefore(tx, agentId, oldest);
}

/** Makes `number` the oldest version that is kept. @returns the characters that this has freed */
export async function forgetBefore(tx: Tx, agentId: string, number: number): Promise<number> {
  await deletePastBefore(tx, agentId, number);
  return deleteVersionsBefore(tx, agentId, number);
}
