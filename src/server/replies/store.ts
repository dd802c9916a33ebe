/** Owns: turns. A turn is one attempt to answer one visitor message. */
import { STORED } from "../../contract/messages/stored.ts";
import { type Reader, type Sql, sql, sqlList, sqlRows, type Tx } from "../platform/storage/db.ts";

export type TurnState = "open" | "answered" | "interrupted" | "failed" | "limited" | "offline";

/** Where a reservation was counted: a refund is counted in the same month and day. */
export interface Charge {
  accountId: string;
  agentId: string;
  month: string;
  day: string;
}

export interface StoredTurn {
  id: string;
  conversationId: string;
  messageId: string;
  attempt: number;
  state: TurnState;
  charge: "none" | "reserved" | "spent" | "refunded";
  charged: Charge | null;
}

interface TurnRow {
  id: string;
  conversation_id: string;
  message_id: string;
  attempt: number;
  state: TurnState;
  charge: StoredTurn["charge"];
  charged_account: string | null;
  charged_agent: string | null;
  charged_month: string | null;
  charged_day: string | null;
}

function toTurn(row: TurnRow): StoredTurn {
  const { charged_account: accountId, charged_agent: agentId, charged_month: month, charged_day: day } = row;
  return {
    id: row.id,
    conversationId: row.conversation_id,
    messageId: row.message_id,
    attempt: row.attempt,
    state: row.state,
    charge: row.charge,
    charged: accountId && agentId && month && day ? { accountId, agentId, month, day } : null,
  };
}

export async function findLastTurn(db: Reader, messageId: string): Promise<StoredTurn | undefined> {
  const row = await db.get<TurnRow>(sql`select * from turns where message_id = ${messageId} order by attempt desc limit 1`);
  return row && toTurn(row);
}

/** `nodeId`: the node that works on an open turn; null with a single process. */
export function insertTurn(tx: Tx, turn: StoredTurn, nodeId: string | null): void {
  tx.send(sql`
    insert into turns (id, conversation_id, message_id, attempt, state, charge, charged_account, charged_agent, charged_month,
      charged_day, started_at, ended_at, node_id)
    values (${turn.id}, ${turn.conversationId}, ${turn.messageId}, ${turn.attempt}, ${turn.state}, ${turn.charge},
      ${turn.charged?.accountId}, ${turn.charged?.agentId}, ${turn.charged?.month}, ${turn.charged?.day}, ${tx.now},
      ${turn.state === "open" ? null : tx.now}, ${nodeId})`);
}

/** Ends a turn that this transaction has inserted as open. */
export function endNewTurn(tx: Tx, id: string, state: "limited" | "offline", replyId: string): void {
  tx.send(sql`update turns set state = ${state}, reply_id = ${replyId}, ended_at = ${tx.now} where id = ${id}`);
}

/** How an open turn ends, only once. */
interface OnlyEnd {
  state: Exclude<TurnState, "open">;
  charge: "none" | "spent" | "refunded";
  error?: string;
}

const ending = (tx: Tx, id: string, end: OnlyEnd) => sql`
  update turns set state = ${end.state}, charge = ${end.charge}, error = ${end.error}, ended_at = ${tx.now},
    node_id = null
  where id = ${id} and state = 'open'`;

/** Ends a turn without waiting for the answer. The transaction fails with NothingChanged if the turn had already ended. */
export function requireEnd(tx: Tx, id: string, end: OnlyEnd): void {
  tx.require(ending(tx, id, end));
}

/** For the reply of a turn that this transaction has ended. */
export function setReply(tx: Tx, id: string, replyId: string): void {
  tx.send(sql`update turns set reply_id = ${replyId} where id = ${id}`);
}

/** The errors of turns that were ended without their reply, because the process that made it seemed to be gone. */
const LEFT_BEHIND = "left behind";
const LEFT_BEHIND_AND_PAID = "left behind; its cost is recorded";

/** Ends a turn that is open without its reply. @returns false if it had already ended. */
export async function endLeftBehind(tx: Tx, id: string, charge: OnlyEnd["charge"]): Promise<boolean> {
  return (await tx.run(ending(tx, id, { state: "failed", charge, error: LEFT_BEHIND }))) > 0;
}

/** `own`: by the process that made its reply. `left`: without the reply. `gone`: the turn was deleted with its conversation. */
export async function findEnding(tx: Tx, id: string): Promise<"open" | "own" | "left" | "left and paid" | "gone"> {
  const row = await tx.get<{ state: TurnState; error: string | null }>(sql`select state, error from turns where id = ${id}`);
  if (!row) return "gone";
  if (row.state === "open") return "open";
  if (row.error === LEFT_BEHIND_AND_PAID) return "left and paid";
  // A process that fails to make a reply says why.
  return row.state === "failed" && (row.error ?? LEFT_BEHIND) === LEFT_BEHIND ? "left" : "own";
}

/** Notes that the cost of a turn that was left behind is recorded. The transaction fails with NothingChanged if it was before. */
export function requirePaidOnce(tx: Tx, id: string): void {
  tx.require(sql`update turns set error = ${LEFT_BEHIND_AND_PAID} where id = ${id} and coalesce(error, ${LEFT_BEHIND}) = ${LEFT_BEHIND}`);
}

/** @returns false if the turn was refunded before. */
export async function markRefunded(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(sql`update turns set charge = 'refunded' where id = ${id} and charge = 'spent'`)) > 0;
}

export async function listOpenTurnsOf(db: Reader, conversationId: string): Promise<StoredTurn[]> {
  const rows = await db.all<TurnRow>(sql`select * from turns where conversation_id = ${conversationId} and state = 'open'`);
  return rows.map(toTurn);
}

/** Open turns of a node (null: with a single process), oldest first. */
export async function listOpenTurns(db: Reader, nodeId: string | null, startedBefore: number, limit: number): Promise<StoredTurn[]> {
  const rows = await db.all<TurnRow>(sql`
    select * from turns where state = 'open' and started_at < ${startedBefore} and node_id is not distinct from ${nodeId}
    order by started_at limit ${limit}`);
  return rows.map(toTurn);
}

/** Why a visitor's message got no reply. */
export type NoReply = "failed" | "interrupted" | "limited";

/** Why a reply that is free was written without a model, although no model has failed. */
const BARRED = sqlList([STORED["note.addressLimit"], STORED["note.budget"], STORED["note.unverified"]]);

/** Of one agent: an agent whose model fails does so among its latest free replies. */
const LATEST_FREE = 200;

/** Which of these agents answered a visitor since a time without a model, because no model answered. One look at an index for each. */
export function listWithoutModel(db: Reader, agentIds: readonly string[], since: number): Promise<string[]> {
  return listAgentsWith(
    db,
    agentIds,
    sql`select 1 from (
      select error from turns where charged_agent = agents_asked.id and state = 'answered' and charge = 'refunded' and error is not null
        and ended_at >= ${since} order by ended_at desc limit ${LATEST_FREE}) latest
      where error not in ${BARRED}`,
  );
}

/** Which of these agents gave a visitor no reply since a time. A limit that was reached is no failure. */
export function listFailing(db: Reader, agentIds: readonly string[], since: number): Promise<string[]> {
  return listAgentsWith(
    db,
    agentIds,
    sql`select 1 from turns where charged_agent = agents_asked.id and state in ('failed', 'interrupted') and ended_at >= ${since}`,
  );
}

async function listAgentsWith(db: Reader, [first, ...others]: readonly string[], turns: Sql): Promise<string[]> {
  if (first === undefined) return [];
  const rows = await db.all<{ id: string }>(sql`
    with agents_asked (id) as (${sqlRows([first, ...others])}) select id from agents_asked where exists (${turns})`);
  return rows.map(({ id }) => id);
}

/** The latest messages since a time that got no reply, the newest first. Reads only an index. */
export async function listWithoutReply(
  db: Reader,
  since: number,
  limit: number,
): Promise<{ conversationId: string; state: NoReply; endedAt: number }[]> {
  const rows = await db.all<{ conversation_id: string; state: NoReply; ended_at: number }>(sql`
    select conversation_id, state, ended_at from turns
    where state in ('failed', 'interrupted', 'limited') and ended_at >= ${since} order by ended_at desc limit ${limit}`);
  return rows.map((row) => ({ conversationId: row.conversation_id, state: row.state, endedAt: row.ended_at }));
}
