/**
 * The server's texts in the language on screen. A message has an id, by which its translation is found. A text in the
 * database is stored in English, and its translation is found by the English text. Unknown texts stay in English.
 */
import { type Language, LOCALES } from "../../contract/language.ts";
import { fillText, type MessageId, type MessageRef } from "../../contract/messages/message.ts";
import type { STORED, StoredId } from "../../contract/messages/stored.ts";

/** The translations of one language. */
export interface ServerTexts {
  messages: Readonly<Record<MessageId, string>>;
  stored: Readonly<Record<StoredId, string>>;
}

let shown: { messages: Readonly<Record<string, string>>; stored: ReadonlyMap<string, string>; locale: string } | null = null;

/** Sets the translations; null: English, as the server sends it. `english`: the texts that the database stores. */
export function setServerTexts(set: { language: Language; texts: ServerTexts; english: typeof STORED } | null): void {
  shown = set && {
    messages: set.texts.messages,
    stored: new Map(Object.entries(set.english).map(([id, words]) => [words, set.texts.stored[id as StoredId]])),
    locale: LOCALES[set.language],
  };
}

/** Translates a message of the server. */
export function serverText(english: string, told?: MessageRef | null): string {
  const text = told && shown && Object.hasOwn(shown.messages, told.id) ? shown.messages[told.id] : undefined;
  return text === undefined || !shown ? english : fillText(text, told?.params ?? {}, shown.locale);
}

/** Translates a text that the database stores in English. */
export function storedText(english: string): string {
  return shown?.stored.get(english) ?? english;
}
