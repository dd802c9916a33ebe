import { archiveExportQuery, archiveQuery, conversationListQuery, conversationQuery, exportQuery } from "../conversation.schema.ts";
import { askedAgainInput, questionGroupsQuery } from "../question.schema.ts";
import { describe, LARGEST_BODY } from "./call.schema.ts";
import { conversationCalls } from "./conversations.ts";

export const conversationApi = describe(conversationCalls, {
  listConversations: { query: conversationListQuery },
  searchArchive: { query: archiveQuery },
  exportArchive: { query: archiveExportQuery },
  fetchConversation: { query: conversationQuery },
  listQuestionGroups: { query: questionGroupsQuery },
  askAgain: { body: askedAgainInput, maxBody: LARGEST_BODY },
  exportConversation: { query: exportQuery },
});
