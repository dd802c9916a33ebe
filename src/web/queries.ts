/** The queries of the application. Each has one key, so that a save refreshes exactly the data that it changes. */
import { infiniteQueryOptions, keepPreviousData, MutationCache, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import type { AgentSort } from "../contract/agent.ts";
import { accountCalls } from "../contract/calls/accounts.ts";
import { agentCalls } from "../contract/calls/agents.ts";
import { conversationCalls } from "../contract/calls/conversations.ts";
import { planCalls } from "../contract/calls/plans.ts";
import { settingsCalls } from "../contract/calls/settings.ts";
import { PAGE_SIZE } from "../contract/page.ts";
import type { UserDetails } from "../contract/user.ts";
import { ApiError, call } from "./api.ts";
import { readSession, refreshStoredUser } from "./session.ts";
import { wasSignUpOpen } from "./sign-up-open.ts";

/** A refusal is final; only a call that got no answer, or that met an overloaded server, is tried again, twice. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2 || !(error instanceof ApiError)) return false;
  return error.kind === "network" || error.status === 502 || error.status === 503;
}

/** Creates the query client of a tab. Data counts as fresh for half a minute, so that switching windows often does not reload it. */
export function createQueryClient(): QueryClient {
  // The role may have changed while the page was open; what it may not use any more then disappears. Not every page uses the
  // query of the user, so it is asked and not only marked as old.
  const onError = (error: Error) => {
    const { user, token } = readSession();
    if (!(error instanceof ApiError) || error.code !== "forbidden" || user === null || token === null) return;
    void client.prefetchQuery({ ...userQuery(user.id), staleTime: 0 });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey[0] !== "user" && onError(error) }),
    mutationCache: new MutationCache({ onError }),
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
  return client;
}

/** Thrown when the answer is not an object. */
const INVALID_DATA = "Invalid data received from server";

const invalidData = () => new ApiError("unreadable", 200, { message: INVALID_DATA, error: { code: "internal", message: INVALID_DATA } });

/** Everything that the dashboard shows, in one call. */
export function userQuery(userId: string) {
  return queryOptions({
    queryKey: ["user", userId],
    queryFn: async ({ signal }): Promise<UserDetails> => {
      const user = await call(accountCalls.fetchUser, {
        params: { id: userId },
        signal,
        headers: { "Cache-Control": "max-age=3600" },
      }).catch((error: unknown) => {
        throw error instanceof ApiError && error.kind === "unreadable" ? invalidData() : error;
      });
      if (typeof user !== "object" || user === null || Array.isArray(user)) throw invalidData();
      refreshStoredUser(user);
      return { ...user, chats: Array.isArray(user.chats) ? user.chats : [] };
    },
  });
}

/** Which of an account's agents are shown. Pages count from 1. */
export interface AgentView {
  page: number;
  search: string;
  sort: AgentSort;
}

/** The key of all pages of an account's agents. */
export const agentsKey = (userId: string) => ["agents", userId];

/** A page of an account's agents. The page on screen stays while the next one is loading. */
export function agentsQuery(userId: string, { page, search, sort }: AgentView) {
  return queryOptions({
    queryKey: [...agentsKey(userId), page, search, sort],
    queryFn: ({ signal }) => {
      const query = { page, limit: PAGE_SIZE.agents, q: search, sort };
      return call(accountCalls.listAgents, { params: { id: userId }, query, signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** How often the first website is asked for. */
const WAITING_MS = 4_000;

/** The steps to a live chat. While `isWaiting` for the first website, it is asked for again and again. */
export function setupQuery(userId: string, { isWaiting }: { isWaiting: boolean }) {
  return queryOptions({
    queryKey: ["setup", userId],
    queryFn: async ({ signal }) => (await call(accountCalls.fetchSetup, { params: { id: userId }, signal })).setup,
    refetchInterval: ({ state }) => (isWaiting && state.data?.site === null ? WAITING_MS : false),
  });
}

/** All plans that the server lists for this user. */
export function plansQuery() {
  return queryOptions({ queryKey: ["plans"], queryFn: ({ signal }) => call(planCalls.listPlans, { signal }), staleTime: 5 * 60_000 });
}

/** The settings that this user may read. */
export function settingsQuery() {
  return queryOptions({ queryKey: ["settings"], queryFn: ({ signal }) => call(settingsCalls.fetchSettings, { signal }) });
}

/** Whether sign-up is open. The key differs from that of the settings, which the visitor can read in full after signing in. */
export function signUpsOpenQuery() {
  return queryOptions({
    queryKey: ["sign-ups-open"],
    queryFn: async ({ signal }) => (await call(settingsCalls.fetchSettings, { signal })).signUpsOpen !== false,
    retry: false,
    initialData: wasSignUpOpen,
    initialDataUpdatedAt: performance.timeOrigin,
  });
}

/** Where people can sign in with a passkey. Public, and kept apart from the settings as `signUpsOpenQuery`. */
export function passkeyOriginQuery() {
  return queryOptions({
    queryKey: ["passkey-origin"],
    queryFn: async ({ signal }) => (await call(settingsCalls.fetchSettings, { signal })).passkeyOrigin ?? null,
    retry: false,
  });
}

/** Whether this installation sends mail, and whom to ask for help. Public, and kept apart from the settings as `signUpsOpenQuery`. */
export function helpQuery() {
  return queryOptions({
    queryKey: ["help"],
    queryFn: async ({ signal }) => {
      const { mailReady, operatorName, operatorContact } = await call(settingsCalls.fetchSettings, { signal });
      return { mailReady, operatorName, operatorContact };
    },
  });
}

/** An agent, for its owner, without its knowledge, which is read page by page. */
export function agentQuery(chatId: string) {
  return queryOptions({
    queryKey: ["agent", chatId],
    queryFn: ({ signal }) => call(agentCalls.fetchAgent, { params: { chatId }, query: { knowledge: "none" }, signal }),
    // The editor's draft is based on this version. A silent refresh would break the check for conflicting saves (409).
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  });
}

/** The sites that may show an agent, as its owner wrote them. It is not the editor's query, which is never refreshed. */
export function agentDomainQuery(chatId: string) {
  return queryOptions({
    queryKey: ["agent-domain", chatId],
    queryFn: async ({ signal }) => {
      const agent = await call(agentCalls.fetchAgent, { params: { chatId }, query: { knowledge: "none" }, signal });
      return "domain" in agent ? agent.domain : "";
    },
  });
}

/** The sites on which an agent was opened recently. */
export function sightingsQuery(chatId: string) {
  return queryOptions({
    queryKey: ["sightings", chatId],
    queryFn: async ({ signal }) => (await call(agentCalls.listSightings, { params: { chatId }, signal })).hosts,
    retry: false,
  });
}

/** The filter of an agent's conversations. Pages count from 1. */
export interface ConversationFilter {
  page: number;
  search: string;
  /** Where the search continues; empty: it begins with the latest conversation. */
  after: string;
  unansweredOnly: boolean;
}

/** An agent's conversations, newest first. The list on screen stays while the next one is loading. */
export function conversationsQuery(chatId: string, { page, search, after, unansweredOnly }: ConversationFilter) {
  // The key has only what the list depends on, since the page passes its whole view.
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

/** One conversation, loaded a page at a time. */
export function conversationQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["conversation", id],
    queryFn: ({ pageParam, signal }) => call(conversationCalls.fetchConversation, { params: { id }, query: { after: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
  });
}
