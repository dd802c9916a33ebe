/** Default texts for visitors. They are kind and calm, because the visitor did nothing wrong. */
import type { MessageKind } from "../../contract/chat.ts";
import type { Language } from "../../contract/language.ts";
import type { AgentFields } from "../agents/store.ts";

const TEXTS: Record<Exclude<MessageKind, "reply">, Record<Language, string>> = {
  limit: {
    en: "Thank you for your message. We cannot answer here any more this month. Please contact us directly.",
    ms: "Terima kasih atas mesej anda. Kami tidak dapat menjawab di sini lagi bulan ini. Sila hubungi kami terus.",
  },
  offline: {
    en: "Thank you for your message. This chat is offline at the moment. Please come back later.",
    ms: "Terima kasih atas mesej anda. Sembang ini di luar talian buat masa ini. Sila datang lagi nanti.",
  },
};

/** Said instead of a fact that the agent does not know. The sentence with the business's contact follows, if there is one. */
export const ASK_US_TEXTS: Record<Language, string> = {
  en: "Please check this with us directly.",
  ms: "Sila semak perkara ini dengan kami secara terus.",
};

export const PREVIEW_LIMIT_TEXTS: Record<Language, string> = {
  en: "You have used all of today's preview messages. You can continue tomorrow.",
  ms: "Anda telah menggunakan semua mesej pratonton hari ini. Anda boleh menyambung esok.",
};

/** The owner's text, or the default text if the owner has not set one. */
export function textFor(kind: Exclude<MessageKind, "reply">, fields: AgentFields, language: Language): string {
  const own = kind === "limit" ? fields.limitText : fields.offlineText;
  return own.trim() === "" ? TEXTS[kind][language] : own;
}
