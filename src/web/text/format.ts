/** Formats numbers, dates and prices for the chosen language. */
import i18next from "i18next";
import { DEFAULT_LANGUAGE, LOCALES, writeTime } from "../../contract/language.ts";
import { writePaid, writeRinggit } from "../../contract/money.ts";
import { FREE_PLAN_NAME, isNoLimit } from "../../contract/plan.ts";
import { currentLanguage } from "./i18n.ts";

const MEGABYTE = 1_024 * 1_024;

/** A plan's name. The Free Plan's name is translated, unless the administrator has changed it. */
export function planNameOf(name: string): string {
  return name === FREE_PLAN_NAME ? i18next.t("plans.freePlan") : name;
}

/** An agent's name, or words in its place. */
export function agentNameOf(name: string): string {
  return name || i18next.t("agent.unnamed");
}

/** 12345 → 12,345. */
export function formatNumber(value: number): string {
  return value.toLocaleString(LOCALES[currentLanguage()]);
}

/** A limit of a plan as a number, or that there is none. */
export function formatLimit(limit: number): string {
  return isNoLimit(limit) ? i18next.t("plan.unlimited") : formatNumber(limit);
}

/** Bytes in megabytes: 0.4 MB, 200 MB. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / MEGABYTE;
  const digits = megabytes < 10 ? 1 : 0;
  // A small picture is not nothing.
  const shown = Math.max(megabytes, bytes > 0 ? 0.1 : 0);
  return `${shown.toLocaleString(LOCALES[currentLanguage()], { maximumFractionDigits: digits })} MB`;
}

export const formatRinggit = writeRinggit;

/** An amount in sen: RM29, RM29.90. */
export function formatSen(sen: number): string {
  return formatRinggit(sen / 100);
}

export const formatPaid = writePaid;

const written = (date: Date, options: Intl.DateTimeFormatOptions) => writeTime(date, currentLanguage(), options);

/** An ISO 8601 time as a day; an invalid one as a dash. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "–";
  return written(date, { day: "numeric", month: "short", year: "numeric" });
}

/** An ISO 8601 time as a day with the time, for titles. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "–";
  return written(date, { dateStyle: "medium", timeStyle: "short" });
}

/** A date or a number with its unit, which is not broken over two lines. */
export const inOnePiece = (text: string): string => text.replaceAll(" ", "\u00a0");

/** An ISO 8601 time as hour and minute. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "–";
  return written(date, { timeStyle: "short" });
}

/** An ISO 8601 time as a day with the name of the weekday. */
export function formatWeekday(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "–";
  return written(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
}

/** A short form: the time for today, the day for this year, otherwise the date. `now`: epoch milliseconds. */
export function formatRecent(iso: string, now: number): string {
  const date = new Date(iso);
  const today = new Date(now);
  if (date.toDateString() === today.toDateString()) return formatTime(iso);
  if (date.getFullYear() !== today.getFullYear()) return formatDate(iso);
  return written(date, { day: "numeric", month: "short" });
}

/** A calendar day (YYYY-MM-DD) as "14 Nov". */
export function formatDay(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return written(date, { day: "numeric", month: "short", timeZone: "UTC" });
}

/** A month (YYYY-MM) as "November 2026", or in the short form as "Nov". */
export function formatMonth(month: string, form: "long" | "short" = "long"): string {
  const date = new Date(`${month}-15T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return month;
  const parts = form === "long" ? ({ month: "long", year: "numeric" } as const) : ({ month: "short" } as const);
  return written(date, { ...parts, timeZone: "UTC" });
}

const MICROS = 1_000_000;
/** A smaller amount would be rounded to RM0. */
const LEAST = 0.01;

/** An amount in millionths of RM, as models cost it: RM1.24, < RM0.01. */
export function formatMicros(micros: number): string {
  const ringgit = micros / MICROS;
  const isTiny = ringgit > 0 && ringgit < LEAST / 2;
  return (isTiny ? "<\u00a0" : "") + formatRinggit(isTiny ? LEAST : ringgit, 2);
}

/** US dollars without their sign, with two decimals or, for a tiny price, more: 0.30, 15.00, 0.075. */
export function formatUsd(amount: number): string {
  return amount.toLocaleString(LOCALES[DEFAULT_LANGUAGE], { minimumFractionDigits: 2, maximumFractionDigits: 4 });
}

/** Beside an empty field for a date, whose own pattern is in the language of the browser. */
export function exampleOfDate(hasTime: boolean): string {
  const at = new Date(2026, 10, 24, 9).toISOString();
  return i18next.t("date.example", { example: hasTime ? formatDateTime(at) : formatDate(at) });
}
