/** Argon2id (OWASP: 19 MiB, two passes), behind a bounded queue: hashing is the dearest thing a stranger can ask for. */
import { busy } from "../platform/errors.ts";

const OPTIONS = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const AT_ONCE = 2;
const MAX_WAITING = 24;

export interface Passwords {
  /** @throws DomainError busy, when too many are waiting. */
  hash(password: string): Promise<string>;
  /** Without a stored hash it takes as long and is false. @throws DomainError busy. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

// A hash of random bytes that nobody has: an unknown account costs what a known one does.
let dummy: Promise<string> | undefined;
function dummyHash(): Promise<string> {
  dummy ??= Bun.password.hash(crypto.randomUUID(), OPTIONS);
  return dummy;
}

export function createPasswords(): Passwords {
  const waiting: (() => void)[] = [];
  let running = 0;

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING) throw busy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // The place is handed over, not freed, so that a newcomer cannot slip in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };

  return {
    hash: (password) => inTurn(() => Bun.password.hash(password, OPTIONS)),
    matches: (password, hash) =>
      inTurn(async () => {
        const isRight = await Bun.password.verify(password, hash ?? (await dummyHash()));
        return isRight && hash !== null;
      }),
  };
}
