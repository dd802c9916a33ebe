/** Ends a turn: stores the reply, its cost and whether it is charged, in one transaction and only once. */
import type { Source } from "../../contract/chat.ts";
import { BUILTIN_MODEL } from "../../contract/settings.ts";
import { toStorable } from "../../contract/storable.ts";
import { appendMessage } from "../conversations/store.ts";
import { countUses } from "../knowledge/uses-store.ts";
import { costOf } from "../models/cost/cost.ts";
import { addCost } from "../models/cost/store.ts";
import type { Lost, Price, TokenUsage } from "../models/model.ts";
import { addTokens, refundCharge } from "../plans/usage-store.ts";
import { newId } from "../platform/ids.ts";
import { type Db, StorageBusy, type Tx } from "../platform/storage/db.ts";
import {
  type Charge,
  endLeftBehind,
  findEnding,
  listOpenTurns,
  listOpenTurnsOf,
  markRefunded,
  requireEnd,
  requirePaidOnce,
  type StoredTurn,
  setReply,
} from "./store.ts";

export interface TurnEnd {
  /** `answered`: the reply is complete. `interrupted`: it is incomplete. `failed`: there is no text. */
  state: "answered" | "interrupted" | "failed";
  text: string;
  /** The listed id of the model, or `builtin`. */
  model: string | null;
  usage: TokenUsage | null;
  /** The price of the model that answered; null if unknown. */
  price: Price | null;
  /** Earlier model calls that were paid for but gave no reply. */
  lost?: readonly Lost[];
  /** A note for the owner about what failed. */
  note: string | null;
  isCharged: boolean;
  unanswered: boolean;
  /** Texts that the visitor may send next. */
  quickReplies?: readonly string[];
  /** What the reply rests on. */
  sources?: readonly Source[];
  /** The version of the agent that answered; null for a preview. */
  version?: number | null;
}

/** Where the model cost of a turn is recorded. */
export interface Books {
  accountId: string;
  /** Null for an agent that was never saved. */
  agentId: string | null;
  /** YYYY-MM in the installation's time zone. */
  month: string;
  rmPerUsd: number;
}

/** A call of a model that the vendor bills for. */
interface Call {
  usage: TokenUsage | null;
  costMicros: number | null;
  /** 1 for a reply, 0 for another call. */
  replies: number;
}

/** All calls that led to this end; the first one is that of the reply, if a model made it. */
function callsOf(end: TurnEnd, { rmPerUsd }: Books): Call[] {
  const isByModel = end.model !== null && end.model !== BUILTIN_MODEL;
  const lost = (end.lost ?? []).map(({ isReply = true, ...call }) => ({ ...call, replies: isReply ? 1 : 0 }));
  const calls = [...(isByModel ? [{ ...end, replies: 1 }] : []), ...lost];
  return calls.map(({ usage, price, replies }) => ({ usage, costMicros: costOf(usage, price, rmPerUsd), replies }));
}

/**
 * Waits for no statement, so that all of them reach PostgreSQL together with the commit. The guarded write is the first one,
 * so that no other one can fail in its place: a turn that has ended makes the transaction fail with NothingChanged.
 * `recordEnded` then stores what is left to store.
 */
export function recordEnd(tx: Tx, turn: StoredTurn, clientId: string, end: TurnEnd, books: Books): void {
  const charge = turn.charge === "none" ? "none" : end.isCharged ? "spent" : "refunded";
  // The note may quote a vendor's error.
  const note = end.note === null ? null : toStorable(end.note);
  requireEnd(tx, turn.id, { state: end.state, charge, error: note ?? undefined });
  recordCosts(tx, turn, end, books, () => {
    if (charge === "refunded" && turn.charged) refundCharge(tx, turn.charged);
  });
  if (end.text !== "") {
    const replyId = newId();
    const isByModel = end.model !== null && end.model !== BUILTIN_MODEL;
    appendMessage(tx, {
      id: replyId,
      conversationId: turn.conversationId,
      author: "agent",
      clientId,
      kind: "reply",
      text: end.text,
      status: end.state === "answered" ? "complete" : "partial",
      model: end.model ?? undefined,
      usage: end.usage,
      costMicros: isByModel ? costOf(end.usage, end.price, books.rmPerUsd) : 0,
      note,
      unanswered: end.unanswered,
      quickReplies: end.quickReplies,
      sources: end.sources,
      version: end.version,
    });
    setReply(tx, turn.id, replyId);
    // A preview is not charged, and does not count: its only visitor is the owner.
    if (turn.charged) {
      const used = (end.sources ?? []).flatMap(({ entryId }) => entryId ?? []);
      countUses(tx, turn.charged.agentId, used);
    }
  }
}

/**
 * For a turn that has ended before: the vendor bills for its reply even if it was ended elsewhere. Can be repeated.
 * @returns whether it was this process that ended it: an earlier attempt was stored although its answer was lost
 */
export async function recordEnded(tx: Tx, turn: StoredTurn, end: TurnEnd, books: Books): Promise<boolean> {
  const ending = await findEnding(tx, turn.id);
  // It was open a moment ago, or the guarded write would have succeeded. The next attempt decides.
  if (ending === "open") throw new StorageBusy("the turn is open again");
  if (ending === "left") requirePaidOnce(tx, turn.id);
  if (ending === "left" || ending === "gone") recordCosts(tx, turn, end, books);
  return ending === "own";
}

/**
 * Turns of one account share rows. Every transaction changes them in the order turn, costs, month, day; otherwise two of
 * them could each wait for the other on PostgreSQL.
 *
 * @param refund changes the month, and the day after it.
 */
function recordCosts(tx: Tx, turn: StoredTurn, end: TurnEnd, books: Books, refund: () => void = () => undefined): void {
  const calls = callsOf(end, books);
  for (const call of calls) addCost(tx, { ...books, ...call });
  refund();
  for (const { usage, costMicros } of calls) {
    if (usage && turn.charged) addTokens(tx, { ...turn.charged, ...usage, costMicros: costMicros ?? 0 });
  }
}

/**
 * Refunds what unsuccessful turns have charged or still reserve. All turns are changed before the first month, and in one
 * order: a transaction that has changed a month and then waits for the next turn would wait for a reply that has ended
 * this turn and waits for the month.
 */
export async function settleUnfinished(tx: Tx, turns: readonly StoredTurn[]): Promise<void> {
  const refunds: Charge[] = [];
  for (const turn of sortedBy(turns, ({ id }) => id)) if ((await endUnfinished(tx, turn)) && turn.charged) refunds.push(turn.charged);
  for (const charge of sortedBy(refunds, (one) => [one.accountId, one.month, one.agentId, one.day].join())) refundCharge(tx, charge);
}

/** @returns whether what the turn was charged must be refunded. */
async function endUnfinished(tx: Tx, turn: StoredTurn): Promise<boolean> {
  if (turn.state === "open") return await endLeftBehind(tx, turn.id, turn.charge === "none" ? "none" : "refunded");
  return turn.charge === "spent" && (await markRefunded(tx, turn.id));
}

function sortedBy<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  return values
    .map((value) => ({ value, key: keyOf(value) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ value }) => value);
}

/**
 * Refunds the open turns of a conversation. Call it before the conversation is deleted: afterwards their reservations
 * could not be refunded.
 */
export async function refundConversation(tx: Tx, conversationId: string): Promise<void> {
  await settleUnfinished(tx, await listOpenTurnsOf(tx, conversationId));
}

const BATCH = 200;

/** Refunds the oldest open turns of a node. @returns how many, and whether there were no more of them. */
export async function refundBatch(tx: Tx, nodeId: string): Promise<{ turns: number; isLast: boolean }> {
  const turns = await listOpenTurns(tx, nodeId, Number.MAX_SAFE_INTEGER, BATCH);
  await settleUnfinished(tx, turns);
  return { turns: turns.length, isLast: turns.length < BATCH };
}

/**
 * Refunds turns that a crash left open, so that no reservation remains: all of them before the server listens, later
 * those that are older than `startedBefore` and not live. @returns how many.
 */
export async function refundOpenTurns(
  db: Db,
  nodeId: string | null,
  isLive: (turnId: string) => boolean = () => false,
  startedBefore = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  let refunded = 0;
  for (;;) {
    const open = await listOpenTurns(db, nodeId, startedBefore, BATCH);
    const turns = open.filter((turn) => !isLive(turn.id));
    if (turns.length === 0) return refunded;
    await db.transaction(async (tx) => {
      await settleUnfinished(tx, turns);
    });
    refunded += turns.length;
    if (open.length < BATCH) return refunded;
  }
}
