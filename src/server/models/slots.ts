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
   * with the number of those who wait before, when there is a wait at all.
   * @throws ModelError "overloaded" when too many wait already, or none came free within `timeoutMs`
   */
  take(asked: Asked, options: { visitor: AbortSignal; timeoutMs: number; onWait?: (ahead: number) => void }): Promise<(() => void) | null>;
}

interface Line {
  taken: number;
  waiting: (() => void)[];
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
      if (next) next();
      else line.taken--;
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
      return waitInLine(line, visitor, timeoutMs);
    },
  };

  async function waitInLine(line: Line, visitor: AbortSignal, timeoutMs: number): Promise<(() => void) | null> {
    const called = new AbortController();
    const call = () => called.abort();
    line.waiting.push(call);
    const leave = new AbortController();
    const stop = () => leave.abort();
    visitor.addEventListener("abort", stop, { once: true });
    called.signal.addEventListener("abort", stop, { once: true });
    if (visitor.aborted) stop();
    await clock.sleep(timeoutMs, leave.signal);
    visitor.removeEventListener("abort", stop);
    const position = line.waiting.indexOf(call);
    if (position !== -1) line.waiting.splice(position, 1);
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
