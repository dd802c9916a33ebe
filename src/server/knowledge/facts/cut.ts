/** Cuts a folded text into tokens: addresses, numbers, words, white space, and single signs. Pure. */
import { findAddresses } from "./addresses.ts";
import { splitGlued } from "./words.ts";

export interface Token {
  kind: "mail" | "web" | "number" | "clock" | "word" | "space" | "sign";
  text: string;
  start: number;
  end: number;
}

/** The position after white space, or the same position if there is none. */
export const skipSpace = (tokens: readonly Token[], at: number): number => (tokens[at]?.kind === "space" ? at + 1 : at);

/** The word directly after a position, on the same line; empty if there is none. */
export function wordAfter(tokens: readonly Token[], end: number): string {
  const gap = tokens[end];
  if (gap?.text.includes("\n")) return "";
  const token = tokens[gap?.kind === "space" || gap?.text === "-" ? end + 1 : end];
  return token?.kind === "word" ? token.text : "";
}

/** Times, numbers, words in Latin letters, white space, signs, and words in other scripts. */
const TOKEN =
  /(\d{1,2}:\d{2}(?![\d:]))|(\d+(?:[.,]\d+)*)|([a-z\u00c0-\u024f\u1e00-\u1eff]+(?:['’][a-z\u00c0-\u024f\u1e00-\u1eff]+)*)|(\s+)|([!-~])|([^\P{L}a-z\u00c0-\u024f\u1e00-\u1eff]+)|(.)/gsu;

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const { kind, text: address, start } of findAddresses(text)) {
    addPlain(text, from, start, tokens);
    from = start + address.length;
    tokens.push({ kind, text: address, start, end: from });
  }
  addPlain(text, from, text.length, tokens);
  return tokens;
}

function addPlain(text: string, from: number, to: number, tokens: Token[]): void {
  if (from >= to) return;
  const part = from === 0 && to === text.length ? text : text.slice(from, to);
  for (const match of part.matchAll(TOKEN)) {
    const start = from + match.index;
    const kind = kindOf(match);
    const glued = kind === "word" ? splitGlued(match[0]) : null;
    if (glued) addGlued(glued, start, tokens);
    else tokens.push({ kind, text: match[0], start, end: start + match[0].length });
  }
}

function kindOf([, clock, number, word, space, sign, other]: RegExpExecArray): Token["kind"] {
  if (word !== undefined) return "word";
  if (space !== undefined) return "space";
  if (sign !== undefined) return "sign";
  if (number !== undefined) return "number";
  return clock !== undefined ? "clock" : other !== undefined ? "word" : "sign";
}

/** "RMlimapuluh" is three words. */
function addGlued(words: readonly string[], start: number, tokens: Token[]): void {
  let at = start;
  for (const text of words) {
    tokens.push({ kind: "word", text, start: at, end: at + text.length });
    at += text.length;
  }
}
