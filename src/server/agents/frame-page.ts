/**
 * The framed chat page: no-store HTML that carries its style, its words and its data, the last as inert JSON
 * (product 5.7). For the loader's frame it carries the box, too: what is needed until one can write is one answer.
 */
import { AGENT_DEFAULTS } from "../../contract/agent-fields.ts";
import { isSameValue } from "../../contract/fields.ts";
import type { FrameAgent, FrameBoot, FrameMode, Scheme } from "../../contract/frame.ts";
import type { Language } from "../../contract/language.ts";
import { lookOf } from "../../contract/look.ts";
import type { Assets } from "../platform/assets.ts";
import { type PackedHead, packHead } from "../platform/pack.ts";
import { createRecent } from "../platform/recent.ts";
import { escapeHtml, HOLD_SCRIPT, renderBox } from "./frame-box.ts";

/** What the address says of the page around the frame; null where it is not the loader's. */
export interface Place {
  mode: FrameMode;
  scheme: Scheme;
}

export function readPlace(query: URLSearchParams): Place | null {
  const [mode, theme] = [query.get("in"), query.get("theme")];
  if (mode !== "loader" && mode !== "inline") return null;
  return { mode, scheme: theme === "dark" ? "dark" : "light" };
}

/** `<` would let the data end the script element; the two separators end a line in older script readers. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

function withoutDefaults({ id, chatName, ...fields }: FrameAgent): FrameAgent {
  const defaults: Record<string, unknown> = AGENT_DEFAULTS;
  return { id, chatName, ...Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isSameValue(value, defaults[name]))) };
}

/** The agent's colours as custom properties; both schemes where only the browser knows which. `<` would let a value end the style. */
function themeRules(agent: FrameAgent, place: Place | null): string {
  const whole = { ...AGENT_DEFAULTS, ...agent };
  const light = lookOf(whole, place?.scheme ?? "light");
  const dark = Object.entries(lookOf(whole, "dark")).filter(([name, value]) => !place && light[name] !== value);
  const rule = (pairs: [string, string][]) => pairs.map(([name, value]) => `${name}:${value}`).join(";");
  const more = dark.length > 0 ? `.dark{${rule(dark)}}` : "";
  return `.sapa{${rule(Object.entries(light))}}${more}`.replaceAll("<", "\\3c ");
}

/** A source of the page's policy: exactly this text may be in the page. */
function hashSource(text: string): string {
  return `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`;
}

const HOLD_SOURCE = hashSource(HOLD_SCRIPT);

/** Browsers read it of the page alone that a person has opened, never of a frame. */
const VIEWPORT =
  '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">';

/** What a page shows and how; two pages with the same look differ in their ticket and their origin only. */
export interface FrameLook {
  /** Names the agent and its version in the cache; null: the page is rendered anew (a draft in the editor changes with every letter). */
  cacheKey: string | null;
  refused: FrameBoot["refused"];
  describe(): Omit<FrameBoot, "ticket" | "origin">;
  /** A source list for the page's policy, or null for none. */
  frameAncestors(): string | null;
  lang: Language;
  place: Place | null;
  status?: number;
}

/** Of the page all but its last bytes, with the headers. */
interface Template {
  head: PackedHead;
  /** Made once: copying one costs less than reading an object. */
  headers: Headers;
}

export interface FramePages {
  render(look: FrameLook, visit: Pick<FrameBoot, "ticket" | "origin">, request: Request): Response;
}

/** UTF-16 units of rendered pages that are kept; a page has about 10,000. */
const MAX_KEPT = 8_000_000;

export function createFramePages(frame: Assets["frame"]): FramePages {
  const templates = createRecent<string, Template>({ max: MAX_KEPT, weigh: ({ head }) => head.text.length });

  const templateOf = (look: FrameLook): Template => {
    const { cacheKey, refused, lang, place } = look;
    if (cacheKey === null) return renderTemplate(look, frame);
    const key = `${cacheKey} ${lang} ${place?.mode} ${place?.scheme} ${refused}`;
    const known = templates.get(key);
    if (known) return known;
    const template = renderTemplate(look, frame);
    templates.set(key, template);
    return template;
  };

  return {
    render(look, { ticket, origin }, request) {
      const template = templateOf(look);
      // The ticket is another one each time, so that lengths of compressed pages tell nothing about it.
      const { body, headers } = template.head.finish(`,${inertJson({ ticket, origin }).slice(1)}</script>`, request);
      return new Response(body, { status: look.status ?? 200, headers: withMore(template.headers, headers) });
    },
  };
}

function renderTemplate({ describe, frameAncestors, lang, place }: FrameLook, frame: Assets["frame"]): Template {
  const boot = describe();
  const ancestors = frameAncestors();
  const { agent, text } = boot;
  const box = agent && place && renderBox(agent, text, place);
  const style = frame.style + themeRules(agent ?? { id: "", chatName: "" }, place);
  const title = escapeHtml(agent?.chatName || text.title);
  const later = agent && frame.talk ? `<link rel=modulepreload href=${frame.talk}>` : "";
  const data = inertJson({ ...boot, agent: agent && withoutDefaults(agent) }).slice(0, -1);
  const head = `<!doctype html><html lang=${lang}>${place ? "" : VIEWPORT}<title>${title}</title><style>${style}</style><script type=module src=${frame.script}></script>${later}<div id=root>${box ?? ""}</div>${
    box ? `<script>${HOLD_SCRIPT}</script>` : ""
  }<script type=application/json id="sapa-boot">${data}`;
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${HOLD_SOURCE}`,
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
