/** What the application reads from the server, each under one key, so that a save can refresh exactly its readers. */
import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from "@tanstack/react-query";
import { accountCalls } from "../contract/calls/accounts.ts";
import { agentCalls } from "../contract/calls/agents.ts";
import { conversationCalls } from "../contract/calls/conversations.ts";
import { planCalls } from "../contract/calls/plans.ts";
import { settingsCalls } from "../contract/calls/settings.ts";
import type { UserDetails } from "../contract/user.ts";
import { ApiError, call } from "./api.ts";
import { refreshStoredUser } from "./session.ts";
import { wasSignUpOpen } from "./sign-up-open.ts";

/** A refusal stays a refusal; only silence and overload are asked again, twice. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2 || !(error instanceof ApiError)) return false;
  return error.kind === "network" || error.status === 502 || error.status === 503;
}

/** One per tab. Focus storms repeat nothing: data younger than half a minute is fresh. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: "always",
        refetchOnWindowFocus: false,
        retry: isWorthRetrying,
        retryDelay: (n) => 400 * 2 ** n,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** Thrown when the answer is not an object. */
export const INVALID_DATA = "Invalid data received from server";

/** Everything on the dashboard, in one call. */
export function userQuery(userId: string) {
  return queryOptions({
    queryKey: ["user", userId],
    queryFn: async ({ signal }): Promise<UserDetails> => {
      const user = await call(accountCalls.fetchUser, {
        params: { id: userId },
        signal,
        headers: { "Cache-Control": "max-age=3600" },
      }).catch((error: unknown) => {
        throw error instanceof ApiError && error.kind === "unreadable" ? new Error(INVALID_DATA) : error;
      });
      if (typeof user !== "object" || user === null || Array.isArray(user)) throw new Error(INVALID_DATA);
      refreshStoredUser(user);
      return { ...user, chats: Array.isArray(user.chats) ? user.chats : [] };
    },
  });
}

/** Every plan that is offered. */
export function plansQuery() {
  return queryOptions({ queryKey: ["plans"], queryFn: ({ signal }) => call(planCalls.listPlans, { signal }), staleTime: 5 * 60_000 });
}

/** Settings as this person may see them. */
export function settingsQuery() {
  return queryOptions({ queryKey: ["settings"], queryFn: ({ signal }) => call(settingsCalls.fetchSettings, { signal }) });
}

/** Whether strangers may sign up. Apart from the settings, which this visitor may read as somebody else in a moment. */
export function signUpsOpenQuery() {
  return queryOptions({
    queryKey: ["sign-ups-open"],
    queryFn: async ({ signal }) => (await call(settingsCalls.fetchSettings, { signal })).signUpsOpen !== false,
    retry: false,
    initialData: wasSignUpOpen,
    initialDataUpdatedAt: performance.timeOrigin,
  });
}

/** An agent, for its owner: without its knowledge, which is read page by page. */
export function agentQuery(chatId: string) {
  return queryOptions({
    queryKey: ["agent", chatId],
    queryFn: ({ signal }) => call(agentCalls.fetchAgent, { params: { chatId }, query: { knowledge: "none" }, signal }),
    // The editor holds a draft over this; a silent refresh under it would only confuse the 409 check.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  });
}

/** Where an agent was opened lately. */
export function sightingsQuery(chatId: string) {
  return queryOptions({
    queryKey: ["sightings", chatId],
    queryFn: async ({ signal }) => (await call(agentCalls.listSightings, { params: { chatId }, signal })).hosts,
    retry: false,
  });
}

/** What the conversations of an agent are narrowed to. Pages count from 1. */
export interface ConversationFilter {
  page: number;
  search: string;
  /** Where the search goes on; empty: it begins with the latest conversation. */
  after: string;
  unansweredOnly: boolean;
}

/** An agent's conversations, newest first. The list on screen stays while the next one is on its way. */
export function conversationsQuery(chatId: string, { page, search, after, unansweredOnly }: ConversationFilter) {
  // Only what the list depends on: the page hands in its whole view.
  const filter: ConversationFilter = { page, search, after, unansweredOnly };
  return queryOptions({
    queryKey: ["conversations", chatId, filter],
    queryFn: ({ signal }) => {
      const query = { page, q: search, after, unanswered: unansweredOnly ? "1" : "0" } as const;
      return call(conversationCalls.listConversations, { params: { chatId }, query, signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** One conversation, read on and on. */
export function conversationQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["conversation", id],
    queryFn: ({ pageParam, signal }) => call(conversationCalls.fetchConversation, { params: { id }, query: { after: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
  });
}
