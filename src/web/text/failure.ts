/** What to say of a call that failed, in the language on screen: what was not done, why, and what to do next. */
import i18next from "i18next";
import { ApiError, type FailureKind, messageOf } from "../api.ts";

const WHY = {
  network: "error.noConnection",
  timeout: "error.tooLate",
  unreadable: "error.noAnswer",
  server: "error.noAnswer",
} as const satisfies Record<FailureKind, string>;

/** Why a call failed: the server's message, or what can be said without one, with what to do next. */
export function whyOf(error: unknown): string {
  return messageOf(error, i18next.t(error instanceof ApiError ? WHY[error.kind] : "error.noAnswer"));
}

/** `what`: a sentence that says what was not done. */
export const failureText = (what: string, error: unknown) => `${what} ${whyOf(error)}`;
