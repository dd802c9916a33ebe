/**
 * Limits password guessing. An address is refused after ten failures at an account. Guesses from many addresses are slowed
 * down instead, because a refusal would lock out the owner (docs/decisions/2026-11-22-guessing-slows-down.md).
 */
import type { Clock } from "../platform/clock.ts";
import { busy } from "../platform/errors.ts";
import type { RateRule, Rates } from "../platform/http/rates.ts";

const TEN_MINUTES = 600_000;
const HOUR_MS = 3_600_000;
/** Failures at one account from one address. */
const OF_ADDRESS: RateRule = { name: "login.account", max: 10, perMs: TEN_MINUTES };
/** Failures at one account from all addresses together; further guesses are slowed down. */
const OF_ACCOUNT: RateRule = { name: "login.everywhere", max: 100, perMs: HOUR_MS };

/** The time between two slowed guesses at an account. */
const PACE_MS = 5_000;
/** Shorter than the time for which clients wait for an answer. */
const MAX_WAIT_MS = 10_000;
const MAX_WAITING = 50;
const MAX_ACCOUNTS = 2_000;
const MAX_ADDRESSES = 200;

export interface Guess {
  /** The account's id, or the typed name if there is no such account: both are treated in the same way. */
  at: string;
  /** The key under which rate limits count the client's address. */
  from: string;
  /** Whether the owner has signed in from this address before. Called only when guesses are slowed down. */
  isFamiliar(): Promise<boolean>;
}

/** Failures at one account within an hour. */
export interface Failures {
  attempts: number;
  /** The number of addresses, counted up to 200. */
  addresses: number;
}

interface Waiter extends PromiseWithResolvers<void> {
  from: string;
}

interface Target {
  failures: Map<string, number>;
  /** The time of the first failure, and of the next slowed guess in `nextAt`, by the monotonic clock. */
  since: number;
  nextAt: number;
  waiting: Waiter[];
  isServed: boolean;
}

interface Deps {
  clock: Clock;
  rates: Rates;
  /** Called for each failure while guesses at an account are slowed down. */
  onManyFailures(at: string, failures: Failures): void;
}

/** Slows down guesses at an account from all addresses, but not its owner. */
export class Guesses {
  // In the order of the last failure, the oldest first.
  private readonly targets = new Map<string, Target>();

  constructor(private readonly deps: Deps) {}

  /**
   * Runs `check` when the guess is allowed. Only a wrong password counts as a failure, and neither a right one nor one that
   * could not be checked. @returns the result of `check`. @throws DomainError too_many, busy, or what `check` throws.
   */
  async attempt({ at, from, isFamiliar }: Guess, check: () => Promise<boolean>): Promise<boolean> {
    const pair = `${from} ${at}`;
    this.deps.rates.spend(OF_ADDRESS, pair);
    const isMany = this.deps.rates.take(OF_ACCOUNT, at) > 0;
    const takeBack = () => {
      this.deps.rates.refund(OF_ADDRESS, pair);
      if (!isMany) this.deps.rates.refund(OF_ACCOUNT, at);
    };
    try {
      if (isMany && !(await isFamiliar())) await this.slowDown(at, from);
      const isRight = await check();
      if (isRight) takeBack();
      else this.noteFailure(at, from, isMany);
      return isRight;
    } catch (error) {
      takeBack();
      throw error;
    }
  }

  private findTarget(at: string): Target {
    const now = this.deps.clock.elapsed();
    const known = this.targets.get(at);
    const target = known ?? { failures: new Map(), since: now, nextAt: now, waiting: [], isServed: false };
    if (now - target.since > HOUR_MS) {
      target.failures.clear();
      target.since = now;
    }
    this.targets.delete(at);
    this.targets.set(at, target);
    if (this.targets.size > MAX_ACCOUNTS) this.forgetOldest();
    return target;
  }

  private forgetOldest() {
    for (const [at, target] of this.targets) {
      if (target.isServed) continue;
      this.targets.delete(at);
      return;
    }
  }

  private failuresOf(target: Target, from: string) {
    return target.failures.get(from) ?? 0;
  }

  /**
   * The address with the fewest failures goes first, which prefers an owner at a new address. Among equals the choice is
   * random.
   */
  private pick(target: Target): Waiter | undefined {
    const least = Math.min(...target.waiting.map(({ from }) => this.failuresOf(target, from)));
    const equals = target.waiting.filter(({ from }) => this.failuresOf(target, from) === least);
    return equals[Math.floor(Math.random() * equals.length)];
  }

  /** Refuses a waiting address with more failures than this one. @throws DomainError busy, when there is none. */
  private makeRoom(target: Target, from: string) {
    const own = this.failuresOf(target, from);
    const other = target.waiting.find((waiter) => this.failuresOf(target, waiter.from) > own);
    if (!other) throw busy();
    this.release(target, other, busy());
  }

  private release(target: Target, waiter: Waiter | undefined, error?: Error) {
    if (!waiter || !target.waiting.includes(waiter)) return;
    target.waiting = target.waiting.filter((other) => other !== waiter);
    if (error) waiter.reject(error);
    else waiter.resolve();
  }

  /** Lets one waiting guess through in each period until none is waiting. */
  private async serve(target: Target): Promise<void> {
    if (target.isServed) return;
    target.isServed = true;
    while (target.waiting.length > 0) {
      await this.deps.clock.sleep(Math.max(target.nextAt - this.deps.clock.elapsed(), 0));
      target.nextAt = this.deps.clock.elapsed() + PACE_MS;
      this.release(target, this.pick(target));
    }
    target.isServed = false;
  }

  private slowDown(at: string, from: string): Promise<void> {
    const target = this.findTarget(at);
    if (target.waiting.some((waiter) => waiter.from === from)) throw busy();
    if (target.waiting.length >= MAX_WAITING) this.makeRoom(target, from);
    const waiter: Waiter = { ...Promise.withResolvers<void>(), from };
    target.waiting.push(waiter);
    void this.serve(target);
    void this.deps.clock.sleep(MAX_WAIT_MS).then(() => this.release(target, waiter, busy()));
    return waiter.promise;
  }

  private noteFailure(at: string, from: string, isMany: boolean) {
    const { failures } = this.findTarget(at);
    if (failures.has(from) || failures.size < MAX_ADDRESSES) failures.set(from, (failures.get(from) ?? 0) + 1);
    if (!isMany) return;
    this.deps.onManyFailures(at, { attempts: failures.values().reduce((sum, n) => sum + n, 0), addresses: failures.size });
  }
}
