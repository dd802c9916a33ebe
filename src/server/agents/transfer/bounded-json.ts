/**
 * Parses JSON that anyone may have written. A value costs the parser and every check after it many times what its characters
 * do, and holds the event loop meanwhile, so values are counted before. Pure.
 */

export interface JsonBound {
  /** UTF-16 units. */
  characters: number;
  /** Values in arrays and objects, in all depths. */
  values: number;
}

/** More than any part of a file has. */
const MAX_DEPTH = 20;

/** @throws SyntaxError if it is no JSON, or is longer, deeper, or of more values than allowed */
export function parseBounded(text: string, bound: JsonBound): unknown {
  if (text.length > bound.characters) throw new SyntaxError("the text is too long");
  if (!isWithin(text, bound.values)) throw new SyntaxError("the text has too many values");
  return JSON.parse(text);
}

/** One pass over the characters. What is no JSON is counted in some way, and then refused by the parser. */
function isWithin(text: string, values: number): boolean {
  let [count, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === ",") count++;
    else if (character === "[" || character === "{") {
      count++;
      depth++;
    } else if (character === "]" || character === "}") depth--;
    if (count > values || depth > MAX_DEPTH) return false;
  }
  return true;
}

/** The place of the quotation mark that ends the string which begins at `from`; the end of the text if none does. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
