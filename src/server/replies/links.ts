/** The connections to other nodes, one to each that owns conversations of visitors who are connected here. */
import type { Node } from "../nodes/node.ts";
import type { Clock } from "../platform/clock.ts";
import type { Keys } from "../platform/keys.ts";
import { type Db, StorageBusy } from "../platform/storage/db.ts";
import { Link } from "./link.ts";
import { LINK_PATH, LINK_PURPOSE, TOKEN_MS } from "./link-frames.ts";
import { Owners } from "./owners.ts";

interface Deps {
  db: Db;
  node: Node;
  keys: Keys;
  clock: Clock;
}

/**
 * How long a visitor's socket waits for an owner that cannot be reached: longer than a lease lasts, so that the owner is
 * either back or has been replaced. The times are counted, not measured, because tests have clocks that do not move.
 */
const TRIES = 36;
const PAUSE_MS = 250;

export class Links {
  readonly owners: Owners;
  private readonly links = new Map<string, Promise<Link | null>>();

  constructor(private readonly deps: Deps) {
    const { db, node } = deps;
    this.owners = new Owners(db, node);
    // A frozen node keeps its connections open.
    node.onGone((ids) => this.end(ids));
    node.onLost(() => this.end([...this.links.keys()]));
  }

  /**
   * Makes this node the owner of the visitor's conversation, unless another node is.
   * @returns the way to that node, or null if this node is the owner. @throws storage errors; StorageBusy if the owner cannot be reached.
   */
  async claim(visitorId: string): Promise<Link | null> {
    for (let tries = 0; tries < TRIES; tries++) {
      const owner = await this.owners.claim(visitorId);
      if (owner === null) return null;
      const link = await this.to(owner);
      if (link) return link;
      await this.deps.clock.sleep(PAUSE_MS);
    }
    throw new StorageBusy("the node that holds this conversation cannot be reached");
  }

  /** Ends the conversation on the node that owns it, if it is another one. A node that cannot be reached learns of it from the store. */
  async endElsewhere(visitorId: string): Promise<void> {
    const owner = await this.owners.find(visitorId);
    const link = owner === null ? null : await this.to(owner);
    await link?.endConversation(visitorId).catch(() => undefined);
  }

  /** Closes the visitors' sockets with this code, for a server that stops. */
  async stop(code: number, reason: string): Promise<void> {
    const links = await Promise.all(this.links.values());
    for (const link of links) link?.end(code, reason);
  }

  private to(owner: string): Promise<Link | null> {
    const known = this.links.get(owner);
    if (known) return known;
    const opened = this.open(owner);
    this.links.set(owner, opened);
    // The next attempt opens another connection.
    void opened.then((link) => link ?? this.forget(owner, opened));
    return opened;
  }

  private open(owner: string): Promise<Link | null> {
    const { node, keys, clock } = this.deps;
    const address = node.addressOf(owner);
    if (address === null || node.id === null) return Promise.resolve(null);
    const token = keys.sign({ from: node.id, to: owner, until: clock.now() + TOKEN_MS }, LINK_PURPOSE);
    const url = `${address.replace(/^http/, "ws")}${LINK_PATH}`;
    return Link.open({ url, token }, () => this.links.delete(owner));
  }

  private forget(owner: string, opened: Promise<Link | null>): void {
    if (this.links.get(owner) === opened) this.links.delete(owner);
  }

  private end(ids: readonly string[]): void {
    for (const id of ids) void this.links.get(id)?.then((link) => link?.end());
  }
}
