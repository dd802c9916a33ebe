/**
 * Messages between the loader on the host page and the framed chat page. Both sides check origin and source before
 * they believe one. Rules: product 5.2, 5.3.
 */

export const SIZE = {
  open: { width: 370, height: 470 },
  closed: { width: 80, height: 80 },
} as const;

/** Frame → parent, as described: tells the size that the frame wants. */
export interface SizeMessage {
  type: "sapa-size";
  width: number;
  height: number;
}

/** The look of the page around the widget, when it is known. */
export type Scheme = "light" | "dark";

/** How the frame is laid out. The loader says it in the address (`in`), so that nothing moves after the first paint. */
export type FrameMode =
  /** The loader draws the launcher; the frame is the box, with room for its shadow. */
  | "loader"
  /** The box fills an element of the page and cannot be closed. */
  | "inline"
  /** No loader: the frame draws the launcher and asks for its size. */
  | "alone";

/** Frame → loader. */
export type FromFrame =
  | SizeMessage
  /** The page is there with the box in it; its script is not. */
  | { type: "sapa-shown" }
  | { type: "sapa-ready" }
  | { type: "sapa-close" }
  | { type: "sapa-event"; name: "message" | "limit" | "error"; from?: "visitor" | "agent"; text?: string; code?: string }
  /** The frame's storage is refused here; keep the visitor session for it. Empty: forget it. */
  | { type: "sapa-store"; session: string };

/** Loader → frame. */
export type ToFrame =
  /** `text`: the page asked for the text of messages in its events. Sent again when the page identifies its visitor. */
  | { type: "sapa-hello"; session?: string; text?: boolean; identity?: import("./chat.ts").Identity }
  | { type: "sapa-open" }
  | { type: "sapa-reset"; text?: string }
  | { type: "sapa-prefill"; text: string }
  | { type: "sapa-ask"; text: string };

/** The inert JSON in the framed page (`<script type="application/json" id="sapa-boot">`). */
export interface FrameBoot {
  agent: FrameAgent | null;
  /** Spent by the first `hello`; null when this page may not start a session. */
  ticket: string | null;
  /** Origin of the embedding page, empty when unknown: part of the storage key of the visitor session. */
  origin: string;
  /** Why there is no chat; `text.refusal` says it. */
  refused?: "domain" | "not_found";
  /** The editor's preview: nothing is kept in storage, and `sapa-theme` messages from the same origin apply. */
  preview?: boolean;
  /** In the page's language, which its `lang` names. */
  text: import("./text/widget.ts").FrameText;
}

/** Fields that hold their defaults are left out. */
export type FrameAgent = Partial<import("./agent.ts").PublicAgent> & { id: string; chatName: string };

/** Editor → preview frame (same origin): unsaved changes of the look, applied at once. */
export interface ThemeMessage {
  type: "sapa-theme";
  agent: Partial<import("./agent.ts").PublicAgent>;
}
