/**
 * Messages to and from the page around the frame. Only messages of the parent window are accepted. Messages that say
 * something about the visitor are sent only to the origin from which the loader's hello came.
 */
import { type FrameAgent, type FromFrame, sizeOf, type ThemeMessage, type ToFrame } from "../../contract/frame.ts";

export interface ParentHandlers {
  onMessage(message: ToFrame): void;
  /** Called only in the editor's preview, and only for messages from the same origin. */
  onTheme(agent: ThemeMessage["agent"]): void;
}

export class ParentPage {
  /** The loader's origin, known after its hello. A page with an opaque origin ("null") can only be addressed with "*". */
  private origin: string | null = null;
  /** Whether the page wants the text of messages in its events. */
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

  /** Sends a message that says nothing about the visitor. */
  tellAny(message: FromFrame): void {
    this.parent?.postMessage(message, this.origin ?? "*");
  }

  /** Sends a message about the session or the conversation. It is dropped if no loader has sent a hello yet. */
  tellLoader(message: FromFrame): void {
    if (this.origin) this.parent?.postMessage(message, this.origin);
  }

  tellMessage(from: "visitor" | "agent", text: string): void {
    this.tellLoader({ type: "sapa-event", name: "message", from, ...(this.wantsText ? { text } : {}) });
  }

  tellSize(agent: FrameAgent, isOpen: boolean): void {
    this.tellAny({ type: "sapa-size", ...sizeOf(agent, isOpen) });
  }
}
