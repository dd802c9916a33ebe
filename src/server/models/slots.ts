/** How many requests one vendor gets at once, and how many may wait for that. */
import type { Clock } from "../platform/clock.ts";
import { ModelError, type Provider } from "./model.ts";

/** Whose places: a provider's, or an endpoint's. */
interface Asked {
  provider: Provider;
  /** The endpoint's name, else the provider. */
  place: string;
}

/** A local model answers one after the other; more at once only makes all of them slow. */
const AT_ONCE: Readonly<Partial<Record<Provider, number>>> = { ollama: 4 };
const AT_ONCE_CLOUD = 256;
const MAX_WAITING = 64;

export interface Slots {
  /**
   * Resolves with the function that gives the slot back, or null when the visitor left meanwhile. `onWait` is called
   * with the number of those who wait before, when there is a wait at all, and again whenever it falls.
   * @throws ModelError "overloaded" when too many wait already, or none came free within `timeoutMs`
   */
  take(asked: Asked, wait: Wait): Promise<(() => void) | null>;
}

interface Wait {
  visitor: AbortSignal;
  timeoutMs: number;
  onWait?: (ahead: number) => void;
}

interface Waiter {
  call(): void;
  onWait?: (ahead: number) => void;
}

interface Line {
  taken: number;
  waiting: Waiter[];
}

/** Those behind a place that was left. */
function tellFrom(line: Line, position: number): void {
  for (const [i, waiter] of line.waiting.entries()) if (i >= position) waiter.onWait?.(i);
}

export function createSlots(clock: Clock, atOnce: Readonly<Partial<Record<Provider, number>>> = AT_ONCE): Slots {
  const lines = new Map<string, Line>();

  const giveBack = (line: Line) => {
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      const next = line.waiting.shift();
      // The slot goes from hand to hand, so that nobody new slips in between.
      if (!next) {
        line.taken--;
        return;
      }
      next.call();
      tellFrom(line, 0);
    };
  };

  return {
    async take({ provider, place }, { visitor, timeoutMs, onWait }) {
      const line = lines.get(place) ?? { taken: 0, waiting: [] };
      lines.set(place, line);
      if (line.taken < (atOnce[provider] ?? AT_ONCE_CLOUD)) {
        line.taken++;
        return giveBack(line);
      }
      if (line.waiting.length >= MAX_WAITING) throw new ModelError("overloaded", "too many replies wait for this vendor already");
      onWait?.(line.waiting.length);
      return waitInLine(line, { visitor, timeoutMs, onWait });
    },
  };

  async function waitInLine(line: Line, { visitor, timeoutMs, onWait }: Wait): Promise<(() => void) | null> {
    const called = new AbortController();
    const waiter: Waiter = { call: () => called.abort(), onWait };
    line.waiting.push(waiter);
    const leave = new AbortController();
    const stop = () => leave.abort();
    visitor.addEventListener("abort", stop, { once: true });
    called.signal.addEventListener("abort", stop, { once: true });
    if (visitor.aborted) stop();
    await clock.sleep(timeoutMs, leave.signal);
    visitor.removeEventListener("abort", stop);
    const position = line.waiting.indexOf(waiter);
    if (position !== -1) {
      line.waiting.splice(position, 1);
      tellFrom(line, position);
    }
    if (called.signal.aborted) {
      const release = giveBack(line);
      if (!visitor.aborted) return release;
      release();
      return null;
    }
    if (visitor.aborted) return null;
    throw new ModelError("overloaded", "no place came free at this vendor in time");
  }
}
