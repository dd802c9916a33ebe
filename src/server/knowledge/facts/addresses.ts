/** Finds e-mail and web addresses in a folded text, also those that are read out ("hello at kedai dot my"). Pure. */
import { fold } from "./fold.ts";
import list from "./tlds.txt" with { type: "text" };

/** Domains' last labels, as IANA lists them. */
const TLDS: ReadonlySet<string> = new Set(list.split(/\s+/).map((label) => fold(label).text));
/** Two letters that are also words in one of the languages do not end an address that is read out. */
const SPOKEN_TLDS = /^(?:my|sg|id|io|co|ai|tv|uk|us|au|cn|jp|th|ly|me|[a-z]{3,24})$/;

export interface Address {
  kind: "mail" | "web";
  text: string;
  start: number;
}

// Every repetition is bounded and begins only where a word begins, so that matching takes time in proportion to the text.
const DOT_WORD = String.raw`(?:(?: ?[-([{] ?| )(?:dot|titik)(?: ?[-)\]}] ?| )| ?[([{] ?\. ?[)\]}] ?)`;
const AT_WORD = String.raw`(?: ?[-([{] ?| )(?:at|alias|@)(?: ?[-)\]}] ?| )`;
const LABEL = String.raw`[\w-]{1,63}`;
const MAIL = new RegExp(String.raw`(?<![\w.+-])[\w.+-]{1,64}(?: ?@ |@)${LABEL}(?:\.${LABEL}){1,6}`);
const WEB = /(?<![a-z0-9])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|www [a-z0-9-]{1,63} (?=com|my|net|org))[^\s<>"'()[\]{}|\\^，。、）]{1,2100}/;
const NUMERIC = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\d)(?::\d{1,5})?(?:\/[^\s<>"'()[\]{}|\\^，。、）]{0,2100})?/;
const DOMAIN =
  /(?<![\w.@-])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,40}(?:[a-z]{2,24}(?![\w-])|[a-z\u0080-\uffff]{1,24})(?::\d{1,5})?(?:\/[^\s<>"'()[\]{}|\\^，。、）]{0,2100})?/;
const HANDLE = /(?<![\w.@/])@[a-z0-9][\w.]{1,29}/;
const READ_OUT = new RegExp(
  String.raw`(?<![\w.+-])[\w.+-]{1,64}?(?:(?:${AT_WORD}|@)[\w.-]{1,63}?)?(?:${DOT_WORD}[\w-]{1,63}?){0,3}${DOT_WORD}[a-z]{2,24}(?![\w-])`,
);
/** ".com" after a space, and "com" after a full stop that may end a sentence. */
const SPACED = /(?<![\w.+-])[a-z0-9-]{2,63}(?: \.[a-z]{2,24}| ?\. (?:com|org|biz|xyz))(?![\w-])/;
/** The end of an address whose beginning is too long for one. */
const LONG = new RegExp(`@ ?${LABEL}(?:[.]${LABEL}){1,6}`);
const PATTERNS = [MAIL, WEB, NUMERIC, DOMAIN, HANDLE, READ_OUT, SPACED, LONG];
const ADDRESS = new RegExp(PATTERNS.map(({ source }) => `(${source})`).join("|"), "g");
/** A text without any of these has no address. */
const HAS_ADDRESS =
  /@|:\/\/|www[. ]|[a-z0-9-]\.[a-z\u0080-\uffff]{2}| \.[a-z]{2}|\. (?:com|org|biz|xyz)\b|\b(?:dot|titik)\b|\d\.\d{1,3}\.\d|[([{] ?\. ?[)\]}]/;

export function findAddresses(text: string): Address[] {
  if (!HAS_ADDRESS.test(text)) return [];
  const found: Address[] = [];
  ADDRESS.lastIndex = 0;
  for (let match = ADDRESS.exec(text); match; match = ADDRESS.exec(text)) {
    const address = readMatch(match);
    if (address) found.push(address);
    // What looked like an address may have had one in it.
    const end = match.index + (address?.text.length ?? 0);
    ADDRESS.lastIndex = address ? end : skipWord(text, match.index);
  }
  ADDRESS.lastIndex = 0;
  return found;
}

/** Where the next word begins. */
function skipWord(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && /[\w.+-]/.test(text[at] ?? "")) at++;
  return at;
}

function readMatch(match: RegExpExecArray): Address | null {
  const [whole, mail, web, numeric, domain, handle, readOut, spaced, long] = match;
  const start = match.index;
  const text = whole.replace(/[.,;:!?-]{1,9}$/, "");
  if (text.length < 3) return null;
  if (mail !== undefined || long !== undefined) return { kind: "mail", text, start };
  if (web !== undefined || handle !== undefined) return { kind: "web", text, start };
  if (numeric !== undefined)
    return (text.match(/\d+/g) ?? []).slice(0, 4).every((part) => Number(part) < 256) ? { kind: "web", text, start } : null;
  if (domain !== undefined) return readDomain(text, start);
  const last = /[a-z]{2,24}$/.exec(text)?.[0] ?? "";
  if (!TLDS.has(last)) return null;
  if (spaced !== undefined) return { kind: "web", text, start };
  if (!SPOKEN_TLDS.test(last)) return null;
  return { kind: /(?:\b(?:at|alias)\b|@)/.test(readOut ?? "") ? "mail" : "web", text, start };
}

/** A domain and what follows it. Of "kedai.my.Thank", only the part up to a last label is one. */
function readDomain(text: string, start: number): Address | null {
  const [host = ""] = /^[^:/]+/.exec(text) ?? [];
  const labels = host.split(".");
  // "9.am", "No.Tel".
  if (/^[\d.]+\.[ap]m$|^no\.tel$/.test(host)) return null;
  // Any word may end an address that has a path.
  if (text.length > host.length + 1) return { kind: "web", text, start };
  for (let count = labels.length; count > 1; count--) {
    const last = labels[count - 1] ?? "";
    if (TLDS.has(last) && !isAbbreviation(labels.slice(0, count))) return { kind: "web", text: labels.slice(0, count).join("."), start };
  }
  return null;
}

/** "e.g", "a.m", "U.S". */
const isAbbreviation = (labels: readonly string[]): boolean => labels.every((label) => label.length < 2);
