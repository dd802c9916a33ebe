import type { AskConsentText } from "../consent.ts";

/** What visitors agree to if the owner has written no text. */
export const standard =
  "By starting this chat, you agree that your messages are stored and used to answer you, also with the help of an AI service. Please send no passwords and no card numbers.";

export const ask: AskConsentText = { label: "Before you start", agree: "Agree and start", privacy: "What is kept, and for how long" };
