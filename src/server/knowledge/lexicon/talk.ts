/** What a language's folder says of talk: what the answerer says itself, and the small talk that it understands. */

/** The fields that most visitors ask about, by their names in `concepts/`; the first are offered first. */
export const TOPIC_FIELDS = [
  "price",
  "hours",
  "place",
  "booking",
  "delivery",
  "payment",
  "refund",
  "warranty",
  "parking",
  "halal",
  "food",
  "discount",
  "learning",
  "lodging",
  "health",
  "rule",
  "facility",
  "contact",
] as const;
export type TopicField = (typeof TOPIC_FIELDS)[number];

export const SMALL_TALK = ["hello", "thanks", "bye", "who", "noted"] as const;
export type SmallTalk = (typeof SMALL_TALK)[number];

type WordList =
  | Exclude<SmallTalk, "who">
  | "praise"
  | "polite"
  /** Whoever asks whether a person or a program answers, and what else such a question is made of. */
  | "machine"
  | "machineFrame"
  /** Words that say little, and ask all the same. */
  | "asking"
  /** Words that other messages begin with, too. */
  | "weak"
  /** "Good morning": words that a greeting needs another word for. */
  | "dayTimes";

export interface Talk {
  say: Readonly<Record<SmallTalk, (name: string) => string>> & {
    unknown: (topics: readonly string[]) => string;
    vague: () => string;
    which: (topics: string) => string;
  };
  topics: Readonly<Record<TopicField, string>>;
  /** Small words that tell which language a text is written in. */
  small: string;
  /** Questions about the answerer itself, in small letters without marks. */
  who: readonly RegExp[];
  /** Words with spaces between them, short forms written out; looked up in all languages at once. A message of nothing else is small talk. */
  words: Readonly<Record<WordList, string>>;
}
