/** One visitor's data: what there is, all of it as a file, and its erasure; and how long an account keeps conversations. */
import type { AgentPrivacy } from "../privacy.ts";
import type { retentionInput } from "../retention.schema.ts";
import type { Retention } from "../retention.ts";
import type { visitorFileQuery } from "../visitor.schema.ts";
import type { VisitorDetails } from "../visitor.ts";
import { call, type Done, type RawAnswer } from "./call.ts";

export const visitorCalls = {
  fetchVisitor: call<{ answer: VisitorDetails }>()("GET", "/api/visitors/:id", "viewer"),
  /** A page that can be read, with the same data as JSON inside. */
  exportVisitor: call<{ query: typeof visitorFileQuery; answer: RawAnswer }>()("GET", "/api/visitors/:id/export", "editor"),
  eraseVisitor: call<{ answer: Done }>()("DELETE", "/api/visitors/:id", "editor", { timeoutMs: 60_000 }),
  fetchPrivacy: call<{ answer: AgentPrivacy }>()("GET", "/api/chats/:chatId/privacy", "anyone"),
  fetchRetention: call<{ answer: Retention }>()("GET", "/api/retention", "owner"),
  saveRetention: call<{ body: typeof retentionInput; answer: Retention }>()("PUT", "/api/retention", "owner"),
};
