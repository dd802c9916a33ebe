/** Reads the options of the script tag (docs/embed.md). An invalid value is logged to the console once and ignored. */
import type { Scheme } from "../../contract/frame.ts";
import { LANGUAGE_TAG, type Language, pickLanguage } from "../../contract/language.ts";

export interface Options {
  chatId: string;
  /** The server's origin, from which the script was loaded. */
  origin: string;
  isOpen: boolean;
  /** Such as "bottom-right". */
  position: string;
  /** The distance from the corner, in pixels. */
  x: number;
  y: number;
  lang: Language;
  zIndex: string;
  /** A CSS selector. The box fills that element instead of floating. */
  target: string;
  isHidden: boolean;
  scheme: Scheme;
  /** Whether the page wants the text of messages in its events. */
  wantsText: boolean;
}

export function warn(text: string): void {
  console.warn(`sapa: ${text}`);
}

/** Reads a tag; null if it names no agent. */
export function readOptions(tag: HTMLScriptElement): Options | null {
  const { dataset } = tag;
  const source = new URL(tag.src);
  // Tag managers may drop data attributes, so embed.js?chat-id=… is accepted as well.
  const chatId = dataset.chatId ?? source.searchParams.get("chat-id");
  if (!chatId) {
    warn("no chat-id");
    return null;
  }
  const take = (name: string, pattern: Pick<RegExp, "test">, fallback = "") => {
    const value = dataset[name] ?? fallback;
    if (value === fallback || pattern.test(value)) return value;
    warn(`bad ${name} "${value}"`);
    return fallback;
  };
  const pixels = (name: string) => +take(name, /^\d+$/, "20");
  const isOn = (name: string) => take(name, /^(true|false)?$/, "false") !== "false";
  return {
    chatId,
    origin: source.origin,
    isOpen: isOn("open"),
    position: take("position", /^(bottom|top)-(right|left)$/, "bottom-right"),
    x: pixels("offsetX"),
    y: pixels("offsetY"),
    lang: pickLanguage(take("lang", LANGUAGE_TAG), document.documentElement.lang, ...navigator.languages),
    zIndex: take("zIndex", /^\d+$/, "2147483647"),
    target: take("target", { test: (text) => CSS.supports(`selector(:not(${text}))`) }),
    isHidden: isOn("hideLauncher"),
    scheme: schemeOf(take("theme", /^(auto|dark|light)$/), tag),
    wantsText: take("events", /^text$/) !== "",
  };
}

/**
 * "auto" is the scheme that the browser gives the page, by the style or the meta element of the page and what the visitor
 * prefers: text without a colour of its own is light in a dark scheme.
 */
function schemeOf(theme: string, tag: HTMLElement): Scheme {
  tag.style.color = "CanvasText";
  return theme === "dark" || (theme !== "light" && getComputedStyle(tag).color > "rgb(1") ? "dark" : "light";
}
