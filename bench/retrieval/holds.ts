/** How long work holds the event loop, as a timer beside it sees. */
import { quantile, threadTime } from "../measuring.ts";

export interface Holds {
  /** Milliseconds between two calls of the timer: the processor time of this thread, and the time that passed. */
  own: readonly number[];
  passed: readonly number[];
}

/** Runs work beside a timer that wants to be called each millisecond. */
export async function watchLoop(work: () => Promise<unknown>): Promise<Holds> {
  const own: number[] = [];
  const passed: number[] = [];
  let before = { own: threadTime(), passed: performance.now() };
  const tick = () => {
    const now = { own: threadTime(), passed: performance.now() };
    own.push(now.own - before.own);
    passed.push(now.passed - before.passed);
    before = now;
  };
  const timer = setInterval(tick, 1);
  await work();
  tick();
  clearInterval(timer);
  return { own, passed };
}

const ms = (value: number) => value.toFixed(1).padStart(6);

export const describeHolds = ({ own, passed }: Holds): string =>
  `${ms(quantile(own, 0.99))} ${ms(Math.max(...own))} ${ms(quantile(passed, 0.99))} ${ms(Math.max(...passed))}`;
