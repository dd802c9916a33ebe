/** How an answer that is known at once is shown bit by bit. */

const PIECE = /^\[image\][^[\]\s]+\[\/image\]|\S+\s*|\s+/g;
/** Each piece is a frame on the socket: of fewer words it costs more than it shows. */
const WORDS_PER_PIECE = 6;
/** Scripts without spaces come as one long word. */
const LONG_WORD = 12;

/** Pieces of a few words that join to exactly `text`; an image marker is one piece. Pacing is the caller's. */
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

/** By whole characters: half a surrogate pair is none. */
function cutLong(word: string): string[] {
  const characters = [...word];
  const parts: string[] = [];
  for (let start = 0; start < characters.length; start += LONG_WORD) parts.push(characters.slice(start, start + LONG_WORD).join(""));
  return parts;
}
