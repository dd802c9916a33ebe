/** A text for all owners, above their pages. */
import { LANGUAGES, type Language } from "./language.ts";
import { NO_TEXTS, type Translated, textIn } from "./translated.ts";

export const BANNER_LEVELS = ["info", "warning"] as const;
export type BannerLevel = (typeof BANNER_LEVELS)[number];
/** UTF-16 units of the text in one language. */
export const BANNER_MAX = 300;

export interface Banner {
  /** Empty in all languages: there is no banner. */
  texts: Translated;
  level: BannerLevel;
  /** ISO 8601 UTC; empty: no limit. `from` is inclusive, `until` exclusive. */
  from: string;
  until: string;
}

export const NO_BANNER: Banner = {
  texts: NO_TEXTS,
  level: "info",
  from: "",
  until: "",
};

export const bannerText = ({ texts }: Banner, language: Language): string => textIn(texts, language);

/** Whether a banner has a text and its time has come. `now`: epoch milliseconds. */
export function isBannerShown(banner: Banner, now: number): boolean {
  const { from, until } = banner;
  const hasText = LANGUAGES.some((language) => banner.texts[language] !== "");
  return hasText && (from === "" || now >= Date.parse(from)) && (until === "" || now < Date.parse(until));
}
