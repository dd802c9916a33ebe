/** The billing provider's own rate limit for GET requests. All nodes use one account of the provider, so they share it. */
import type { Log } from "../platform/log.ts";
import { type Db, StorageRefused } from "../platform/storage/db.ts";
import { deleteProviderLimit, findProviderLimit, type ProviderLimit, putProviderLimit } from "./shared-store.ts";

const PROVIDER = "billplz";
/** The documented length of the rate limit's window. */
const WINDOW_MS = 5 * 60_000;
/** The share of the rate limit that is reserved for people who wait for an answer. */
const KEPT_SHARE = 0.3;

interface Deps {
  db: Db;
  log: Pick<Log, "warn">;
}

export class RateLimit {
  constructor(private readonly deps: Deps) {}

  /** Whether no further GET may be sent now. */
  async isFull(): Promise<boolean> {
    const known = await findProviderLimit(this.deps.db, PROVIDER);
    return known !== null && known.remaining <= 0;
  }

  /** Whether enough is left for people who wait, so that background requests may be sent. */
  async hasRoom(): Promise<boolean> {
    const known = await findProviderLimit(this.deps.db, PROVIDER);
    return known === null || known.remaining > known.allowed * KEPT_SHARE;
  }

  /** Notes what the headers of an answer to a GET say: numbers, or `unlimited`. Never rejects because of the storage. */
  async note({ headers, status }: Response): Promise<void> {
    const read = (name: string) => {
      const value = headers.get(name);
      return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null;
    };
    const seconds = read("ratelimit-reset");
    const remaining = status === 429 ? 0 : read("ratelimit-remaining");
    const resetsAt = this.deps.db.now + (seconds === null ? WINDOW_MS : seconds * 1000);
    const limit = remaining === null ? null : { remaining, allowed: read("ratelimit-limit") ?? 1, resetsAt };
    try {
      await this.store(limit);
    } catch (error) {
      if (!(error instanceof StorageRefused)) throw error;
      this.deps.log.warn("the billing provider's rate limit could not be stored", { error });
    }
  }

  private async store(limit: ProviderLimit | null): Promise<void> {
    const { db } = this.deps;
    const lock = `provider:${PROVIDER}`;
    if (limit) await db.transaction((tx) => putProviderLimit(tx, PROVIDER, limit), { lock });
    else if (await findProviderLimit(db, PROVIDER)) await db.transaction((tx) => deleteProviderLimit(tx, PROVIDER), { lock });
  }
}
