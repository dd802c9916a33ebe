/**
 * Limits password guessing. An address is refused after ten failures at an account. Guesses from many addresses are slowed
 * down instead, because a refusal would lock out the owner (docs/decisions/2026-11-22-guessing-slows-down.md). What is
 * counted is in the database, because an attacker may guess at every node. Waiting guesses are in memory: each has a request.
 */
import type { Clock } from "../platform/clock.ts";
import { busy } from "../platform/errors.ts";
import { reserveToken } from "../platform/http/buckets-store.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { SharedRates } from "../platform/http/shared-rates.ts";
import type { Keys } from "../platform/keys.ts";
import type { Log } from "../platform/log.ts";
import { type Db, StorageRefused } from "../platform/storage/db.ts";
import { addFailure, listFailures } from "./guesses-store.ts";

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

/** Failures of each address at one account. */
type Counted = ReadonlyMap<string, number>;

interface Waiter extends PromiseWithResolvers<void> {
  /** The address, hashed. */
  from: string;
}

/** While it exists, the guesses that wait are let through one after the other. */
interface Target {
  waiting: Waiter[];
}

interface Slot {
  delayMs: number;
  failures: Counted;
}

interface Deps {
  db: Db;
  clock: Clock;
  log: Pick<Log, "debug">;
  keys: Pick<Keys, "digest">;
  sharedRates: SharedRates;
  /** Called for each failure while guesses at an account are slowed down. */
  onManyFailures(at: string, failures: Failures): void;
}

/** Slows down guesses at an account from all addresses, but not its owner. */
export class Guesses {
  /** The accounts at which guesses are waiting in this process. */
  private readonly targets = new Map<string, Target>();

  constructor(private readonly deps: Deps) {}

  /**
   * Runs `check` when the guess is allowed. Only a wrong password counts as a failure, and neither a right one nor one that
   * could not be checked. @returns the result of `check`. @throws DomainError too_many, busy, or what `check` throws.
   */
  async attempt({ at, from, isFamiliar }: Guess, check: () => Promise<boolean>): Promise<boolean> {
    const isMany = await this.count(at, from);
    let isRight: boolean;
    try {
      if (isMany && !(await isFamiliar())) await this.slowDown(at, this.hashOf(from));
      isRight = await check();
    } catch (error) {
      await this.takeBack(at, from, isMany).catch((fault: unknown) => {
        if (!(fault instanceof StorageRefused)) throw fault;
        this.deps.log.debug("a guess that could not be checked stays counted", { error: fault });
      });
      throw error;
    }
    // An error from here on takes nothing back: a storage that refuses now and then must not make guesses free.
    if (isRight) await this.takeBack(at, from, isMany);
    else await this.noteFailure(at, this.hashOf(from), isMany);
    return isRight;
  }

  private hashOf(text: string): string {
    return this.deps.keys.digest(text, "guess");
  }

  /** Every transaction about guesses at one account has this lock. */
  private lockOf(at: string): { lock: string } {
    return { lock: `guess:${this.hashOf(at)}` };
  }

  /**
   * Counts the guess as a failure before it is checked, so that many at once cannot exceed the limit.
   * @returns whether guesses at the account are slowed down. @throws DomainError too_many.
   */
  private count(at: string, from: string): Promise<boolean> {
    const { db, sharedRates } = this.deps;
    return db.transaction(async (tx) => {
      await sharedRates.spend(tx, OF_ADDRESS, `${from} ${at}`);
      return (await sharedRates.take(tx, OF_ACCOUNT, at)) > 0;
    }, this.lockOf(at));
  }

  private takeBack(at: string, from: string, isMany: boolean): Promise<void> {
    const { db, sharedRates } = this.deps;
    return db.transaction(async (tx) => {
      await sharedRates.refund(tx, OF_ADDRESS, `${from} ${at}`);
      if (!isMany) await sharedRates.refund(tx, OF_ACCOUNT, at);
    }, this.lockOf(at));
  }

  /**
   * The address with the fewest failures goes first, which prefers an owner at a new address. Among equals the choice is
   * random.
   */
  private pick(target: Target, failures: Counted): Waiter | undefined {
    const least = Math.min(...target.waiting.map(({ from }) => failures.get(from) ?? 0));
    const equals = target.waiting.filter(({ from }) => (failures.get(from) ?? 0) === least);
    return equals[Math.floor(Math.random() * equals.length)];
  }

  /** Refuses a waiting address with more failures than this one. @throws DomainError busy, when there is none. */
  private makeRoom(target: Target, from: string, failures: Counted) {
    const own = failures.get(from) ?? 0;
    const other = target.waiting.find((waiter) => (failures.get(waiter.from) ?? 0) > own);
    if (!other) throw busy();
    this.release(target, other, busy());
  }

  private release(target: Target, waiter: Waiter | undefined, error?: unknown) {
    if (!waiter || !target.waiting.includes(waiter)) return;
    target.waiting = target.waiting.filter((other) => other !== waiter);
    if (error) waiter.reject(error);
    else waiter.resolve();
  }

  /**
   * Lets one waiting guess through in each period, of all nodes together, until none is waiting in this process. `next` is
   * the first of these times.
   */
  private async serve(at: string, target: Target, next: Slot): Promise<void> {
    try {
      for (let slot = next; ; slot = await this.reserve(at)) {
        await this.deps.clock.sleep(slot.delayMs);
        this.release(target, this.pick(target, slot.failures));
        if (target.waiting.length === 0) break;
      }
    } catch (error) {
      this.giveUp(target, error);
    }
    this.targets.delete(at);
  }

  private giveUp(target: Target, error: unknown): void {
    for (const waiter of target.waiting) this.release(target, waiter, error);
  }

  /** Reserves the next time at which a slowed guess may be checked. */
  private reserve(at: string): Promise<Slot> {
    const target = this.hashOf(at);
    const pace = { rule: "login.pace", keyHash: target, max: 1, perMs: PACE_MS };
    return this.deps.db.transaction(
      async (tx) => ({ delayMs: await reserveToken(tx, pace), failures: await listFailures(tx, target) }),
      this.lockOf(at),
    );
  }

  private async slowDown(at: string, from: string): Promise<void> {
    const known = this.targets.get(at);
    const failures = known && known.waiting.length >= MAX_WAITING ? await listFailures(this.deps.db, this.hashOf(at)) : null;
    const target = this.targets.get(at) ?? { waiting: [] };
    if (target.waiting.some((waiter) => waiter.from === from)) throw busy();
    if (target.waiting.length >= MAX_WAITING) this.makeRoom(target, from, failures ?? new Map());
    const waiter: Waiter = { ...Promise.withResolvers<void>(), from };
    target.waiting.push(waiter);
    if (!this.targets.has(at)) await this.beginServing(at, target);
    void this.deps.clock.sleep(MAX_WAIT_MS).then(() => this.release(target, waiter, busy()));
    await waiter.promise;
  }

  /** @throws storage errors, after all who are waiting were refused. */
  private async beginServing(at: string, target: Target): Promise<void> {
    this.targets.set(at, target);
    try {
      void this.serve(at, target, await this.reserve(at));
    } catch (error) {
      this.targets.delete(at);
      this.giveUp(target, error);
    }
  }

  private async noteFailure(at: string, from: string, isMany: boolean): Promise<void> {
    const target = this.hashOf(at);
    const failures = await this.deps.db.transaction(async (tx) => {
      await addFailure(tx, target, from);
      return isMany ? listFailures(tx, target) : null;
    }, this.lockOf(at));
    if (!failures) return;
    this.deps.onManyFailures(at, { attempts: failures.values().reduce((sum, n) => sum + n, 0), addresses: failures.size });
  }
}
