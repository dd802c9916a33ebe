/** What the checks of an agent's knowledge find (product 4.11). */

/**
 * `price`, `time`, `phone`: two entries say something different about the same thing; `time` includes opening days. `duplicate`: two say the same.
 * `covered`: the second one says all that the first one says. `past`: a date is over. `secret`: it looks like a key, a
 * password or the number of a card. `unfindable`: no question finds it. `long`: a paragraph is too long to be quoted.
 */
export const WARNING_KINDS = ["price", "time", "phone", "duplicate", "covered", "past", "secret", "unfindable", "long"] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

export interface WarningPlace {
  entryId: string;
  /** The entry's place in the owner's own order, counted from 1. */
  number: number;
  /** The words in which it was found; at most 200 characters of the entry. */
  quote: string;
}

export interface KnowledgeWarning {
  /** Names it when it is dismissed. Changes with the words in which it was found. */
  key: string;
  kind: WarningKind;
  /** One entry, or two for the kinds that compare. */
  places: WarningPlace[];
  /** For `past`: the day that is over, YYYY-MM-DD. */
  day?: string;
}

/**
 * The entry beside which it is shown. A pair is shown once, beside the entry that is later in the owner's order; but an entry
 * that includes another one is right, so the included one has the warning.
 */
export const entryBeside = ({ kind, places }: Pick<KnowledgeWarning, "kind" | "places">): string =>
  (kind === "covered" ? places[0] : places.toSorted((a, b) => b.number - a.number)[0])?.entryId ?? "";

/** `GET /api/chats/:chatId/warnings`. */
export interface WarningPage {
  warnings: KnowledgeWarning[];
  /** The number of warnings, without those that were dismissed. */
  total: number;
  totalPages: number;
  /** The number of entries beside which warnings are shown, of all entries of the agent. */
  entries: number;
}

/** The ids of entries that one call may name. */
export const MAX_WARNED_IDS = 50;

/** The entries that are checked, the newest changes first if an agent has more. */
export const MAX_CHECKED = 2_000;
