/**
 * Long computations about things that change, such as the entries of an agent: one at a time for each of them, and everyone
 * who asks meanwhile shares the next one. Without this, each of ten changes in a second would begin its own.
 */

export interface SharedRuns<Result> {
  /**
   * What is known, if `isFresh` says that it still holds; otherwise the result of a run that began after this call. `compute`
   * gets what is known from before. @throws what `compute` throws; nothing of a run that fails is kept
   */
  of(key: string, isFresh: (known: Result) => boolean, compute: (before: Result | undefined) => Promise<Result>): Promise<Result>;
}

interface Options<Result> {
  /** Keys whose results are kept: those that were used last. */
  most: number;
  /** Keys that are computed at once; the others wait. */
  atOnce: number;
  /** Called when a result is kept, with all that are, the one that was used last at the end. */
  onKept?: (results: readonly Result[]) => void;
}

export function createSharedRuns<Result>({ most, atOnce, onKept }: Options<Result>): SharedRuns<Result> {
  // In order of last use, the oldest first.
  const known = new Map<string, Result>();
  const running = new Map<string, Promise<Result>>();
  const waiting: (() => void)[] = [];
  let places = atOnce;

  const use = (key: string, result: Result): Result => {
    known.delete(key);
    known.set(key, result);
    return result;
  };

  const inPlace = async (key: string, compute: (before: Result | undefined) => Promise<Result>): Promise<Result> => {
    if (places > 0) places--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await compute(known.get(key));
    } finally {
      const next = waiting.shift();
      if (next) next();
      else places++;
    }
  };

  const begin = async (key: string, compute: (before: Result | undefined) => Promise<Result>): Promise<Result> => {
    try {
      const result = use(key, await inPlace(key, compute));
      for (const oldest of known.keys()) {
        if (known.size <= most) break;
        known.delete(oldest);
      }
      onKept?.([...known.values()]);
      return result;
    } finally {
      running.delete(key);
    }
  };

  const join = (key: string, compute: (before: Result | undefined) => Promise<Result>): Promise<Result> => {
    const run = running.get(key) ?? begin(key, compute);
    running.set(key, run);
    return run;
  };

  return {
    async of(key, isFresh, compute) {
      const before = running.get(key);
      // Its failure is the affair of those who began it.
      if (before) await Promise.allSettled([before]);
      const last = known.get(key);
      return last !== undefined && isFresh(last) ? use(key, last) : join(key, compute);
    },
  };
}
