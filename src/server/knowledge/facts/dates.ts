/** Reads dates in both languages. The day comes before the month, as is usual in Malaysia. Pure. */

import { isNoun } from "./around.ts";
import { skipSpace, type Token, wordAfter } from "./cut.ts";
import { readDay, readQuantity } from "./numbers.ts";
import { FRACTIONS, MONTHS, ORDINALS, RANGES } from "./words.ts";

export interface DatePart {
  /** Null for a month with a year. */
  day: number | null;
  /** Null for a day of no named month ("15hb"). */
  month: number | null;
  year: number | null;
}
export interface FoundDates {
  dates: readonly DatePart[];
  end: number;
}

const isDate = (day: number, month: number) => day >= 1 && day <= 31 && month >= 1 && month <= 12;
const fullYear = (text: string): number => (text.length === 2 ? 2_000 + Number(text) : Number(text));
/** Verbs that follow the modal verb "may". */
const AFTER_MAY =
  /^(?:be|take|vary|apply|also|not|need|require|have|cost|differ|contain|include|change|get|come|bring|use|pay|book|still|want|only|sometimes)$/;

/** The dates that begin at this token: one, or both of a range. */
export function readDates(tokens: readonly Token[], from: number): FoundDates | null {
  const token = tokens[from];
  if (token?.kind === "number") return readNumeric(tokens, from, token) ?? readDayFirst(tokens, from) ?? readDayAlone(tokens, from);
  if (token?.kind !== "word") return null;
  if (/^(?:hb|haribulan)$/.test(token.text)) return readMarkedDay(tokens, from);
  return MONTHS.has(token.text) ? readMonthFirst(tokens, from) : (readDayFirst(tokens, from) ?? readDayAlone(tokens, from));
}

/** "hb 15". */
function readMarkedDay(tokens: readonly Token[], from: number): FoundDates | null {
  const found = readDay(tokens, skipSpace(tokens, from + 1));
  return found && { dates: [{ day: found.day, month: null, year: null }], end: found.end };
}

/** Words before a month that is named without a day; the first ones also before its short form. */
const SURE_BEFORE_MONTH = /^(?:in|early|late|mid|bulan|awal|akhir|hujung|pertengahan)$/;
const BEFORE_MONTH = /^(?:during|until|till|by|since|from|before|after|to|of|sehingga|hingga|sampai|pada|dari)$/;

/** "In December", "bulan Mei". Short forms are other words, too. */
export function readMonth(tokens: readonly Token[], at: number): number | null {
  const name = tokens[at]?.text ?? "";
  const before = tokens[at - 1]?.kind === "space" ? (tokens[at - 2]?.text ?? "") : "";
  const isLong = name.length > 3 && name !== "march";
  const isMonth = SURE_BEFORE_MONTH.test(before) || (isLong && BEFORE_MONTH.test(before));
  return isMonth ? (MONTHS.get(name) ?? null) : null;
}

/** "The 15th", "on the first", "the fifteenth of every month", but not "the 15th floor". */
function readDayAlone(tokens: readonly Token[], from: number): FoundDates | null {
  const found = readDay(tokens, from);
  const isOrdinal =
    tokens[from]?.kind === "number" ? found && found.end > from + 1 : ORDINALS.has(tokens[(found?.end ?? 0) - 1]?.text ?? "");
  if (!found || !isOrdinal || isNoun(wordAfter(tokens, found.end))) return null;
  const ofMonth = /^of (?:the|every|each|this|next) month/.test(textOf(tokens.slice(skipSpace(tokens, found.end), found.end + 6)));
  const lead = textOf(tokens.slice(Math.max(0, from - 4), from));
  const isLate = found.day >= 10 || (found.day > 3 && tokens[from]?.kind === "number");
  const isDay = isLate || ofMonth || /(?:^| )(?:on|by|before|until|till|from|to|after|pada) the $/.test(lead);
  return isDay ? { dates: [{ day: found.day, month: null, year: null }], end: found.end } : null;
}

const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join("");

/** 3/3/2026, 3-3-2026, 3.3.2026, 2026-03-03 and 3/3. */
function readNumeric(tokens: readonly Token[], from: number, { text }: Token): FoundDates | null {
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(text);
  if (dotted) return toDate(dotted[1] ?? "", dotted[2] ?? "", dotted[3] ?? "", from + 1);
  const isChinese = /^[月年]$/.test(tokens[from + 1]?.text ?? "");
  const chinese = isChinese ? /^((?:\d{4}年)?)(\d{1,2})月(\d{1,2})[日号號]/.exec(textOf(tokens.slice(from, from + 6))) : null;
  if (chinese) return toDate(chinese[3] ?? "", chinese[2] ?? "", (chinese[1] ?? "").replace("年", ""), from + (chinese[1] === "" ? 3 : 5));
  const sign = tokens[from + 1]?.text ?? "";
  const second = tokens[from + 2];
  if ((sign !== "/" && sign !== "-") || second?.kind !== "number") return null;
  const third = tokens[from + 3]?.text === sign ? tokens[from + 4] : undefined;
  if (third?.kind === "number") {
    if (text.length === 4) return toDate(third.text, second.text, text, from + 5);
    return /^\d{4}$|^\d{2}$/.test(third.text) ? toDate(text, second.text, third.text, from + 5) : null;
  }
  const next = tokens[skipSpace(tokens, from + 3)]?.text ?? "";
  if (sign === "-" || (text === "24" && second.text === "7") || FRACTIONS.has(next)) return null;
  return toDate(text, second.text, "", from + 3);
}

function toDate(day: string, month: string, year: string, end: number): FoundDates | null {
  if (!/^\d{1,2}$/.test(day) || !/^\d{1,2}$/.test(month) || !isDate(Number(day), Number(month))) return null;
  return { dates: [{ day: Number(day), month: Number(month), year: year === "" ? null : fullYear(year) }], end };
}

/** "3 Mac 2026", "3rd of March", "3hb", "3 to 5 March". */
function readDayFirst(tokens: readonly Token[], from: number): FoundDates | null {
  const first = readDay(tokens, from);
  if (!first) return null;
  const single = readMonthAfter(tokens, first.end, first.day);
  if (single) return single;
  const glue = skipSpace(tokens, first.end);
  if (!RANGES.has(tokens[glue]?.text ?? "")) return null;
  const last = readDay(tokens, skipSpace(tokens, glue + 1));
  const range = last && readMonthAfter(tokens, last.end, last.day);
  const [date] = range?.dates ?? [];
  return range && date ? { dates: [{ ...date, day: first.day }, date], end: range.end } : null;
}

function readMonthAfter(tokens: readonly Token[], from: number, day: number): FoundDates | null {
  let at = skipSpace(tokens, from);
  let isMarked = false;
  const marked = /^(?:hb|haribulan)$/.test(tokens[at]?.text ?? "") ? at + 1 : null;
  const spread = tokens[at]?.text === "hari" && tokens[skipSpace(tokens, at + 1)]?.text === "bulan" ? skipSpace(tokens, at + 1) + 1 : null;
  if (marked !== null || spread !== null) {
    isMarked = true;
    from = marked ?? spread ?? at;
    at = skipSpace(tokens, from);
  } else if (tokens[at]?.text === "of") at = skipSpace(tokens, at + 1);
  // "15 bulan 3", but not "15 bulan 3 hari".
  else if (
    tokens[at]?.text === "bulan" &&
    tokens[at + 1]?.text === " " &&
    /^(?:[1-9]|1[0-2])$/.test(tokens[at + 2]?.text ?? "") &&
    !isNoun(wordAfter(tokens, at + 3))
  ) {
    return { dates: [{ day, month: Number(tokens[at + 2]?.text), year: null }], end: at + 3 };
  }
  // "3-Mar-2026".
  else if (/^[-/.]$/.test(tokens[at]?.text ?? "") && MONTHS.has(tokens[at + 1]?.text ?? "")) at++;
  const name = tokens[at]?.text ?? "";
  const month = MONTHS.get(name);
  if (month === undefined) return isMarked ? { dates: [{ day, month: null, year: null }], end: from } : null;
  if (name === "may" && AFTER_MAY.test(tokens[skipSpace(tokens, at + 1)]?.text ?? "")) return null;
  const year = readYear(tokens, at + 1);
  return { dates: [{ day, month, year: year?.year ?? null }], end: year?.end ?? at + 1 };
}

/** "March 3rd, 2026", "Mac 2026". */
function readMonthFirst(tokens: readonly Token[], from: number): FoundDates | null {
  const month = MONTHS.get(tokens[from]?.text ?? "") ?? null;
  const year = readYear(tokens, from + 1);
  if (year) return { dates: [{ day: null, month, year: year.year }], end: year.end };
  let at = from + 1;
  if (tokens[at]?.text === ".") at++;
  at = skipSpace(tokens, at);
  if (tokens[at]?.text === "the") at = skipSpace(tokens, at + 1);
  if (at === from + 1 || tokens[at]?.kind === "clock") return null;
  const found = readDay(tokens, at);
  if (!found) return null;
  const after = readYear(tokens, found.end);
  return { dates: [{ day: found.day, month, year: after?.year ?? null }], end: after?.end ?? found.end };
}

/** A year in digits or in words ("dua ribu dua puluh enam", "twenty twenty-six"), after an optional comma. */
function readYear(tokens: readonly Token[], from: number): { year: number; end: number } | null {
  const at = skipSpace(tokens, /^[,.'’-]$/.test(tokens[from]?.text ?? "") ? from + 1 : from);
  const first = readQuantity(tokens, at);
  const value = first?.values[0] ?? 0;
  if (!first) return null;
  if (value >= 1_900 && value < 2_200) return { year: value, end: first.end };
  if (value !== 20 || first.digits !== null) return null;
  const second = readQuantity(tokens, skipSpace(tokens, first.end));
  const rest = second?.values[0] ?? 0;
  return second && second.digits === null && rest >= 10 && rest < 100 ? { year: 2_000 + rest, end: second.end } : null;
}
