/** Reads the days of the week, from Monday (1) to Sunday (7), in both languages. Pure. */
import { skipSpace, type Token } from "./cut.ts";
import { DAYS, SHORT_DAYS } from "./words.ts";

export const ALL_DAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];
const WORKING_DAYS = [1, 2, 3, 4, 5];
const SATURDAY_AND_SUNDAY = [6, 7];
/** Friday is part of it in some states. */
const WEEKEND = [5, 6, 7];
const UNTIL = /^(?:-|to|till|until|through|thru|hingga|sampai|ke|sehingga|至|到)$/;
const BEFORE_DAY = /^(?:on|every|until|till|hari|setiap|next|this|pada)$/;
const WITH = /^(?:,|&|\/|\+|and|dan|or|atau)$/;

/** The days that begin at this token: one, or all of a range or a list ("Mon-Fri", "Sabtu & Ahad"). */
export function readDays(tokens: readonly Token[], from: number): { days: readonly number[]; end: number } | null {
  const many = readMany(tokens, from);
  if (many) return many;
  const first = dayAt(tokens, from);
  if (first === null) return null;
  const days = [first];
  let end = from + 1;
  for (let count = 0; count < ALL_DAYS.length; count++) {
    const joint = skipSpace(tokens, skipDot(tokens, end));
    const word = tokens[joint]?.text ?? "";
    const at = skipSpace(tokens, joint + 1);
    const next = UNTIL.test(word) || WITH.test(word) ? dayAt(tokens, at) : null;
    if (next === null) break;
    days.push(...(UNTIL.test(word) ? daysUntil(days.at(-1) ?? next, next) : [next]));
    end = at + 1;
  }
  // "Sat" and "sun" alone are words.
  const isShort = end === from + 1 && SHORT_DAYS.has(tokens[from]?.text ?? "");
  const isNamed = tokens[skipSpace(tokens, skipDot(tokens, end))]?.kind === "number" || BEFORE_DAY.test(tokens[from - 2]?.text ?? "");
  return isShort && !isNamed ? null : { days, end };
}

/** "Weekends", "weekdays", "hujung minggu". */
function readMany(tokens: readonly Token[], from: number): { days: readonly number[]; end: number } | null {
  const text = tokens[from]?.text ?? "";
  const next = skipSpace(tokens, from + 1);
  if (/^weekdays?$/.test(text)) return { days: WORKING_DAYS, end: from + 1 };
  if (/^weekends?$/.test(text)) return { days: SATURDAY_AND_SUNDAY, end: from + 1 };
  return text === "hujung" && tokens[next]?.text === "minggu" ? { days: SATURDAY_AND_SUNDAY, end: next + 1 } : null;
}

const skipDot = (tokens: readonly Token[], at: number): number => (tokens[at]?.text === "." ? at + 1 : at);

function dayAt(tokens: readonly Token[], at: number): number | null {
  const text = tokens[at]?.kind === "word" ? (tokens[at]?.text ?? "") : "";
  return DAYS.get(text) ?? SHORT_DAYS.get(text) ?? null;
}

/** The days after one day up to another one. */
function daysUntil(from: number, to: number): number[] {
  const days: number[] = [];
  for (let day = (from % 7) + 1; days.length < 7; day = (day % 7) + 1) {
    days.push(day);
    if (day === to) break;
  }
  return days;
}

/**
 * What the words beside days say about the business on them. `closed-after`: the words behind the days say so ("Sunday closed").
 * Of a reply, they may not have arrived yet.
 */
export type DayState = "open" | "closed" | "closed-after" | null;

/** Words between "open" or "closed" and its days. */
const FILLERS = "(?: (?:on|every|each|pada|hari|setiap|from|dari|the|is|are|public|holidays?|cuti|umum|and|dan|&)){0,7}[ :]{1,2}$";
const OPENING = "(?:open|opens|opened|buka|dibuka|beroperasi|hours|waktu operasi|waktu perniagaan)";
const CLOSED_BEFORE = new RegExp(
  String.raw`(?:\b(?:closed?|tutup|ditutup|cuti|except|kecuali|off)|(?:\bnot|n['’]?t|\btidak|\btak)(?: [a-z]+)? ${OPENING})${FILLERS}`,
);
const OPEN_BEFORE = new RegExp(String.raw`\b${OPENING}${FILLERS}`);
/** "Sunday closed", but not "Ahad tutup pukul 5". */
const CLOSED_AFTER =
  /^(?: ?[:-])? ?(?:\b(?:we|is|are|we['’]re|kami|pun|juga)\b ?){0,3}\b(?:closed|tutup|cuti|off)\b(?! ?(?:at|pukul|jam|pkl|from|dari|by|early|awal|lewat|\d))/;

/** `before`, `after`: the text beside the days. */
export function dayStateOf(before: string, after: string): DayState {
  if (CLOSED_BEFORE.test(before)) return "closed";
  if (OPEN_BEFORE.test(before)) return "open";
  return CLOSED_AFTER.test(after) ? "closed-after" : null;
}

const DAILY =
  /\b(?:daily|every ?day|each day|any day|all week|all days|setiap hari|tiap[- ]?tiap hari|tiap hari|hari[- ]hari|harian|seven days|7 days|7 hari|tujuh hari|24\/7|365 days|365 hari)\b/;
/** "3 working days" are no days of the week. */
const WORKING =
  /\b(?:week ?days?|office hours|(?<!(?:\d|\b(?:one|two|three|four|five|six|seven|ten|few|satu|dua|tiga|empat|lima|enam|tujuh|sepuluh|beberapa)) ?-? ?)(?:working days?|business days?|hari (?:bekerja|biasa|kerja)))\b/;
const WEEKENDS = /\b(?:week ?ends?|hujung minggu)\b/;
const DAY = `\\b(?:${[...DAYS.keys(), ...SHORT_DAYS.keys()].join("|")})\\b`;
const CLOSED = String.raw`\b(?:except|kecuali|closed?|tutup|cuti|off day|rest day|off|not open|tidak (?:buka|beroperasi))\b`;
/** "Closed on Mondays" says that the shop is open on the other days. */
const EXCEPT = new RegExp(
  `(?:${CLOSED}(?:[ :,(]{1,3}[a-z]{1,9}){0,3}[ :,(]{1,3}${DAY}|${DAY}(?:[ :,(]{1,3}[a-z]{1,9}){0,3}[ :,(]{1,3}${CLOSED})`,
);

/** The days that a folded text implies. */
export function daysOf(text: string): readonly number[] {
  if (DAILY.test(text) || EXCEPT.test(text)) return ALL_DAYS;
  return [...(WORKING.test(text) ? WORKING_DAYS : []), ...(WEEKENDS.test(text) ? WEEKEND : [])];
}
