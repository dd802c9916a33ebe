/** The pieces of text on a page of a PDF, with their places. Pure. */

/** A piece of one line without a gap as wide as a letter. Lengths are in points; y grows downwards. */
export interface Segment {
  text: string;
  left: number;
  right: number;
  /** Of the baseline. */
  y: number;
  /** Of the letters. */
  size: number;
}

/** What PDF.js calls a text item. */
export interface TextItem {
  str: string;
  transform: readonly number[];
  width: number;
}

/** Widths of gaps as parts of the size of letters. */
const SPACE = 0.14;
const GAP = 1;
const NARROW_GAP = 0.4;
/** Letters of one line may be a little higher, such as the sen of a price. */
const SAME_LINE = 0.2;
const RAISED = 0.55;
/** Ends of leaders ("Nasi lemak .......... RM5") and of columns that are made with spaces. */
const SPLIT = /\s{3,}/g;

/** `viewport`: the transformation of the page, which may be rotated. Text in another direction comes last, each piece by itself. */
export function toSegments(items: readonly TextItem[], viewport: readonly number[]): { segments: Segment[]; turned: string[] } {
  const turned: string[] = [];
  const pieces = items.flatMap((item) => {
    const [a, b, c, d, left, y] = multiply(viewport, item.transform);
    if (item.str.trim() === "") return [];
    if (Math.abs(b) > Math.abs(a) * 0.1 || a < 0) {
      turned.push(item.str.trim());
      return [];
    }
    const size = Math.hypot(c, d) || Math.abs(a) || 1;
    return splitAtSpaces({ text: item.str, left, right: left + item.width, y, size });
  });
  return { segments: join(withoutDoubles(pieces)), turned };
}

function multiply(first: readonly number[], second: readonly number[]): [number, number, number, number, number, number] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = first;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = second;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function splitAtSpaces(piece: Segment): Segment[] {
  const { text, left, right } = piece;
  const unit = (right - left) / Math.max(1, text.length);
  const parts: Segment[] = [];
  let from = 0;
  const add = (to: number) => {
    const part = text.slice(from, to);
    if (part.trim() === "") return;
    const start = from + part.length - part.trimStart().length;
    parts.push({ ...piece, text: part.trim(), left: left + start * unit, right: left + (start + part.trim().length) * unit });
  };
  for (const gap of text.matchAll(SPLIT)) {
    add(gap.index);
    from = gap.index + gap[0].length;
  }
  if (from === 0 && parts.length === 0) return [piece];
  add(text.length);
  return parts;
}

/** Some programs make text bold by writing it twice. */
function withoutDoubles(pieces: readonly Segment[]): Segment[] {
  const seen = new Set<string>();
  return pieces.filter(({ text, left, y }) => {
    const around = [0, 1].flatMap((dx) =>
      [0, 1].map((dy) => `${text}\u0000${Math.floor(left + dx * 0.5)}\u0000${Math.floor(y + dy * 0.5)}`),
    );
    if (around.some((place) => seen.has(place))) return false;
    for (const place of around) seen.add(place);
    return true;
  });
}

/** Joins the pieces of each line that have no gap between them. A narrower gap counts where many lines have a piece begin. */
function join(pieces: readonly Segment[]): Segment[] {
  const sorted = [...pieces].sort((one, other) => one.y - other.y || one.left - other.left);
  const lines: Segment[][] = [];
  for (const piece of sorted) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && piece.y - first.y <= SAME_LINE * Math.max(first.size, piece.size)) line.push(piece);
    else lines.push([piece]);
  }
  const isStart = findStarts(lines);
  const joined: Segment[] = [];
  for (const line of lines) {
    let open: Segment | null = null;
    for (const piece of line.sort((one, other) => one.left - other.left)) {
      const gap = isStart(piece) ? NARROW_GAP : GAP;
      if (open && piece.left - open.right < gap * Math.max(open.size, piece.size)) extend(open, piece);
      else {
        open = { ...piece };
        joined.push(open);
      }
    }
  }
  return joinRaised(joined.map((segment) => ({ ...segment, text: segment.text.trim() })));
}

/** Whether a piece begins where a quarter of the lines have one begin: at the left of a column. */
function findStarts(lines: readonly (readonly Segment[])[]): (piece: Segment) => boolean {
  const counts = new Map<number, number>();
  for (const { left } of lines.flat()) counts.set(Math.round(left), (counts.get(Math.round(left)) ?? 0) + 1);
  const many = Math.max(4, lines.length / 4);
  return ({ left }) => [-1, 0, 1].some((by) => (counts.get(Math.round(left) + by) ?? 0) >= many);
}

function extend(open: Segment, piece: Segment): void {
  const gap = piece.left - open.right;
  const isApart = gap > SPACE * Math.min(open.size, piece.size) && !/\s$/.test(open.text) && !/^\s/.test(piece.text);
  open.text += (isApart ? " " : "") + piece.text;
  open.right = Math.max(open.right, piece.right);
  open.size = Math.max(open.size, piece.size);
}

/** Small letters directly after others and a little above or below them belong to them ("RM5" and a raised "90"). */
function joinRaised(segments: readonly Segment[]): Segment[] {
  const kept: Segment[] = [];
  for (const segment of segments) {
    const host = kept.findLast(
      (one) =>
        segment.size < one.size * 0.8 &&
        Math.abs(one.y - segment.y) < RAISED * one.size &&
        segment.left >= one.right - 1 &&
        segment.left - one.right < 0.3 * one.size,
    );
    if (host) extend(host, segment);
    else kept.push(segment);
  }
  return kept;
}
