/** Whether and when a failed model is asked again, and with fewer parameters. Pure. */
import { type Dialect, type ModelError, RETRIABLE } from "../model.ts";

/** Tries of one model: fewer when another one waits behind it. */
const MAX_TRIES = { last: 3, before: 2 } as const;
const FIRST_BACKOFF_MS = 400;
/** A longer Retry-After is not waited for: the next model, or the built-in answerer, is sooner. */
const MAX_WAIT_MS = { last: 8_000, before: 2_000 } as const;

/** Milliseconds to wait before the next try of the same model; null: do not try it again. `random`: 0 ≤ x < 1. */
export function chooseWait(error: ModelError, tries: number, isLast: boolean, random: number): number | null {
  const limit = isLast ? "last" : "before";
  if (!RETRIABLE.has(error.failure) || tries >= MAX_TRIES[limit]) return null;
  const backoff = FIRST_BACKOFF_MS * 2 ** (tries - 1) * (0.5 + random);
  // The vendor's word is a minimum; the jitter keeps many visitors from coming back at the same moment.
  const wait = error.retryAfterMs === null ? backoff : error.retryAfterMs + FIRST_BACKOFF_MS * random;
  return error.retryAfterMs !== null && error.retryAfterMs > MAX_WAIT_MS[limit] ? null : wait;
}

export function refusesParameters({ failure, detail }: ModelError): boolean {
  return (
    failure === "rejected" &&
    /param|unsupported|not support|unrecognized|unexpected|unknown|extra|temperature|reasoning|thinking|max_\w*tokens|developer|role/i.test(
      detail,
    )
  );
}

/** The fewest parameters: whatever a newer or older model may refuse is left out. */
export function toPlain({ maxTokensParameter, thinkingRoom }: Dialect, detail: string): Dialect {
  const other = maxTokensParameter === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  // Vendors name the other parameter when they refuse this one.
  return {
    maxTokensParameter: /max_(?:completion_)?tokens/.test(detail) ? other : maxTokensParameter,
    systemRole: "system",
    temperature: null,
    thinkingRoom,
  };
}
