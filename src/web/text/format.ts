/** Numbers, dates and prices as the chosen language writes them. */
import i18next from "i18next";
import { DEFAULT_LANGUAGE, LOCALES } from "../../contract/language.ts";
import { CURRENCY, FREE_PLAN_NAME } from "../../contract/plan.ts";
import { currentLanguage } from "./i18n.ts";

/** A plan's name; the Free Plan has one in each language, unless the administrator gave it another. */
export function planNameOf(name: string): string {
  return name === FREE_PLAN_NAME ? i18next.t("plans.freePlan") : name;
}

/** 12345 → 12,345. */
export function formatNumber(value: number): string {
  return value.toLocaleString(LOCALES[currentLanguage()]);
}

/** Ringgit, written alike in all languages: RM29, RM29.90, or with as many decimals as `digits` says. */
export function formatRinggit(amount: number, digits = Number.isInteger(Math.round(amount * 100) / 100) ? 0 : 2): string {
  return `${CURRENCY}${amount.toLocaleString(LOCALES[DEFAULT_LANGUAGE], { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

/** An amount in sen: RM29, RM29.90. */
export function formatSen(sen: number): string {
  return formatRinggit(sen / 100);
}

/** An amount in sen with both decimals, as on a bank statement: RM29.00. */
export function formatPaid(sen: number): string {
  return formatRinggit(sen / 100, 2);
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
