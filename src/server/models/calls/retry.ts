/** Decides whether and when a failed model is called again, and whether with fewer parameters. Pure. */
import { type Dialect, type ModelError, RETRIABLE } from "../model.ts";

/** Tries per model: fewer if another model follows. */
const MAX_TRIES = { last: 3, before: 2 } as const;
const FIRST_BACKOFF_MS = 400;
/** With a longer Retry-After there is no retry, because the next model or the built-in answerer replies sooner. */
const MAX_WAIT_MS = { last: 8_000, before: 2_000 } as const;

/** Milliseconds to wait before the next try of the same model; null: do not try it again. `random`: 0 ≤ x < 1. */
export function chooseWait(error: ModelError, tries: number, isLast: boolean, random: number): number | null {
  const limit = isLast ? "last" : "before";
  if (!RETRIABLE.has(error.failure) || tries >= MAX_TRIES[limit]) return null;
  const backoff = FIRST_BACKOFF_MS * 2 ** (tries - 1) * (0.5 + random);
  // The vendor's value is a minimum; the jitter prevents the requests of many visitors from arriving at the same moment.
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

/** The minimal parameters: omits everything that a newer or older model may refuse. */
export function toPlain({ maxTokensParameter, thinkingRoom }: Dialect, detail: string): Dialect {
  const other = maxTokensParameter === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  // When vendors refuse this parameter, their error names the other one.
  return {
    maxTokensParameter: /max_(?:completion_)?tokens/.test(detail) ? other : maxTokensParameter,
    systemRole: "system",
    temperature: null,
    thinkingRoom,
  };
}
