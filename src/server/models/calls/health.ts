/** Response times and failures of each model since the start, for the administrator's overview. Bounded, in memory. */
import type { ModelHealth } from "../../../contract/model.ts";
import type { Clock } from "../../platform/clock.ts";

/** Number of first-token times that are kept for each model. */
const SAMPLES = 256;
const MAX_MODELS = 200;

export interface Health {
  /** Milliseconds until the first text. */
  answered(model: string, firstTokenMs: number): void;
  /** `words`: a description of the failure for people, without the vendor's text and without a key. */
  failed(model: string, words: string): void;
  /** Sorted by name. */
  read(): ModelHealth[];
}

interface Record {
  answers: number;
  failures: number;
  /** A ring buffer: the oldest time is overwritten. */
  times: number[];
  lastError: { at: number; words: string } | null;
  lastAnswerAt: number | null;
}

export function createHealth(clock: Clock): Health {
  const records = new Map<string, Record>();

  const recordOf = (model: string): Record => {
    const known = records.get(model);
    if (known) return known;
    if (records.size >= MAX_MODELS) records.clear();
    const fresh: Record = { answers: 0, failures: 0, times: [], lastError: null, lastAnswerAt: null };
    records.set(model, fresh);
    return fresh;
  };

  return {
    answered(model, firstTokenMs) {
      const record = recordOf(model);
      record.times[record.answers % SAMPLES] = firstTokenMs;
      record.answers++;
      record.lastAnswerAt = clock.now();
    },
    failed(model, words) {
      const record = recordOf(model);
      record.failures++;
      record.lastError = { at: clock.now(), words };
    },
    read: () => [...records].map(([model, record]) => present(model, record)).sort((a, b) => (a.model < b.model ? -1 : 1)),
  };
}

function present(model: string, { answers, failures, times, lastError, lastAnswerAt }: Record): ModelHealth {
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
  return {
    model,
    answers,
    failures,
    firstTokenP50Ms: quantile(0.5),
    firstTokenP95Ms: quantile(0.95),
    lastAnswerAt: lastAnswerAt === null ? null : new Date(lastAnswerAt).toISOString(),
    lastError: lastError && { at: new Date(lastError.at).toISOString(), words: lastError.words },
  };
}
