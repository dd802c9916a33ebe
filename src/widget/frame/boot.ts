/** What the page knows before it connects: from the server's inert JSON, the address and the browser. */
import type { FrameBoot, FrameMode, Scheme } from "../../contract/frame.ts";
import type { Language } from "../../contract/language.ts";

export interface Surroundings {
  boot: FrameBoot;
  mode: FrameMode;
  isFramed: boolean;
  lang: Language;
  scheme: Scheme;
  /** Whether the box is open at the start, as with `?open=1`. */
  isOpen: boolean;
}

/** What the visitor typed into the server-rendered box before this script loaded. */
export interface Written {
  draft: string;
  isSent: boolean;
}

/** Reads the mode from the query; loaders of earlier versions set it in the hash. */
function readMode(query: URLSearchParams): FrameMode {
  const mode = query.get("in") ?? location.hash.slice(1);
  return mode === "loader" || mode === "inline" ? mode : "alone";
}

/** Reads the page once, at its start. @returns null if the server's JSON is missing. */
export function readSurroundings(): Surroundings | null {
  const text = document.getElementById("sapa-boot")?.textContent;
  if (!text) return null;
  const query = new URLSearchParams(location.search);
  const isFramed = window.parent !== window;
  const isOpen = query.get("open") === "1";
  // A page of its own is filled by the box.
  const mode = isFramed ? readMode(query) : isOpen ? "inline" : "alone";
  const scheme = query.get("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  return {
    boot: JSON.parse(text) as FrameBoot,
    mode,
    isFramed,
    lang: document.documentElement.lang as Language,
    scheme: scheme === "dark" ? "dark" : "light",
    isOpen: mode !== "alone" || isOpen,
  };
}

/** Removes the inline handlers of the server's HTML (server/agents/frame-box.ts) and returns what the visitor typed. */
export function takeOver(): Written {
  document.onsubmit = document.onkeydown = document.onclick = null;
  const box = document.querySelector("textarea");
  const isSent = box?.readOnly === true;
  if (box) box.readOnly = false;
  return { draft: box?.value ?? "", isSent };
}
