/** Owns: spent_tickets. */
import { sql, type Tx } from "../platform/storage/db.ts";

export interface SpentTicket {
  nonce: string;
  expiresAt: number;
}

/** Nodes whose clocks differ may believe in a ticket for a little longer. */
const MARGIN_MS = 60_000;
/** Of a busy installation, in one transaction. */
const SLICE = 5_000;

/** @returns false if the ticket was spent before. */
export async function insertSpentTicket(tx: Tx, { nonce, expiresAt }: SpentTicket): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into spent_tickets (expires_at, nonce) values (${expiresAt}, ${nonce}) on conflict (expires_at, nonce) do nothing`);
  return inserted > 0;
}

/** Deletes tickets that have expired, at most a slice. @returns whether there may be more of them. */
export async function deleteExpiredTickets(tx: Tx): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from spent_tickets where (expires_at, nonce) in (
      select expires_at, nonce from spent_tickets where expires_at < ${tx.now - MARGIN_MS} order by expires_at, nonce limit ${SLICE})`);
  return deleted === SLICE;
}
