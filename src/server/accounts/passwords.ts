/** Argon2id (OWASP: 19 MiB, two passes), behind a bounded queue: hashing is the dearest thing a stranger can ask for. */
import { busy } from "../platform/errors.ts";

const OPTIONS = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const AT_ONCE = 2;
const MAX_WAITING = 256;
const MAX_WAITING_OF_ADDRESS = 8;

/** Who asks. Waiting is shared among addresses. */
export interface Asker {
  /** The address, as rate limits count it. */
  from: string;
  /** Aborted when the client has hung up: then nothing is hashed any more. */
  signal?: AbortSignal;
}

export interface Passwords {
  /** @throws DomainError busy, when too many are waiting or the client has hung up. */
  hash(password: string, asker: Asker): Promise<string>;
  /** Without a stored hash it takes as long and is false. @throws DomainError busy, as above. */
  matches(password: string, hash: string | null, asker: Asker): Promise<boolean>;
}

// A hash of random bytes that nobody has: an unknown account costs what a known one does.
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
 * Runs at most AT_ONCE works at a time. Addresses are served in turn, one work each, so an address waits for as many
 * works as there are other addresses, whatever each of them has asked for. A full queue makes room for an address
 * that waits for less than another one does.
 */
export function createTurns(): <T>(asker: Asker, work: () => Promise<T>) => Promise<T> {
  // In the order of their turns.
  const waiting = new Map<string, Waiter[]>();
  let count = 0;
  let running = 0;

  /** @throws DomainError busy, when no address waits for so much more that it should give way. */
  const makeRoom = (own: number): void => {
    const longest = [...waiting.values()].reduce((most, line) => (line.length > most.length ? line : most), []);
    if (longest.length <= own + 1) throw busy();
    longest.pop()?.reject(busy());
    count--;
  };

  /** Those who have hung up leave their places to others at once. */
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

  /** The next address's first waiter; the address goes to the end of the turns. */
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
      // A login whose client has hung up must not use up the time of the others.
      if (signal?.aborted) throw busy();
      return await work();
    } finally {
      // The place is handed over, not freed, so that a newcomer cannot slip in between.
      const waiter = next();
      if (waiter) waiter.resolve();
      else running--;
    }
  };
}
