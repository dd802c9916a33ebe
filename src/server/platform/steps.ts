/** Long computations as generators that pause after short steps, so that they can be run in slices. */
export type Steps<Result> = Generator<unknown, Result>;

/** Short enough that slices of several computations in one turn of the event loop do not delay it noticeably. */
const SLICE_MS = 2;

/** Runs a computation in slices. `pause` lets other work run before each of them: many computations may begin at once. */
export async function runInSlices<Result>(steps: Steps<Result>, pause: () => Promise<void>): Promise<Result> {
  for (;;) {
    await pause();
    const until = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
  }
}

/** Runs a computation without a pause. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Resolves in the next turn of the event loop, so that other work can run before. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Milliseconds after which a loop lets other work run. */
const REST_MS = 4;

/** For a loop that cannot be a generator: `if (rest.isDue()) await rest.take();` after each step. */
export interface Rest {
  isDue(): boolean;
  /** Waits for the next turn of the event loop. */
  take(): Promise<void>;
}

/** A rest is due when the last one was `afterMs` ago. */
export function createRest(afterMs = REST_MS, elapsed = () => performance.now()): Rest {
  let began = elapsed();
  return {
    isDue: () => elapsed() - began >= afterMs,
    async take() {
      await nextTurn();
      began = elapsed();
    },
  };
}
