/**
 * What the server says, in the language on screen. A message has an id, by which it is found in the language's folder.
 * What a row keeps, it keeps in English for good: it is found by these words. What is not known stays in English.
 */
import { type Language, LOCALES } from "../../contract/language.ts";
import { fillText, type MessageId, type MessageRef } from "../../contract/messages/message.ts";
import type { STORED, StoredId } from "../../contract/messages/stored.ts";

/** A language's half of it. */
export interface ServerTexts {
  messages: Readonly<Record<MessageId, string>>;
  stored: Readonly<Record<StoredId, string>>;
}

let shown: { messages: Readonly<Record<string, string>>; stored: ReadonlyMap<string, string>; locale: string } | null = null;

/** Sets the language on screen; null: the server's own. `english`: the words that rows keep. */
export function setServerTexts(set: { language: Language; texts: ServerTexts; english: typeof STORED } | null): void {
  shown = set && {
    messages: set.texts.messages,
    stored: new Map(Object.entries(set.english).map(([id, words]) => [words, set.texts.stored[id as StoredId]])),
    locale: LOCALES[set.language],
  };
}

/** A message of the server in the language on screen. */
export function serverText(english: string, told?: MessageRef | null): string {
  const text = told && shown && Object.hasOwn(shown.messages, told.id) ? shown.messages[told.id] : undefined;
  return text === undefined || !shown ? english : fillText(text, told?.params ?? {}, shown.locale);
}

/** What a row keeps in English, in the language on screen. `tries`: the number in it. */
export function storedText(english: string): string {
  return shown?.stored.get(english) ?? english;
}
