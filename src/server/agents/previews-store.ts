/** Owns: preview_drafts. The editor's unsaved drafts, sealed. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

/** Drafts that were not used for this long have ended. */
export const IDLE_MS = 2 * 3_600_000;
const MAX_OF_OWNER = 5;
const MAX_PREVIEWS = 1_000;
/** The limit on the knowledge of all previews together, in UTF-16 units. */
const MAX_TEXT = 30_000_000;

export interface StoredPreview {
  id: string;
  accountId: string;
  tokenHash: string;
  agentId: string | null;
  /** Changes with the entries and not with the draft's other fields, so that a large index is built only once. */
  knowledgeVersion: string;
  /** The draft without its knowledge. */
  draft: string;
}

export interface StoredKnowledge {
  /** Null if the preview shows the agent's stored knowledge. */
  sealed: string | null;
  /** In UTF-16 units. */
  weight: number;
}

/** Every transaction that writes drafts has this lock, because each also limits the drafts of all accounts. */
export const PREVIEWS_LOCK = "previews";

/** @returns null if there is no such preview, or it has ended. */
export async function findPreview(db: Reader, id: string): Promise<StoredPreview | null> {
  const row = await db.get<{
    account_id: string;
    token_hash: string;
    agent_id: string | null;
    knowledge_version: string;
    draft: string;
  }>(sql`
    select account_id, token_hash, agent_id, knowledge_version, draft from preview_drafts
    where id = ${id} and used_at > ${db.now - IDLE_MS}`);
  if (!row) return null;
  const { account_id: accountId, token_hash: tokenHash, agent_id: agentId, knowledge_version: knowledgeVersion, draft } = row;
  return { id, accountId, tokenHash, agentId, knowledgeVersion, draft };
}

/** The sealed knowledge of this version; undefined if the preview has another one now. */
export async function findPreviewKnowledge(db: Reader, id: string, version: string): Promise<string | null | undefined> {
  const row = await db.get<{ knowledge: string | null }>(sql`
    select knowledge from preview_drafts where id = ${id} and knowledge_version = ${version}`);
  return row?.knowledge;
}

export async function insertPreview(tx: Tx, preview: StoredPreview, { sealed, weight }: StoredKnowledge): Promise<void> {
  await tx.run(sql`
    insert into preview_drafts (id, account_id, token_hash, agent_id, used_at, weight, knowledge_version, draft, knowledge)
    values (${preview.id}, ${preview.accountId}, ${preview.tokenHash}, ${preview.agentId}, ${tx.now}, ${weight},
      ${preview.knowledgeVersion}, ${preview.draft}, ${sealed})`);
  await trim(tx);
}

/**
 * `knowledge` null keeps the stored one. @returns false if there is no such preview any more or, if the knowledge is kept,
 * if it has another version now.
 */
export async function updatePreview(tx: Tx, preview: Omit<StoredPreview, "agentId">, knowledge: StoredKnowledge | null): Promise<boolean> {
  const { id, accountId, tokenHash, draft } = preview;
  if (!knowledge) {
    const kept = await tx.run(sql`
      update preview_drafts set token_hash = ${tokenHash}, draft = ${draft}, used_at = ${tx.now}
      where id = ${id} and account_id = ${accountId} and knowledge_version = ${preview.knowledgeVersion}`);
    return kept > 0;
  }
  const updated = await tx.run(sql`
    update preview_drafts set token_hash = ${tokenHash}, draft = ${draft}, used_at = ${tx.now},
      knowledge_version = ${preview.knowledgeVersion}, knowledge = ${knowledge.sealed}, weight = ${knowledge.weight}
    where id = ${id} and account_id = ${accountId}`);
  await trim(tx);
  return updated > 0;
}

/** Deletes the drafts that were used the longest time ago, until every limit is kept. */
async function trim(tx: Tx): Promise<void> {
  await tx.run(sql`
    delete from preview_drafts where id in (
      select id from (
        select id,
          row_number() over (order by used_at desc, id desc) as place,
          row_number() over (partition by account_id order by used_at desc, id desc) as place_of_owner,
          sum(weight) over (order by used_at desc, id desc) as weight
        from preview_drafts
      ) ranked
      where place > ${MAX_PREVIEWS} or place_of_owner > ${MAX_OF_OWNER} or weight > ${MAX_TEXT})`);
}

/** @returns how many previews were deleted. */
export function deleteIdlePreviews(tx: Tx): Promise<number> {
  return tx.run(sql`delete from preview_drafts where used_at <= ${tx.now - IDLE_MS}`);
}
