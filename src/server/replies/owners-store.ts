/** Owns: conversation_owners. */
import { type Reader, sql, sqlList, type Tx } from "../platform/storage/db.ts";

/**
 * Makes the node the owner of the visitor's conversation if it has none. Rows of nodes that are gone have been deleted
 * with them. @returns the owner's id. @throws ConstraintError if the node is gone itself.
 */
export async function claimConversation(tx: Tx, visitorId: string, nodeId: string): Promise<string> {
  // The update changes nothing; without it, an existing row would not be returned.
  const row = await tx.get<{ node_id: string }>(sql`
    insert into conversation_owners (visitor_id, node_id) values (${visitorId}, ${nodeId})
    on conflict (visitor_id) do update set visitor_id = excluded.visitor_id
    returning node_id`);
  return row?.node_id ?? nodeId;
}

export async function findOwner(db: Reader, visitorId: string): Promise<string | undefined> {
  const row = await db.get<{ node_id: string }>(sql`select node_id from conversation_owners where visitor_id = ${visitorId}`);
  return row?.node_id;
}

/** Gives up conversations that have left the node's memory. */
export async function releaseConversations(tx: Tx, visitorIds: readonly string[], nodeId: string): Promise<void> {
  await tx.run(sql`delete from conversation_owners where node_id = ${nodeId} and visitor_id in ${sqlList(visitorIds)}`);
}
