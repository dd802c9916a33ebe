/**
 * Transactions that name the same key wait here, in the order in which they came, before they take a connection: those
 * with the same lock, and those of the same account. Otherwise they would wait in PostgreSQL, and hold all connections
 * meanwhile.
 */
import { StorageBusy } from "../db.ts";

const MAX_WAITING = 20_000;

interface Waiting {
  go: () => void;
  refuse: (error: unknown) => void;
  timer: Timer;
}

interface Key {
  running: number;
  waiting: Waiting[];
}

export class Turns {
  private readonly byKey = new Map<string, Key>();
  private waiting = 0;

  /** @param width how many with the same key may run at once */
  constructor(private readonly width = 1) {}

  /** Runs `act` when fewer than `width` earlier ones with the same key run. @throws StorageBusy if that takes longer than `ms` */
  async run<T>(name: string, ms: number, act: () => Promise<T>): Promise<T> {
    const key = this.byKey.get(name) ?? { running: 0, waiting: [] };
    this.byKey.set(name, key);
    if (key.running < this.width) key.running++;
    else await this.wait(key.waiting, ms);
    try {
      return await act();
    } finally {
      this.next(name, key);
    }
  }

  close(): void {
    for (const { waiting } of this.byKey.values()) {
      for (const { refuse, timer } of waiting.splice(0)) {
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

  private next(name: string, key: Key): void {
    const first = key.waiting.shift();
    if (!first) {
      key.running--;
      if (key.running === 0) this.byKey.delete(name);
      return;
    }
    this.waiting--;
    clearTimeout(first.timer);
    first.go();
  }
}
