/**
 * The framed chat page: no-store HTML with its styles, its texts and its data, the data as inert JSON (product 5.7).
 * For the loader's frame it also contains the box, so that one response is enough for the visitor to start writing.
 */
import { AGENT_DEFAULTS } from "../../contract/agent-fields.ts";
import { readableGround } from "../../contract/colour.ts";
import { isSameValue } from "../../contract/fields.ts";
import type { FrameAgent, FrameBoot, FrameMode, Scheme } from "../../contract/frame.ts";
import type { Language } from "../../contract/language.ts";
import { lookOf, UNSET } from "../../contract/look.ts";
import type { FrameText } from "../../contract/text/widget.ts";
import { PRIVACY_TEXT } from "../../contract/widget-text.ts";
import type { Assets } from "../platform/http/assets.ts";
import { type PackedHead, packHead } from "../platform/http/pack.ts";
import { createRecent } from "../platform/recent.ts";
import { type Credit, creditLine, creditStyle } from "./credit-line.ts";
import { escapeHtml, HOLD_SCRIPT, renderBox, SCHEME_SCRIPT } from "./frame-box.ts";

/** What the frame's address says about the host page; null when the loader did not make the frame. */
export interface Place {
  mode: FrameMode;
  scheme: Scheme;
}

export function readPlace(query: URLSearchParams): Place | null {
  const [mode, theme] = [query.get("in"), query.get("theme")];
  if (mode !== "loader" && mode !== "inline") return null;
  return { mode, scheme: theme === "dark" ? "dark" : "light" };
}

/** A `<` in the data could end the script element, and older JavaScript parsers end a line at U+2028 and U+2029. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

function withoutDefaults({ id, chatName, ...fields }: FrameAgent): FrameAgent {
  const defaults: Record<string, unknown> = AGENT_DEFAULTS;
  return { id, chatName, ...Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isSameValue(value, defaults[name]))) };
}

/**
 * The agent's colours as custom properties, for both schemes where only the browser knows which one applies. A `<` in a
 * value could end the style element.
 */
function themeRules(agent: FrameAgent, place: Place | null): string {
  const whole = { ...AGENT_DEFAULTS, ...agent };
  const light = lookOf(whole, place?.scheme ?? "light");
  const dark = Object.entries(lookOf(whole, "dark")).filter(([name, value]) => !place && light[name] !== value);
  const rule = (pairs: [string, string][]) =>
    pairs
      .filter(([, value]) => value !== UNSET)
      .map(([name, value]) => `${name}:${value}`)
      .join(";");
  const more = dark.length > 0 ? `.dark{${rule(dark)}}` : "";
  return `.chat{${rule(Object.entries(light))}}${more}`.replaceAll("<", "\\3c ");
}

/** A source for the page's Content-Security-Policy that allows exactly this text. */
function hashSource(text: string): string {
  return `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`;
}

const HOLD_SOURCE = hashSource(HOLD_SCRIPT);
const SCHEME_SOURCE = hashSource(SCHEME_SCRIPT);
/** How a chat page is drawn until its script knows more. */
const CHAT_PAGE: Place = { mode: "inline", scheme: "light" };

/** Browsers apply it to a page that a person has opened, and never to a frame. */
const VIEWPORT =
  '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">';

/** For the preview of a link in other applications, for the tab, and for the bar of a phone's browser. */
function describePage({ chatName, tagline, defaultMessage, profileImage, toggleIconColor }: FrameAgent, text: FrameText): string {
  const about = escapeHtml(tagline || defaultMessage || "");
  const properties = {
    "og:title": escapeHtml(chatName || text.title),
    "og:description": about,
    "og:image": escapeHtml(profileImage ?? ""),
  };
  const names = { description: about, "theme-color": readableGround(toggleIconColor ?? AGENT_DEFAULTS.toggleIconColor) };
  const list = (attribute: string, values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => value && `<meta ${attribute}="${name}" content="${value}">`);
  const icon = profileImage && `<link rel="icon" href="${escapeHtml(profileImage)}">`;
  return [...list("property", properties), ...list("name", names), icon].join("");
}

/** Only the page of a chat has it: within a host page, every byte counts. */
const pageFooter = (id: string, lang: Language, credit: Credit) =>
  `<footer class=privacy><a href="/privacy/${escapeHtml(encodeURIComponent(id))}" target=_blank rel=noopener>${escapeHtml(PRIVACY_TEXT[lang])}</a>${creditLine(credit)}</footer>`;

/** What a page shows, and how. Two pages with the same look differ only in their ticket and their origin. */
export interface FrameLook {
  /** The agent and its version as a cache key. Null renders the page anew: a draft in the editor changes with every letter. */
  cacheKey: string | null;
  refused: FrameBoot["refused"];
  describe(): Omit<FrameBoot, "ticket" | "origin">;
  /** The source list of the page's `frame-ancestors`, or null when the page has none. */
  frameAncestors(): string | null;
  lang: Language;
  credit: Credit;
  place: Place | null;
  /** Whether people open the chat from a link, as a page of its own. */
  isPage: boolean;
  status?: number;
}

/** The page without its last bytes, and its headers. */
interface Template {
  head: PackedHead;
  /** Made once: copying one costs less than reading an object. */
  headers: Headers;
}

export interface FramePages {
  render(look: FrameLook, visit: Pick<FrameBoot, "ticket" | "origin">, request: Request): Response;
}

/** The limit on all rendered pages in the cache, in UTF-16 units; a page has about 10,000. */
const MAX_KEPT = 8_000_000;

export function createFramePages(frame: Assets["frame"]): FramePages {
  const templates = createRecent<string, Template>({ max: MAX_KEPT, weigh: ({ head }) => head.text.length });

  const templateOf = (look: FrameLook): Template => {
    const { cacheKey, refused, lang, credit, place, isPage } = look;
    if (cacheKey === null) return renderTemplate(look, frame);
    const key = `${cacheKey} ${lang} ${place?.mode} ${place?.scheme} ${isPage} ${refused} ${credit.text} ${credit.url}`;
    const known = templates.get(key);
    if (known) return known;
    const template = renderTemplate(look, frame);
    templates.set(key, template);
    return template;
  };

  return {
    render(look, { ticket, origin }, request) {
      const template = templateOf(look);
      // Each page has a new ticket, so the lengths of compressed pages reveal nothing about it.
      const { body, headers } = template.head.finish(`,${inertJson({ ticket, origin }).slice(1)}</script>`, request);
      return new Response(body, { status: look.status ?? 200, headers: withMore(template.headers, headers) });
    },
  };
}

function renderTemplate({ describe, frameAncestors, lang, credit, place, isPage }: FrameLook, frame: Assets["frame"]): Template {
  const boot = describe();
  const ancestors = frameAncestors();
  const { agent, text } = boot;
  const drawn = place ?? (isPage ? CHAT_PAGE : null);
  const box = agent && drawn && renderBox(agent, text, { ...drawn, isFramed: place !== null });
  const scripts = box ? [HOLD_SCRIPT, ...(isPage ? [SCHEME_SCRIPT] : [])] : [];
  const style =
    frame.style +
    (isPage ? frame.pageStyle : "") +
    (isPage ? "" : creditStyle(credit, agent ?? {})) +
    themeRules(agent ?? { id: "", chatName: "" }, place);
  const title = escapeHtml(agent?.chatName || text.title);
  const later = agent && frame.talk ? `<link rel=modulepreload href=${frame.talk}>` : "";
  const data = inertJson({ ...boot, agent: agent && withoutDefaults(agent) }).slice(0, -1);
  const head = `<!doctype html><html lang=${lang}>${place ? "" : VIEWPORT}<title>${title}</title>${isPage && agent ? describePage(agent, text) : ""}<style>${style}</style><script type=module src=${frame.script}></script>${later}<div id=root>${box ?? ""}</div>${isPage && agent && place === null ? pageFooter(agent.id, lang, credit) : isPage ? "" : creditLine(credit)}${scripts
    .map((script) => `<script>${script}</script>`)
    .join("")}<script type=application/json id="sapa-boot">${data}`;
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", HOLD_SOURCE, ...(isPage ? [SCHEME_SOURCE] : [])].join(" "),
    `style-src ${hashSource(style)}`,
    "img-src https: http: data:; connect-src 'self'; base-uri 'none'; form-action 'none'",
    ...(ancestors ? [ancestors] : []),
  ];
  return {
    head: packHead(head),
    headers: new Headers({
      vary: "accept-encoding",
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy.join("; "),
      "cross-origin-resource-policy": "cross-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=()",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    }),
  };
}

function withMore(headers: Headers, more: Record<string, string>): Headers {
  const names = Object.keys(more);
  if (names.length === 0) return headers;
  const all = new Headers(headers);
  for (const name of names) all.set(name, more[name] ?? "");
  return all;
}
