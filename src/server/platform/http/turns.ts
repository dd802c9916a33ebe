/**
 * Shares the event loop fairly. Once a slice of time is used up, further work of clients waits for its turn, and the
 * waiting keys are served in rotation, so that one client cannot block the others.
 */

export interface Turns {
  /** Resolves when there is time for one more piece of work of this key; at once while the slice lasts and no other work waits. */
  next(key: string): Promise<void>;
  /** Like `next`, but always lets other keys have their turn first: for use between two pieces of one long task. */
  pause(key: string): Promise<void>;
}

/** Milliseconds for such work in one turn of the event loop. */
const SLICE_MS = 6;
const AT_ONCE = Promise.resolve();
/** Within this many microtasks, resumed work usually does most of its computing before it waits for the disk or the network. */
const HOPS = 50;

/** `elapsed`: milliseconds of a clock that never goes back. `defer` runs its argument in the next turn of the event loop. */
export function createTurns({
  elapsed = () => performance.now(),
  defer = (run: () => void): unknown => setImmediate(run),
}: {
  elapsed?: () => number;
  defer?: (run: () => void) => unknown;
} = {}): Turns {
  /** In the order in which keys are served; a key that has been served moves to the end. */
  const waiting = new Map<string, (() => void)[]>();
  let began = 0;
  let isDeferred = false;

  const begin = () => {
    if (isDeferred) return;
    isDeferred = true;
    began = elapsed();
    defer(() => void serve());
  };

  /** Resumes waiting work one by one while the slice lasts, and measures the time of each before it resumes the next. */
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
      // The resumed work runs in several successive microtasks.
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
