/** One open socket: frames go out in order, and a slow reader costs bounded memory. */
import type { ServerEvent } from "../../contract/chat.ts";

/** What the transport gives. */
export interface Wire {
  /** The frame is taken in any case. @returns false when the network takes no more for now: wait for the drain. */
  send(frame: string): boolean;
  close(code: number, reason: string): void;
}

const MAX_WAITING_BYTES = 1024 * 1024;
/** Close code: not now, connect again in a moment. */
export const TRY_AGAIN = 1013;

/** A class, so that ten thousand idle visitors share these functions. */
export class Peer {
  private waiting: string[] | null = null;
  private waitingBytes = 0;
  private isFull = false;
  private isClosed = false;

  constructor(private readonly wire: Wire) {}

  send(event: ServerEvent): void {
    if (this.isClosed) return;
    const frame = JSON.stringify(event);
    if (!this.isFull) {
      this.isFull = !this.wire.send(frame);
      return;
    }
    this.waiting ??= [];
    this.waiting.push(frame);
    this.waitingBytes += frame.length;
    // It comes back and asks for the rest.
    if (this.waitingBytes > MAX_WAITING_BYTES) this.close(TRY_AGAIN, "too slow");
  }

  /** The transport has room again. */
  drained(): void {
    const waiting = this.waiting ?? [];
    let sent = 0;
    this.isFull = false;
    for (const frame of waiting) {
      if (this.isFull) break;
      this.isFull = !this.wire.send(frame);
      this.waitingBytes -= frame.length;
      sent++;
    }
    this.waiting = sent === waiting.length ? null : waiting.slice(sent);
  }

  close(code: number, reason: string): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.waiting = null;
    this.wire.close(code, reason);
  }
}
