/** Owns: agent_versions, version_heads, publish_gates. Who has changed an agent and when, and which fields; its entries are in knowledge/past-store.ts. */
import {
  DEFAULT_GATE,
  type PublishGate,
  type VersionAction,
  type VersionAuthor,
  type VersionField,
  type VersionFields,
} from "../../../contract/version.ts";
import { type Reader, sql, type Tx } from "../../platform/storage/db.ts";

/** The old and the new value of each changed field. */
export type ChangedFields = { [Name in VersionField]?: [VersionFields[Name], VersionFields[Name]] };

export interface StoredVersion {
  number: number;
  createdAt: number;
  publishedAt: number | null;
  failedTests: number | null;
  overriddenBy: string | null;
  author: VersionAuthor;
  authorName: string;
  action: VersionAction;
  detail: string;
  fields: ChangedFields;
  added: number;
  changed: number;
  removed: number;
  moved: number;
}

type VersionRow = Omit<StoredVersion, "fields"> & { fields: string | null };
const COLUMNS = sql`number, created_at as "createdAt", published_at as "publishedAt", failed_tests as "failedTests",
  overridden_by as "overriddenBy", author, author_name as "authorName", action, detail, fields, added, changed, removed, moved`;
const toVersion = (row: VersionRow): StoredVersion => ({ ...row, fields: row.fields === null ? {} : JSON.parse(row.fields) });

/** `size` is in characters. */
export async function insertVersion(
  tx: Tx,
  agentId: string,
  version: Omit<StoredVersion, "createdAt" | "publishedAt" | "failedTests" | "overriddenBy">,
  size: number,
): Promise<void> {
  const { number, author, authorName, action, detail, fields, added, changed, removed, moved } = version;
  const changedFields = Object.keys(fields).length === 0 ? null : JSON.stringify(fields);
  await tx.run(sql`
    insert into agent_versions (agent_id, number, created_at, author, author_name, action, detail, fields, added, changed, removed, moved, size)
    values (${agentId}, ${number}, ${tx.now}, ${author}, ${authorName}, ${action}, ${detail}, ${changedFields}, ${added}, ${changed},
      ${removed}, ${moved}, ${size})`);
}

/** What the test questions said when a version was published. */
export type Published = Pick<StoredVersion, "failedTests" | "overriddenBy">;

export async function notePublished(tx: Tx, agentId: string, number: number, { failedTests, overriddenBy }: Published): Promise<void> {
  await tx.run(sql`
    update agent_versions set published_at = ${tx.now}, failed_tests = ${failedTests}, overridden_by = ${overriddenBy}
    where agent_id = ${agentId} and number = ${number}`);
}

export async function findGate(db: Reader, agentId: string): Promise<PublishGate> {
  const row = await db.get<{ gate: PublishGate }>(sql`select gate from publish_gates where agent_id = ${agentId}`);
  return row?.gate ?? DEFAULT_GATE;
}

export async function putGate(tx: Tx, agentId: string, gate: PublishGate): Promise<void> {
  await tx.run(sql`
    insert into publish_gates (agent_id, gate) values (${agentId}, ${gate}) on conflict (agent_id) do update set gate = excluded.gate`);
}

/** The newest first. */
export async function pageVersions(db: Reader, agentId: string, page: { limit: number; offset: number }): Promise<StoredVersion[]> {
  const rows = await db.all<VersionRow>(sql`
    select ${COLUMNS} from agent_versions where agent_id = ${agentId} order by number desc limit ${page.limit} offset ${page.offset}`);
  return rows.map(toVersion);
}

export async function findVersion(db: Reader, agentId: string, number: number): Promise<StoredVersion | undefined> {
  const row = await db.get<VersionRow>(sql`select ${COLUMNS} from agent_versions where agent_id = ${agentId} and number = ${number}`);
  return row && toVersion(row);
}

/** The number of the oldest version that is kept; 0 if there is none. Those that are kept follow each other. */
export async function oldestNumber(db: Reader, agentId: string): Promise<number> {
  const row = await db.get<{ number: number | null }>(sql`select min(number) as number from agent_versions where agent_id = ${agentId}`);
  return row?.number ?? 0;
}

/** The changes of fields after a version, the newest first. */
export async function listFieldChanges(db: Reader, agentId: string, after: number): Promise<ChangedFields[]> {
  const rows = await db.all<{ fields: string }>(sql`
    select fields from agent_versions where agent_id = ${agentId} and number > ${after} and fields is not null order by number desc`);
  return rows.map(({ fields }) => JSON.parse(fields));
}

export interface VersionHead {
  /** The fields as the newest version has them. A field that was added to the product since is missing. */
  fields: Partial<VersionFields>;
  /** Characters of all changes that are kept. */
  size: number;
}

export async function findHead(db: Reader, agentId: string): Promise<VersionHead | undefined> {
  const row = await db.get<{ fields: string; size: number }>(sql`select fields, size from version_heads where agent_id = ${agentId}`);
  return row && { fields: JSON.parse(row.fields), size: row.size };
}

export async function putHead(tx: Tx, agentId: string, { fields, size }: VersionHead): Promise<void> {
  await tx.run(sql`
    insert into version_heads (agent_id, fields, size) values (${agentId}, ${JSON.stringify(fields)}, ${size})
    on conflict (agent_id) do update set fields = excluded.fields, size = excluded.size`);
}

const MAX_SIZES = 500;

/** The sizes of the oldest versions, the oldest first. */
export async function listOldestSizes(db: Reader, agentId: string): Promise<{ number: number; size: number }[]> {
  return db.all(sql`select number, size from agent_versions where agent_id = ${agentId} order by number limit ${MAX_SIZES}`);
}

/** Makes a version the oldest one: what it changed is no longer known. @returns the characters that this has freed */
export async function deleteVersionsBefore(tx: Tx, agentId: string, number: number): Promise<number> {
  const row = await tx.get<{ size: number | null }>(sql`
    select sum(size) as size from agent_versions where agent_id = ${agentId} and number <= ${number}`);
  await tx.run(sql`delete from agent_versions where agent_id = ${agentId} and number < ${number}`);
  await tx.run(sql`update agent_versions set fields = null, size = 0 where agent_id = ${agentId} and number = ${number}`);
  return row?.size ?? 0;
}
