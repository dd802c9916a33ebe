/** The administrator's queries. The list on screen stays while the next one is loading. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { QueryOf } from "../../../contract/calls/call.ts";
import { conversationCalls } from "../../../contract/calls/conversations.ts";
import { mailCalls } from "../../../contract/calls/mail.ts";
import { operationCalls } from "../../../contract/calls/operation.ts";
import { planAdminCalls } from "../../../contract/calls/plans-admin.ts";
import { userCalls } from "../../../contract/calls/users.ts";
import { call } from "../../api.ts";

const OVERVIEW_EVERY_MS = 60_000;

export const ADMIN_KEY = "admin";

export const overviewQuery = () =>
  queryOptions({
    queryKey: [ADMIN_KEY, "overview"],
    queryFn: ({ signal }) => call(operationCalls.fetchOverview, { signal }),
    refetchInterval: OVERVIEW_EVERY_MS,
  });

export const activityQuery = () =>
  queryOptions({
    queryKey: [ADMIN_KEY, "activity"],
    queryFn: ({ signal }) => call(operationCalls.fetchActivity, { signal }),
    refetchInterval: OVERVIEW_EVERY_MS,
  });

export const ledgerQuery = (view: QueryOf<typeof operationCalls.fetchLedger>) =>
  queryOptions({
    queryKey: [ADMIN_KEY, "ledger", view],
    queryFn: ({ signal }) => call(operationCalls.fetchLedger, { query: view, signal }),
    placeholderData: keepPreviousData,
  });

export const usersQuery = (view: QueryOf<typeof userCalls.listUsers>) =>
  queryOptions({
    queryKey: [ADMIN_KEY, "users", view],
    queryFn: ({ signal }) => call(userCalls.listUsers, { query: view, signal }),
    placeholderData: keepPreviousData,
  });

export const peopleQuery = (view: QueryOf<typeof userCalls.listPeople>) =>
  queryOptions({
    queryKey: [ADMIN_KEY, "people", view],
    queryFn: ({ signal }) => call(userCalls.listPeople, { query: view, signal }),
    placeholderData: keepPreviousData,
  });

export const adminPlansQuery = () =>
  queryOptions({ queryKey: [ADMIN_KEY, "plans"], queryFn: ({ signal }) => call(planAdminCalls.listAllPlans, { signal }) });

export const archiveQuery = (view: QueryOf<typeof conversationCalls.searchArchive>) =>
  queryOptions({
    queryKey: [ADMIN_KEY, "conversations", view],
    queryFn: ({ signal }) => call(conversationCalls.searchArchive, { query: view, signal }),
    placeholderData: keepPreviousData,
  });

export const auditQuery = (view: QueryOf<typeof operationCalls.listAudit>) =>
  queryOptions({
    queryKey: [ADMIN_KEY, "audit", view],
    queryFn: ({ signal }) => call(operationCalls.listAudit, { query: view, signal }),
    placeholderData: keepPreviousData,
  });

export const mailQuery = () =>
  queryOptions({ queryKey: [ADMIN_KEY, "mail"], queryFn: ({ signal }) => call(mailCalls.fetchMail, { signal }) });
