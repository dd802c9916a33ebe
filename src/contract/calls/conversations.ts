/** Recorded conversations. An owner reads those of one agent, the administrator those of all agents. */
import type { archiveExportQuery, archiveQuery, conversationListQuery, conversationQuery, exportQuery } from "../conversation.schema.ts";
import type { AdminConversationPage, ConversationDetails, ConversationPage } from "../conversation.ts";
import type { askedAgainInput, questionGroupsQuery } from "../question.schema.ts";
import type { AskedAgain, QuestionGroupPage } from "../question.ts";
import { ADMINISTRATOR, call, type Done, type RawAnswer, SUPPORT } from "./call.ts";

export const conversationCalls = {
  listConversations: call<{ query: typeof conversationListQuery; answer: ConversationPage }>()(
    "GET",
    "/api/chats/:chatId/conversations",
    "viewer",
  ),
  searchArchive: call<{ query: typeof archiveQuery; answer: AdminConversationPage }>()("GET", "/api/conversations", "admin", SUPPORT),
  exportArchive: call<{ query: typeof archiveExportQuery; answer: RawAnswer }>()(
    "GET",
    "/api/conversations/export",
    "admin",
    ADMINISTRATOR,
  ),
  fetchConversation: call<{ query: typeof conversationQuery; answer: ConversationDetails }>()(
    "GET",
    "/api/conversations/:id",
    "viewer",
    SUPPORT,
  ),
  exportConversation: call<{ query: typeof exportQuery; answer: RawAnswer }>()("GET", "/api/conversations/:id/export", "viewer"),
  /** What the agent could not answer, grouped by what is asked for; the most frequent first. */
  listQuestionGroups: call<{ query: typeof questionGroupsQuery; answer: QuestionGroupPage }>()(
    "GET",
    "/api/chats/:chatId/questions",
    "viewer",
    { timeoutMs: 30_000 },
  ),
  /** Asks the built-in answerer, without a model and without counting anything. */
  askAgain: call<{ body: typeof askedAgainInput; answer: AskedAgain }>()("POST", "/api/chats/:chatId/questions/ask", "editor", {
    timeoutMs: 30_000,
  }),
  markAnswered: call<{ answer: Done }>()("POST", "/api/conversations/:id/answered", "replier"),
  deleteConversation: call<{ answer: Done }>()("DELETE", "/api/conversations/:id", "editor"),
};
