/**
 * Parses the small part of Markdown that models write into data. Every quantifier is bounded or linear, because a visitor
 * can make a model write anything and no text may block the page. Rule: product 5.5.
 */

export type Inline =
  | string
  | { kind: "strong"; content: Inline[] }
  | { kind: "em"; content: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "link"; href: string; content: Inline[] };

export interface ListItem {
  lines: string[];
  sub: List | null;
}
export interface List {
  isOrdered: boolean;
  start: number;
  items: ListItem[];
}

/** `raw` has the source lines. A block with the same source renders the same, so a growing text renders only its end again. */
export type Block = { raw: string } & (
  | { kind: "text"; lines: string[]; isHeading: boolean }
  | { kind: "code"; text: string }
  | { kind: "list"; list: List }
  | { kind: "table"; head: string[]; rows: string[][] }
);

const FENCE = /^\s{0,3}```/;
const ITEM = /^(\s{0,12})(?:[-*+•]|(\d{1,9})[.)])\s+(.*)$/;
const HEADING = /^#{1,6}\s+/;
const RULE = /^\s{0,3}[-*_]{3,}\s*$/;
const TABLE_RULE = /^(?:\s*\|)?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

/** Splits a text into blocks. */
export function parseBlocks(text: string): Block[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const taken = takeCode(lines, at) ?? takeTable(lines, at) ?? takeList(lines, at) ?? takeText(lines, at);
    if (taken.block) blocks.push({ ...taken.block, raw: lines.slice(at, taken.end).join("\n") } as Block);
    at = taken.end;
  }
  return blocks;
}

type Unsourced<T> = T extends { raw: string } ? Omit<T, "raw"> : never;
interface Taken {
  block: Unsourced<Block> | null;
  end: number;
}

function takeCode(lines: string[], at: number): Taken | null {
  if (!FENCE.test(lines[at] ?? "")) return null;
  let end = at + 1;
  while (end < lines.length && !FENCE.test(lines[end] ?? "")) end++;
  return { block: { kind: "code", text: lines.slice(at + 1, end).join("\n") }, end: end + 1 };
}

function splitCells(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

function takeTable(lines: string[], at: number): Taken | null {
  if (!lines[at]?.includes("|") || !TABLE_RULE.test(lines[at + 1] ?? "")) return null;
  let end = at + 2;
  while (lines[end]?.includes("|")) end++;
  const head = splitCells(lines[at] ?? "");
  const rows = lines.slice(at + 2, end).map((line) => splitCells(line).slice(0, head.length));
  return { block: { kind: "table", head, rows }, end };
}

/** Reads a list. Items may be separated by a blank line. Deeper items are put one level down, however deep they are. */
function takeList(lines: string[], at: number): Taken | null {
  const first = ITEM.exec(lines[at] ?? "");
  if (!first) return null;
  const list: List = { isOrdered: first[2] !== undefined, start: Number(first[2] ?? 1), items: [] };
  const indent = first[1]?.length ?? 0;
  let end = at;
  for (let line = at; line < lines.length; line++) {
    const text = lines[line] ?? "";
    const item = ITEM.exec(text);
    const isInside = item !== null && (item[1]?.length ?? 0) > indent + 1;
    if (item && !isInside && (item[2] !== undefined) !== list.isOrdered) break;
    const parent = list.items.at(-1);
    if (item) addItem(isInside && parent ? subListOf(parent, item) : list, item[3] ?? "");
    else if (text.trim() === "") continue;
    else if (parent && line === end && /^\s{2}/.test(text)) addLine(parent, text.trim());
    else break;
    end = line + 1;
  }
  return { block: { kind: "list", list }, end };
}

function subListOf(parent: ListItem, item: RegExpExecArray): List {
  parent.sub ??= { isOrdered: item[2] !== undefined, start: Number(item[2] ?? 1), items: [] };
  return parent.sub;
}

function addItem(list: List, text: string): void {
  list.items.push({ lines: [text], sub: null });
}

function addLine(parent: ListItem, text: string): void {
  (parent.sub?.items.at(-1) ?? parent).lines.push(text);
}

function takeText(lines: string[], at: number): Taken {
  const first = lines[at] ?? "";
  if (first.trim() === "" || RULE.test(first)) return { block: null, end: at + 1 };
  if (HEADING.test(first)) return { block: { kind: "text", lines: [first.replace(HEADING, "")], isHeading: true }, end: at + 1 };
  let end = at + 1;
  while (end < lines.length && !startsBlock(lines, end)) end++;
  return { block: { kind: "text", lines: lines.slice(at, end), isHeading: false }, end };
}

function startsBlock(lines: string[], at: number): boolean {
  const line = lines[at] ?? "";
  const isTable = line.includes("|") && TABLE_RULE.test(lines[at + 1] ?? "");
  return line.trim() === "" || FENCE.test(line) || HEADING.test(line) || RULE.test(line) || ITEM.test(line) || isTable;
}

const INLINE =
  /`([^`\n]{1,1000})`|\*\*([^\s*](?:[^*\n]|\*(?!\*)){0,1000})\*\*|\*([^\s*][^*\n]{0,1000})\*|\b_([^_\n]{1,1000})_\b|!?\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)|(https?:\/\/[^\s<>"`]{1,2000})|([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4})/g;

/** Parses emphasis, code, links and bare addresses. `depth` bounds nested emphasis. */
export function parseInline(text: string, depth = 0): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    const taken = readMatch(match, depth);
    if (!taken) continue;
    if (match.index > from) found.push(text.slice(from, match.index));
    found.push(taken.inline);
    from = match.index + taken.length;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}

function readMatch(match: RegExpExecArray | RegExpMatchArray, depth: number): { inline: Inline; length: number } | null {
  const [all, code, strong, star, line, label, target, bare, email] = match;
  const length = all.length;
  const inside = (content: string) => (depth < 2 ? parseInline(content, depth + 1) : [content]);
  if (code) return { inline: { kind: "code", text: code }, length };
  if (strong) return { inline: { kind: "strong", content: inside(strong) }, length };
  const em = star ?? line;
  if (em) return { inline: { kind: "em", content: inside(em) }, length };
  const address = bare ? trimAddress(bare) : (target ?? `mailto:${email}`);
  const href = safeHref(address);
  if (!href) return null;
  if (label) return { inline: { kind: "link", href, content: [label] }, length };
  const shown = bare ? address : all;
  return { inline: { kind: "link", href, content: [shown] }, length: shown.length };
}

/** Removes punctuation of the sentence from the end of an address, and a bracket that the address did not open. */
function trimAddress(address: string): string {
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1] ?? "";
    const isClosing = last === ")" && address.slice(0, end).split("(").length < address.slice(0, end).split(")").length;
    if (!isClosing && !".,;:!?*_]}'’…。，、".includes(last)) break;
  }
  return address.slice(0, end);
}

/** Returns an address that a link may have; null for anything that could run code and for addresses relative to this page. */
export function safeHref(address: string): string | null {
  try {
    const url = new URL(address);
    return /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
