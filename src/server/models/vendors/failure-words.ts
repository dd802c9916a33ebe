/** What failed, in words for owner and administrator: never the vendor's own text, which may quote anything. */
import type { Candidate } from "../calls/candidates.ts";
import type { ModelError, ModelFailure } from "../model.ts";

/** English; src/web/text/ms/messages.ts has them in Malay. */
export const FAILURE_WORDS: Readonly<Record<ModelFailure, string>> = {
  bad_key: "the key was refused",
  no_credit: "the vendor account has no credit left",
  account_closed: "the vendor has closed this account",
  not_served_here: "the vendor does not serve the country of this server",
  rate_limited: "too many requests at the vendor",
  overloaded: "the vendor is overloaded",
  unknown_model: "the vendor does not know this model",
  too_long: "the conversation is too long for this model",
  rejected: "the vendor refused the request",
  unreachable: "the vendor could not be reached",
  timeout: "no answer in time",
  protocol: "the vendor's answer could not be read",
  empty: "the reply had no text",
};

export function wordsFor({ vendor }: Candidate, { failure }: ModelError): string {
  return vendor === "ollama" && failure === "unknown_model" ? "the model is not pulled" : FAILURE_WORDS[failure];
}

/** `tries` 0: it was not asked. */
export function describeFailure(candidate: Candidate, error: ModelError, tries: number): string {
  const times = tries > 1 ? `, ${tries} tries` : tries === 0 ? ", not asked again yet" : "";
  return `${candidate.label} (${candidate.placeName}): ${wordsFor(candidate, error)}${times}`;
}
