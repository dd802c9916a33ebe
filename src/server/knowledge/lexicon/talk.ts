/** The talk data of a language: the texts of the answerer, and the small talk that it understands. */

/** The fields that visitors ask about most often, by their names in `concepts/`; offered in this order. */
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

export const SMALL_TALK = ["hello", "thanks", "bye", "who", "person", "noted"] as const;
export type SmallTalk = (typeof SMALL_TALK)[number];

type WordList =
  | Exclude<SmallTalk, "who" | "person">
  | "praise"
  | "polite"
  /** Words of a question whether a person or a program answers, and the other words of such a question. */
  | "machine"
  | "machineFrame"
  /** Words that say little but still ask a question. */
  | "asking"
  /** Words with which people begin a question or a request. */
  | "requesting"
  /** Words before a person's name. */
  | "titles"
  /** Words with which other messages may also begin. */
  | "weak"
  /** Words that are a greeting only together with another word, as in "good morning". */
  | "dayTimes";

export interface Talk {
  say: Readonly<Record<SmallTalk, (name: string) => string>> & {
    unknown: (topics: readonly string[]) => string;
    /** Follows an answer to another part of the question. */
    unknownPart: (part: string) => string;
    vague: () => string;
    which: (topics: string) => string;
  };
  /** How a visitor asks for the price of a thing. */
  askPrice: (thing: string) => string;
  topics: Readonly<Record<TopicField, string>>;
  /** Small words that show in which language a text is written. */
  small: string;
  /** Questions about the answerer itself, in lower case and without punctuation. */
  who: readonly RegExp[];
  /** Requests for a person, in the same form. */
  person: readonly RegExp[];
  /**
   * Words separated by spaces, with short forms written out; looked up in all languages at once. A message that
   * contains only these words is small talk.
   */
  words: Readonly<Record<WordList, string>>;
}

/** Topics at the end of a sentence. A topic may contain a comma, and may end with a mark of its own: "What's good here?" */
export function endWith(topics: readonly string[]): string {
  const list = topics.join(topics.some((topic) => topic.includes(",")) ? "; " : ", ");
  return /[.?!…]["'”’)]?$/.test(list) ? list : `${list}.`;
}
