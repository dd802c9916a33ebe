/**
 * Limits how many requests a vendor gets at once and how many replies may wait, and chooses the next one: accounts take
 * turns, so that the visitors of one agent cannot block all others.
 */
import type { Clock } from "../../platform/clock.ts";
import { ALONE, type Share } from "../../platform/share.ts";
import { ModelError } from "../model.ts";

export interface LineLimits {
  /** Maximum number of concurrent requests. The nodes of an installation divide it; each has at least one. */
  places: number;
  /** Maximum number of waiting replies in total. */
  waiting: number;
  waitingOfAccount: number;
}

interface Asked {
  /** The vendor or the endpoint. */
  place: string;
  /** The account of the agent, also for previews and the demo agent. */
  account: string;
  limits: LineLimits;
}

export interface Slots {
  /**
   * Resolves with the function that releases the slot, or with null if the visitor left while waiting. If the reply must
   * wait, `onWait` is called with the number of replies before it, and again whenever that number falls.
   * @throws ModelError "overloaded" if too many replies already wait, or no slot became free within `timeoutMs`
   */
  take(asked: Asked, wait: Wait): Promise<(() => void) | null>;
  /** How many requests are running and how many replies wait, at all vendors together. */
  count(): { running: number; waiting: number };
}

interface Wait {
  visitor: AbortSignal;
  timeoutMs: number;
  onWait?: (ahead: number) => void;
}

interface Waiter {
  account: string;
  /** `displaced`: the queue was full, and this account had the most replies in it. */
  outcome: "served" | "displaced" | null;
  /** Ends the wait, once `outcome` is set. */
  wake(): void;
  /** The last number that was passed to `onWait`. */
  told: number;
  onWait?: (ahead: number) => void;
}

interface Line {
  /** The limits of the latest request, because the settings may change. */
  limits: LineLimits;
  taken: number;
  /** Number of places per account; accounts without a place are absent. */
  held: Map<string, number>;
  /** In the order in which accounts are served; within an account, in the order of arrival. No list is empty. */
  waiting: Map<string, Waiter[]>;
  waiters: number;
}

const crowded = () => new ModelError("overloaded", "too many replies are already waiting for this vendor");

export function createSlots(clock: Clock, nodes: Share = ALONE): Slots {
  const lines = new Map<string, Line>();

  const findLine = (place: string, limits: LineLimits): Line => {
    const line = lines.get(place) ?? { limits, taken: 0, held: new Map(), waiting: new Map(), waiters: 0 };
    line.limits = { ...limits, places: Math.max(1, Math.floor(limits.places / nodes.share())) };
    lines.set(place, line);
    return line;
  };

  return {
    async take({ place, account, limits }, wait) {
      const line = findLine(place, limits);
      // The number of places may have grown: waiting replies are served first.
      serve(line);
      if (line.taken < line.limits.places) {
        occupy(line, account);
        return releaseOf(line, account);
      }
      makeRoom(line, account);
      return waitInLine(clock, line, account, wait);
    },
    count() {
      const counted = { running: 0, waiting: 0 };
      for (const { taken, waiters } of lines.values()) {
        counted.running += taken;
        counted.waiting += waiters;
      }
      return counted;
    },
  };
}

function occupy(line: Line, account: string): void {
  line.taken++;
  line.held.set(account, (line.held.get(account) ?? 0) + 1);
}

/** @returns a function that releases the place, only once, and serves the next reply. */
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

/** Gives free places to waiting replies. A place is taken in the same step, so that no new request can take it in between. */
function serve(line: Line): void {
  while (line.taken < line.limits.places && line.waiters > 0) {
    const account = chooseNext(line);
    const queue = line.waiting.get(account) ?? [];
    const waiter = queue[0];
    if (!waiter) return;
    remove(line, waiter);
    // Move the account to the end: all other accounts are served before its next turn.
    line.waiting.delete(account);
    if (queue.length > 0) line.waiting.set(account, queue);
    occupy(line, account);
    waiter.outcome = "served";
    waiter.wake();
  }
}

/** The first account in the order that holds less than half of the places; otherwise, or if no other account waits, the first one. */
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
 * Makes sure that one more reply of this account may wait. If the queue is full, the last reply of the account with the
 * most waiting replies makes room for an account that has fewer. @throws ModelError "overloaded"
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

/** Reports how many replies are served before each one: the first reply of every account in order, then the second of each, and so on. */
function tellPositions(line: Line): void {
  let ahead = 0;
  for (let round = 0; ahead < line.waiters; round++) {
    for (const queue of line.waiting.values()) {
      const waiter = queue[round];
      if (!waiter) continue;
      // The number may rise when another account begins to wait; visitors are only told when it falls.
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
  // A timer limits the wait, so changes of the wall clock do not affect it.
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
  throw new ModelError("overloaded", "no place at this vendor became free in time");
}
