/** What the administrator reads, each under one key. The list on screen stays while the next one is on its way. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type AuditView, adminApi, type MessageView, type UserView } from "./admin-api.ts";

const OVERVIEW_EVERY_MS = 60_000;

export const ADMIN_KEY = "admin";

export const overviewQuery = () =>
  queryOptions({
    queryKey: [ADMIN_KEY, "overview"],
    queryFn: ({ signal }) => adminApi.fetchOverview(signal),
    refetchInterval: OVERVIEW_EVERY_MS,
  });

export const usersQuery = (view: UserView) =>
  queryOptions({
    queryKey: [ADMIN_KEY, "users", view],
    queryFn: ({ signal }) => adminApi.fetchUsers(view, signal),
    placeholderData: keepPreviousData,
  });

export const adminPlansQuery = () => queryOptions({ queryKey: [ADMIN_KEY, "plans"], queryFn: ({ signal }) => adminApi.fetchPlans(signal) });

export const archiveQuery = (view: MessageView) =>
  queryOptions({
    queryKey: [ADMIN_KEY, "conversations", view],
    queryFn: ({ signal }) => adminApi.fetchConversations(view, signal),
    placeholderData: keepPreviousData,
  });

export const auditQuery = (view: AuditView) =>
  queryOptions({
    queryKey: [ADMIN_KEY, "audit", view],
    queryFn: ({ signal }) => adminApi.fetchAudit(view, signal),
    placeholderData: keepPreviousData,
  });
