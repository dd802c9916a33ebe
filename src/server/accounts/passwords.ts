/** Argon2id (OWASP: 19 MiB, two passes) with a bounded queue: no other request of a visitor costs the server as much. */
import { busy } from "../platform/errors.ts";

const OPTIONS = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const AT_ONCE = 2;
const MAX_WAITING = 256;
const MAX_WAITING_OF_ADDRESS = 8;

/** The client that waits for the hash. Addresses are served in turn. */
export interface Asker {
  /** The key under which rate limits count the client's address. */
  from: string;
  /** Aborted when the client has disconnected: its waiting work is dropped. */
  signal?: AbortSignal;
}

export interface Passwords {
  /** @throws DomainError busy, when too many are waiting or the client has disconnected. */
  hash(password: string, asker: Asker): Promise<string>;
  /** Without a stored hash this takes equally long and returns false. @throws DomainError busy, as above. */
  matches(password: string, hash: string | null, asker: Asker): Promise<boolean>;
}

// A hash of random bytes, so that an unknown account takes as long as a known one.
let dummy: Promise<string> | undefined;
function dummyHash(): Promise<string> {
  dummy ??= Bun.password.hash(crypto.randomUUID(), OPTIONS);
  return dummy;
}

export function createPasswords(): Passwords {
  const inTurn = createTurns();
  return {
    hash: (password, asker) => inTurn(asker, () => Bun.password.hash(password, OPTIONS)),
    matches: (password, hash, asker) =>
      inTurn(asker, async () => {
        const isRight = await Bun.password.verify(password, hash ?? (await dummyHash()));
        return isRight && hash !== null;
      }),
  };
}

type Waiter = PromiseWithResolvers<void> & { from: string };

/**
 * Runs at most AT_ONCE jobs at a time. Addresses are served in turn, one job each, so an address waits for one job of each
 * other address, however many jobs those have requested. A full queue makes room for an address that has fewer waiting jobs
 * than another one.
 */
export function createTurns(): <T>(asker: Asker, work: () => Promise<T>) => Promise<T> {
  // In the order in which the addresses are served.
  const waiting = new Map<string, Waiter[]>();
  let count = 0;
  let running = 0;

  /** @throws DomainError busy, when no other address has so many more waiting jobs that it should give way. */
  const makeRoom = (own: number): void => {
    const longest = [...waiting.values()].reduce((most, line) => (line.length > most.length ? line : most), []);
    if (longest.length <= own + 1) throw busy();
    longest.pop()?.reject(busy());
    count--;
  };

  /** Removes a client that has disconnected, so that its place is free at once. */
  const withdraw = (waiter: Waiter): void => {
    const line = waiting.get(waiter.from) ?? [];
    const at = line.indexOf(waiter);
    if (at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) waiting.delete(waiter.from);
    count--;
    waiter.reject(busy());
  };

  const wait = async ({ from, signal }: Asker): Promise<void> => {
    const line = waiting.get(from) ?? [];
    if (line.length >= MAX_WAITING_OF_ADDRESS) throw busy();
    if (count >= MAX_WAITING) makeRoom(line.length);
    const waiter = { ...Promise.withResolvers<void>(), from };
    line.push(waiter);
    waiting.set(from, line);
    count++;
    const onAbort = () => withdraw(waiter);
    signal?.addEventListener("abort", onAbort, { once: true });
    await waiter.promise.finally(() => signal?.removeEventListener("abort", onAbort));
  };

  /** Takes the first waiter of the next address, and moves the address to the end of the order. */
  const next = (): Waiter | undefined => {
    for (const [from, line] of waiting) {
      waiting.delete(from);
      const waiter = line.shift();
      if (line.length > 0) waiting.set(from, line);
      if (waiter) count--;
      return waiter;
    }
    return undefined;
  };

  return async (asker, work) => {
    const { signal } = asker;
    if (running < AT_ONCE) running++;
    else await wait(asker);
    try {
      // A login whose client has disconnected must not use the time of others.
      if (signal?.aborted) throw busy();
      return await work();
    } finally {
      // The place is handed over and not freed, so that a new request cannot take it in between.
      const waiter = next();
      if (waiter) waiter.resolve();
      else running--;
    }
  };
}
