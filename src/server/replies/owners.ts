/** Which node holds a visitor's live conversation (docs/architecture.md#nodes). */
import { visitorLock } from "../conversations/store.ts";
import { explainLoss, leaseCheck, type Node } from "../nodes/node.ts";
import { type Db, StorageBusy } from "../platform/storage/db.ts";
import { claimConversation, findOwner, releaseConversations } from "./owners-store.ts";

/** Conversations that are given up in one statement. */
const SLICE = 500;

export class Owners {
  /** The visitors whose conversations this node owns. */
  private readonly held = new Set<string>();
  /** Those of them whose conversations are no longer in memory. */
  private readonly idle = new Set<string>();
  private releasing: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly db: Db,
    private readonly node: Node,
  ) {
    node.onLost(() => {
      this.held.clear();
      this.idle.clear();
    });
  }

  /**
   * Makes this node the owner unless another one is. @returns the id of the other owner, or null.
   * @throws storage errors; StorageBusy if this node stops and has no running reply for the visitor, or if it lost its
   * lease in the meantime: the row is then deleted with the lease
   */
  async claim(visitorId: string): Promise<string | null> {
    const { id } = this.node;
    if (id === null) return null;
    if (this.isStopping && (!this.held.has(visitorId) || this.idle.has(visitorId))) throw new StorageBusy("this node is stopping");
    if (this.held.has(visitorId)) {
      this.idle.delete(visitorId);
      return null;
    }
    const requireLease = leaseCheck(this.node);
    // A release that is being stored may include this visitor.
    await this.releasing;
    const claimed = this.db.transaction((tx) => claimConversation(tx, visitorId, id), { lock: visitorLock(visitorId) });
    const owner = await claimed.catch((error: unknown) => {
      throw explainLoss(error);
    });
    requireLease();
    if (owner !== id) return owner;
    this.held.add(visitorId);
    return null;
  }

  /** The number of conversations that are owned here and not in memory. */
  get idleCount(): number {
    return this.idle.size;
  }

  /** The id of another node that owns the conversation; null if none does. @throws storage errors. */
  async find(visitorId: string): Promise<string | null> {
    if (this.node.id === null || this.held.has(visitorId)) return null;
    const owner = await findOwner(this.db, visitorId);
    return owner === undefined || owner === this.node.id ? null : owner;
  }

  /** The conversation has left this node's memory. It is given up later, so that a visitor who reloads the page costs nothing. */
  noteIdle(visitorId: string): void {
    if (this.held.has(visitorId)) this.idle.add(visitorId);
  }

  /** For a node that stops: takes no more conversations. */
  stop(): void {
    this.isStopping = true;
  }

  /** Gives up idle conversations. Call it every few seconds. @throws storage errors; the rest is then given up with this node's lease. */
  async releaseIdle(): Promise<void> {
    const { id } = this.node;
    if (id === null || this.idle.size === 0) return;
    const visitorIds = [...this.idle].slice(0, SLICE);
    for (const visitorId of visitorIds) {
      this.idle.delete(visitorId);
      this.held.delete(visitorId);
    }
    const released = this.db.transaction((tx) => releaseConversations(tx, visitorIds, id), { lock: `owners:${id}` });
    this.releasing = released.catch(() => undefined);
    await released;
  }
}
