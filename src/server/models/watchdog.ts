/** Ends an attempt in time, whatever the vendor does. One timer for each attempt, none for each token. */
import type { Clock } from "../platform/clock.ts";

export interface Watchdog {
  /** A piece of text arrived: from now on the gap between pieces counts. */
  touch(): void;
  stop(): void;
  /** Which limit was passed, in words; null while none was. */
  expired(): string | null;
}

export interface WatchdogLimits {
  firstMs: number;
  betweenMs: number;
  /** Epoch milliseconds. */
  deadline: number;
}

export function startWatchdog(clock: Clock, limits: WatchdogLimits, onExpire: () => void): Watchdog {
  const stopped = new AbortController();
  let wakeAt = clock.now() + limits.firstMs;
  let isBegun = false;
  let expired: string | null = null;

  const watch = async () => {
    while (!stopped.signal.aborted) {
      const now = clock.now();
      const until = Math.min(wakeAt, limits.deadline);
      if (now >= until) {
        expired = describe(limits, isBegun, now >= limits.deadline);
        return onExpire();
      }
      // Never longer than a gap may be: a first piece may have moved the end nearer meanwhile.
      await clock.sleep(Math.min(until - now, limits.betweenMs), stopped.signal);
    }
  };
  void watch();

  return {
    touch() {
      isBegun = true;
      wakeAt = clock.now() + limits.betweenMs;
    },
    stop: () => stopped.abort(),
    expired: () => expired,
  };
}

function describe({ firstMs, betweenMs }: WatchdogLimits, isBegun: boolean, isTotal: boolean): string {
  if (isTotal) return "the reply took too long as a whole";
  return isBegun ? `no more text for ${betweenMs / 1000} s` : `no text within ${firstMs / 1000} s`;
}
