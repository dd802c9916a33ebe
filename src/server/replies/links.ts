/** The connections to other nodes, one to each that owns conversations of visitors who are connected here. */
import { LEASE_MS } from "../nodes/lease.ts";
import type { Node } from "../nodes/node.ts";
import type { Clock } from "../platform/clock.ts";
import type { Keys } from "../platform/keys.ts";
import type { Log } from "../platform/log.ts";
import { type Db, StorageBusy } from "../platform/storage/db.ts";
import { Link, LinkFailed } from "./link.ts";
import { LINK_PATH } from "./link-frames.ts";
import { LinkTokens } from "./link-tokens.ts";
import { Owners } from "./owners.ts";

interface Deps {
  db: Db;
  node: Node;
  keys: Keys;
  clock: Clock;
  log: Log;
}

/**
 * How long a visitor's socket waits for an owner that cannot be reached: longer than a lease lasts, so that the owner is
 * either back or has been replaced.
 */
const WAIT_MS = LEASE_MS + 1_500;
const PAUSE_MS = 250;
/** Limits the wait as well, because a sleep takes no time in tests. */
const TRIES = WAIT_MS / PAUSE_MS;
/** How long a node may take to accept a connection. */
const OPEN_WITHIN_MS = 2_000;
/** A node that cannot be reached is named in the log once in this time. */
const WARN_EVERY_MS = 60_000;

export class Links {
  readonly owners: Owners;
  readonly tokens: LinkTokens;
  private readonly links = new Map<string, Promise<Link | null>>();
  /** When each node was last named in the log, by the monotonic clock. */
  private readonly warned = new Map<string, number>();

  constructor(private readonly deps: Deps) {
    const { db, node } = deps;
    this.owners = new Owners(db, node);
    this.tokens = new LinkTokens(deps);
    // A frozen node keeps its connections open.
    node.onGone((ids) => this.end(ids));
    node.onLost(() => this.end([...this.links.keys()]));
  }

  /**
   * Makes this node the owner of the visitor's conversation, unless another node is.
   * @returns the way to that node, or null if this node is the owner. @throws storage errors; StorageBusy if the owner cannot be reached.
   */
  async claim(visitorId: string): Promise<Link | null> {
    const { clock } = this.deps;
    const deadline = clock.elapsed() + WAIT_MS;
    for (let tries = 0; tries < TRIES; tries++) {
      const owner = await this.owners.claim(visitorId);
      if (owner === null) return null;
      const left = deadline - clock.elapsed();
      if (left <= 0) break;
      const link = await this.to(owner, Math.min(left, OPEN_WITHIN_MS));
      if (link) return link;
      await clock.sleep(PAUSE_MS);
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

  private to(owner: string, withinMs = OPEN_WITHIN_MS): Promise<Link | null> {
    const known = this.links.get(owner);
    if (known) return known;
    const opened = this.open(owner, withinMs);
    this.links.set(owner, opened);
    // The next attempt opens another connection.
    void opened.then((link) => link ?? this.forget(owner, opened));
    return opened;
  }

  private async open(owner: string, withinMs: number): Promise<Link | null> {
    const { node } = this.deps;
    const other = node.find(owner);
    if (other === null || node.id === null) return null;
    const token = this.tokens.make(node.id, owner);
    const url = `${other.url.replace(/^http/, "ws")}${LINK_PATH}`;
    try {
      return await Link.open({ url, token, withinMs }, () => this.links.delete(owner));
    } catch (error) {
      if (!(error instanceof LinkFailed)) throw error;
      this.warn(owner, { ...other, reason: error.message });
      return null;
    }
  }

  /** A wrong `--node-url` shows only here: both nodes serve their own visitors. */
  private warn(owner: string, { name, url, reason }: { name: string; url: string; reason: string }): void {
    const now = this.deps.clock.elapsed();
    for (const [id, at] of this.warned) if (now - at >= WARN_EVERY_MS) this.warned.delete(id);
    if (this.warned.has(owner)) return;
    this.warned.set(owner, now);
    this.deps.log.warn("another node cannot be reached at its --node-url; visitors whose conversations it holds are refused here", {
      node: owner,
      name,
      url,
      reason,
    });
  }

  private forget(owner: string, opened: Promise<Link | null>): void {
    if (this.links.get(owner) === opened) this.links.delete(owner);
  }

  private end(ids: readonly string[]): void {
    for (const id of ids) void this.links.get(id)?.then((link) => link?.end());
  }
}
