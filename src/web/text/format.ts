/** Numbers, dates and prices as the chosen language writes them. */
import { currentLanguage } from "./i18n.ts";

const LOCALES = { en: "en-MY", ms: "ms-MY" } as const;

/** 12345 → 12,345. */
export function formatNumber(value: number): string {
  return value.toLocaleString(LOCALES[currentLanguage()]);
}

/** Ringgit without the "RM" that the texts carry: whole amounts plain, others with two decimals. */
export function formatRinggit(amount: number): string {
  const isWhole = Number.isInteger(Math.round(amount * 100) / 100);
  const digits = isWhole ? 0 : 2;
  return amount.toLocaleString("en-MY", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Sen → ringgit text. */
export function formatSen(sen: number): string {
  return formatRinggit(sen / 100);
}

/** An ISO 8601 time as a day; an unreadable one as a dash. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "–";
  return date.toLocaleDateString(LOCALES[currentLanguage()], { day: "numeric", month: "short", year: "numeric" });
}

/** An ISO 8601 time with its hour, for titles. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "–";
  return date.toLocaleString(LOCALES[currentLanguage()], { dateStyle: "medium", timeStyle: "short" });
}

/** An ISO 8601 time as its hour and minute. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "–";
  return date.toLocaleTimeString(LOCALES[currentLanguage()], { timeStyle: "short" });
}

/** An ISO 8601 time as a day with its name. */
export function formatWeekday(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "–";
  return date.toLocaleDateString(LOCALES[currentLanguage()], { weekday: "long", day: "numeric", month: "long", year: "numeric" });
}

/** As short as it is clear: today's hour, this year's day, else the date. `now`: epoch milliseconds. */
export function formatRecent(iso: string, now: number): string {
  const date = new Date(iso);
  const today = new Date(now);
  if (date.toDateString() === today.toDateString()) return formatTime(iso);
  if (date.getFullYear() !== today.getFullYear()) return formatDate(iso);
  return date.toLocaleDateString(LOCALES[currentLanguage()], { day: "numeric", month: "short" });
}

/** A calendar day (YYYY-MM-DD) as "14 Nov". */
export function formatDay(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return date.toLocaleDateString(LOCALES[currentLanguage()], { day: "numeric", month: "short", timeZone: "UTC" });
}
