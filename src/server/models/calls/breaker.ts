/** A circuit breaker: stops calling a vendor that keeps failing, so that visitors do not wait for it one after the other. */
import type { Clock } from "../../platform/clock.ts";
import type { ModelError, ModelFailure } from "../model.ts";

/** Consecutive failures after which a vendor is not called for a while. */
const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 60_000;
/** Vendors times keys; when a key is changed, the entry of the old key stays. */
const MAX_ENTRIES = 100;

/** Failures of the account at the vendor: the next request would fail in the same way, so one is enough. */
const OF_THE_ACCOUNT: ReadonlySet<ModelFailure> = new Set(["bad_key", "no_credit", "account_closed", "not_served_here"]);
/** Failures of the vendor. All others concern only one request or one model. */
const OF_THE_VENDOR: ReadonlySet<ModelFailure> = new Set(["overloaded", "unreachable", "timeout", "protocol", "rate_limited"]);

interface Guarded {
  /** A vendor, or an endpoint of models.json. */
  place: string;
  apiKey: string | null;
}

interface State {
  failures: number;
  pauseMs: number;
  /** The end of the pause, by `clock.elapsed`; 0 if requests are allowed. */
  openUntil: number;
  failure: ModelFailure;
  /** Whether a request was let through after the last pause. */
  isProbing: boolean;
}

export interface Breaker {
  /** The failure because of which the vendor is not called at the moment, or null. After the pause, one request probes the vendor. */
  closedFor(target: Guarded): ModelFailure | null;
  succeed(target: Guarded): void;
  fail(target: Guarded, error: ModelError): void;
}

export function createBreaker(clock: Clock): Breaker {
  const states = new Map<string, State>();
  const nameOf = ({ place, apiKey }: Guarded) => `${place} ${apiKey ?? ""}`;

  return {
    closedFor(target) {
      const state = states.get(nameOf(target));
      if (!state || state.openUntil === 0) return null;
      const now = clock.elapsed();
      if (now < state.openUntil) return state.failure;
      // This request probes the vendor; until its result is known, other requests are refused for at most one more pause.
      state.openUntil = now + state.pauseMs;
      state.isProbing = true;
      return null;
    },
    succeed(target) {
      states.delete(nameOf(target));
    },
    fail(target, { failure, retryAfterMs }) {
      const isAccount = OF_THE_ACCOUNT.has(failure);
      if (!isAccount && !OF_THE_VENDOR.has(failure)) return;
      const name = nameOf(target);
      const state = states.get(name) ?? { failures: 0, pauseMs: FIRST_PAUSE_MS / 2, openUntil: 0, failure, isProbing: false };
      if (states.size >= MAX_ENTRIES && !states.has(name)) states.clear();
      states.set(name, state);
      state.failures += 1;
      state.failure = failure;
      if (!isAccount && state.failures < FAILURES_TO_OPEN) return;
      // Failures of requests that had already begun are not counted again: a burst must not lead directly to the longest pause.
      if (clock.elapsed() < state.openUntil && !state.isProbing) return;
      state.isProbing = false;
      state.pauseMs = Math.min(Math.max(state.pauseMs * 2, retryAfterMs ?? 0), MAX_PAUSE_MS);
      state.openUntil = clock.elapsed() + state.pauseMs;
    },
  };
}
