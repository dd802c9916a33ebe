/**
 * Talk with the page around the frame. A message is believed only from the parent window; what could tell something
 * about the visitor goes only to the origin that a loader's hello came from.
 */
import { type FromFrame, SIZE, type ThemeMessage, type ToFrame } from "../../contract/frame.ts";

export interface ParentHandlers {
  onMessage(message: ToFrame): void;
  /** Only in the editor's preview, and only from its own origin. */
  onTheme(agent: ThemeMessage["agent"]): void;
}

export class ParentPage {
  /** The loader's, after its hello. A page of an opaque origin ("null") can only be addressed with "*". */
  private origin: string | null = null;
  /** The page asked for the text of messages. */
  private wantsText = false;
  private readonly parent: Window | null = window.parent === window ? null : window.parent;

  constructor(isPreview: boolean | undefined, handlers: ParentHandlers) {
    addEventListener("message", ({ data, origin, source }: MessageEvent<ToFrame | ThemeMessage | null>) => {
      if (source !== this.parent || !this.parent || typeof data?.type !== "string") return;
      if (data.type === "sapa-theme") {
        if (isPreview && origin === location.origin && data.agent) handlers.onTheme(data.agent);
        return;
      }
      if (data.type === "sapa-hello") {
        this.origin = origin === "null" ? "*" : origin;
        this.wantsText = data.text === true;
      }
      handlers.onMessage(data);
    });
  }

  /** For messages that say nothing about the visitor. */
  tellAny(message: FromFrame): void {
    this.parent?.postMessage(message, this.origin ?? "*");
  }

  /** For the session and the conversation: nobody hears it before a loader has said hello. */
  tellLoader(message: FromFrame): void {
    if (this.origin) this.parent?.postMessage(message, this.origin);
  }

  tellMessage(from: "visitor" | "agent", text: string): void {
    this.tellLoader({ type: "sapa-event", name: "message", from, ...(this.wantsText ? { text } : {}) });
  }

  tellSize(isOpen: boolean): void {
    this.tellAny({ type: "sapa-size", ...(isOpen ? SIZE.open : SIZE.closed) });
  }
}
