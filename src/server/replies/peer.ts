/** One open socket: frames go out in order, and a slow reader costs bounded memory. */
import type { ServerEvent } from "../../contract/chat.ts";

/** What the transport gives. */
export interface Wire {
  send(frame: string): void;
  /** Bytes that the network has not taken yet. */
  buffered(): number;
  close(code: number, reason: string): void;
}

/** Above this the transport gets no more until it drains. */
const HIGH_WATER = 64 * 1024;
const MAX_WAITING_BYTES = 1024 * 1024;
const TOO_SLOW = 1013;

export interface Peer {
  send(event: ServerEvent): void;
  /** The transport has room again. */
  drained(): void;
  close(code: number, reason: string): void;
}

export function createPeer(wire: Wire): Peer {
  let waiting: string[] = [];
  let waitingBytes = 0;
  let isClosed = false;

  const flush = () => {
    let sent = 0;
    for (const frame of waiting) {
      if (wire.buffered() > HIGH_WATER) break;
      wire.send(frame);
      waitingBytes -= frame.length;
      sent++;
    }
    waiting = waiting.slice(sent);
  };
  const close: Peer["close"] = (code, reason) => {
    if (isClosed) return;
    isClosed = true;
    waiting = [];
    wire.close(code, reason);
  };

  return {
    send(event) {
      if (isClosed) return;
      const frame = JSON.stringify(event);
      if (waiting.length === 0 && wire.buffered() <= HIGH_WATER) return wire.send(frame);
      waiting.push(frame);
      waitingBytes += frame.length;
      // It comes back and asks for the rest.
      if (waitingBytes > MAX_WAITING_BYTES) close(TOO_SLOW, "too slow");
    },
    drained: flush,
    close,
  };
}
