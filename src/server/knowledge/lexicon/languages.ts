/** The folders of languages. Data outside of them, the concepts, contains all languages side by side (docs/answers.md). */
import { LANGUAGES, type Language } from "../../../contract/language.ts";
import * as en from "./en/spelling.ts";
import { talk as enTalk } from "./en/talk.ts";
import * as ms from "./ms/spelling.ts";
import { talk as msTalk } from "./ms/talk.ts";
import type { Talk } from "./talk.ts";

interface Lexicon {
  spellings: string;
  empty: string;
  talk: Talk;
}

export const LEXICONS: Record<Language, Lexicon> = {
  en: { spellings: en.SPELLINGS, empty: en.EMPTY, talk: enTalk },
  ms: { spellings: ms.SPELLINGS, empty: ms.EMPTY, talk: msTalk },
};

/** The default language is last: a short form that several languages share more often means the local word. */
export const ALL_LEXICONS: readonly Lexicon[] = LANGUAGES.map((language) => LEXICONS[language]).reverse();
