/** Finds offers and notices whose dates have passed. Pure. */
import { DAY_MS } from "../../platform/clock.ts";
import type { DatePart } from "../facts/dates.ts";
import { findElements } from "../facts/elements.ts";
import { fold } from "../facts/fold.ts";
import { splitSentences } from "../rank/split.ts";

/** Days as YYYY-MM-DD, which are compared as texts. */
interface Days {
  today: string;
  /** When the entry was last changed: a date without a year is the next one after it. */
  saved: string;
}

export interface PastDate {
  quote: string;
  /** The last day that is named, YYYY-MM-DD. */
  day: string;
}

/** Words of a history: what has been is still true. */
const HISTORY =
  /\b(?:since|sejak|established|est|founded|ditubuhkan|ditubuh|registered|berdaftar|awards?|anugerah|won|menang|as of|as at|setakat|updated|kemas ?kini|version|ssm|roc|born|lahir|history|sejarah|incorporated|opened|dibuka pada|launched|moved|pindah|berpindah|mula beroperasi)\b/;
/** Before a single date, what begins with it is still true. */
const BEGINS = /\b(?:effective|berkuat ?kuasa|starting|bermula|mulai|from|dari)\b/;
const ENDS =
  /\b(?:until|till|til|sampai|hingga|sehingga|ends?|ending|valid|sah|expires?|before|sebelum|by|last day|closes?|tutup|closed|deadline|tarikh akhir|tamat|only on|offer|promo|promosi|promotion|sale|jualan|diskaun|discount|early bird|voucher)\b/;
/** Days for which a date without one of these words is news rather than history. */
const RECENT_DAYS = 800;

/** UTF-16 units of a sentence that are read. */
const LONGEST_SENTENCE = 1_000;

/** In short steps. */
export function* findPastDate(text: string, days: Days): Generator<undefined, PastDate | null> {
  let found: PastDate | null = null;
  let isFuture = false;
  // Beside dates with a year, those without one are of that time.
  const hasYear = hasYearIn(fold(text).text);
  for (const line of text.split("\n")) {
    if (!/\d/.test(line)) continue;
    for (const sentence of splitSentences(line)) {
      yield;
      const folded = fold(sentence.slice(0, LONGEST_SENTENCE)).text;
      const dates = hasYear && !hasYearIn(folded) ? [] : datesIn(folded, days);
      const last = dates.toSorted().at(-1);
      if (last === undefined) continue;
      if (last >= days.today) isFuture = true;
      else if (!found && isOver(folded, dates.length, last, days.today)) found = { quote: sentence.trim(), day: last };
    }
  }
  // A schedule with a date to come is not over.
  return isFuture ? null : found;
}

/** What comes back each year. */
const YEARLY =
  /\b(?:(?:every|each|setiap|tiap) (?:year|tahun|jan|feb|mar|mac|apr|may|mei|jun|jul|aug|ogos|sep|oct|okt|nov|dec|dis)|yearly|annually|public holidays?\b|cuti umum)/;

const hasYearIn = (text: string): boolean => /\b(?:19|20)\d\d\b|\d[/.-]\d{1,2}[/.-]\d{2}\b/.test(text);

function isOver(text: string, dates: number, day: string, today: string): boolean {
  if (YEARLY.test(text) || (!hasYearIn(text) && !ENDS.test(text))) return false;
  if (ENDS.test(text)) return !/\b(?:since|sejak)\b/.test(text);
  return !(dates === 1 && BEGINS.test(text)) && !HISTORY.test(text) && Date.parse(today) - Date.parse(day) <= RECENT_DAYS * DAY_MS;
}

/** The days that a folded text names; of a month, its last one. */
function datesIn(text: string, { saved }: Days): string[] {
  const dates = findElements(text).flatMap((element) => (element.kind === "date" ? [element.date] : []));
  // "From 16 to 22 February 2026": the year is written once.
  const years = new Set(dates.flatMap(({ year }) => (year === null ? [] : [year])));
  const [only] = years;
  return dates.flatMap((date) => {
    const year = date.year ?? (years.size === 1 ? only : undefined);
    return dayOf(date, year ?? null, saved) ?? [];
  });
}

function dayOf({ day, month }: DatePart, year: number | null, saved: string): string | null {
  if (month === null) return null;
  const write = (inYear: number): string | null => {
    const last = new Date(Date.UTC(inYear, month, 0)).getUTCDate();
    if (day !== null && day > last) return null;
    return `${inYear}-${String(month).padStart(2, "0")}-${String(day ?? last).padStart(2, "0")}`;
  };
  if (year !== null) return year >= 1900 && year < 2200 ? write(year) : null;
  const [inYear, next] = [write(Number(saved.slice(0, 4))), write(Number(saved.slice(0, 4)) + 1)];
  return inYear !== null && inYear >= saved ? inYear : next;
}
