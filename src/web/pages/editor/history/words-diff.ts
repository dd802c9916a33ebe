/** Which words of two texts differ. Pure. */

export interface DiffPart {
  text: string;
  kind: "same" | "removed" | "added";
}

/** Beyond this many comparisons, everything between what the texts share at both ends counts as different. */
const MAX_COMPARISONS = 1_000_000;

const tokensOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu) ?? [];

export function diffWords(before: string, after: string): DiffPart[] {
  const [one, other] = [tokensOf(before), tokensOf(after)];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const middle = diffMiddle(one.slice(start, one.length - end), other.slice(start, other.length - end));
  const head: DiffPart = { text: one.slice(0, start).join(""), kind: "same" };
  const tail: DiffPart = { text: one.slice(one.length - end).join(""), kind: "same" };
  return joinParts([head, ...middle, tail]);
}

/** By the longest sequence of tokens that both have. */
function diffMiddle(one: readonly string[], other: readonly string[]): DiffPart[] {
  if (one.length * other.length > MAX_COMPARISONS) {
    return [
      { text: one.join(""), kind: "removed" },
      { text: other.join(""), kind: "added" },
    ];
  }
  const width = other.length + 1;
  const longest = new Uint32Array((one.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      longest[i * width + j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    const [left, right] = [one[i], other[j]];
    if (left !== undefined && left === right) {
      parts.push({ text: left, kind: "same" });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ text: left, kind: "removed" });
      i++;
    } else if (right !== undefined) {
      parts.push({ text: right, kind: "added" });
      j++;
    }
  }
  return parts;
}

/** Joins neighbours of a kind. What was removed and added around a mere space is shown as one change. */
function joinParts(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let [removed, added] = ["", ""];
  const flush = () => {
    if (removed !== "") joined.push({ text: removed, kind: "removed" });
    if (added !== "") joined.push({ text: added, kind: "added" });
    [removed, added] = ["", ""];
  };
  for (const [at, { text, kind }] of parts.entries()) {
    const isBetween = kind === "same" && /^[ \t]+$/.test(text) && (removed !== "" || added !== "") && parts[at + 1]?.kind !== "same";
    if (text === "") continue;
    if (isBetween && at < parts.length - 1) [removed, added] = [removed + text, added + text];
    else if (kind === "removed") removed += text;
    else if (kind === "added") added += text;
    else {
      flush();
      const last = joined.at(-1);
      if (last?.kind === "same") last.text += text;
      else joined.push({ text, kind });
    }
  }
  flush();
  return joined;
}

/** Shortens long texts that are the same, so that the changes are seen. */
export function shortenSame(parts: readonly DiffPart[], keep = 80): DiffPart[] {
  if (parts.length === 1) return [...parts];
  return parts.map((part, at) => {
    if (part.kind !== "same" || part.text.length <= 3 * keep) return part;
    const head = at === 0 ? "" : part.text.slice(0, keep);
    const tail = at === parts.length - 1 ? "" : part.text.slice(-keep);
    return { ...part, text: `${head} … ${tail}` };
  });
}
