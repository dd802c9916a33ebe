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
