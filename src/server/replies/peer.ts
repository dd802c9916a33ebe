/** One open socket: frames are sent in order, and a slow reader uses a limited amount of memory. */
import type { ServerEvent } from "../../contract/chat.ts";

/** The transport under a socket. */
export interface Wire {
  /** Always accepts the frame. @returns false if the network is full: wait for the drain before you send more. */
  send(frame: string): boolean;
  close(code: number, reason: string): void;
}

/** What `send` of Bun's sockets returns when it has queued a frame because the network is full. */
export const BACK_PRESSURE = -1;
const MAX_WAITING_BYTES = 1024 * 1024;
/** Close code that asks the client to connect again in a moment. */
export const TRY_AGAIN = 1013;

/** A class, so that the sockets of ten thousand idle visitors share these functions. */
export class Peer {
  private waiting: string[] | null = null;
  private waitingBytes = 0;
  private isFull = false;
  private isClosed = false;

  constructor(private readonly wire: Wire) {}

  send(event: ServerEvent): void {
    if (!this.isClosed) this.sendFrame(JSON.stringify(event));
  }

  /** Sends an event that is JSON already. */
  sendFrame(frame: string): void {
    if (this.isClosed) return;
    if (!this.isFull) {
      this.isFull = !this.wire.send(frame);
      return;
    }
    this.waiting ??= [];
    this.waiting.push(frame);
    this.waitingBytes += frame.length;
    // The client connects again and resumes.
    if (this.waitingBytes > MAX_WAITING_BYTES) this.close(TRY_AGAIN, "too slow");
  }

  /** Call it when the transport has room again. */
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
