/** What the page knows before anything has connected: the server's inert JSON, the address, the browser. */
import type { FrameBoot, FrameMode, Scheme } from "../../contract/frame.ts";
import type { Language } from "../../contract/language.ts";

export interface Surroundings {
  boot: FrameBoot;
  mode: FrameMode;
  isFramed: boolean;
  lang: Language;
  scheme: Scheme;
  /** `?open=1`: begin with the box open. */
  isOpen: boolean;
}

/** What was written into the server's box before this script came. */
export interface Written {
  draft: string;
  isSent: boolean;
}

/** A loader of an earlier version says the mode in the hash. */
function readMode(query: URLSearchParams): FrameMode {
  const mode = query.get("in") ?? location.hash.slice(1);
  return mode === "loader" || mode === "inline" ? mode : "alone";
}

/** Reads the page once, at its start. */
export function readSurroundings(): Surroundings | null {
  const text = document.getElementById("sapa-boot")?.textContent;
  if (!text) return null;
  const query = new URLSearchParams(location.search);
  const isFramed = window.parent !== window;
  const mode = isFramed ? readMode(query) : "alone";
  const scheme = query.get("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  return {
    boot: JSON.parse(text) as FrameBoot,
    mode,
    isFramed,
    lang: document.documentElement.lang as Language,
    scheme: scheme === "dark" ? "dark" : "light",
    isOpen: mode !== "alone" || query.get("open") === "1",
  };
}

/** Ends the server's own handlers (server/agents/frame-box.ts) and gives what they held. */
export function takeOver(): Written {
  document.onsubmit = document.onkeydown = document.onclick = null;
  const box = document.querySelector("textarea");
  const isSent = box?.readOnly === true;
  if (box) box.readOnly = false;
  return { draft: box?.value ?? "", isSent };
}
