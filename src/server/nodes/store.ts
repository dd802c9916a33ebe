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

/**
 * The lock of every transaction that decides whether a node is alive. The common lock would not do:
 * a heartbeat could wait for it longer than the lease lasts.
 */
export const nodeLock = (id: string): string => `node:${id}`;

export async function insertNode(tx: Tx, { id, name, url, version, schema }: NewNode, leaseMs: number): Promise<void> {
  await tx.run(sql`
    insert into nodes (id, name, url, version, schema_number, started_at, expires_at)
    values (${id}, ${name}, ${url}, ${version}, ${schema}, ${tx.now}, ${tx.clock} + ${leaseMs})`);
}

/**
 * @returns false if the lease has expired, or its row is gone: the other nodes take over, so this node may not continue its work.
 */
export async function extendLease(tx: Tx, id: string, leaseMs: number): Promise<boolean> {
  return (await tx.run(sql`update nodes set expires_at = ${tx.clock} + ${leaseMs} where id = ${id} and expires_at >= ${tx.clock}`)) > 0;
}

/** All nodes whose rows exist, including those whose lease has expired. There are a handful of them. */
export async function listNodes(db: Reader): Promise<StoredNode[]> {
  return db.all<StoredNode>(sql`select id, name, url, version from nodes order by started_at, id`);
}

export async function listExpired(db: Reader): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`select id from nodes where expires_at < ${db.clock} order by expires_at`);
  return rows.map(({ id }) => id);
}

/**
 * Makes sure that the lease of the node `id` has expired and that of the node `byId` has not. The row of `id` is locked until
 * the transaction ends, and an expired lease cannot be extended.
 * @returns false if `byId` may not take over from `id`
 */
export async function mayTakeOver(tx: Tx, id: string, byId: string): Promise<boolean> {
  const locked = await tx.run(sql`
    update nodes set expires_at = expires_at where id = ${id} and expires_at < ${tx.clock}
      and exists (select 1 from nodes own where own.id = ${byId} and own.expires_at >= ${tx.clock})`);
  return locked > 0;
}

/** For a node whose turns have ended. @throws ConstraintError if it still has open turns. */
export async function deleteNode(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from nodes where id = ${id}`);
}
