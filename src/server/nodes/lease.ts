/**
 * The lease of a node (docs/architecture.md#nodes). A node extends it with every heartbeat. When it has expired, the
 * other nodes delete the node's row, take over its conversations and refund its turns. A node that finds its row gone,
 * or cannot reach the database for as long as the lease lasts, gives up everything and joins again under a new id.
 */
import type { Clock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import type { Log } from "../platform/log.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { createAddressCheck } from "./address-check.ts";
import type { Node, OtherNode } from "./node.ts";
import { deleteNode, extendLease, insertNode, listNodes, type NewNode, nodeLock, type StoredNode } from "./store.ts";

export const LEASE_MS = 6_000;
export const BEAT_MS = 2_000;

interface LeaseDeps {
  db: Db;
  clock: Clock;
  log: Log;
  /** Called in each transaction that extends the lease. @throws DatabaseTooNew if this program is too old by now. */
  requireSchema?: (tx: Tx) => Promise<void>;
}

export class Lease implements Node {
  id: string = newId();
  private url = "";
  private readonly others = new Map<string, StoredNode>();
  private readonly goneListeners: ((ids: string[]) => void)[] = [];
  private readonly lostListeners: (() => void)[] = [];
  /** When the last heartbeat that succeeded began, by the monotonic clock; null without a lease. */
  private extendedAt: number | null = null;
  private hasLeft = false;
  private readonly checkAddresses: ReturnType<typeof createAddressCheck>;

  constructor(
    private readonly deps: LeaseDeps,
    private readonly self: Pick<NewNode, "name" | "version" | "schema">,
  ) {
    this.checkAddresses = createAddressCheck(deps.log, LEASE_MS + BEAT_MS);
  }

  /** Joins the other nodes. `url`: where they reach this one. @throws storage errors. */
  async join(url: string): Promise<void> {
    this.url = url;
    await this.beat();
  }

  isValid(): boolean {
    return this.extendedAt !== null && this.deps.clock.elapsed() - this.extendedAt < LEASE_MS;
  }

  find(id: string): OtherNode | null {
    return this.others.get(id) ?? null;
  }

  share(): number {
    return this.others.size + 1;
  }

  onGone(listener: (ids: string[]) => void): void {
    this.goneListeners.push(listener);
  }

  onLost(listener: () => void): void {
    this.lostListeners.push(listener);
  }

  async beat(): Promise<void> {
    this.check();
    if (this.extendedAt !== null) await this.extend();
    // A heartbeat that was under way must not join again: its row would never be extended or deleted.
    if (this.hasLeft) return;
    if (this.extendedAt === null) await this.enter();
    await this.lookAround();
  }

  check(): void {
    if (this.extendedAt !== null && !this.isValid()) this.lose("the database could not be reached in time");
  }

  async leave(): Promise<void> {
    this.hasLeft = true;
    this.extendedAt = null;
    await this.deps.db.transaction((tx) => deleteNode(tx, this.id), { lock: nodeLock(this.id), isUrgent: true });
  }

  private async enter(): Promise<void> {
    const { db, clock, log } = this.deps;
    const { id } = this;
    let begun = 0;
    const insert = async (tx: Tx) => {
      begun = clock.elapsed();
      await insertNode(tx, { id, url: this.url, ...this.self }, LEASE_MS);
      await this.deps.requireSchema?.(tx);
    };
    try {
      await db.transaction(insert, { lock: nodeLock(id), isUrgent: true });
    } catch (error) {
      // The row may be stored although the answer was lost; with the same id, every later attempt would then fail.
      if (this.id === id) this.id = newId();
      throw error;
    }
    if (this.hasLeft) return;
    this.extendedAt = begun;
    log.info("joined the nodes of this database", { node: id, name: this.self.name, url: this.url });
  }

  private async extend(): Promise<void> {
    const { id } = this;
    let begun = 0;
    const update = async (tx: Tx) => {
      begun = this.deps.clock.elapsed();
      const isExtended = await extendLease(tx, id, LEASE_MS);
      await this.deps.requireSchema?.(tx);
      return isExtended;
    };
    const isExtended = await this.deps.db.transaction(update, { lock: nodeLock(id), isUrgent: true });
    // The lease may have been lost while the database was slow. The answer is then about an id that is no longer in use.
    if (this.id !== id || this.hasLeft) return;
    if (isExtended) this.extendedAt = begun;
    else this.lose("another node has taken over");
  }

  private lose(reason: string): void {
    this.deps.log.warn("this node lost its lease; its replies are broken off and its sockets closed", { node: this.id, reason });
    this.extendedAt = null;
    this.id = newId();
    for (const listener of this.lostListeners) listener();
  }

  private async lookAround(): Promise<void> {
    const nodes = await this.deps.db.transaction(listNodes, { lock: nodeLock(this.id), isUrgent: true });
    const alive = new Set(nodes.map(({ id }) => id));
    const gone = [...this.others.keys()].filter((id) => !alive.has(id));
    this.others.clear();
    for (const node of nodes) if (node.id !== this.id) this.others.set(node.id, node);
    this.checkAddresses(this.url, this.others.values(), this.deps.clock.elapsed());
    if (gone.length > 0) for (const listener of this.goneListeners) listener(gone);
  }
}
