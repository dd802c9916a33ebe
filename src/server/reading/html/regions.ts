/**
 * Which elements of a page are its text, and which are around it: menus, headers, footers, banners. Only what one page
 * shows; what the pages of a site have in common is `src/server/reading/site/common-lines.ts`. Pure.
 */
import { countPrices } from "./prices.ts";
import { type Element, elementsOf, isElement } from "./tree.ts";

/** `edge`: around the text. Its lines are left out, except facts such as opening hours. */
export type Region = "main" | "body" | "edge" | "left_out";

interface Measure {
  chars: number;
  linkChars: number;
  links: number;
  prices: number;
  headings: number;
  questions: number;
}

const COUNTS = ["chars", "linkChars", "links", "prices", "headings", "questions"] as const;
const noMeasure = (): Measure => ({ chars: 0, linkChars: 0, links: 0, prices: 0, headings: 0, questions: 0 });

const DROPPED = new Set("script style head button input label nav dialog title".split(" "));
const DROPPED_ROLES = new Set("navigation search dialog alertdialog menu menubar tablist toolbar tooltip".split(" "));
const EDGES = new Set(["header", "footer", "aside"]);
const EDGE_ROLES = new Set(["banner", "contentinfo", "complementary"]);
const SECTIONS = new Set(["article", "section", "main", "blockquote", "details"]);

/** Words of classes and ids. */
const NOISE =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|ccpa|breadcrumbs?|pagination|pager|page-numbers|social|socials|share|sharing|sharedaddy|skip-link|newsletter|popup|popups|modal|offcanvas|copyright|tagcloud|comment-respond|post-navigation|lang-switcher|language-switcher|back-to-top|screen-reader-text|visually-hidden|sr-only|minicart|mini-cart)(?:[\s_-]|$)/i;
const EDGE_NAME =
  /(?:^|[\s_-])(?:footer|sidebar|topbar|top-bar|masthead|navbar|nav-bar|widget-area|colophon|site-header|page-header-bar|announcement|announcement-bar)(?:[\s_-]|$)/i;
const MENU_NAME = /(?:^|[\s_-])(?:nav|navi|menu|menus|navigation|submenu|dropdown|links)(?:[\s_-]|$)/i;
/** What is hidden until a visitor opens it is text. */
const OPENS = /accordion|collaps|faq|tab-?pane|tab-?content|toggle|question|answer|expand/i;
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/** A container that holds more of the page's text than this is the text, whatever its name is. */
const MOST = 0.4;
const MIN_MAIN_CHARS = 80;
const MIN_MAIN_SHARE = 0.25;
const ICON_CHARS = 40;

export class Regions {
  readonly #measures = new Map<Element, Measure>();
  readonly #total: number;
  readonly #main: Element | null;
  readonly #aboveMain = new Set<Element>();
  /** Whether the names of elements say that a visitor opens them. */
  readonly #opening = new Map<Element, boolean>();

  constructor(root: Element) {
    this.#measure(root);
    this.#total = Math.max(this.of(root).chars, 1);
    this.#main = this.#findMain(root);
    if (this.#main) this.#findAbove(root, this.#main);
  }

  of(element: Element): Measure {
    return this.#measures.get(element) ?? noMeasure();
  }

  /** The region of an element within one of region `outer`. `parents`: the tags around it. */
  regionOf(element: Element, outer: Region, parents: readonly Element[]): Region {
    if (outer === "left_out" || this.#isLeftOut(element, parents)) return "left_out";
    if (element === this.#main || outer === "main") return this.#isNoise(element) ? "left_out" : "main";
    if (this.#main && !this.#aboveMain.has(element)) return this.#isMenu(element) ? "left_out" : "edge";
    if (this.#isNoise(element) || this.#isMenu(element)) return "left_out";
    return outer === "edge" || this.#isEdge(element, parents) ? "edge" : outer;
  }

  /**
   * Whether the element is one item of a list of priced things, without a heading of its own, so that its lines belong
   * together.
   */
  isCard(element: Element, parent: Element): boolean {
    const { chars, prices, headings } = this.of(element);
    if (prices < 1 || prices > 2 || headings > 0 || chars > 240 || this.of(parent).prices <= prices) return false;
    // Two things with a price each are no item; a price that was lowered is.
    return !element.kids.some(
      (kid) => isElement(kid) && this.of(kid).prices > 0 && this.of(kid).prices < prices && /^(?:div|li|a)$/.test(kid.tag),
    );
  }

  #measure(element: Element): Measure {
    const sum = noMeasure();
    if (/^h[1-6]$/.test(element.tag)) sum.headings = 1;
    this.#measures.set(element, sum);
    if (element.tag === "script" || element.tag === "style" || element.tag === "head") return sum;
    for (const kid of element.kids) {
      if (!isElement(kid)) {
        sum.chars += kid.replace(/\s+/g, " ").trim().length;
        sum.prices += countPrices(kid.trim());
        if (kid.includes("?")) sum.questions++;
        continue;
      }
      const inner = this.#measure(kid);
      for (const name of COUNTS) sum[name] += inner[name];
    }
    if (element.tag === "a") {
      sum.linkChars = sum.chars;
      sum.links = 1;
    }
    return sum;
  }

  /** The element that the page itself names its main part; or its only article, if that is most of the page. */
  #findMain(root: Element): Element | null {
    const all = [...elementsOf(root)];
    const named = all.filter(({ tag, attributes }) => tag === "main" || attributes.role === "main");
    const share = (element: Element) => this.of(element).chars / this.#total;
    const [largest] = named.sort((one, other) => share(other) - share(one));
    if (largest && this.of(largest).chars >= MIN_MAIN_CHARS && share(largest) >= MIN_MAIN_SHARE) return largest;
    const articles = all.filter(({ tag }) => tag === "article");
    return articles.length === 1 && articles[0] && share(articles[0]) > MOST ? articles[0] : null;
  }

  #findAbove(element: Element, main: Element): boolean {
    const isAbove = element.kids.some((kid) => isElement(kid) && (kid === main || this.#findAbove(kid, main)));
    if (isAbove) this.#aboveMain.add(element);
    return isAbove;
  }

  #isLeftOut(element: Element, parents: readonly Element[]): boolean {
    const { tag, attributes } = element;
    if (DROPPED.has(tag)) return true;
    const { chars, prices } = this.of(element);
    if (DROPPED_ROLES.has(attributes.role ?? "") && prices === 0) return true;
    if (tag === "form" && chars < this.#total * MOST) return true;
    if (attributes["aria-hidden"] === "true" && chars < ICON_CHARS) return true;
    const isHidden = attributes.hidden !== undefined || HIDDEN_STYLE.test(attributes.style ?? "");
    return isHidden && ![element, ...parents.slice(-3)].some((one) => this.#opens(one) || one.tag === "details");
  }

  #opens(element: Element): boolean {
    const opens = this.#opening.get(element) ?? OPENS.test(namesOf(element));
    this.#opening.set(element, opens);
    return opens;
  }

  #isNoise(element: Element): boolean {
    return NOISE.test(namesOf(element)) && this.of(element).chars < this.#total * MOST;
  }

  #isEdge(element: Element, parents: readonly Element[]): boolean {
    const { tag, attributes } = element;
    const isWithinText = parents.some((parent) => SECTIONS.has(parent.tag));
    const { chars, headings } = this.of(element);
    if (EDGES.has(tag) && !isWithinText) return tag !== "header" || headings === 0;
    if (EDGE_ROLES.has(attributes.role ?? "") && !isWithinText) return true;
    return EDGE_NAME.test(namesOf(element)) && chars < this.#total * MOST;
  }

  /** Short links and hardly anything else. */
  #isMenu(element: Element): boolean {
    const { chars, linkChars, links, prices, questions } = this.of(element);
    if (links < 2 || prices > 0 || chars === 0) return false;
    const density = linkChars / chars;
    const isShort = linkChars / links <= 32;
    if (MENU_NAME.test(namesOf(element)) && density >= 0.6 && isShort) return true;
    return links >= 4 && density >= 0.8 && isShort && questions === 0;
  }
}

const namesOf = ({ attributes }: Element): string => `${attributes.class ?? ""} ${attributes.id ?? ""}`;
