/**
 * Checks a reply while it is being sent: every price, telephone or account number, date, time, percentage, e-mail and web
 * address in it must be known from texts that the model was given
 * (docs/decisions/2026-11-23-facts-in-replies.md). Holds back no more than the fact that is not complete yet. Pure.
 */
import type { KnowledgeEntry } from "../../../contract/knowledge.ts";
import { type Element, findElements } from "../../knowledge/facts/elements.ts";
import { type Folded, fold } from "../../knowledge/facts/fold.ts";
import { wantedBy } from "../../knowledge/facts/keys.ts";
import { createKnownFacts } from "./known.ts";
import { scanOpen } from "./open.ts";

export interface FactSources {
  /** The entries in the prompt. */
  entries: readonly KnowledgeEntry[];
  /** Other texts of the owner in the prompt. */
  owner: readonly string[];
  /** What the visitor has written. */
  visitor: readonly string[];
  /** Whether the sum and the difference of two known amounts are known, too. */
  allowsSums: boolean;
}

export interface FactCheck {
  /** @returns the text that may be sent now; may be empty. Nothing after a stop. */
  write(text: string): string;
  /** @returns the rest, checked. */
  end(): string;
  /** The first fact that is not known, as the reply has it; null while there is none. */
  stopped(): string | null;
}

/** Of all agents of the process: the facts of about 16 MB of text, and of what was asked lately. */
const OWNERS = createKnownFacts({ maxUnits: 16_000_000, isVisitor: false });
const VISITORS = createKnownFacts({ maxUnits: 2_000_000, isVisitor: true });

/** Reads the sources in slices before a reply is checked, so that the check does not hold the event loop. */
export async function readSources({ entries, owner, visitor }: FactSources, elapsed: () => number): Promise<void> {
  await OWNERS.read([...entries.map(({ text }) => text), ...owner], elapsed);
  await VISITORS.read(visitor, elapsed);
}

/** Whether a key is known. Sets are not merged, because most replies have only a few facts. */
function createKnown({ entries, owner, visitor, allowsSums }: FactSources): (key: string) => boolean {
  let sets: ReadonlySet<string>[] | null = null;
  const read = () => [...entries.map(({ text }) => OWNERS.of(text)), ...owner.map(OWNERS.of), ...visitor.map(VISITORS.of)];
  const has = (key: string) => {
    sets ??= read();
    return sets.some((keys) => keys.has(key));
  };
  return (key) => has(key) || (allowsSums && isSum(key, sets ?? []));
}

/** Whether an amount is the sum or the difference of two known amounts of its currency. */
function isSum(key: string, sets: readonly ReadonlySet<string>[]): boolean {
  const [, currency, worth] = /^m:([^:]+):(\d+)$/.exec(key) ?? [];
  // Nothing is the difference of each amount and itself.
  if (worth === undefined || worth === "0" || currency === "?") return false;
  const amounts = new Set<number>();
  for (const keys of sets)
    for (const one of keys) if (one.startsWith(`m:${currency}:`)) amounts.add(Number(one.slice(`m:${currency}:`.length)));
  const total = Number(worth);
  return [...amounts].some((amount) => amounts.has(total - amount) || amounts.has(total + amount));
}

/** UTF-16 units before the text that has not been sent: a price word or the beginning of an address may be among them. */
const CONTEXT = 64;
/** The longest text that is held back. An address may have 2,048 units; nothing longer is known. */
const MAX_HELD = 2_300;
/** Units that may be looked at for each unit that arrives, and their sum that may be saved for later. Usual texts need fewer. */
const CREDIT = 12;
const MOST_CREDIT = 1_024;
/** What belongs to the fact that follows: emphasis, quotes and brackets. */
const OPENING = /[\s*_~`"'“‘([{<]{1,9}$/;
const MARKS = /[*_~`"'“‘([{<]/;
const IMAGE = /^\[image\][^[\]]*\[\/image\]/;

/** The position in the original text. */
const rawIn = (folded: Folded, at: number): number => folded.at?.[at] ?? at;

/** The longest word that is looked at again as a whole, for example the beginning of an address. */
const MAX_WORD = 128;

/** Where the word begins that has this position or ends there. */
function wordStart(text: string, at: number): number {
  let from = at;
  while (from > 0 && at - from < MAX_WORD && !/\s/.test(text[from - 1] ?? "")) from--;
  return from;
}

export function createFactCheck(sources: FactSources): FactCheck {
  const isKnown = createKnown(sources);
  /** Some text that has been sent, and then the text that is held back. */
  let text = "";
  /** The length of the part that has been sent. */
  let sent = 0;
  let isStart = true;
  let stopped: string | null = null;
  /** The number of the last item of a list. */
  let lastItem = 0;
  /** Units that may still be looked at. */
  let credit = MOST_CREDIT;

  const release = (end: number): string => {
    const released = text.slice(sent, end);
    sent = Math.max(sent, end);
    if (sent > CONTEXT + CONTEXT / 2) {
      const cut = wordStart(text, sent - CONTEXT);
      text = text.slice(cut);
      sent -= cut;
    }
    return released;
  };

  /** Emphasis and brackets go together with the word after them. */
  const beforeMarks = (end: number): number => {
    let at = end;
    while (at > sent && MARKS.test(text[at - 1] ?? "")) at--;
    return at;
  };

  const advance = (isEnd: boolean): string => {
    const from = wordStart(text, sent);
    const pending = fold(text.slice(from));
    const { open, mayHaveFact } = scanOpen(pending.text);
    const end = isEnd ? text.length : from + rawIn(pending, open);
    credit -= text.length - from;
    if (!mayHaveFact) return release(isEnd ? end : beforeMarks(end));
    return end <= sent ? "" : releaseKnown(end, isEnd);
  };

  const isNextItem = (element: Element): boolean => {
    if (element.kind !== "amount" || !element.context.isNumbering || element.amount.unit !== null) return false;
    const item = /^\d{1,3}$/.test(element.amount.digits ?? "") ? Number(element.amount.digits) : 0;
    if (item !== 1 && item !== lastItem + 1) return false;
    lastItem = item;
    return true;
  };

  /** Releases the text up to `end`, or up to a fact that is not known or not complete. */
  const releaseKnown = (end: number, isEnd: boolean): string => {
    credit -= text.length;
    const folded = fold(text);
    for (const element of findElements(folded.text)) {
      const start = rawIn(folded, element.start);
      const last = rawIn(folded, element.end - 1) + 1;
      if (last <= sent) continue;
      if (last > end) return release(beforeMarks(Math.min(start, end)));
      const wanted = isNextItem(element) ? null : wantedBy(element);
      if (!wanted || wanted.some((key) => (typeof key === "string" ? isKnown(key) : key.every(isKnown)))) continue;
      return stopAt(start, last);
    }
    return release(isEnd ? end : beforeMarks(end));
  };

  /** Ends the reply before the text from `start` to `end`. @returns what may be sent before it. */
  const stopAt = (start: number, end: number): string => {
    stopped = text.slice(start, end).replace(/\s+/g, " ").trim();
    const before = text.slice(sent, Math.max(sent, start));
    return before.replace(OPENING, (opening) => (/^\s/.test(opening) ? (opening[0] ?? "") : ""));
  };

  /** Looks at the text that is held back, unless looking at it after each piece would take too long. */
  const look = (arrived: number): string => {
    credit = Math.min(credit + arrived * CREDIT, MOST_CREDIT);
    // A piece may end within a surrogate pair.
    if (credit < 0 || /[\ud800-\udbff]$/.test(text)) return "";
    const released = advance(false);
    return stopped === null && text.length - sent > MAX_HELD ? released + stopAt(sent, text.length) : released;
  };

  return {
    write(chunk) {
      if (stopped !== null) return "";
      // The reply filter lets only the agent's own picture through.
      const image = isStart ? (IMAGE.exec(chunk)?.[0] ?? "") : "";
      if (chunk !== "") isStart = false;
      text += chunk.slice(image.length);
      return image + look(chunk.length);
    },
    end: () => (stopped === null ? advance(true) : ""),
    stopped: () => stopped,
  };
}
