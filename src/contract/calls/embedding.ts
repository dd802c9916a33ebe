/** What the widget needs on the site of an owner. The loader writes its paths itself (src/widget/loader/chat.ts). */
import type { domainQuestion } from "../agent.schema.ts";
import { call, type RawAnswer } from "./call.ts";

export const embeddingCalls = {
  validateDomain: call<{ body: typeof domainQuestion; answer: { valid: boolean; message?: string } }>()(
    "POST",
    "/api/chats/validate-domain",
    "anyone",
  ),
  framePreview: call<{ answer: RawAnswer }>()("GET", "/embed/preview", "anyone"),
  frameAgent: call<{ answer: RawAnswer }>()("GET", "/embed/:chatId", "anyone"),
};
