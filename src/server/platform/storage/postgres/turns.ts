/**
 * Transactions with the same key wait here, one after the other, before they take a connection. Otherwise they would
 * wait for PostgreSQL's lock, and hold all connections meanwhile.
 */
import { StorageBusy } from "../db.ts";

const MAX_WAITING = 20_000;

interface Waiting {
  go: () => void;
  refuse: (error: unknown) => void;
  timer: Timer;
}

export class Turns {
  /** The keys that are taken, with those that wait for them in the order in which they came. */
  private readonly byKey = new Map<string, Waiting[]>();
  private waiting = 0;

  /** Runs `act` when all earlier ones with the same key have ended. @throws StorageBusy if its turn has not come within `ms` */
  async run<T>(key: string, ms: number, act: () => Promise<T>): Promise<T> {
    const queue = this.byKey.get(key);
    if (queue) await this.wait(queue, ms);
    else this.byKey.set(key, []);
    try {
      return await act();
    } finally {
      this.next(key);
    }
  }

  close(): void {
    for (const queue of this.byKey.values()) {
      for (const { refuse, timer } of queue.splice(0)) {
        clearTimeout(timer);
        refuse(new StorageBusy("the database is closed"));
      }
    }
    this.waiting = 0;
  }

  private wait(queue: Waiting[], ms: number): Promise<void> {
    if (this.waiting >= MAX_WAITING) return Promise.reject(new StorageBusy("too many writes are waiting"));
    return new Promise((resolve, reject) => {
      const late = () => {
        queue.splice(queue.indexOf(one), 1);
        this.waiting--;
        reject(new StorageBusy("too many writes are waiting for the same lock"));
      };
      const one: Waiting = { go: resolve, refuse: reject, timer: setTimeout(late, ms) };
      queue.push(one);
      this.waiting++;
    });
  }

  private next(key: string): void {
    const first = this.byKey.get(key)?.shift();
    if (!first) {
      this.byKey.delete(key);
      return;
    }
    this.waiting--;
    clearTimeout(first.timer);
    first.go();
  }
}
