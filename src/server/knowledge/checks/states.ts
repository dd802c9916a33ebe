/** Finds what a sentence calls free, and the days on which it says that the business is open or closed. Pure. */
import { type Element, findElements } from "../facts/elements.ts";
import { ALL_DAYS, DAILY } from "./aspects.ts";
import type { Found, Value } from "./values.ts";

/** What holds only in some cases contradicts nothing that holds in others. */
const CONDITION =
  /\b(?:if|when|whenever|unless|kalau|jika|bila|apabila|sekiranya|while|during|semasa|first|second|third|last|pertama|kedua|ketiga|terakhir|may|might|mungkin|some|certain|selected|sesetengah|tertentu|this|next|ini|depan|ramadan|puasa|raya|cny|school|sekolah|alternate|selang|until|till|hingga|sehingga|sampai|after|before|selepas|lepas|sebelum|early|awal)\b/;
const CONDITION_OF_FREE =
  /\d|\b(?:above|over|below|under|more|less|lebih|melebihi|bawah|minimum|min|orders? of|every|setiap|with|dengan|buy|beli|pembelian|purchases?|spend|belanja|trial|percubaan|gift|hadiah|promo|promosi|not|no longer|tidak|tak|bukan|or|atau|upgrade|sample|sampel|try)\b/;
const CONDITION_OF_DAYS =
  /\b(?:for|untuk|appointments?|temu ?janji|orders?|pesanan|half|separuh|lunch|breakfast|dinner|rehat|break|solat|prayers?|bookings?|tempahan|classes|kelas|kitchen|dapur|phone|calls?|online|whatsapp|emergency|kecemasan)\b/;

const FREE =
  /(?<![a-z]-)\b(?:free of charge|for free|free|percuma|foc|gratis|complimentary|tanpa caj|tiada caj|no charge)\b(?![- ]?(?:size|range|hand|lance|from|up\b|time|flow))/;
/** "Sugar free", "feel free", "duty free". */
const NOT_FREE =
  /\b(?:feel|sugar|duty|tax|toll|gluten|dairy|nut|lard|pork|alcohol|smoke|stress|worry|hassle|pain|interest|hands?) free\b|\bfree to\b/;

/** Whether a folded text speaks only of some cases. */
export const isConditional = (text: string): boolean => CONDITION.test(text);

export interface State {
  value: Value;
  from: number;
  to: number;
  /** Its words, without the one that states it. */
  words: string;
}

/** The bit of public holidays beside those of the days of the week. */
const HOLIDAYS = 1 << 8;

/** @param sentence folded. @param values the values in it. */
export function findStates(sentence: string, values: readonly Found[]): State[] {
  const free = values.length > 0 || CONDITION.test(sentence) ? null : readFree(sentence);
  return [...(free ? [free] : []), ...readOpening(sentence, values)];
}

const saysFree = (sentence: string): boolean => FREE.test(sentence) && !NOT_FREE.test(sentence);

function readFree(sentence: string): State | null {
  if (!saysFree(sentence) || CONDITION_OF_FREE.test(sentence)) return null;
  const found = FREE.exec(sentence);
  if (!found) return null;
  // "Free parking, delivery and wifi": of several things, only the one beside the word is certain.
  const before = Math.max(-1, ...[...sentence.slice(0, found.index).matchAll(BREAK)].map(({ index }) => index));
  const behind = found.index + found[0].length;
  const [after] = sentence.slice(behind).matchAll(BREAK);
  const [from, to] = [before + 1, after ? behind + after.index : sentence.length];
  const words = `${sentence.slice(from, found.index)} ${sentence.slice(behind, to)}`;
  return { value: { kind: "price", sen: [0], isFrom: false }, from, to, words };
}
const BREAK = /[,;|]|\. |\b(?:and|dan|but|tetapi|tapi)\b/g;

const FILLED = "(?: (?:on|every|each|pada|hari|setiap|all|semua|the|also|juga|termasuk|including|sundays?|ahad|and|dan|&)){0,5} ";
const HOLIDAY = String.raw`(?:public holidays?|ph|cuti (?:umum|am)|hari kelepasan(?: am)?)\b`;
const OPEN = String.raw`\b(?:open|opens|buka|dibuka|beroperasi)\b`;
const CLOSED = String.raw`\b(?:closed?|closes|tutup|ditutup)\b`;
const IS_OPEN = new RegExp(OPEN);
const OPEN_ON_HOLIDAYS = new RegExp(`${OPEN}${FILLED}${HOLIDAY}|${HOLIDAY}(?: (?:is|are|we|kami|juga|also|pun)){0,2}:? ${OPEN}`);
const CLOSED_ON_HOLIDAYS = new RegExp(`${CLOSED}${FILLED}${HOLIDAY}|${HOLIDAY}(?: (?:is|are|we|kami|juga|also|pun)){0,2}:? ${CLOSED}`);
const OPEN_AFTER = /^ ?:? ?(?:(?:is|are|we|kami|juga|also|pun|masih|still) ){0,3}(?:open|buka|dibuka|beroperasi)\b/;
/** "Tak buka", "not open". */
const DENIED = /\b(?:not|n['’]?t|tidak|tak) (?:open|buka|dibuka|beroperasi)\b/;

/** The days on which the business is open, and those on which it is closed: at most one claim of each. */
function readOpening(sentence: string, values: readonly Found[]): State[] {
  if (CONDITION.test(sentence) || CONDITION_OF_DAYS.test(sentence)) return [];
  const text = sentence.replaceAll("|", ":");
  const elements = findElements(text);
  if (elements.some(({ kind }) => kind === "date" || kind === "month")) return [];
  const closed = maskOf(elements, ({ state }) => state === "closed" || state === "closed-after") | holidays(text, CLOSED_ON_HOLIDAYS);
  const isDenied = DENIED.test(text);
  const hasHours = values.some(({ value }) => value.kind === "time" && value.start !== null && value.end !== null);
  const says = !isDenied && IS_OPEN.test(text);
  const isOpen = (days: Days) => days.state === "open" || (days.state === null && (hasHours || OPEN_AFTER.test(text.slice(days.end))));
  const named = isDenied ? 0 : maskOf(elements, isOpen) | holidays(text, OPEN_ON_HOLIDAYS);
  const daily = DAILY.test(text) && (says || hasHours) ? ALL_DAYS : 0;
  const open = (named | daily) & ~closed;
  const whole = { from: 0, to: sentence.length, words: sentence };
  return [
    ...(open > 0 ? [{ value: { kind: "open", isOpen: true, days: open } as const, ...whole }] : []),
    ...(closed > 0 ? [{ value: { kind: "open", isOpen: false, days: closed } as const, ...whole }] : []),
  ];
}

type Days = Extract<Element, { kind: "days" }>;

const holidays = (text: string, pattern: RegExp): number => (pattern.test(text) ? HOLIDAYS : 0);

function maskOf(elements: readonly Element[], isMeant: (days: Days) => boolean): number {
  let mask = 0;
  for (const element of elements) {
    if (element.kind === "days" && isMeant(element)) for (const day of element.days) mask |= 1 << day;
  }
  return mask;
}
