import { queryOptions } from "@tanstack/react-query";
import { ownAccountCalls } from "../../../contract/calls/own-account.ts";
import { visitorCalls } from "../../../contract/calls/visitors.ts";
import { call } from "../../api.ts";

export const ownAccountQuery = () =>
  queryOptions({ queryKey: ["own-account"], queryFn: ({ signal }) => call(ownAccountCalls.fetchOwnAccount, { signal }), staleTime: 0 });

export const sessionsQuery = () =>
  queryOptions({ queryKey: ["own-sessions"], queryFn: ({ signal }) => call(ownAccountCalls.listSessions, { signal }), staleTime: 0 });

export const retentionQuery = () =>
  queryOptions({ queryKey: ["retention"], queryFn: ({ signal }) => call(visitorCalls.fetchRetention, { signal }), staleTime: 0 });
