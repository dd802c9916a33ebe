/**
 * The framed chat page: no-store HTML that carries its style, its words and its data, the last as inert JSON
 * (design.md §6). For the loader's frame it carries the box, too: what is needed until one can write is one answer.
 */
import { AGENT_DEFAULTS } from "../../contract/agent.ts";
import type { FrameAgent, FrameBoot, FrameMode, Scheme } from "../../contract/frame.ts";
import { lookOf } from "../../contract/look.ts";
import type { WidgetLang } from "../../contract/widget-text.ts";
import type { Assets } from "../platform/assets.ts";
import { packed } from "../platform/pack.ts";
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
  const defaults: Record<string, string> = AGENT_DEFAULTS;
  return { id, chatName, ...Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== defaults[name])) };
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

/** Browsers read it of the page alone that a person has opened, never of a frame. */
const VIEWPORT =
  '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">';

interface PageOptions {
  frame: Assets["frame"];
  frameAncestors: string | null;
  lang: WidgetLang;
  place: Place | null;
  request: Request;
  status?: number;
}

export function renderFramePage(boot: FrameBoot, { frame, frameAncestors, lang, place, request, status = 200 }: PageOptions): Response {
  const { agent, text } = boot;
  const box = agent && place && renderBox(agent, text, place);
  const style = frame.style + themeRules(agent ?? { id: "", chatName: "" }, place);
  const title = escapeHtml(agent?.chatName || text.title);
  const later = agent && frame.talk ? `<link rel=modulepreload href=${frame.talk}>` : "";
  const html = `<!doctype html><html lang=${lang}>${place ? "" : VIEWPORT}<title>${title}</title><style>${style}</style><script type=module src=${frame.script}></script>${later}<div id=root>${box ?? ""}</div>${
    box ? `<script>${HOLD_SCRIPT}</script>` : ""
  }<script type=application/json id="sapa-boot">${inertJson({ ...boot, agent: agent && withoutDefaults(agent) })}</script>`;
  // The ticket is another one each time, so that lengths of compressed pages tell nothing about it.
  const { body, headers } = packed(html, request);
  return new Response(body, {
    status,
    headers: {
      ...headers,
      vary: "accept-encoding",
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": [
        "default-src 'none'",
        `script-src 'self' ${hashSource(HOLD_SCRIPT)}`,
        `style-src ${hashSource(style)}`,
        "img-src https: http: data:; connect-src 'self'; base-uri 'none'; form-action 'none'",
        ...(frameAncestors ? [frameAncestors] : []),
      ].join("; "),
      "cross-origin-resource-policy": "cross-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=()",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    },
  });
}
