/**
 * Notices tell the other processes at once what a transaction has changed (docs/architecture.md#notices). They are sent
 * after the commit, because PostgreSQL lets transactions with a NOTIFY commit only one after the other. A notice may be
 * lost: the count of changes, which every process reads twice a second, shows it.
 */
import { z } from "zod";
import type { Changes } from "../changes.ts";
import type { Remembered } from "../db.ts";

export const CHANNEL = "sapa";
/** Changes of this time travel in one notice. */
const BATCH_MS = 20;
/** PostgreSQL refuses a payload of 8,000 bytes. */
const MAX_BYTES = 7_999;

const schema = z.object({
  /** The process that sent it. */
  from: z.string(),
  /** The numbers of the changes, as engine_changes counts them. */
  changes: z.array(z.number().int()).min(1),
  /** The ids by their kind; null: too many, so that everything may have changed. */
  ids: z.record(z.string(), z.array(z.string())).nullable(),
});
export type Notice = z.infer<typeof schema>;

/** @returns null for what this version does not understand: the count of changes then shows that something is missing. */
export function readNotice(payload: string): Notice | null {
  try {
    return schema.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

/** Kinds that only a newer version knows have no listeners here. */
export function changesOf(ids: NonNullable<Notice["ids"]>): Changes {
  return new Map(Object.entries(ids).map(([what, list]) => [what as Remembered, new Set(list)]));
}

/** Collects the changes of this process. `send` resolves when PostgreSQL has the payload, and may fail. */
export class NoticeSender {
  private numbers: number[] = [];
  private ids = new Map<Remembered, Set<string>>();
  private timer: Timer | null = null;

  constructor(
    private readonly from: string,
    private readonly send: (payload: string) => Promise<unknown>,
  ) {}

  /** Call it after the commit. */
  add(number: number, changes: Changes): void {
    this.numbers.push(number);
    for (const [what, ids] of changes) this.ids.set(what, (this.ids.get(what) ?? new Set()).union(ids));
    this.timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  /** What was not sent yet is lost. */
  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private flush(): void {
    this.timer = null;
    const all: Notice = { from: this.from, changes: this.numbers.splice(0), ids: null };
    const precise: Notice = { ...all, ids: Object.fromEntries([...this.ids].map(([what, ids]) => [what, [...ids]])) };
    this.ids.clear();
    const payload = [precise, all].map((notice) => JSON.stringify(notice)).find((text) => Buffer.byteLength(text) <= MAX_BYTES);
    // Without a notice, the others find out from the count.
    if (payload !== undefined) this.send(payload).catch(() => null);
  }
}
