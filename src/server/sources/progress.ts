/** How far the reading of a source is, as it is stored after each step. */
import { z } from "zod";
import { type Message, readRefusal } from "../../contract/messages/message.ts";
import type { Job, JobStep } from "../jobs/job.ts";
import type { Tx } from "../platform/storage/db.ts";

const progress = z.object({
  version: z.literal(1),
  /** `read`: pages are read. `store`: what was found becomes knowledge. */
  phase: z.enum(["read", "store"]),
  /** Of the reader of a website. */
  crawl: z.string().nullable(),
  /** Runs that have failed. */
  tries: z.number(),
  /** Runs for which the server had no time. */
  busy: z.number().default(0),
  /** When the reading began, epoch milliseconds. */
  began: z.number(),
});
export type Progress = z.infer<typeof progress>;

export const newProgress = (phase: Progress["phase"], began: number): Progress => ({
  version: 1,
  phase,
  crawl: null,
  tries: 0,
  busy: 0,
  began,
});

/** Null if there is none yet, or another version of the program has stored it: then the reading begins again. */
export function readProgress(checkpoint: string | null): Progress | null {
  if (checkpoint === null) return null;
  const parsed = progress.safeParse(JSON.parse(checkpoint));
  return parsed.success ? parsed.data : null;
}

/** A message of a job is stored as the text of a refusal is (src/contract/messages/message.ts), so that clients can translate it. */
export const writeMessage = (message: Message): string => JSON.stringify(message);
export const readMessage = (stored: string | null): Message => (stored === null ? { text: "" } : readRefusal(stored));

interface Step {
  percent?: number;
  message?: Message;
  result?: string;
}

/** Stores a step of the reading together with how far it is now; null: that stays as it was stored last. @throws JobInterrupted */
export function step<T>(
  job: Job,
  now: Progress | null,
  { percent, message, result }: Step,
  body?: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  const stored: JobStep = {
    ...(now && { checkpoint: JSON.stringify(now) }),
    progress: percent,
    result,
    ...(message && { message: writeMessage(message) }),
  };
  return job.transaction(stored, body, { isGrowth: true });
}
