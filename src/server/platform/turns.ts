/**
 * One event loop for everybody: work that strangers ask for waits for its turn once a slice of time is used up, and
 * those who wait are served one after the other by key, so that one of them cannot keep the rest waiting.
 */

export interface Turns {
  /** Resolves when there is time for one more piece of work of this key; at once while the slice lasts and nobody waits. */
  next(key: string): Promise<void>;
  /** The same, but always after others had their turn: between two pieces of one long work. */
  pause(key: string): Promise<void>;
}

/** Milliseconds of such work in one turn of the event loop. */
const SLICE_MS = 8;
const AT_ONCE = Promise.resolve();
/** Microtasks in which a woken work does the most of what it does before it waits for the disk or the network. */
const HOPS = 50;

/** `elapsed`: milliseconds of a clock that never goes back. `defer` runs its argument in the next turn of the event loop. */
export function createTurns({
  elapsed = () => performance.now(),
  defer = (run: () => void): unknown => setImmediate(run),
}: {
  elapsed?: () => number;
  defer?: (run: () => void) => unknown;
} = {}): Turns {
  /** In the order in which keys are served; a key that was served goes to the end. */
  const waiting = new Map<string, (() => void)[]>();
  let began = 0;
  let isDeferred = false;

  const begin = () => {
    if (isDeferred) return;
    isDeferred = true;
    began = elapsed();
    defer(() => void serve());
  };

  /** Wakes one after the other while the slice lasts, and measures what each did before the next is woken. */
  const serve = async () => {
    isDeferred = false;
    if (waiting.size === 0) return;
    begin();
    do {
      for (const [key, works] of waiting) {
        const wake = works.shift();
        waiting.delete(key);
        if (works.length > 0) waiting.set(key, works);
        wake?.();
        break;
      }
      // What was woken runs as microtasks of its own, some after others.
      for (let hop = 0; hop < HOPS; hop++) await AT_ONCE;
    } while (waiting.size > 0 && elapsed() - began < SLICE_MS);
  };

  const pause: Turns["pause"] = (key) =>
    new Promise((resolve) => {
      const works = waiting.get(key);
      if (works) works.push(resolve);
      else waiting.set(key, [resolve]);
      begin();
    });

  return {
    pause,
    next(key) {
      begin();
      return waiting.size === 0 && elapsed() - began < SLICE_MS ? AT_ONCE : pause(key);
    },
  };
}
