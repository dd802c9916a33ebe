/** Stores a visitor's message, and requests its reply while the commit is written to the disk. */
import { type Said, visitorLock } from "../conversations/store.ts";
import { explainLoss, type Node } from "../nodes/node.ts";
import type { Tx } from "../platform/storage/db.ts";
import { verificationIn } from "../settings/present.ts";
import { type Accepted, acceptMessage, type Incoming } from "./accept.ts";
import { type Job, jobOf, type Turn, type TurnDeps } from "./turn.ts";

export interface StoreDeps extends TurnDeps {
  disk: { isLow(): boolean };
  node: Node;
}

/**
 * `begin` starts the reply's turn; null if another turn of the conversation runs or waits. It is called before the
 * commit (docs/decisions/2026-11-22-asked-for-while-it-is-stored.md). If the commit fails after all, the turn is
 * discarded before it has sent anything.
 * @returns the decision, and the turn if one has begun. @throws DomainError not_found, storage errors.
 */
export async function storeMessage(
  deps: Pick<StoreDeps, "db" | "settings" | "config" | "disk" | "node" | "clock" | "figures">,
  incoming: Incoming,
  isLive: (turnId: string) => boolean,
  begin: ((job: Job, history: readonly Said[]) => Turn) | null,
): Promise<{ accepted: Accepted; turn: Turn | null }> {
  // The lease may be lost while the settings are read, and the conversation does not belong to the node's next id.
  const { id: nodeId } = deps.node;
  const settings = await deps.settings.read();
  const rules = {
    ...settings,
    timeZone: deps.config.tz,
    requiresVerified: verificationIn(settings, deps.config.publicUrl) === "require",
    isDiskLow: deps.disk.isLow(),
    nodeId,
    readsHistory: begin !== null,
    isLive,
  };
  const early: { turn: Turn | null } = { turn: null };
  const body = (tx: Tx) => acceptMessage(tx, incoming, rules);
  const beforeCommit = (accepted: Accepted) => {
    // The body is run again if another member of the same commit failed. The turn of the first run is not needed then.
    early.turn?.discard();
    early.turn = begin && accepted.kind === "turn" && accepted.history ? begin(jobOf(accepted, incoming), accepted.history) : null;
  };
  try {
    const { visitor, agent } = incoming;
    const options = { beforeCommit, isGrowth: true, lock: visitorLock(visitor.visitorId), lane: agent.accountId };
    const askedAt = deps.clock.elapsed();
    const accepted = await deps.db.transaction(body, options);
    deps.figures.accepted(accepted, deps.clock.elapsed() - askedAt);
    return { accepted, turn: early.turn };
  } catch (error) {
    early.turn?.discard();
    deps.figures.unstored();
    throw deps.node.id === null ? error : explainLoss(error);
  }
}
