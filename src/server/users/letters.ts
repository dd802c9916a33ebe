/** What letters about accounts say. */
import { type Language, writeTime } from "../../contract/language.ts";

/** A moment in the words of a language, in the installation's time zone. */
export const timeIn = (at: number, language: Language, timeZone: string): string =>
  writeTime(at, language, { dateStyle: "long", timeStyle: "short", timeZone });
