/**
 * How many requests one vendor gets at once, how many may wait for that, and who is served next: accounts in turn, so
 * that the visitors of one agent cannot keep everybody else's waiting.
 */
import type { Clock } from "../../platform/clock.ts";
import { ModelError } from "../model.ts";

export interface LineLimits {
  /** Requests at one time. */
  places: number;
  /** Replies that may wait, in all. */
  waiting: number;
  waitingOfAccount: number;
}

interface Asked {
  /** Whose places: a vendor's, or an endpoint's. */
  place: string;
  /** Whose reply: the agent's account, also for previews and the demo agent. */
  account: string;
  limits: LineLimits;
}

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
  account: string;
  /** `displaced`: the line was full, and this account had the most replies in it. */
  outcome: "served" | "displaced" | null;
  /** Ends the wait, once `outcome` is set. */
  wake(): void;
  /** The last number that `onWait` was called with. */
  told: number;
  onWait?: (ahead: number) => void;
}

interface Line {
  /** Those of the latest request: they are settings. */
  limits: LineLimits;
  taken: number;
  /** Places by account; accounts without one are absent. */
  held: Map<string, number>;
  /** In the order in which the accounts are served; within an account, who came first. No list is empty. */
  waiting: Map<string, Waiter[]>;
  waiters: number;
}

const crowded = () => new ModelError("overloaded", "too many replies wait for this vendor already");

export function createSlots(clock: Clock): Slots {
  const lines = new Map<string, Line>();

  const findLine = (place: string, limits: LineLimits): Line => {
    const line = lines.get(place) ?? { limits, taken: 0, held: new Map(), waiting: new Map(), waiters: 0 };
    line.limits = limits;
    lines.set(place, line);
    return line;
  };

  return {
    async take({ place, account, limits }, wait) {
      const line = findLine(place, limits);
      // More places than before may be free: those who wait go first.
      serve(line);
      if (line.taken < limits.places) {
        occupy(line, account);
        return releaseOf(line, account);
      }
      makeRoom(line, account);
      return waitInLine(clock, line, account, wait);
    },
  };
}

function occupy(line: Line, account: string): void {
  line.taken++;
  line.held.set(account, (line.held.get(account) ?? 0) + 1);
}

/** Gives the place back, once, to whoever is next. */
function releaseOf(line: Line, account: string): () => void {
  let isGiven = false;
  return () => {
    if (isGiven) return;
    isGiven = true;
    line.taken--;
    const left = (line.held.get(account) ?? 1) - 1;
    if (left > 0) line.held.set(account, left);
    else line.held.delete(account);
    serve(line);
    tellPositions(line);
  };
}

/** Hands out what is free. The place is taken in the same step, so that nobody new can slip in between. */
function serve(line: Line): void {
  while (line.taken < line.limits.places && line.waiters > 0) {
    const account = chooseNext(line);
    const queue = line.waiting.get(account) ?? [];
    const waiter = queue[0];
    if (!waiter) return;
    remove(line, waiter);
    // To the end of the order: the other accounts are served before it has another turn.
    line.waiting.delete(account);
    if (queue.length > 0) line.waiting.set(account, queue);
    occupy(line, account);
    waiter.outcome = "served";
    waiter.wake();
  }
}

/** The first account in the order that holds less than half of the places; if none does, or no other waits, the first. */
function chooseNext(line: Line): string {
  const share = Math.max(1, Math.floor(line.limits.places / 2));
  let first: string | null = null;
  for (const account of line.waiting.keys()) {
    if ((line.held.get(account) ?? 0) < share) return account;
    first ??= account;
  }
  return first ?? "";
}

/**
 * Sees that one more reply of this account may wait. In a full line the last reply of the account with the most
 * waiting makes room for an account that has fewer. @throws ModelError "overloaded"
 */
function makeRoom(line: Line, account: string): void {
  const { limits, waiting } = line;
  const own = waiting.get(account)?.length ?? 0;
  if (own >= limits.waitingOfAccount) throw crowded();
  if (line.waiters < limits.waiting) return;
  const longest = [...waiting.values()].reduce((most, queue) => (queue.length > most.length ? queue : most), []);
  const last = longest.at(-1);
  if (!last || longest.length <= own + 1) throw crowded();
  remove(line, last);
  last.outcome = "displaced";
  last.wake();
}

function remove(line: Line, waiter: Waiter): void {
  const queue = line.waiting.get(waiter.account);
  const position = queue?.indexOf(waiter) ?? -1;
  if (!queue || position === -1) return;
  queue.splice(position, 1);
  line.waiters--;
  if (queue.length === 0) line.waiting.delete(waiter.account);
}

/** How many are served before each: the first reply of every account in order, then the second of each, and so on. */
function tellPositions(line: Line): void {
  let ahead = 0;
  for (let round = 0; ahead < line.waiters; round++) {
    for (const queue of line.waiting.values()) {
      const waiter = queue[round];
      if (!waiter) continue;
      // It may rise when another account begins to wait; a visitor is told only that it falls.
      if (ahead < waiter.told) {
        waiter.told = ahead;
        waiter.onWait?.(ahead);
      }
      ahead++;
    }
  }
}

async function waitInLine(clock: Clock, line: Line, account: string, { visitor, timeoutMs, onWait }: Wait): Promise<(() => void) | null> {
  const over = new AbortController();
  const wake = () => over.abort();
  const waiter: Waiter = { account, outcome: null, wake, told: Number.POSITIVE_INFINITY, onWait };
  const queue = line.waiting.get(account) ?? [];
  queue.push(waiter);
  line.waiting.set(account, queue);
  line.waiters++;
  tellPositions(line);
  visitor.addEventListener("abort", wake, { once: true });
  if (visitor.aborted) wake();
  // Bounded by a timer, which the wall clock does not move.
  await clock.sleep(timeoutMs, over.signal);
  visitor.removeEventListener("abort", wake);
  if (waiter.outcome === "served") {
    const release = releaseOf(line, account);
    if (!visitor.aborted) return release;
    release();
    return null;
  }
  remove(line, waiter);
  tellPositions(line);
  if (visitor.aborted) return null;
  if (waiter.outcome === "displaced") throw crowded();
  throw new ModelError("overloaded", "no place came free at this vendor in time");
}
