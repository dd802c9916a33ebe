/** The texts of the widget's conversation, by language. */
import type { Language } from "./language.ts";
import { talk as en } from "./text/en/talk.ts";
import { talk as ms } from "./text/ms/talk.ts";
import type { TalkText } from "./text/talk.ts";

export const TALK_TEXT: Record<Language, TalkText> = { en, ms };
