/**
 * The frames that wait until the connection to another node has room again. Bun's socket drops what is sent beyond its
 * limit, so nothing is sent while it reports a full network.
 */

/** How many bytes of events may wait for one visitor's socket, and how many bytes of all frames for the connection. */
const LIMITS = { seatBytes: 1024 * 1024, totalBytes: 64 * 1024 * 1024 };

interface Waiting {
  /** The socket whose event this is; null for answers and for requests to close a socket. */
  seat: number | null;
  text: string;
  bytes: number;
}

export class LinkOutbox {
  private waiting: Waiting[] = [];
  private readonly ofSeat = new Map<number, number>();
  private total = 0;
  private isFull = false;

  /** @param transmit sends a frame like Bun's socket: a positive number is sent, -1 is sent and full, 0 is dropped */
  constructor(
    private readonly transmit: (text: string) => number,
    private readonly limits = LIMITS,
  ) {}

  /** Sends or keeps a short frame without which the other node would wait in vain: an answer, or a request to close. */
  say(frame: unknown): void {
    this.put(null, JSON.stringify(frame));
  }

  /** Like `say`, for an answer that may be long. @returns false if it is neither sent nor kept, because too much waits. */
  offer(frame: unknown): boolean {
    if (this.isFull && this.total >= this.limits.totalBytes) return false;
    this.say(frame);
    return true;
  }

  /** Sends or keeps an event. @returns false if it is neither sent nor kept, because too much waits: close the seat. */
  event(seat: number, event: string): boolean {
    const text = `${seat} ${event}`;
    if (this.isFull) {
      const bytes = Buffer.byteLength(text);
      const { seatBytes, totalBytes } = this.limits;
      if ((this.ofSeat.get(seat) ?? 0) + bytes > seatBytes || this.total + bytes > totalBytes) return false;
    }
    this.put(seat, text);
    return true;
  }

  /** Forgets the waiting events of a socket that is gone. */
  forget(seat: number): void {
    if (!this.ofSeat.delete(seat)) return;
    this.waiting = this.waiting.filter((one) => {
      if (one.seat === seat) this.total -= one.bytes;
      return one.seat !== seat;
    });
  }

  /** Call it when the connection has room again. */
  drained(): void {
    this.isFull = false;
    let sent = 0;
    for (const { seat, text, bytes } of this.waiting) {
      if (!this.transmits(text)) break;
      sent++;
      this.total -= bytes;
      if (seat !== null) this.count(seat, -bytes);
      if (this.isFull) break;
    }
    this.waiting.splice(0, sent);
  }

  private put(seat: number | null, text: string): void {
    if (!this.isFull && this.transmits(text)) return;
    const bytes = Buffer.byteLength(text);
    this.waiting.push({ seat, text, bytes });
    this.total += bytes;
    if (seat !== null) this.count(seat, bytes);
  }

  /** @returns whether the socket has taken the frame. */
  private transmits(text: string): boolean {
    const result = this.transmit(text);
    this.isFull = result <= 0;
    return result !== 0;
  }

  private count(seat: number, bytes: number): void {
    const now = (this.ofSeat.get(seat) ?? 0) + bytes;
    if (now > 0) this.ofSeat.set(seat, now);
    else this.ofSeat.delete(seat);
  }
}
