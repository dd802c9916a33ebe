/** Owns: passage_vectors, vector_builds. */
import { type Reader, sql, sqlList, type Tx } from "../platform/storage/db.ts";

/** Identifies a passage: its entry, and the hash of its text. */
export interface PassageKey {
  entryId: string;
  hash: string;
}

export interface StoredVector extends PassageKey {
  /** See `pack` in passages.ts. */
  vector: string;
}

/** The state of an agent's vectors. */
export interface VectorBuild {
  agentId: string;
  /** The name and version of the model whose vectors are complete; null: none yet. */
  model: string | null;
  /** The version of the knowledge that they are complete for. */
  version: number;
  passages: number;
  /** The latest job, and what it was added for: a model with its version, and a version of the knowledge. */
  jobId: string | null;
  wantedModel: string;
  wantedVersion: number;
}

interface BuildRow {
  agent_id: string;
  model: string | null;
  version: number;
  passages: number;
  job_id: string | null;
  wanted_model: string;
  wanted_version: number;
}

const toBuild = (row: BuildRow): VectorBuild => ({
  agentId: row.agent_id,
  model: row.model,
  version: row.version,
  passages: row.passages,
  jobId: row.job_id,
  wantedModel: row.wanted_model,
  wantedVersion: row.wanted_version,
});

export async function findBuild(db: Reader, agentId: string): Promise<VectorBuild | undefined> {
  const row = await db.get<BuildRow>(sql`select * from vector_builds where agent_id = ${agentId}`);
  return row && toBuild(row);
}

/** Notes the job that is to build an agent's vectors. */
export async function wantBuild(
  tx: Tx,
  { agentId, jobId, wantedModel, wantedVersion }: Pick<VectorBuild, "agentId" | "jobId" | "wantedModel" | "wantedVersion">,
): Promise<void> {
  await tx.run(sql`
    insert into vector_builds (agent_id, job_id, wanted_model, wanted_version) values (${agentId}, ${jobId}, ${wantedModel}, ${wantedVersion})
    on conflict (agent_id) do update set job_id = excluded.job_id, wanted_model = excluded.wanted_model,
      wanted_version = excluded.wanted_version`);
}

/** From now on the agent is searched by these vectors. Those of other models are deleted. */
export async function completeBuild(
  tx: Tx,
  { agentId, model, version, passages }: { agentId: string; model: string; version: number; passages: number },
): Promise<void> {
  // What is complete may be newer than what the job was added for.
  await tx.run(sql`
    update vector_builds set model = ${model}, version = ${version}, passages = ${passages}, wanted_model = ${model}, wanted_version = ${version}
    where agent_id = ${agentId}`);
  await tx.run(sql`delete from passage_vectors where agent_id = ${agentId} and model <> ${model}`);
}

const IS_UNFINISHED = sql`(model is null or model <> wanted_model or version <> wanted_version)`;

/** The agents whose vectors are not complete for what is wanted, in order of their ids. */
export async function listUnfinished(db: Reader, limit: number): Promise<VectorBuild[]> {
  const rows = await db.all<BuildRow>(sql`select * from vector_builds where ${IS_UNFINISHED} order by agent_id limit ${limit}`);
  return rows.map(toBuild);
}

/** How many agents have complete vectors, of how many passages, and how many agents have not. */
export async function countBuilds(db: Reader): Promise<{ ready: number; passages: number; unfinished: number }> {
  const row = await db.get<{ builds: number; unfinished: number | null; passages: number | null }>(sql`
    select count(*) as builds, sum(case when ${IS_UNFINISHED} then 1 else 0 end) as unfinished,
      sum(case when ${IS_UNFINISHED} then 0 else passages end) as passages
    from vector_builds`);
  const unfinished = row?.unfinished ?? 0;
  return { ready: (row?.builds ?? 0) - unfinished, passages: row?.passages ?? 0, unfinished };
}

/** The passages of these entries that have vectors, with their models. */
export async function listVectorsOf(db: Reader, agentId: string, entryIds: readonly string[]): Promise<(PassageKey & { model: string })[]> {
  return db.all(sql`
    select entry_id as "entryId", hash, model from passage_vectors where agent_id = ${agentId} and entry_id in ${sqlList(entryIds)}`);
}

/** A page of an agent's vectors of one model, in order of entry and hash, beginning after `after`. */
export async function pageVectors(
  db: Reader,
  { agentId, model }: { agentId: string; model: string },
  after: PassageKey,
  limit: number,
): Promise<StoredVector[]> {
  return db.all(sql`
    select entry_id as "entryId", hash, vector from passage_vectors
    where agent_id = ${agentId} and model = ${model} and (entry_id, hash) > (${after.entryId}, ${after.hash})
    order by entry_id, hash limit ${limit}`);
}

/** Whether any of an agent's vectors of one model is not all zeros. */
export async function hasDirection(db: Reader, agentId: string, model: string): Promise<boolean> {
  // Zeros are the letter A in base64, and "=" fills its end.
  const row = await db.get(sql`
    select 1 as found from passage_vectors where agent_id = ${agentId} and model = ${model} and rtrim(vector, 'A=') <> '' limit 1`);
  return row !== undefined;
}

export async function insertVectors(tx: Tx, of: { agentId: string; model: string }, vectors: readonly StoredVector[]): Promise<void> {
  for (const { entryId, hash, vector } of vectors) {
    await tx.run(sql`
      insert into passage_vectors (agent_id, model, entry_id, hash, vector) values (${of.agentId}, ${of.model}, ${entryId}, ${hash}, ${vector})
      on conflict (agent_id, model, entry_id, hash) do nothing`);
  }
}

/** Deletes the vectors of passages that no longer exist, of all models. */
export async function deleteVectors(tx: Tx, agentId: string, keys: readonly PassageKey[]): Promise<void> {
  for (const { entryId, hash } of keys) {
    await tx.run(sql`delete from passage_vectors where agent_id = ${agentId} and entry_id = ${entryId} and hash = ${hash}`);
  }
}

/** Deletes the vectors of some agents. @returns whether there may be more. */
export async function deleteSomeBuilds(tx: Tx, limit: number): Promise<boolean> {
  const deleted = await tx.run(
    sql`delete from vector_builds where agent_id in (select agent_id from vector_builds order by agent_id limit ${limit})`,
  );
  return deleted === limit;
}
