import type { AskConsentText } from "../consent.ts";

export const standard =
  "Dengan memulakan sembang ini, anda bersetuju mesej anda disimpan dan digunakan untuk menjawab anda, termasuk dengan bantuan perkhidmatan AI. Jangan hantar kata laluan atau nombor kad.";

export const ask: AskConsentText = { label: "Sebelum anda mula", agree: "Setuju dan mula", privacy: "Apa yang disimpan, dan berapa lama" };
