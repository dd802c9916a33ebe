/** The calls of a widget on an owner's site. The loader has its paths written out (src/widget/loader/chat.ts). */
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
