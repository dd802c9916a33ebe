/** What the styles and lists of a document mean: which paragraphs are headings, and how the items of a list are marked. Pure. */
import { readXml } from "./xml.ts";

/** The level of the heading that a paragraph of each style is, by the ids of the styles. The outermost is 1. */
export function readHeadingStyles(xml: string): Map<string, number> {
  const levels = new Map<string, number>();
  const parents = new Map<string, string>();
  let id = "";
  readXml(xml, {
    open(name, attributes) {
      const value = attributes.get("val") ?? "";
      if (name === "style") id = attributes.get("styleId") ?? "";
      else if (name === "basedOn") parents.set(id, value);
      else if (name === "outlineLvl") setLevel(levels, id, Number(value) + 1);
      else if (name === "name") setLevel(levels, id, levelOfName(value));
    },
  });
  for (const child of parents.keys()) {
    let parent: string | undefined = child;
    for (let step = 0; step < 10 && parent !== undefined && !levels.has(child); step++) {
      parent = parents.get(parent);
      const level = parent === undefined ? undefined : levels.get(parent);
      if (level !== undefined) levels.set(child, level);
    }
  }
  return levels;
}

const DEEPEST = 9;

function setLevel(levels: Map<string, number>, id: string, level: number): void {
  if (level >= 1 && level <= DEEPEST) levels.set(id, level);
}

/** Word stores the names of its own styles in English. @returns 0 if the style is no heading */
function levelOfName(name: string): number {
  if (/^title$/i.test(name)) return 1;
  return Number(/^heading (\d)$/i.exec(name)?.[1] ?? 0);
}

export interface ListLevel {
  isNumbered: boolean;
  start: number;
}

/** The levels of each list, by the id of the list. */
export function readLists(xml: string): Map<string, ListLevel[]> {
  const abstract = new Map<string, ListLevel[]>();
  const lists = new Map<string, ListLevel[]>();
  let levels: ListLevel[] = [];
  let list = "";
  readXml(xml, {
    open(name, attributes) {
      const value = attributes.get("val") ?? "";
      const last = levels.at(-1);
      if (name === "abstractNum") {
        levels = [];
        abstract.set(attributes.get("abstractNumId") ?? "", levels);
      } else if (name === "lvl" && levels.length < DEEPEST) levels.push({ isNumbered: false, start: 1 });
      else if (name === "numFmt" && last) last.isNumbered = value === "decimal";
      else if (name === "start" && last) last.start = Number(value) || 1;
      else if (name === "num") list = attributes.get("numId") ?? "";
      else if (name === "abstractNumId") lists.set(list, abstract.get(value) ?? []);
    },
  });
  return lists;
}

/** Counts the items of the numbered lists. */
export class ListMarks {
  readonly #counts = new Map<string, number[]>();

  constructor(private readonly lists: ReadonlyMap<string, readonly ListLevel[]>) {}

  /** What an item of the list begins with: "- " or "3. ". */
  next(list: string, level: number): string {
    const kind = this.lists.get(list)?.[level];
    const counts = (this.#counts.get(list) ?? []).slice(0, level + 1);
    counts[level] = (counts[level] ?? (kind?.start ?? 1) - 1) + 1;
    this.#counts.set(list, counts);
    return kind?.isNumbered ? `${counts[level]}. ` : "- ";
  }
}
