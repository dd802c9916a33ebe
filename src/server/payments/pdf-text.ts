/** Texts for the fonts that every PDF reader has. They know the letters of Western European languages (Windows-1252). */

/** The characters of Windows-1252 outside Latin-1. */
const BEYOND_LATIN = new Set("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ");
const MARKS = /\p{M}/gu;

function isKnown(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff && code !== 0xad) || BEYOND_LATIN.has(letter);
}

/** Replaces what the fonts do not know: a letter by the same one without its marks, and any other by a question mark. */
export function printable(text: string): string {
  let out = "";
  for (const letter of text.normalize("NFC").replace(/\s+/g, " ")) {
    const bare = letter.normalize("NFKD").replace(MARKS, "");
    out += isKnown(letter) ? letter : [...bare].every(isKnown) ? bare : "?";
  }
  return out;
}

/** Breaks a text into lines of at most `width`, between words; a longer word is broken anywhere. At least one line. */
export function wrapText(text: string, width: number, measure: (part: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.trim().split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (measure(line) > width && line.length > 1) {
      const cut = fitting(line, width, measure);
      lines.push(line.slice(0, cut));
      line = line.slice(cut);
    }
  }
  return [...lines, line];
}

/** How many letters of a word fit into a line; at least one. */
function fitting(word: string, width: number, measure: (part: string) => number): number {
  let [low, high] = [1, word.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(word.slice(0, middle)) <= width) low = middle;
    else high = middle - 1;
  }
  return low;
}
