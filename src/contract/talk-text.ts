/**
 * What the widget's conversation says, in English and Malay. Apart from widget-text.ts, because it comes with the
 * conversation's code after the box can be used. Imports types only.
 */
import type { WidgetLang } from "./widget-text.ts";

export interface TalkText {
  /** Where an agent that has no greeting waits for the first message. */
  empty: string;
  latest: string;
  typing: string;
  /** While others are answered first. `N` stands for how many. */
  waitNext: string;
  waitOne: string;
  waitMany: string;
  retry: string;
  notSent: string;
  offline: string;
  connecting: string;
  interrupted: string;
  image: string;
  imageFailed: string;
  reload: string;
  tooLong: string;
  tooMany: string;
  busy: string;
  replyFailed: string;
  refused: string;
  notFound: string;
}

export const TALK_TEXT: Record<WidgetLang, TalkText> = {
  en: {
    empty: "Ask a question. The answer appears here.",
    latest: "Latest message",
    typing: "Typing...",
    waitNext: "You are next",
    waitOne: "1 reply is ahead of yours",
    waitMany: "N replies are ahead of yours",
    retry: "Retry",
    notSent: "Not sent.",
    offline: "No connection. Your message will be sent once you are online again.",
    connecting: "Reconnecting",
    interrupted: "The reply was cut off.",
    image: "Image",
    imageFailed: "The image could not be shown",
    reload: "Please reload the page to continue the conversation.",
    tooLong: "This message is too long.",
    tooMany: "You are writing quickly. Your message will be sent in a moment.",
    busy: "The service is busy. Your message will be sent in a moment.",
    replyFailed: "The reply failed.",
    refused: "Chat is not available on this domain.",
    notFound: "This agent is not available.",
  },
  ms: {
    empty: "Tanyakan soalan anda. Jawapannya muncul di sini.",
    latest: "Mesej terkini",
    typing: "Sedang menaip...",
    waitNext: "Giliran anda seterusnya",
    waitOne: "1 jawapan sebelum jawapan anda",
    waitMany: "N jawapan sebelum jawapan anda",
    retry: "Cuba lagi",
    notSent: "Tidak dihantar.",
    offline: "Tiada sambungan. Mesej anda akan dihantar sebaik sahaja talian pulih.",
    connecting: "Menyambung semula",
    interrupted: "Jawapan terputus.",
    image: "Gambar",
    imageFailed: "Gambar tidak dapat dipaparkan",
    reload: "Sila muat semula halaman untuk menyambung perbualan.",
    tooLong: "Mesej ini terlalu panjang.",
    tooMany: "Anda menulis terlalu pantas. Mesej anda akan dihantar sebentar lagi.",
    busy: "Perkhidmatan sedang sibuk. Mesej anda akan dihantar sebentar lagi.",
    replyFailed: "Jawapan gagal.",
    refused: "Sembang tidak tersedia di domain ini.",
    notFound: "Ejen ini tidak tersedia.",
  },
};
