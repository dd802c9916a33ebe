/** Ends an attempt in time, whatever the vendor does. Uses one timer per attempt and none per token. */
import type { Clock } from "../../platform/clock.ts";

export interface Watchdog {
  /** The reader waits for a piece from now on: the first one, or the next. */
  wait(isBegun: boolean): void;
  /** The reader does not wait: only the deadline applies. */
  rest(): void;
  stop(): void;
  /** A description of the exceeded limit; null if none was exceeded. */
  expired(): string | null;
}

export interface WatchdogLimits {
  /** Milliseconds until the first piece, from the start. */
  firstMs: number;
  /** Milliseconds between two pieces. */
  betweenMs: number;
  /** In milliseconds of `clock.elapsed`. */
  deadline: number;
}

export function startWatchdog(clock: Clock, limits: WatchdogLimits, onExpire: () => void): Watchdog {
  const stopped = new AbortController();
  const firstUntil = clock.elapsed() + limits.firstMs;
  // Never sleep longer than the shorter limit, because a piece may bring the end forward during the sleep.
  const nap = Math.min(limits.firstMs, limits.betweenMs);
  let until = firstUntil;
  let hasBegun = false;
  let expired: string | null = null;

  const watch = async () => {
    while (!stopped.signal.aborted) {
      const now = clock.elapsed();
      const end = Math.min(until, limits.deadline);
      if (now >= end) {
        expired = describe(limits, hasBegun, now >= limits.deadline);
        return onExpire();
      }
      await clock.sleep(Math.min(end - now, nap), stopped.signal);
    }
  };
  void watch();

  return {
    wait(isBegun) {
      hasBegun = isBegun;
      until = isBegun ? clock.elapsed() + limits.betweenMs : firstUntil;
    },
    rest() {
      until = Number.POSITIVE_INFINITY;
    },
    stop: () => stopped.abort(),
    expired: () => expired,
  };
}

function describe({ firstMs, betweenMs }: WatchdogLimits, hasBegun: boolean, isTotal: boolean): string {
  if (isTotal) return "the reply took too long as a whole";
  return hasBegun ? `no more text for ${betweenMs / 1000} s` : `no text within ${firstMs / 1000} s`;
}
