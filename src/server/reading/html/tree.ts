/** The elements of an HTML page as a tree. It takes time in proportion to the page, and its size and depth are bounded. */
import { decodeEntities } from "./entities.ts";

export interface Element {
  tag: string;
  /** Only those that matter here (ATTRIBUTES), by their names in lower case. */
  attributes: Readonly<Record<string, string>>;
  kids: (Element | string)[];
}

export interface Tree {
  root: Element;
  /** The page has more elements or characters than are read. */
  isCut: boolean;
}

/** Pages of shops have up to 5,000. Each costs a call from the parser, 20,000 take about a tenth of a second. */
export const MAX_ELEMENTS = 20_000;
/** Characters of a page. */
export const MAX_HTML = 2_000_000;
/** Elements that are deeper than this become children of an element at this depth. */
const MAX_DEPTH = 120;
const MAX_ATTRIBUTE = 2_000;

const ATTRIBUTES = [
  "class",
  "id",
  "role",
  "href",
  "rel",
  "name",
  "property",
  "content",
  "lang",
  "src",
  "alt",
  "type",
  "style",
  "hidden",
  "aria-hidden",
  "aria-label",
  "colspan",
  "rowspan",
  "itemprop",
  "srcset",
  "bgcolor",
  "charset",
] as const;

const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Elements whose text is no HTML. They are left out, except data about the page, the title and styles, which name colours. */
const LEFT_OUT = new Set("template noscript svg math iframe object canvas video audio textarea select noembed noframes xmp".split(" "));
const BLOCKS =
  "address article aside blockquote center details dialog dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main menu nav ol p pre section summary table ul";
const BLOCK = new Set(BLOCKS.split(" "));

/** An element that starts ends those of these kinds which are still open, up to the nearest of the others. */
const ENDS: Readonly<Record<string, readonly [ended: readonly string[], upTo: readonly string[]]>> = {
  li: [["li"], ["ul", "ol", "menu", "table", "td"]],
  dt: [
    ["dt", "dd"],
    ["dl", "table", "td"],
  ],
  dd: [
    ["dt", "dd"],
    ["dl", "table", "td"],
  ],
  tr: [["tr", "td", "th"], ["table"]],
  td: [
    ["td", "th"],
    ["tr", "table"],
  ],
  th: [
    ["td", "th"],
    ["tr", "table"],
  ],
  tbody: [["thead", "tbody", "tr", "td", "th", "caption"], ["table"]],
  thead: [["thead", "tbody", "tr", "td", "th", "caption"], ["table"]],
  tfoot: [["thead", "tbody", "tr", "td", "th", "caption"], ["table"]],
  option: [["option"], ["select"]],
};

/** The page has more elements than are read. */
class Enough extends Error {}

export function parseTree(html: string): Tree {
  const builder = new TreeBuilder();
  const rewriter = new HTMLRewriter()
    .on("*", {
      element(element) {
        builder.start(element);
      },
    })
    .onDocument({
      text(chunk) {
        builder.text(chunk.text);
      },
    });
  let isCut = html.length > MAX_HTML;
  try {
    rewriter.transform(isCut ? html.slice(0, MAX_HTML) : html);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    isCut = true;
  }
  return { root: builder.finish(), isCut };
}

class TreeBuilder {
  readonly #root: Element = { tag: "#root", attributes: {}, kids: [] };
  readonly #open: Element[] = [this.#root];
  /** Elements that are left out and have not ended. */
  #leftOut = 0;
  #count = 0;
  #text: string[] = [];

  start(element: HTMLRewriterTypes.Element): void {
    if (++this.#count > MAX_ELEMENTS) throw new Enough();
    const tag = element.tagName.toLowerCase();
    if (LEFT_OUT.has(tag)) {
      if (element.selfClosing || !element.canHaveContent) return;
      this.#flush();
      this.#leftOut++;
      element.onEndTag(() => {
        this.#text = [];
        this.#leftOut--;
      });
      return;
    }
    if (this.#leftOut > 0) return;
    this.#flush();
    this.#endImplied(tag);
    const node: Element = { tag, attributes: attributesOf(element), kids: [] };
    this.#top().kids.push(node);
    if (VOID.has(tag) || !element.canHaveContent) return;
    const isNested = this.#open.length < MAX_DEPTH;
    if (isNested) this.#open.push(node);
    element.onEndTag(() => {
      if (this.#leftOut > 0) return;
      this.#flush();
      if (isNested) this.#end(node);
    });
  }

  text(text: string): void {
    if (text !== "" && this.#leftOut === 0) this.#text.push(text);
  }

  finish(): Element {
    this.#flush();
    return this.#root;
  }

  #top(): Element {
    return this.#open.at(-1) ?? this.#root;
  }

  /** A reference may be divided between two pieces of text, so they are joined before they are decoded. */
  #flush(): void {
    if (this.#text.length === 0) return;
    const text = this.#text.join("");
    this.#text = [];
    const top = this.#top();
    top.kids.push(top.tag === "script" || top.tag === "style" ? text : decodeEntities(text));
  }

  #end(node: Element): void {
    const at = this.#open.lastIndexOf(node);
    if (at > 0) this.#open.length = at;
  }

  #endImplied(tag: string): void {
    if (BLOCK.has(tag) && this.#top().tag === "p") this.#open.pop();
    const rule = ENDS[tag];
    if (!rule) return;
    const [ended, upTo] = rule;
    let from = -1;
    for (let at = this.#open.length - 1; at > 0; at--) {
      const open = this.#open[at]?.tag ?? "";
      if (upTo.includes(open)) break;
      if (ended.includes(open)) from = at;
    }
    if (from > 0) this.#open.length = from;
  }
}

function attributesOf(element: HTMLRewriterTypes.Element): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const name of ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value !== null) attributes[name] = decodeEntities(value.slice(0, MAX_ATTRIBUTE));
  }
  return attributes;
}

export const isElement = (node: Element | string): node is Element => typeof node !== "string";

/** Every element below this one, in the order of the page. */
export function* elementsOf(element: Element): Generator<Element> {
  const waiting: (Element | string)[] = element.kids.toReversed();
  for (;;) {
    const next = waiting.pop();
    if (next === undefined) return;
    if (!isElement(next)) continue;
    yield next;
    for (let at = next.kids.length - 1; at >= 0; at--) waiting.push(next.kids[at] ?? "");
  }
}

/** The text of an element without its markup. */
export function textOf(element: Element): string {
  const texts = element.kids.map((kid) => (isElement(kid) ? (kid.tag === "br" ? " " : textOf(kid)) : kid));
  return texts.join(BLOCK.has(element.tag) ? " " : "").replace(/\s+/g, " ");
}

export const isBlock = (tag: string): boolean => BLOCK.has(tag);
