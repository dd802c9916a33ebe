/**
 * Taking a message in: stored and charged in one transaction. Where nothing runs before it, its reply is asked for
 * while the commit is written to the disk (docs/decisions/2026-11-22-asked-for-while-it-is-stored.md).
 */
import type { Tx } from "../platform/db.ts";
import { type Accepted, acceptMessage, type Incoming } from "./accept.ts";
import type { LiveConversation } from "./live.ts";
import { type BegunTurn, beginTurn, readHistory, type TurnDeps } from "./run-turn.ts";

export interface Taken {
  accepted: Accepted;
  /** Asked for already; to be published. Null: the turn waits for its place, or there is none. */
  begun: BegunTurn | null;
}

/** @throws DomainError not_found, storage errors; then nothing was stored, and what was begun is broken off unheard. */
export async function takeMessage(
  deps: TurnDeps,
  conversation: LiveConversation,
  incoming: Incoming,
  isLive: (turnId: string) => boolean,
): Promise<Taken> {
  const settings = await deps.settings.read();
  const rules = { ...settings, now: deps.clock.now(), timeZone: deps.config.tz, isDiskLow: deps.disk.isLow(), isLive };
  const isFree = !conversation.running && conversation.queue.length === 0;
  const early: { turn: BegunTurn | null } = { turn: null };
  const accept = async (tx: Tx) => {
    const accepted = await acceptMessage(tx, incoming, rules);
    const history = isFree && accepted.kind === "turn" ? await readHistory(tx, accepted.turn) : null;
    return { accepted, history };
  };
  const beforeCommit = ({ accepted, history }: Awaited<ReturnType<typeof accept>>) => {
    // Run again, since others in the same commit failed: what was begun the first time is of no turn.
    early.turn?.discard();
    early.turn = history && accepted.kind === "turn" ? beginTurn(deps, conversation, { ...accepted, incoming }, history) : null;
  };
  try {
    const { accepted } = await deps.db.transaction(accept, { beforeCommit, isGrowth: true });
    return { accepted, begun: early.turn };
  } catch (error) {
    early.turn?.discard();
    throw error;
  }
}
