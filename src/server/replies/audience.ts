/** The sockets of one visitor, which all hear the same. */
import { MAX_SOCKETS_OF_VISITOR, type ServerEvent } from "../../contract/chat.ts";
import type { Peer } from "./peer.ts";

/** A visitor who reloads is back within seconds; one who left need not be answered. */
const LEAVE_GRACE_MS = 15_000;

export class Audience {
  private readonly peers = new Set<Peer>();
  private leaveTimer: Timer | null = null;

  /** `owner.onLeft` is called when nobody has listened for a while, once `awaitReturn` has asked for it. */
  constructor(private readonly owner: { onLeft(): void }) {}

  get isEmpty(): boolean {
    return this.peers.size === 0;
  }

  /** Whether this visitor has as many sockets as one may have. */
  get isFull(): boolean {
    return this.peers.size >= MAX_SOCKETS_OF_VISITOR;
  }

  add(peer: Peer): void {
    this.peers.add(peer);
  }

  /** @returns whether it was the last one. */
  remove(peer: Peer): boolean {
    return this.peers.delete(peer) && this.isEmpty;
  }

  /** All listeners hear the event, except the one that knows it already. */
  say(event: ServerEvent, except?: Peer): void {
    for (const peer of this.peers) if (peer !== except) peer.send(event);
  }

  close(code: number, reason: string): void {
    for (const peer of this.peers) peer.close(code, reason);
  }

  /** If nobody listens now and nobody joins in time, `onLeft` is called. */
  awaitReturn(): void {
    if (!this.isEmpty || this.leaveTimer) return;
    this.leaveTimer = setTimeout(() => {
      this.leaveTimer = null;
      if (this.isEmpty) this.owner.onLeft();
    }, LEAVE_GRACE_MS);
  }

  stopWaiting(): void {
    if (this.leaveTimer) clearTimeout(this.leaveTimer);
    this.leaveTimer = null;
  }
}
