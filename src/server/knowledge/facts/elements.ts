/** Finds what may be a fact in a folded text: addresses, long numbers, dates, and amounts with their surroundings. Pure. */
import { type Amount, readAmounts } from "./amounts.ts";
import { type Follower, followerOf, isLimit, isStated, LINKS, MODIFIERS, PRICES } from "./around.ts";
import { skipSpace, type Token, tokenize, wordAfter } from "./cut.ts";
import { type DatePart, readDates, readMonth } from "./dates.ts";
import { type DayState, dayStateOf, readDays } from "./days.ts";
import { isNextItem, readOut } from "./numbers.ts";
import { CLOCKS, MOMENTS, partOf } from "./words.ts";

/** Positions in the folded text. */
interface Place {
  start: number;
  end: number;
}
export type Element = Place &
  (
    | { kind: "mail" | "web"; text: string }
    | { kind: "sequence"; digits: string; parts: readonly string[] }
    | { kind: "date"; date: DatePart; text: string }
    | { kind: "named-time"; minutes: number }
    | { kind: "month"; month: number }
    | { kind: "days"; days: readonly number[]; state: DayState }
    | { kind: "amount"; amount: Amount; context: Context }
  );

/** What is around an amount that has no unit. */
export interface Context {
  /** The word directly before it. */
  before: string;
  /** The word directly after it. */
  after: string;
  /** What the word after it makes of it. */
  follower: Follower;
  /** Whether it is an answer by itself: the only word of its sentence, or limited ("only 8", "8 je"). */
  isAnswer: boolean;
  /** Whether it is stated as a price ("it costs 45"). */
  isPriced: boolean;
  /** Whether it is stated as a price if it is small ("8 per pax", "Latte: 8"). */
  isStated: boolean;
  /** Whether it numbers a line of a list. */
  isNumbering: boolean;
  /** `clock`: "pukul 5"; `moment`: "until 5". */
  when: "clock" | "moment" | null;
}

export function findElements(text: string): Element[] {
  const tokens = tokenize(text);
  const found: Element[] = [];
  for (let at = 0; at < tokens.length; ) at = readElement(tokens, at, found);
  return found;
}

/** Most tokens begin no element, and are not looked at any further. */
const mayBegin = ({ kind, text }: Token): boolean =>
  kind === "word"
    ? partOf(text) === "begins" || /^(?:an?|half|quarter|hb|haribulan)$/.test(text)
    : kind === "sign"
      ? /^[+(]$|^\p{Sc}$/u.test(text)
      : kind !== "space";

/** Adds the elements that begin at this token. @returns the position after them. */
function readElement(tokens: readonly Token[], at: number, found: Element[]): number {
  const token = tokens[at];
  if (!token || !mayBegin(token)) return at + 1;
  const place = (end: number): Place => ({ start: token.start, end: tokens[end - 1]?.end ?? token.end });
  if (token.kind === "mail" || token.kind === "web") {
    found.push({ kind: token.kind, text: token.text, ...place(at + 1) });
    return at + 1;
  }
  if (token.text === "24" && tokens[at + 1]?.text === "/" && tokens[at + 2]?.text === "7" && tokens[at + 3]?.text !== "/") return at + 3;
  const dates = readDates(tokens, at);
  if (dates) {
    const span = place(dates.end);
    const text = tokens
      .slice(at, dates.end)
      .map((one) => one.text)
      .join("");
    for (const date of dates.dates) found.push({ kind: "date", date, text, ...span });
    return dates.end;
  }
  const sequence = readSequence(tokens, at) ?? readSpokenSequence(tokens, at);
  if (sequence) {
    found.push({ kind: "sequence", digits: sequence.parts.join(""), parts: sequence.parts, ...place(sequence.end) });
    return sequence.end;
  }
  const named = readNamedTime(tokens, at);
  if (named) {
    if (!named.isOther) found.push({ kind: "named-time", minutes: named.minutes, ...place(named.end) });
    return named.end;
  }
  const month = readMonth(tokens, at);
  if (month !== null) {
    found.push({ kind: "month", month, ...place(at + 1) });
    return at + 1;
  }
  const days = readDays(tokens, at);
  if (days) {
    const state = dayStateOf(textOf(tokens, at - 2 * NEAR, at), textOf(tokens, days.end, days.end + NEAR));
    found.push({ kind: "days", days: days.days, state, ...place(days.end) });
    return days.end;
  }
  const amounts = readAmounts(tokens, at);
  for (const amount of amounts) addAmount(tokens, amount, amounts, found);
  return amounts.at(-1)?.end ?? at + 1;
}

/** What is about the middle of the day without being a time: a greeting, a meal. */
const MIDDAYS = /^(?:selamat|makan|set|menu|hidangan|rehat)$/;

/** "Noon", "tengah malam"; `isOther`: it is part of another expression. */
function readNamedTime(tokens: readonly Token[], at: number): { minutes: number; end: number; isOther: boolean } | null {
  const text = tokens[at]?.text ?? "";
  const next = skipSpace(tokens, at + 1);
  const isMiddle = /^(?:tengah|tgh)$/.test(text);
  const named = isMiddle ? `tengah${tokens[next]?.text}` : text;
  const isNoon = /^(?:noon|midday|tengahari|tengahhari)$/.test(named);
  if (!isNoon && !/^(?:midnight|tengahmalam)$/.test(named)) return null;
  const isOther = isNoon && MIDDAYS.test(tokens[at - 1]?.kind === "space" ? (tokens[at - 2]?.text ?? "") : "");
  return { minutes: isNoon ? 720 : 0, end: isMiddle ? next + 1 : at + 1, isOther };
}

function addAmount(tokens: readonly Token[], amount: Amount, all: readonly Amount[], found: Element[]): void {
  const start = tokens[amount.from]?.start ?? 0;
  const end = tokens[amount.end - 1]?.end ?? start;
  // A noun after the last number of a range belongs to all of them.
  const last = all.at(-1) ?? amount;
  const own = readFollower(tokens, amount.end);
  const follower = amount !== last && !last.unit && !isCount(own) ? readFollower(tokens, last.end) : own;
  const first = all[0]?.from ?? amount.from;
  const around = lookBack(tokens, first);
  const isSmall = !amount.unit && ((amount.values[0] ?? 0) < 10 || amount.parts !== undefined);
  const stated = isSmall && isStated(textOf(tokens, first - NEAR, first), amount.digits, textOf(tokens, last.end, last.end + NEAR));
  const context = {
    ...around,
    after: wordAfter(tokens, amount.end),
    follower,
    isAnswer: follower === "answered" || (!isCount(follower) && isLimit(around.before)) || isAlone(tokens, first, last.end),
    isStated: stated,
    isNumbering: isNumbering(tokens, amount, stated || around.isPriced || around.when !== null),
  };
  // The second number of "RM10 - 2 pax" is a count.
  const unit = !amount.isOwn && isCount(own) ? null : amount.unit;
  found.push({ kind: "amount", amount: { ...amount, unit }, context, start, end });
}

/** Tokens beside an amount or a day that tell what it is. */
const NEAR = 8;
function textOf(tokens: readonly Token[], from: number, end: number): string {
  let text = "";
  for (let at = Math.max(0, from); at < end && at < tokens.length; at++) text += tokens[at]?.text ?? "";
  return text;
}

export const isCount = (follower: Follower): boolean => follower === "counted" || follower === "noun";

function readFollower(tokens: readonly Token[], end: number): Follower {
  const word = wordAfter(tokens, end);
  const next = tokens[end]?.text === "," ? wordAfter(tokens, end + 1) : "";
  if (next !== "") return followerOf(next) === "answered" ? "answered" : "other";
  const at = skipSpace(tokens, end) + 1;
  // "14 working days".
  return MODIFIERS.has(word) && followerOf(wordAfter(tokens, at)) === "counted" ? "counted" : followerOf(word);
}

/** Whether a sentence has no other word, or ends with it after "is": "A latte is eight." */
function isAlone(tokens: readonly Token[], from: number, end: number): boolean {
  const isEnd = (token: Token | undefined) => token === undefined || token.text.includes("\n") || /^[.!?]$/.test(token.text);
  const before = tokens[from - 1];
  const after = tokens[skipSpace(tokens, end)];
  const isSaid = before?.kind === "space" && /^(?:is|it['’]?s|ialah|adalah)$/.test(tokens[from - 2]?.text ?? "");
  if (isSaid) return isEnd(after);
  return (isEnd(before) || (before?.kind === "space" && isEnd(tokens[from - 2]))) && (isEnd(after) || after?.text === ",");
}

/** `isValue`: the words around the number make it a price or a time. */
function isNumbering(tokens: readonly Token[], { from, end }: Amount, isValue: boolean): boolean {
  const before = tokens[from - 1];
  if (!/^[.)]$/.test(tokens[end]?.text ?? "")) return false;
  if (before === undefined || before.text.includes("\n")) return true;
  const word = tokens[from - 2]?.text ?? "";
  return !isValue && end === from + 1 && before.kind === "space" && !LINKS.has(word) && !isLimit(word) && isNextItem(tokens, from);
}

/** Words. A price word further away does not belong to the number. */
const REACH = 6;

function lookBack(tokens: readonly Token[], from: number): Pick<Context, "before" | "isPriced" | "when"> {
  let at = from - 1;
  let before: string | null = null;
  for (let seen = 0; at >= 0 && seen < REACH && from - at < 4 * REACH; at--) {
    const token = tokens[at];
    if (!token || token.text.includes("\n") || /^[.!?;]$/.test(token.text)) break;
    if (token.kind !== "word") continue;
    before ??= token.text;
    seen++;
    if (PRICES.has(token.text)) return { before, isPriced: true, when: null };
    if (!LINKS.has(token.text)) break;
  }
  const direct = wordBefore(tokens, from);
  const when = CLOCKS.has(direct ?? "") ? "clock" : MOMENTS.has(direct ?? "") ? "moment" : null;
  return { before: direct ?? "", isPriced: false, when };
}

/** The token before a position: in "COVID-19" and "no. 1", the word. */
function wordBefore(tokens: readonly Token[], from: number): string | undefined {
  const at = tokens[from - 1]?.kind === "space" ? from - 2 : from - 1;
  const isJoined = (at === from - 1 && tokens[at]?.text === "-") || (tokens[at]?.text === "." && tokens[at - 1]?.text === "no");
  return tokens[isJoined ? at - 1 : at]?.text;
}

/** Digits of a number that is no amount, but a telephone or account number. */
const FEWEST_DIGITS = 7;
const MOST_GROUPS = 10;

interface Sequence {
  parts: string[];
  end: number;
}

function readSequence(tokens: readonly Token[], from: number): Sequence | null {
  const isOpened = tokens[from]?.text === "+" || tokens[from]?.text === "(";
  const first = tokens[isOpened ? from + 1 : from];
  if (first?.kind !== "number") return null;
  const parts = first.text.split(/[.,]/);
  if (parts.length > 1 && !first.text.startsWith("0")) return null;
  let end = (isOpened ? from + 1 : from) + 1;
  for (let next = nextGroup(tokens, end); next !== null && parts.length < MOST_GROUPS; next = nextGroup(tokens, end)) {
    const group = tokens[next]?.text ?? "";
    const isSpaced = tokens[next - 1]?.kind === "space";
    const length = parts.join("").length;
    // Another telephone number, or a number before one.
    if (isSpaced && group.startsWith("0") && group.length > 1 && (length >= 9 || length <= 2)) break;
    if (isSpaced && group.length <= 2 && length >= 9) break;
    // "1-800-555-017 (24 jam)".
    if (length >= FEWEST_DIGITS && tokens[next - 1]?.text === "(") break;
    if (hasUnit(tokens, next + 1)) break;
    parts.push(group);
    end = next + 1;
  }
  const [only = ""] = parts;
  if (parts.length === 1 && hasUnit(tokens, end)) return null;
  return parts.join("").length >= FEWEST_DIGITS && (parts.length > 1 || /^\d+$/.test(only)) ? { parts, end } : null;
}

/** The position of the next group of digits: after a hyphen, a bracket, a space, or these together. */
function nextGroup(tokens: readonly Token[], end: number): number | null {
  let at = end;
  let isHyphened = false;
  for (; at < end + 3; at++) {
    const token = tokens[at];
    if (token?.kind === "number") return at > end && /^\d+$/.test(token.text) ? at : null;
    if (token?.kind === "space" ? token.text.length > 2 || token.text.includes("\n") : !/^[-()]$/.test(token?.text ?? "")) return null;
    if (token?.text === "-" && isHyphened) return null;
    isHyphened ||= token?.text === "-";
  }
  return tokens[at]?.kind === "number" && /^\d+$/.test(tokens[at]?.text ?? "") ? at : null;
}

/** Whether the number before this position measures something: "9am", "9 am", "10 ringgit", "10%". */
function hasUnit(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind === "word" || token?.text === "%" || (token?.text === "/" && tokens[at + 1]?.text === "-")) return true;
  return /^(?:am|pm|pagi|petang|malam|ringgit|sen|percent|peratus)$/.test(tokens[skipSpace(tokens, at)]?.text ?? "");
}

/** "zero one two, three four five, six seven eight nine". */
function readSpokenSequence(tokens: readonly Token[], from: number): Sequence | null {
  if (tokens[from]?.kind !== "word") return null;
  const { digits, end } = readOut(tokens, from);
  return digits.length >= FEWEST_DIGITS ? { parts: [digits], end } : null;
}
