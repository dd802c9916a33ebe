/**
 * What the server says arrives in English. In another language it is looked up by its English text, as gettext does;
 * an unknown text stays English rather than saying less. Numbers stand as "#" in the table, a tail that varies as "*".
 */
export type ServerTexts = Record<string, string>;

const NUMBER = /\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?/g;

let texts: ServerTexts | null = null;

/** Sets the table of the language on screen; null for English. */
export function setServerTexts(table: ServerTexts | null): void {
  texts = table;
}

/** A text of the server in the language on screen. */
export function serverText(english: string): string {
  return texts === null ? english : translate(english, texts);
}

/** Finds `english` in a table, puts its numbers and its tail back in their places. */
export function translate(english: string, table: ServerTexts): string {
  const numbers = english.match(NUMBER) ?? [];
  const whole = table[english.replace(NUMBER, "#")];
  if (whole !== undefined) {
    let next = 0;
    return whole.replace(/#/g, () => numbers[next++] ?? "#");
  }
  const colon = english.indexOf(": ");
  const opening = colon < 0 ? undefined : table[`${english.slice(0, colon)}: *`];
  return opening === undefined ? english : opening.replace("*", () => english.slice(colon + 2));
}
