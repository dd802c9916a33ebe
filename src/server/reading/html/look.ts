/** What a page shows of its owner's brand, and the questions that it answers: proposals for a new agent. Pure. */
import { cleanLine } from "../document.ts";
import { readLinkedData } from "./linked-data.ts";
import { type Element, elementsOf, isElement, textOf } from "./tree.ts";

/** Colours, logo and questions of a page, for the proposals of the guided start. */
export interface PageLook {
  /** Of the site as it names itself; null if it does not. */
  siteName: string | null;
  /** Like "#1a2b3c", the likeliest first; at most five. */
  colours: string[];
  /** The address of the logo as it is written. Nothing has fetched it. */
  logo: string | null;
  /** Questions of the page's FAQ, at most ten. */
  questions: string[];
}

const MAX_COLOURS = 5;
const MAX_QUESTIONS = 10;
const MAX_QUESTION = 120;
const MAX_STYLE = 200_000;
const MAX_NAME = 100;

export function lookOf(root: Element): PageLook {
  const all = [...elementsOf(root)];
  const data = readLinkedData(all);
  const siteName = metaOf(all, "og:site_name") ?? data.name ?? metaOf(all, "application-name");
  return {
    siteName: siteName === null ? null : cleanLine(siteName).slice(0, MAX_NAME) || null,
    colours: coloursOf(all),
    logo: logoOf(all, data.logo),
    questions: questionsOf(all, data.questions),
  };
}

function metaOf(all: readonly Element[], name: string): string | null {
  const meta = all.find(({ tag, attributes }) => tag === "meta" && (attributes.property ?? attributes.name)?.toLowerCase() === name);
  return meta?.attributes.content?.trim() || null;
}

/** What the page declares for the browser's frame counts most, then variables of styles with telling names, then use. */
function coloursOf(all: readonly Element[]): string[] {
  const weights = new Map<string, number>();
  const count = (text: string, weight: number) => {
    const colour = toColour(text);
    if (colour !== null && isColourful(colour)) weights.set(colour, (weights.get(colour) ?? 0) + weight);
  };
  count(metaOf(all, "theme-color") ?? "", 1_000);
  count(metaOf(all, "msapplication-tilecolor") ?? "", 200);
  let room = MAX_STYLE;
  for (const { tag, attributes, kids } of all) {
    const styles = [attributes.style ?? "", attributes.bgcolor ?? "", ...(tag === "style" ? kids.filter((kid) => !isElement(kid)) : [])];
    for (const style of styles as string[]) {
      if (style === "" || room <= 0) continue;
      const read = style.slice(0, room);
      room -= read.length;
      for (const [, name = "", value = ""] of read.matchAll(/([\w-]{1,60})\s{0,5}:\s{0,5}(#[0-9a-f]{3,8}\b|rgb\([\d\s,]{5,20}\))/gi)) {
        count(value, /^--.*(?:primary|brand|accent|main)/i.test(name) ? 100 : /background/i.test(name) ? 3 : 1);
      }
      count(read, 3);
    }
  }
  return [...weights]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_COLOURS)
    .map(([colour]) => colour);
}

/** In six hexadecimal digits; null for any other text. */
function toColour(text: string): string | null {
  const value = text.trim().toLowerCase();
  const [, short] = /^#([0-9a-f]{3})$/.exec(value) ?? [];
  if (short) return `#${[...short].map((digit) => digit + digit).join("")}`;
  const [, long] = /^#([0-9a-f]{6})(?:[0-9a-f]{2})?$/.exec(value) ?? [];
  if (long) return `#${long}`;
  const [, red, green, blue] = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(value) ?? [];
  if (!red || !green || !blue) return null;
  return `#${[red, green, blue].map((part) => Math.min(Number(part), 255).toString(16).padStart(2, "0")).join("")}`;
}

/** Black, white and greys belong to every page. */
function isColourful(colour: string): boolean {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return Math.max(...parts) - Math.min(...parts) >= 24;
}

function logoOf(all: readonly Element[], declared: string | null): string | null {
  const isLogo = ({ tag, attributes }: Element) =>
    tag === "img" && /logo/i.test(`${attributes.class ?? ""} ${attributes.id ?? ""} ${attributes.alt ?? ""} ${attributes.src ?? ""}`);
  const icon = (rel: RegExp) => all.find(({ tag, attributes }) => tag === "link" && rel.test(attributes.rel ?? ""))?.attributes.href;
  const image = all.find((element) => isLogo(element) && !element.attributes.src?.startsWith("data:"))?.attributes.src;
  const found = declared ?? image ?? icon(/apple-touch-icon/i) ?? icon(/(?:^|\s)icon(?:\s|$)/i) ?? metaOf(all, "og:image");
  return found && !found.startsWith("data:") ? found : null;
}

function questionsOf(all: readonly Element[], declared: readonly string[]): string[] {
  const shown = all
    .filter(({ tag }) => /^(?:h[2-6]|summary|dt|strong|button)$/.test(tag))
    .slice(0, 2_000)
    .map((element) => cleanLine(textOf(element)).replace(/^(?:Q|S|Soalan|Question)?\s?\d{0,3}\s?[:.)]\s*/i, ""));
  const questions = [...declared.map(cleanLine), ...shown].filter(
    (text) => text.endsWith("?") && text.length <= MAX_QUESTION && /\s/.test(text),
  );
  return [...new Set(questions)].slice(0, MAX_QUESTIONS);
}
