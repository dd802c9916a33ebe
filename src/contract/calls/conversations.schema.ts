import { archiveExportQuery, archiveQuery, conversationListQuery, conversationQuery, exportQuery } from "../conversation.schema.ts";
import { describe } from "./call.schema.ts";
import { conversationCalls } from "./conversations.ts";

export const conversationApi = describe(conversationCalls, {
  listConversations: { query: conversationListQuery },
  searchArchive: { query: archiveQuery },
  exportArchive: { query: archiveExportQuery },
  fetchConversation: { query: conversationQuery },
  exportConversation: { query: exportQuery },
});
