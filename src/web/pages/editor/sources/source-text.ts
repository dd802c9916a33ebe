/** What the screens say about sources. */
import type { TFunction } from "i18next";
import type { SourceFailure, SourcePage, SourceView, UnreadPart, UnreadReason } from "../../../../contract/source.ts";
import { isRead } from "../../../source-queries.ts";
import { formatDate, formatNumber, formatRecent } from "../../../text/format.ts";

type T = TFunction<"reading">;

export const whyOf = (t: T, failure: SourceFailure | UnreadReason): string => t(`why.${failure}`);

const counted = (count: number) => ({ count, number: formatNumber(count) });

export const pagesText = (t: T, count: number): string => t("count.pages", counted(count));
export const entriesText = (t: T, count: number): string => t("count.entries", counted(count));
export const wordsText = (t: T, count: number): string => t("count.words", counted(count));

/** How serious the state of a source is. */
export type StateTone = "quiet" | "good" | "asks" | "bad";

/** The state of a source in words. A source of which nothing was read is never called read. */
export function stateOf(t: T, source: SourceView): { text: string; tone: StateTone } {
  const { kind, state, failure, proposed, unread, entries, job } = source;
  switch (state) {
    case "waiting":
      return { text: t(job?.state === "cancelled" ? "state.cancelled" : "state.waiting"), tone: "quiet" };
    case "proposed":
      return { text: t("state.proposed", counted(proposed)), tone: "asks" };
    case "failed":
      return { text: failure === null ? t("state.failed") : t("state.failedWhy", { why: whyOf(t, failure) }), tone: "bad" };
    case "partly":
      if (entries === 0) return { text: t("state.nothing"), tone: "bad" };
      return { text: kind === "site" ? t("state.partly", counted(unread)) : t("state.inPart"), tone: "asks" };
    default:
      if (proposed > 0) return { text: t("state.new", counted(proposed)), tone: "asks" };
      return entries === 0 ? { text: t("state.nothing"), tone: "bad" } : { text: t("state.ready"), tone: "good" };
  }
}

/** What else is to be known about a source, beside its state. */
export function remarksOf(t: T, source: SourceView): string[] {
  const { state, conflicts, retired, isCut, entries } = source;
  return [
    state === "failed" && entries > 0 ? t("state.keeps") : "",
    conflicts > 0 ? t("state.conflicts", counted(conflicts)) : "",
    retired > 0 ? t("state.retired", counted(retired)) : "",
    isCut ? t("state.cut") : "",
  ].filter((text) => text !== "");
}

/** Failures of a file that are not the file's: another plan, a smaller knowledge or another moment gives something else. */
const PASSING: readonly (SourceFailure | null)[] = ["word_limit", "page_limit", "agent_full", "draft_full", "busy", "unused", "internal"];

/** Whether reading the source again can give something else. A file stays the same until it is replaced. */
export const canReadAgain = ({ kind, state, failure }: SourceView): boolean =>
  kind !== "file" || state === "waiting" || (state === "failed" && PASSING.includes(failure));

/** How much a source has, and when it was and will be read. */
export function factsOf(t: T, source: SourceView, now: number): string[] {
  const { kind, pages, entries, words, fetchedAt, nextSyncAt } = source;
  return [
    t(`kind.${kind}`),
    ...(kind === "site" && pages > 0 ? [pagesText(t, pages)] : []),
    ...(entries > 0 ? [entriesText(t, entries), wordsText(t, words)] : []),
    ...(fetchedAt === null ? [] : [t("time.read", { time: formatRecent(fetchedAt, now) })]),
    ...(nextSyncAt === null || isRead(source) ? [] : [t("time.next", { time: formatRecent(nextSyncAt, now) })]),
  ];
}

/** The state of a page in words. */
export function pageStateOf(t: T, page: SourcePage): { text: string; tone: StateTone } {
  const { state, failure, sameAs, unread } = page;
  switch (state) {
    case "failed":
      return { text: failure === null ? t("state.failed") : t("state.failedWhy", { why: whyOf(t, failure) }), tone: "bad" };
    case "same":
      return { text: sameAs === null ? t("page.state.same") : t("page.state.sameAs", { address: shortAddress(sameAs) }), tone: "quiet" };
    case "read":
      return unread.length > 0 ? { text: t("state.inPart"), tone: "asks" } : { text: t("page.state.read"), tone: "good" };
    case "proposed":
    case "missing":
    case "retired":
      return { text: t(`page.state.${state}`), tone: "asks" };
    default:
      return { text: t(`page.state.${state}`), tone: "quiet" };
  }
}

export const changedText = (t: T, at: string): string => t("page.changed", { time: formatDate(at) });

/** The parts that were not read, those with the same reason together: "Pages 2–4, 7: no text was found". */
export function unreadTexts(t: T, parts: readonly UnreadPart[]): string[] {
  const byReason = Map.groupBy(parts, ({ why }) => why);
  return [...byReason].flatMap(([why, group]) => {
    const numbers = group.flatMap(({ page }) => (page === null ? [] : [page])).sort((one, other) => one - other);
    const reason = whyOf(t, why);
    const whole = numbers.length < group.length ? [t("unread.whole", { why: reason })] : [];
    if (numbers.length === 0) return whole;
    const key = why === "too_long" ? "unread.from" : numbers.length === 1 ? "unread.page" : "unread.pages";
    return [...whole, t(key, { pages: why === "too_long" ? formatNumber(numbers[0] ?? 1) : rangesOf(numbers), why: reason })];
  });
}

/** 1, 2, 3, 7 → "1–3, 7". */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number <= last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}

/** An address without what every address has: "rotanmeru.my/menu". */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(?:www\.)?/i, "").replace(/\/$/, "");
}

/** The address as a link may have it; null if it is not one of the web. */
export const linkOf = (address: string | null): string | null => (address !== null && /^https?:\/\//i.test(address) ? address : null);

/** Whether an address that was typed looks like that of a whole website and not of one page. */
export function looksLikeSite(address: string): boolean {
  const path = address
    .trim()
    .replace(/^[a-z]+:\/\//i, "")
    .replace(/^[^/?#]*/, "");
  return path === "" || path === "/";
}
