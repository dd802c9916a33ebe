/**
 * Brings a text into the form in which facts are read: lower case, ASCII digits and hyphens, without emphasis, tags and
 * invisible characters. Pure.
 */

export interface Folded {
  text: string;
  /** The position in the original text of each unit of `text`, and its length at the end; null: the positions are the same. */
  at: readonly number[] | null;
}

/** Texts that need only lower case. */
const PLAIN = /^[\n\r\t -)+-;=-^a-}]*$/;
/** Invisible characters, and marks that can be put over a digit. */
const DROPPED = /^(?:[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|\p{M})$/u;
const SPACES = /^[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]$/;
const HYPHENS = /^[\u2010-\u2015\u2043\u2212\ufe58\ufe63]$/;
const TAG = /<\/?[a-z][a-z0-9]{0,9} ?\/?>/iy;
/** The zero of each script whose digits people type. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810,
];
/** The surrogate of letters and digits in other shapes, such as bold ones. */
const MATHEMATICAL = "\ud835";

export function fold(text: string): Folded {
  if (PLAIN.test(text)) return { text: text.toLowerCase(), at: null };
  let folded = "";
  const at: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? "";
    if (char === "<") {
      TAG.lastIndex = index;
      if (TAG.test(text)) {
        index = TAG.lastIndex - 1;
        continue;
      }
    }
    const isPair = char === MATHEMATICAL && index + 1 < text.length;
    const plain = isPair
      ? text
          .slice(index, index + 2)
          .normalize("NFKC")
          .toLowerCase()
      : foldChar(char);
    for (let made = 0; made < plain.length; made++) at.push(index);
    folded += plain;
    if (isPair) index++;
  }
  at.push(text.length);
  return { text: folded, at };
}

function foldChar(char: string): string {
  const code = char.charCodeAt(0);
  if (code < 0x7f) return char === "*" || char === "_" || char === "`" || char === "~" ? "" : char.toLowerCase();
  if (DROPPED.test(char)) return "";
  if (SPACES.test(char)) return " ";
  if (HYPHENS.test(char)) return "-";
  if (code >= 0xff01 && code <= 0xff5e) return foldChar(String.fromCharCode(code - 0xfee0));
  const zero = ZEROS.find((one) => code >= one && code < one + 10);
  if (zero !== undefined) return `${code - zero}`;
  // Digits in circles, above and below the line.
  const plain = code < 0x2500 && /\p{No}/u.test(char) ? char.normalize("NFKC") : char;
  return /^\d+$/.test(plain) ? plain : char.toLowerCase();
}
