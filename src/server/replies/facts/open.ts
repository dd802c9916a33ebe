/** Where the part of a text begins that the next piece may still change: an amount that may grow, an unfinished address. Pure. */
import { currencyOf, partOf, partOfBegun } from "../../knowledge/facts/words.ts";

const IS_ADDRESS = /@|:\/|www|[a-z0-9]\.[a-z]|[.@:/]$|[a-z]-$|[([{]\.?$|\.[)\]}]/;
const TOKEN =
  /(\d+(?:[.,:]\d+)*(?:[.,:]$)?)|([a-z\u00c0-\u024f\u1e00-\u1eff]+(?:['’][a-z\u00c0-\u024f\u1e00-\u1eff]*)?|[^\P{L}a-z\u00c0-\u024f\u1e00-\u1eff]+)|(\s+)|(.)/gsu;
/** Signs within a fact. A comma or a full stop ends it if white space follows. */
const JOINING = /^[-/.,:()[\]+&%$€£¥@]$/;

/** An unfinished word behind a full stop or "dot": "1,799. Com" may be a domain, or the first letters of a sentence. */
const BEGUN_DOMAIN =
  /[a-z0-9-](?: ?\. (?:c|co|com|o|or|org|b|bi|biz|x|xy|xyz)| \.[a-z]{1,24}|(?: ?[-([{] ?| )(?:dot|titik)(?: ?[-)\]}] ?| )[a-z]{1,24})$/;
/** Units. The longest last label with the signs before it. */
const LONGEST_DOMAIN_END = 40;

interface Part {
  text: string;
  index: number;
  role: "begins" | "follows" | "plain" | "space";
}

export interface Scan {
  /** Where the open part begins; the length of the text if all of it is final. */
  open: number;
  /** Whether the text may have a fact or a part of one. */
  mayHaveFact: boolean;
}

/** Units. An element that ends so far before the end of the text is complete; a longer one is looked at as a whole. */
const FURTHEST = 256;

/** `text`: folded, from the beginning of the first word that is not sent completely. */
export function scanOpen(text: string): Scan {
  const parts = [...text.matchAll(TOKEN)].map((match): Part => ({ text: match[0], index: match.index, role: roleOf(match, text.length) }));
  const piece = lastPiece(text, text.length);
  const isAddress = IS_ADDRESS.test(text.slice(piece));
  const mayHaveFact = isAddress || parts.some(({ role }) => role === "begins") || /[@/]|\.[a-z\u0080-\uffff]|www |\. ?[)\]}]/.test(text);
  const open = Math.min(isAddress ? piece : text.length, openDomain(text), openRun(parts, text.length));
  return { open: Math.max(open, text.length - FURTHEST), mayHaveFact };
}

/** Where the last run of signs of an address begins. A pattern would look for it from every position. */
function lastPiece(text: string, end: number): number {
  let at = end;
  while (at > 0 && text.charCodeAt(at - 1) > 32 && text.charCodeAt(at - 1) < 127) at--;
  return at;
}

/** Where an address begins of which the last word may be the end. */
function openDomain(text: string): number {
  const from = Math.max(0, text.length - LONGEST_DOMAIN_END);
  const begun = BEGUN_DOMAIN.exec(text.slice(from));
  return begun ? lastPiece(text, from + begun.index + 1) : text.length;
}

function openRun(parts: readonly Part[], length: number): number {
  let open = length;
  let at = parts.length - 1;
  // A number is final only when the whole next word is known, because it may be a unit.
  const last = parts[at];
  if (last?.role === "plain" && /^\p{L}/u.test(last.text)) at--;
  for (; at >= 0; at--) {
    const part = parts[at];
    const next = parts[at + 1];
    if (!part || (part.role === "plain" && !isBetweenDigits(parts, at))) break;
    if (/^[.,:;!?]$/.test(part.text) && next?.role === "space" && currencyOf(parts[at - 1]?.text ?? "") === undefined) break;
    if (part.role === "space" && (part.text.includes("\n\n") || (part.text.includes("\n") && next === undefined))) break;
    if (part.role === "begins") open = part.index;
  }
  return open;
}

/** An odd sign between two digits may be there to hide a number. */
function isBetweenDigits(parts: readonly Part[], at: number): boolean {
  const next = parts[at + 1]?.text ?? "0";
  return !/[\p{L}\s]/u.test(parts[at]?.text ?? " ") && /\d$/.test(parts[at - 1]?.text ?? "") && /^\d/.test(next);
}

function roleOf(match: RegExpExecArray, length: number): Part["role"] {
  const [text, number, word, space] = match;
  if (number !== undefined) return "begins";
  if (space !== undefined) return "space";
  if (word === undefined) return /^[+(@]$|^\p{Sc}$/u.test(text) ? "begins" : JOINING.test(text) ? "follows" : "plain";
  // "RMsembilan".
  const plain = word.startsWith("rm") && word.length > 2 ? word.slice(2) : word;
  return (match.index + text.length === length ? partOfBegun(plain) : partOf(plain)) ?? "plain";
}
