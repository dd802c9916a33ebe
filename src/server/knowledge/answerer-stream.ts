/** Divides an answer that is complete from the beginning into pieces that are shown one by one. */

const PIECE = /^\[image\][^[\]\s]+\[\/image\]|\S+\s*|\s+/g;
/** Each piece is a frame on the socket, so pieces with fewer words would have too much overhead. */
const WORDS_PER_PIECE = 6;
/** Text in a script without spaces counts as one long word. */
const LONG_WORD = 12;

/** Pieces of a few words that join to exactly `text`; an image marker is one piece. The caller decides the pace. */
export function* streamInPieces(text: string): Generator<string> {
  let piece = "";
  let words = 0;
  for (const [word] of text.matchAll(PIECE)) {
    if (word.startsWith("[image]")) {
      yield word;
      continue;
    }
    const parts = word.length > 2 * LONG_WORD ? cutLong(word) : [word];
    for (const part of parts) {
      piece += part;
      words++;
      if (words < WORDS_PER_PIECE && parts.length === 1) continue;
      yield piece;
      piece = "";
      words = 0;
    }
  }
  if (piece !== "" || text === "") yield piece;
}

/** Cuts between characters, never within a surrogate pair. */
function cutLong(word: string): string[] {
  const characters = [...word];
  const parts: string[] = [];
  for (let start = 0; start < characters.length; start += LONG_WORD) parts.push(characters.slice(start, start + LONG_WORD).join(""));
  return parts;
}
