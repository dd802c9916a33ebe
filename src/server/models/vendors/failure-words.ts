/** Describes failures for the owner and the administrator. Never uses the vendor's text, which may quote anything. */
import { STORED } from "../../../contract/messages/stored.ts";
import type { Candidate } from "../calls/candidates.ts";
import type { ModelError, ModelFailure } from "../model.ts";

/** Stored messages contain these words, so they must not change. */
export const FAILURE_WORDS: Readonly<Record<ModelFailure, string>> = {
  bad_key: STORED["note.bad_key"],
  no_credit: STORED["note.no_credit"],
  account_closed: STORED["note.account_closed"],
  not_served_here: STORED["note.not_served_here"],
  rate_limited: STORED["note.rate_limited"],
  overloaded: STORED["note.overloaded"],
  unknown_model: STORED["note.unknown_model"],
  too_long: STORED["note.too_long"],
  rejected: STORED["note.rejected"],
  unreachable: STORED["note.unreachable"],
  timeout: STORED["note.timeout"],
  protocol: STORED["note.protocol"],
  empty: STORED["note.empty"],
};

export function wordsFor({ vendor }: Candidate, { failure }: ModelError): string {
  return vendor === "ollama" && failure === "unknown_model" ? STORED["note.notPulled"] : FAILURE_WORDS[failure];
}

/** `tries` 0: the model was not called. */
export function describeFailure(candidate: Candidate, error: ModelError, tries: number): string {
  const times = tries > 1 ? STORED["note.tries"].replace("{{tries}}", `${tries}`) : tries === 0 ? STORED["note.notAskedAgain"] : "";
  return `${candidate.label} (${candidate.placeName}): ${wordsFor(candidate, error)}${times}`;
}
