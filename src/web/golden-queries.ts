/** An agent's test questions. The editor and the transcripts use them. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import type { BodyOf } from "../contract/calls/call.ts";
import { goldenCalls } from "../contract/calls/golden.ts";
import type { ModelTestRun } from "../contract/golden.ts";
import { call, messageOf } from "./api.ts";
import { useToast } from "./ui/Toast.tsx";

/** The key of everything about an agent's test questions. */
export const goldenKey = (chatId: string) => ["golden", chatId];

/** A page of them. It is asked for again whenever the list is opened. `progress`: changes while a model is asked. */
export function goldenQuery(chatId: string, page: number, progress = "") {
  return queryOptions({
    queryKey: [...goldenKey(chatId), "page", page, progress],
    queryFn: ({ signal }) => call(goldenCalls.listGolden, { params: { chatId }, query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function goldenSuggestionsQuery(chatId: string) {
  return queryOptions({
    queryKey: [...goldenKey(chatId), "suggestions"],
    queryFn: ({ signal }) => call(goldenCalls.suggestGolden, { params: { chatId }, signal }),
    staleTime: 0,
  });
}

const PROGRESS_MS = 1_000;

export const isTesting = (run: ModelTestRun | null | undefined): boolean => run?.state === "waiting" || run?.state === "running";

/** The tests with a model, and how far they are. */
export function modelTestsQuery(chatId: string) {
  return queryOptions({
    queryKey: [...goldenKey(chatId), "model"],
    queryFn: ({ signal }) => call(goldenCalls.fetchModelTests, { params: { chatId }, signal }),
    refetchInterval: ({ state }) => (isTesting(state.data?.run) ? PROGRESS_MS : false),
    staleTime: 0,
  });
}

/** Adds a test question from anywhere, and says so with a link to the list. */
export function useKeepGolden(chatId: string) {
  const { t } = useTranslation("golden");
  const toast = useToast();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof goldenCalls.addGolden>) => call(goldenCalls.addGolden, { params: { chatId }, body }),
    onSuccess: () => {
      const show = () => void navigate(`/editor?chatId=${encodeURIComponent(chatId)}&tab=golden`, { state: { tab: "golden" } });
      toast({ text: t("golden.added"), group: "golden added", action: { label: t("golden.show"), run: show } });
      return queryClient.invalidateQueries({ queryKey: goldenKey(chatId) });
    },
    onError: (error) => toast({ text: messageOf(error, t("golden.addFailed")), tone: "error" }),
  });
}
