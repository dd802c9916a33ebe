/**
 * The widget's words in English and Malay. Imports types only: the loader and the frame carry them.
 * Source: spec.md §2 "Chat widget", §8; design.md §9 "Names for assistive technology".
 */

export const WIDGET_LANGS = ["en", "ms"] as const;
export type WidgetLang = (typeof WIDGET_LANGS)[number];

/** What the loader says on the host page. Kept apart from the frame's words: each byte of the loader is paid by every page view. */
export interface LoaderText {
  openChat: string;
  closeChat: string;
  /** Title of the frame, for people who hear the page. */
  title: string;
  refused: string;
}

export const LOADER_TEXT: Record<WidgetLang, LoaderText> = {
  en: {
    openChat: "Open chat",
    closeChat: "Close chat",
    title: "Chat",
    refused: "Chat is not available on this domain.",
  },
  ms: {
    openChat: "Buka sembang",
    closeChat: "Tutup sembang",
    title: "Sembang",
    refused: "Sembang tidak tersedia di domain ini.",
  },
};

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
  latest: string;
  typing: string;
  retry: string;
  notSent: string;
  offline: string;
  connecting: string;
  interrupted: string;
  image: string;
  imageFailed: string;
  refused: string;
  notFound: string;
  paused: string;
  reload: string;
  tooLong: string;
  tooMany: string;
  busy: string;
  replyFailed: string;
}

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
    latest: "Latest message",
    typing: "Typing...",
    retry: "Retry",
    notSent: "Not sent.",
    offline: "No connection. Your message is sent as soon as you are back.",
    connecting: "Connecting again",
    interrupted: "The reply ended early.",
    image: "Image",
    imageFailed: "The image could not be shown",
    refused: "Chat is not available on this domain.",
    notFound: "This agent is not available.",
    paused: "This agent is taking a break. Please come back later.",
    reload: "Please reload the page to continue the conversation.",
    tooLong: "That message is too long.",
    tooMany: "That was quick. Your message is sent in a moment.",
    busy: "The service is busy. Your message is sent in a moment.",
    replyFailed: "The reply could not be completed.",
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
    latest: "Mesej terkini",
    typing: "Sedang menaip...",
    retry: "Cuba lagi",
    notSent: "Tidak dihantar.",
    offline: "Tiada sambungan. Mesej anda dihantar sebaik sahaja talian pulih.",
    connecting: "Menyambung semula",
    interrupted: "Jawapan terhenti awal.",
    image: "Gambar",
    imageFailed: "Gambar tidak dapat dipaparkan",
    refused: "Sembang tidak tersedia di domain ini.",
    notFound: "Ejen ini tidak tersedia.",
    paused: "Ejen ini sedang berehat. Sila datang semula nanti.",
    reload: "Sila muat semula halaman untuk menyambung perbualan.",
    tooLong: "Mesej itu terlalu panjang.",
    tooMany: "Terlalu pantas. Mesej anda dihantar sebentar lagi.",
    busy: "Perkhidmatan sedang sibuk. Mesej anda dihantar sebentar lagi.",
    replyFailed: "Jawapan tidak dapat disiapkan.",
  },
};

/** The first of the given language tags ("ms-MY", "EN") that the widget speaks; English when it speaks none. */
export function pickLang(...tags: (string | null | undefined)[]): WidgetLang {
  for (const tag of tags) {
    const base = tag?.slice(0, 2).toLowerCase();
    for (const lang of WIDGET_LANGS) if (lang === base) return lang;
  }
  return "en";
}
