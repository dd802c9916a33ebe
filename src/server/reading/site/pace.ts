/** Leaves time between requests to the same site, whichever sources they are for. */
import type { Clock } from "../../platform/clock.ts";

export interface Pace {
  /** Resolves when a request to this host may begin, in the order of calls. @throws the signal's reason, and what `TakeTurn` throws */
  wait(host: string, ms: number | null, signal: AbortSignal): Promise<void>;
}

/** Takes a turn among several processes. @returns the milliseconds until it begins */
export type TakeTurn = (host: string, ms: number) => Promise<number>;

/** One request in a second. */
const INTERVAL_MS = 1_000;
/** Hosts that are remembered; those that are due are forgotten first. */
const MAX_HOSTS = 1_000;

/** `ms` of `wait`: what the site asks for, if it is more than the usual second. `takeTurn`: if other processes ask the same hosts. */
export function createPace(clock: Clock, intervalMs = INTERVAL_MS, takeTurn: TakeTurn | null = null): Pace {
  /** When the next request may begin, on the clock's `elapsed`. */
  const next = new Map<string, number>();
  const forget = () => {
    for (const [host, at] of next) if (at <= clock.elapsed()) next.delete(host);
  };
  const sleepUntil = async (at: number, signal: AbortSignal) => {
    while (clock.elapsed() < at && !signal.aborted) await clock.sleep(at - clock.elapsed(), signal);
    signal.throwIfAborted();
  };
  return {
    async wait(host, ms, signal) {
      if (next.size >= MAX_HOSTS) forget();
      const now = clock.elapsed();
      const at = Math.max(now, next.get(host) ?? now);
      const gapMs = intervalMs === 0 ? 0 : Math.max(intervalMs, ms ?? 0);
      next.set(host, at + gapMs);
      await sleepUntil(at, signal);
      if (takeTurn === null || gapMs === 0) return;
      await sleepUntil(clock.elapsed() + (await takeTurn(host, gapMs)), signal);
    },
  };
}
