/** The sockets of one visitor, which all receive the same events. */
import { MAX_SOCKETS_OF_VISITOR, type ServerEvent } from "../../contract/chat.ts";
import type { Peer } from "./peer.ts";

/** How long a reply continues without a socket. A visitor who reloads the page is back within seconds. */
const LEAVE_GRACE_MS = 15_000;

export class Audience {
  private readonly peers = new Set<Peer>();
  private leaveTimer: Timer | null = null;

  /** `owner.onLeft` is called if no socket listens for a while after a call of `awaitReturn`. */
  constructor(private readonly owner: { onLeft(): void }) {}

  get isEmpty(): boolean {
    return this.peers.size === 0;
  }

  /** Whether this visitor has the maximum number of sockets. */
  get isFull(): boolean {
    return this.peers.size >= MAX_SOCKETS_OF_VISITOR;
  }

  add(peer: Peer): void {
    this.peers.add(peer);
  }

  /** @returns whether it was the last socket. */
  remove(peer: Peer): boolean {
    return this.peers.delete(peer) && this.isEmpty;
  }

  /** Sends the event to all listeners except `except`, which knows it already. */
  say(event: ServerEvent, except?: Peer): void {
    for (const peer of this.peers) if (peer !== except) peer.send(event);
  }

  close(code: number, reason: string): void {
    for (const peer of this.peers) peer.close(code, reason);
  }

  /** Calls `onLeft` if no socket listens now and none joins in time. */
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
