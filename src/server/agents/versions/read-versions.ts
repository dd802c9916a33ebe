/** What the versions of an agent were, and how two of them differ. */
import { formatEntry } from "../../../contract/knowledge.ts";
import type { EntryDates } from "../../../contract/knowledge-calls.ts";
import { pagesOf } from "../../../contract/page.ts";
import {
  type EntryChange,
  type FieldChange,
  VERSION_FIELDS,
  type VersionComparison,
  type VersionDetails,
  type VersionField,
  type VersionFields,
  type VersionPage,
  type VersionSummary,
} from "../../../contract/version.ts";
import { datesOf, isSameValidity } from "../../knowledge/dates.ts";
import { entriesBetween, type PastEntry } from "../../knowledge/past-store.ts";
import { isSameEntry } from "../../knowledge/restore-store.ts";
import { notFound } from "../../platform/errors.ts";
import type { Reader } from "../../platform/storage/db.ts";
import type { StoredAgent } from "../store.ts";
import { changedFields } from "./keep-version.ts";
import { findHead, findVersion, listFieldChanges, oldestNumber, pageVersions, type StoredVersion } from "./versions-store.ts";

interface Page {
  page: number;
  limit: number;
}

export async function listVersions(db: Reader, agent: StoredAgent, { page, limit }: Page): Promise<VersionPage> {
  const newest = agent.versionNumber;
  const total = newest === 0 ? 0 : newest - (await oldestNumber(db, agent.id)) + 1;
  const versions = await pageVersions(db, agent.id, { limit, offset: (page - 1) * limit });
  return { versions: versions.map(presentVersion), total, totalPages: pagesOf(total, limit), newest, published: agent.publishedVersion };
}

function presentVersion({ fields, createdAt, publishedAt, overriddenBy, ...version }: StoredVersion): VersionSummary {
  return {
    ...version,
    overriddenBy: overriddenBy ?? "",
    at: new Date(createdAt).toISOString(),
    publishedAt: publishedAt === null ? null : new Date(publishedAt).toISOString(),
    fields: VERSION_FIELDS.filter((field) => field in fields),
  };
}

/** The fields as a version had them. A field that was added to the product since has the value of the newest version. */
export async function fieldsAt(db: Reader, agentId: string, number: number): Promise<Partial<VersionFields>> {
  const fields: Record<string, unknown> = { ...(await findHead(db, agentId))?.fields };
  for (const changed of await listFieldChanges(db, agentId, number)) {
    for (const [name, values] of Object.entries(changed)) fields[name] = values[0];
  }
  return Object.fromEntries(VERSION_FIELDS.filter((name) => name in fields).map((name) => [name, fields[name]]));
}

/** The agent with the fields that a version had. Whether it is paused belongs to no version. */
export async function agentAt(db: Reader, agent: StoredAgent, number: number): Promise<StoredAgent> {
  const { chatName = agent.name, ...values } = await fieldsAt(db, agent.id, number);
  return { ...agent, ...values, name: chatName };
}

/** @throws DomainError not_found, also when the version is no longer kept. */
export async function findOwnVersion(db: Reader, agentId: string, number: string): Promise<StoredVersion> {
  const version = /^\d{1,15}$/.test(number) ? await findVersion(db, agentId, Number(number)) : undefined;
  if (!version) throw notFound();
  return version;
}

/**
 * What a version changed; compared with `now`, what would be different if it were restored; with `since`, what has changed
 * since then. @throws DomainError not_found.
 */
export async function readVersion(
  db: Reader,
  agent: StoredAgent,
  number: string,
  { compare, page, limit, timeZone }: Page & { compare: VersionComparison; timeZone: string },
): Promise<VersionDetails> {
  const version = await findOwnVersion(db, agent.id, number);
  const newest = agent.versionNumber;
  const isKnown = compare !== "before" || version.number === 1 || version.number > (await oldestNumber(db, agent.id));
  const summary = { version: presentVersion(version), newest, isKnown };
  if (!isKnown) return { ...summary, fields: [], entries: [], total: 0, totalPages: 1, moved: 0 };
  const between = await entriesBetween(
    db,
    agent.id,
    compare === "before" ? [version.number - 1, version.number] : [version.number, newest],
  );
  const [before, after] = compare === "now" ? [between.after, between.before] : [between.before, between.after];
  const { changes, moved } = listChanges(before, after, timeZone);
  const fields = compare === "before" ? version.fields : await fieldsBetween(db, agent.id, version.number, compare);
  const entries = changes.slice((page - 1) * limit, page * limit);
  return { ...summary, fields: presentFields(fields), entries, total: changes.length, totalPages: pagesOf(changes.length, limit), moved };
}

/** A version with what it changed. The oldest one that is kept does not know what was before it, unless it is the first. */
export async function describeVersion(db: Reader, agentId: string, version: StoredVersion, timeZone: string) {
  const isKnown = version.number === 1 || version.number > (await oldestNumber(db, agentId));
  const between = isKnown && (await entriesBetween(db, agentId, [version.number - 1, version.number]));
  const entries = between ? listChanges(between.before, between.after, timeZone).changes : [];
  return { ...presentVersion(version), fields: presentFields(version.fields), entries };
}

async function fieldsBetween(db: Reader, agentId: string, number: number, compare: "now" | "since") {
  const [now, then] = [(await findHead(db, agentId))?.fields ?? {}, await fieldsAt(db, agentId, number)];
  return compare === "now" ? changedFields(now, then) : changedFields(then, now);
}

/** How many entries and fields have changed since a version; entries that only moved count as one change. */
export async function countSince(db: Reader, agent: StoredAgent, number: number): Promise<number> {
  const { before, after } = await entriesBetween(db, agent.id, [number, agent.versionNumber]);
  const { changes, moved } = listChanges(before, after, "UTC");
  const fields = await fieldsBetween(db, agent.id, number, "since");
  return changes.length + Object.keys(fields).length + (moved > 0 ? 1 : 0);
}

function presentFields(changed: { readonly [Name in VersionField]?: readonly [unknown, unknown] }): FieldChange[] {
  return VERSION_FIELDS.flatMap((field) => {
    const values = changed[field];
    return values ? [{ field, before: values[0], after: values[1] } as FieldChange] : [];
  });
}

/** The changed entries in the order of their places, and how many only moved. */
function listChanges(before: ReadonlyMap<string, PastEntry>, after: ReadonlyMap<string, PastEntry>, timeZone: string) {
  const changes: Changed[] = [];
  let moved = 0;
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before.get(id), after.get(id)];
    if (one && other && isSameEntry(one, other)) moved += one.position === other.position ? 0 : 1;
    else changes.push(presentChange(id, one, other, timeZone));
  }
  changes.sort((one, other) => one.position - other.position);
  return { changes: changes.map(({ position: _, ...change }) => change), moved };
}

type Changed = EntryChange & { position: number };

function presentChange(id: string, before: PastEntry | undefined, after: PastEntry | undefined, timeZone: string): Changed {
  const textOf = (entry: PastEntry | undefined) => (entry ? formatEntry(entry.entry) : null);
  const datesIn = ({ valid }: PastEntry): EntryDates | null => {
    const dates = datesOf(valid, timeZone, 0);
    return dates ? { from: dates.from, until: dates.until } : null;
  };
  const position = (after ?? before)?.position ?? 0;
  const change = { id, before: textOf(before), after: textOf(after), position };
  if (!before || !after || isSameValidity(before.valid, after.valid)) return change;
  return { ...change, dates: { before: datesIn(before), after: datesIn(after) } };
}
