/** Owns: nodes. A row is the lease of one process that serves from this database. */
import { type Reader, sql, type Tx } from "../platform/storage/db.ts";

export interface StoredNode {
  id: string;
  /** Unique only by chance: it is for people. */
  name: string;
  /** The base address under which other nodes reach it. */
  url: string;
  version: string;
}

/** `schema`: the number of migrations that the node's program knows. */
export interface NewNode extends StoredNode {
  schema: number;
}

export async function insertNode(tx: Tx, { id, name, url, version, schema }: NewNode, expiresAt: number): Promise<void> {
  await tx.run(sql`
    insert into nodes (id, name, url, version, schema_number, started_at, expires_at)
    values (${id}, ${name}, ${url}, ${version}, ${schema}, ${tx.now}, ${expiresAt})`);
}

/** @returns false if the row is gone: the other nodes have taken over, so this node may not continue its work. */
export async function extendLease(tx: Tx, id: string, expiresAt: number): Promise<boolean> {
  return (await tx.run(sql`update nodes set expires_at = ${expiresAt} where id = ${id}`)) > 0;
}

/** All nodes whose rows exist, including those whose lease has expired. There are a handful of them. */
export async function listNodes(db: Reader): Promise<StoredNode[]> {
  return db.all<StoredNode>(sql`select id, name, url, version from nodes order by started_at, id`);
}

export async function listExpired(db: Reader): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`select id from nodes where expires_at < ${db.now} order by expires_at`);
  return rows.map(({ id }) => id);
}

/**
 * Deletes the row of a node whose lease has expired, and what belongs to the node with it.
 * @returns false if the node has extended its lease in the meantime. @throws ConstraintError if it still has open turns.
 */
export async function deleteExpired(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from nodes where id = ${id} and expires_at < ${tx.now}`)) > 0;
}

/** For a node that stops, after its turns have ended. @throws ConstraintError if it still has open turns. */
export async function deleteNode(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from nodes where id = ${id}`);
}
