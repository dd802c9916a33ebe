/**
 * The widget's words in English and Malay. Imports types only: the loader and the frame carry them.
 * Rules: product 5.6, 5.7.
 */

export type WidgetLang = "en" | "ms";

/** What the loader says on the host page. Kept apart from the frame's words: each byte of the loader is paid by every page view. */
export type LoaderText = readonly [openChat: string, closeChat: string, unreachable: string];

export const LOADER_TEXT: Record<WidgetLang, LoaderText> = {
  en: ["Open chat", "Close chat", "No connection. Trying again."],
  ms: ["Buka sembang", "Tutup sembang", "Tiada sambungan. Mencuba lagi."],
};

/** What the frame says before its conversation is there. */
export interface FrameText {
  /** In the header of an agent without a name. */
  title: string;
  openChat: string;
  closeChat: string;
  reset: string;
  message: string;
  placeholder: string;
  send: string;
  /** Name of the conversation's log. */
  log: string;
  /** Instead of a chat. */
  refusal?: string;
}

/** Carried by the framed page, which is written in one language. */
export const FRAME_TEXT: Record<WidgetLang, FrameText> = {
  en: {
    title: "Chat",
    openChat: "Open chat",
    closeChat: "Close chat",
    reset: "Reset conversation",
    message: "Message",
    placeholder: "Write a message",
    send: "Send message",
    log: "Conversation",
  },
  ms: {
    title: "Sembang",
    openChat: "Buka sembang",
    closeChat: "Tutup sembang",
    reset: "Mulakan semula perbualan",
    message: "Mesej",
    placeholder: "Tulis mesej",
    send: "Hantar mesej",
    log: "Perbualan",
  },
};

/** Why there is no chat. */
export const REFUSAL_TEXT: Record<WidgetLang, { domain: string; not_found: string }> = {
  en: { domain: "Chat is not available on this domain.", not_found: "This agent is not available." },
  ms: { domain: "Sembang tidak tersedia di domain ini.", not_found: "Ejen ini tidak tersedia." },
};

/** The first of the given language tags ("ms-MY", "EN") that the widget speaks; English when it speaks none. */
export function pickLang(...tags: (string | null | undefined)[]): WidgetLang {
  return /^((?!en)[^,]*,)*ms/i.test(tags.join()) ? "ms" : "en";
}
