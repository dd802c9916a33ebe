/**
 * Messages between the loader on the host page and the framed chat page. Both sides check the origin and the source of
 * a message before they act on it. Rules: product 5.2, 5.3.
 */

const SIZE = {
  open: { width: 370, height: 470 },
  roomy: { width: 420, height: 660 },
  closed: { width: 80, height: 80 },
} as const;

/** The size of the frame in pixels: the box or the launcher, and 10 pixels on each side for the shadow. */
export function sizeOf({ roomy }: { roomy?: boolean }, isOpen: boolean): { width: number; height: number } {
  return SIZE[isOpen ? (roomy ? "roomy" : "open") : "closed"];
}

/** Frame → parent, as product 5.3 describes it: the size that the frame needs. */
export interface SizeMessage {
  type: "sapa-size";
  width: number;
  height: number;
}

/** The colour scheme of the page around the widget. */
export type Scheme = "light" | "dark";

/** How the frame is laid out. The loader sets it in the address (`in`), so that nothing moves after the first paint. */
export type FrameMode =
  /** The loader draws the launcher; the frame is the box, with room for its shadow. */
  | "loader"
  /** The box fills an element of the page and cannot be closed. */
  | "inline"
  /** There is no loader: the frame draws the launcher and requests its own size. */
  | "alone";

/** Frame → loader. */
export type FromFrame =
  | SizeMessage
  /** The page has loaded and shows the box; its script may not have loaded yet. */
  | { type: "sapa-shown" }
  | { type: "sapa-ready" }
  | { type: "sapa-close" }
  | { type: "sapa-event"; name: "message" | "limit" | "error"; from?: "visitor" | "agent"; text?: string; code?: string }
  /** The browser refuses storage to the frame, so the loader must keep the visitor session. Empty: the loader must delete it. */
  | { type: "sapa-store"; session: string };

/** Loader → frame. */
export type ToFrame =
  /** `text`: the page wants the text of messages in its events. Sent again when the page identifies its visitor. */
  | { type: "sapa-hello"; session?: string; text?: boolean; identity?: import("./chat.ts").Identity }
  | { type: "sapa-open" }
  | { type: "sapa-reset"; text?: string }
  | { type: "sapa-prefill"; text: string }
  | { type: "sapa-ask"; text: string };

/** The inert JSON in the framed page (`<script type="application/json" id="sapa-boot">`). */
export interface FrameBoot {
  agent: FrameAgent | null;
  /** Valid for one `hello`; null when this page may not start a session. */
  ticket: string | null;
  /** The origin of the embedding page, empty when unknown. It is part of the storage key of the visitor session. */
  origin: string;
  /** Why there is no chat; `text.refusal` has the text for it. */
  refused?: "domain" | "not_found";
  /** This is the editor's preview: it stores nothing, and it applies `sapa-theme` messages from the same origin. */
  preview?: boolean;
  /** The texts, in the language that the page's `lang` names. */
  text: import("./text/widget.ts").FrameText;
}

/** An agent without the fields that have their default values. */
export type FrameAgent = Partial<import("./agent.ts").PublicAgent> & { id: string; chatName: string } & PreviewedConsent;

/** In the preview: the text of the question for the visitor's consent; empty: the agent does not ask. */
interface PreviewedConsent {
  consent?: string;
}

/** Editor → preview frame (same origin): unsaved changes of the appearance, which are applied immediately. */
export interface ThemeMessage {
  type: "sapa-theme";
  agent: Partial<import("./agent.ts").PublicAgent> & PreviewedConsent;
}
