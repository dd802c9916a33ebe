/** What the page knows before anything has connected: the server's inert JSON, the address, the browser. */
import type { FrameBoot, FrameMode, Scheme } from "../../contract/frame.ts";
import { pickLang, type WidgetLang } from "../../contract/widget-text.ts";

export interface Surroundings {
  boot: FrameBoot;
  mode: FrameMode;
  isFramed: boolean;
  lang: WidgetLang;
  scheme: Scheme;
  /** `?open=1`: begin with the box open. */
  isOpen: boolean;
}

const UNREADABLE: FrameBoot = { version: "", agent: null, ticket: null, origin: "", refused: "not_found", preview: false };

function readBoot(): FrameBoot {
  const text = document.getElementById("sapa-boot")?.textContent;
  return text ? { ...UNREADABLE, ...(JSON.parse(text) as FrameBoot) } : UNREADABLE;
}

function readMode(hash: string): FrameMode {
  return hash === "#loader" || hash === "#inline" ? (hash.slice(1) as FrameMode) : "alone";
}

/** Reads the page once, at its start. */
export function readSurroundings(): Surroundings {
  const query = new URLSearchParams(location.search);
  const isFramed = window.parent !== window;
  const mode = isFramed ? readMode(location.hash) : "alone";
  const scheme = query.get("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  return {
    boot: readBoot(),
    mode,
    isFramed,
    lang: pickLang(query.get("lang"), ...navigator.languages),
    scheme: scheme === "dark" ? "dark" : "light",
    isOpen: mode !== "alone" || query.get("open") === "1",
  };
}
