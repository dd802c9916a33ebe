/** One open socket: frames go out in order, and a slow reader costs bounded memory. */
import type { ServerEvent } from "../../contract/chat.ts";

/** What the transport gives. */
export interface Wire {
  /** The frame is taken in any case. @returns false when the network takes no more for now: wait for the drain. */
  send(frame: string): boolean;
  close(code: number, reason: string): void;
}

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
  let isFull = false;
  let isClosed = false;

  const flush = () => {
    let sent = 0;
    isFull = false;
    for (const frame of waiting) {
      if (isFull) break;
      isFull = !wire.send(frame);
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
      if (!isFull) {
        isFull = !wire.send(frame);
        return;
      }
      waiting.push(frame);
      waitingBytes += frame.length;
      // It comes back and asks for the rest.
      if (waitingBytes > MAX_WAITING_BYTES) close(TOO_SLOW, "too slow");
    },
    drained: flush,
    close,
  };
}
