import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { conversationCalls } from "../../../contract/calls/conversations.ts";
import type { QuestionWording } from "../../../contract/question.ts";
import { call } from "../../api.ts";

export const questionGroupsQuery = (chatId: string, page: number) =>
  queryOptions({
    queryKey: ["conversations", chatId, "questions", page],
    queryFn: ({ signal }) => call(conversationCalls.listQuestionGroups, { params: { chatId }, query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
  });

/** Runs each time the list is shown, because the owner may have answered a question in the meantime. */
export const askedAgainQuery = (chatId: string, wordings: readonly QuestionWording[]) => {
  const questions = wordings.map(({ text }) => text);
  return queryOptions({
    queryKey: ["conversations", chatId, "asked-again", questions],
    queryFn: ({ signal }) => call(conversationCalls.askAgain, { params: { chatId }, body: { questions }, signal }),
    staleTime: 0,
    refetchOnMount: "always",
  });
};
