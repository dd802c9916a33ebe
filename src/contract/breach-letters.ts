/** The letters after a breach of data: to the Commissioner and to the persons concerned, in each language. Pure. */
import type { Breach } from "./breach.ts";
import { type Language, LOCALES, writeTime } from "./language.ts";
import { fillText } from "./messages/message.ts";
import type { BreachTexts } from "./text/breach.ts";
import { breach as en } from "./text/en/breach.ts";
import { breach as ms } from "./text/ms/breach.ts";

const TEXTS: Record<Language, BreachTexts> = { en, ms };
const HOUR_MS = 3_600_000;

/** The Personal Data Protection Act of Malaysia: the Commissioner within 72 hours, the persons within 7 days after that. */
export const COMMISSIONER_MS = 72 * HOUR_MS;
export const PERSONS_MS = 7 * 24 * HOUR_MS;

export interface BreachFacts {
  operator: string;
  contact: string;
  /** Epoch milliseconds; null: not known. */
  from: number | null;
  to: number;
  noticed: number | null;
  touched: Breach;
}

export type BreachLetter = "toCommissioner" | "toPersons";

export function writeBreachLetter(which: BreachLetter, language: Language, { touched, ...about }: BreachFacts): string {
  const texts = TEXTS[language];
  const time = (at: number | null) => (at === null ? texts.fill : writeTime(at, language, { dateStyle: "long", timeStyle: "short" }));
  const params = {
    ...touched,
    operator: about.operator || texts.fill,
    contact: about.contact || texts.fill,
    from: time(about.from),
    to: time(about.to),
    noticed: time(about.noticed),
    fill: texts.fill,
  };
  return fillText(texts[which], params, LOCALES[language]);
}
