/** Cuts a folded text into tokens: addresses, numbers, words, white space, and single signs. Pure. */
import { TLDS } from "./words.ts";

export interface Token {
  kind: "mail" | "web" | "number" | "clock" | "word" | "space" | "sign";
  text: string;
  start: number;
  end: number;
}

/** The position after white space, or the same position if there is none. */
export const skipSpace = (tokens: readonly Token[], at: number): number => (tokens[at]?.kind === "space" ? at + 1 : at);

// Every repetition is bounded and begins only where a word begins, so that matching takes time in proportion to the text.
const MAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}/;
const WEB = /(?<![a-z0-9])(?:https?:\/\/|www\.)[^\s<>"'()[\]{}|\\^，。、）]{1,2100}/;
const DOMAIN = new RegExp(
  String.raw`(?<![\w.@-])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}(?:(?:${TLDS})(?![\w-])(?!\.[a-z]{2})(?:\/[^\s<>"'()[\]{}|\\^，。、）]{0,2100})?|[a-z]{2,12}\/[\w/?=&%.-]{1,2100})`,
);
const HANDLE = /(?<![\w.@/])@[a-z0-9][\w.]{1,29}/;
/** "hello at kedai dot com". */
const READ_OUT = new RegExp(
  String.raw`(?<![\w.+-])[\w.+-]{1,64}(?: ?[([]? ?(?:\bat\b|\balias\b|@) ?[)\]]? ?[\w-]{1,63})?(?: ?[([]? ?\b(?:dot|titik)\b ?[)\]]? ?[\w-]{1,63}){0,3} ?[([]? ?\b(?:dot|titik)\b ?[)\]]? ?(?:${TLDS})(?![\w-])`,
);
const ADDRESS = new RegExp([MAIL, WEB, DOMAIN, HANDLE, READ_OUT].map(({ source }) => `(${source})`).join("|"), "g");
/** A text without any of these has no address. */
const HAS_ADDRESS = /@|:\/\/|www\.|[a-z0-9-]\.[a-z]{2}|\bdot\b|\btitik\b/;
/** Times, numbers, words in Latin letters ("RMsembilan" is two), white space, signs, and words in other scripts. */
const TOKEN =
  /(\d{1,2}:\d{2}(?![\d:]))|(\d+(?:[.,]\d+)*)|(rm(?=se(?:puluh|belas|ratus|ribu)|satu|dua|tiga|empat|lima|enam|tujuh|lapan|sembilan)|[a-z\u00c0-\u024f\u1e00-\u1eff]+(?:['’][a-z\u00c0-\u024f\u1e00-\u1eff]+)*)|(\s+)|([!-~])|([^\P{L}a-z\u00c0-\u024f\u1e00-\u1eff]+)|(.)/gsu;
const KINDS = ["clock", "number", "word", "space", "sign", "word", "sign"] as const;

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  if (HAS_ADDRESS.test(text)) {
    for (const match of text.matchAll(ADDRESS)) {
      const [, mail, , , , readOut] = match;
      const address = match[0].replace(/[.,;:!?-]{1,9}$/, "");
      if (readOut === undefined && address.length < 3) continue;
      addPlain(text, from, match.index, tokens);
      from = match.index + address.length;
      const isMail = mail !== undefined || (readOut !== undefined && /(?:\bat\b|\balias\b|@)/.test(readOut));
      tokens.push({ kind: isMail ? "mail" : "web", text: address, start: match.index, end: from });
    }
  }
  addPlain(text, from, text.length, tokens);
  return tokens;
}

function addPlain(text: string, from: number, to: number, tokens: Token[]): void {
  if (from >= to) return;
  const part = from === 0 && to === text.length ? text : text.slice(from, to);
  for (const match of part.matchAll(TOKEN)) {
    const start = from + match.index;
    const group = KINDS.findIndex((_, place) => match[place + 1] !== undefined);
    tokens.push({ kind: KINDS[group] ?? "sign", text: match[0], start, end: start + match[0].length });
  }
}
