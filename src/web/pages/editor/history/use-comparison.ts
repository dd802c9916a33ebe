/** Cancels the comparison of a draft's answers, and begins it again. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { comparisonCalls } from "../../../../contract/calls/comparison.ts";
import type { AnswerComparison } from "../../../../contract/comparison.ts";
import { call } from "../../../api.ts";
import { failureText } from "../../../text/failure.ts";
import { useToast } from "../../../ui/Toast.tsx";
import { comparisonQuery } from "./version-queries.ts";

export function useCancelComparison(chatId: string, newest: number) {
  const { t } = useTranslation("history");
  const toast = useToast();
  const queryClient = useQueryClient();
  const { queryKey } = comparisonQuery(chatId, newest, 1);
  const options = (what: string) => ({
    onSuccess: (comparison: AnswerComparison) => void queryClient.setQueryData(queryKey, comparison),
    onError: (error: Error) => toast({ text: failureText(what, error), tone: "error", group: "comparison" }),
  });
  return {
    cancel: useMutation({
      mutationFn: () => call(comparisonCalls.cancelComparison, { params: { chatId } }),
      ...options(t("compare.notCancelled")),
    }),
    again: useMutation({
      mutationFn: () => call(comparisonCalls.startComparison, { params: { chatId } }),
      ...options(t("compare.notStarted")),
    }),
  };
}
