/** The token with which a node proves to another one that it has the installation's key. It opens one connection. */
import { z } from "zod";
import { newId } from "../platform/ids.ts";
import type { Keys } from "../platform/keys.ts";
import type { Reader } from "../platform/storage/db.ts";

const PURPOSE = "node link";
/** How long a token may be used. Nodes of an earlier version have their own clocks, which may differ by a minute. */
const TOKEN_MS = 120_000;
/** How many spent tokens are remembered. A node opens at most a few connections in a second. */
const MAX_SPENT = 10_000;

/** `id` makes the token one of its kind; nodes of an earlier version do not send it. */
const token = z.object({ id: z.string().optional(), from: z.string(), to: z.string(), until: z.number() });

interface Deps {
  keys: Keys;
  /** Its time is the same for all nodes. */
  db: Pick<Reader, "now">;
}

export class LinkTokens {
  /** When each spent token expires, in the order in which they were spent. */
  private readonly spent = new Map<string, number>();

  constructor(
    private readonly deps: Deps,
    private readonly maxSpent = MAX_SPENT,
  ) {}

  make(from: string, to: string): string {
    return this.deps.keys.sign({ id: newId(), from, to, until: this.deps.db.now + TOKEN_MS }, PURPOSE);
  }

  /** @returns the sender of a token that is meant for `to`, is still valid and was not spent before; otherwise null. */
  spend(text: string, to: string): string | null {
    const read = token.safeParse(this.deps.keys.verify(text, PURPOSE));
    const { now } = this.deps.db;
    if (!read.success || read.data.to !== to || read.data.until <= now) return null;
    const key = JSON.stringify(read.data);
    if (this.spent.has(key) || !this.hasRoom(now)) return null;
    this.spent.set(key, read.data.until);
    return read.data.from;
  }

  private hasRoom(now: number): boolean {
    if (this.spent.size < this.maxSpent) return true;
    for (const [key, until] of this.spent) if (until <= now) this.spent.delete(key);
    return this.spent.size < this.maxSpent;
  }
}
