/** What visitors agree to before their first message, by language. */
import type { Language } from "./language.ts";
import type { AskConsentText } from "./text/consent.ts";
import { ask as en, standard as standardEn } from "./text/en/consent.ts";
import { ask as ms, standard as standardMs } from "./text/ms/consent.ts";
import { type Translated, textIn } from "./translated.ts";

export const ASK_CONSENT_TEXT: Record<Language, AskConsentText> = { en, ms };
export const STANDARD_CONSENT: Translated = { en: standardEn, ms: standardMs };

/** The owner's text, also if it is written in another language only, or else the standard text. */
export const consentTextOf = (own: Translated, language: Language): string => textIn(own, language) || STANDARD_CONSENT[language];
