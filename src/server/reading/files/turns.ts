/**
 * Who reads next: at most so many at once, the others wait, and accounts take turns. If there are several places, no account has
 * all of them, so that what takes long holds up only its own account's.
 */

/** Too many files already wait. Try again later. */
export class ReadersBusy extends Error {
  override name = "ReadersBusy";
  constructor() {
    super("too many files are waiting to be read");
  }
}

interface Waiter {
  of: string;
  start(): void;
}

export class Turns {
  /** Who has the places. */
  #running: string[] = [];
  /** In the order of turns. */
  #waiting: Waiter[] = [];
  /** Who had the latest turns; the last one is the latest. */
  #served: string[] = [];

  constructor(
    private readonly places: number,
    private readonly room: number,
  ) {}

  /** Runs `work` when it is the turn of `of`. @throws ReadersBusy, and the signal's reason if it aborts while waiting */
  async run<Result>(of: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#hasPlace(of)) this.#running.push(of);
    else await this.#wait(of, signal);
    try {
      return await work();
    } finally {
      this.#running.splice(this.#running.indexOf(of), 1);
      this.#serve();
    }
  }

  #hasPlace(of: string): boolean {
    const own = this.#running.filter((one) => one === of).length;
    return this.#running.length < this.places && own < Math.max(1, this.places - 1);
  }

  async #wait(of: string, signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.room) throw new ReadersBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { of, start: resolve };
    const leave = () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiter);
      reject(signal.reason);
    };
    this.#waiting.push(waiter);
    signal.addEventListener("abort", leave, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** The place is taken in this step, so that nothing that arrives now can take it. */
  #serve(): void {
    const turnOf = ({ of }: Waiter) => this.#served.lastIndexOf(of);
    const [next] = this.#waiting.filter(({ of }) => this.#hasPlace(of)).sort((one, other) => turnOf(one) - turnOf(other));
    if (!next) return;
    this.#running.push(next.of);
    this.#waiting = this.#waiting.filter((one) => one !== next);
    const names = new Set(this.#waiting.map(({ of }) => of));
    this.#served = [...this.#served.filter((of) => of !== next.of && names.has(of)), next.of];
    next.start();
  }
}
