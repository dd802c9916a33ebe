import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { memberCalls } from "../../../contract/calls/members.ts";
import { PAGE_SIZE } from "../../../contract/page.ts";
import { call } from "../../api.ts";

const limit = PAGE_SIZE.members;

export const membersQuery = (page: number) =>
  queryOptions({
    queryKey: ["members", page],
    queryFn: ({ signal }) => call(memberCalls.listMembers, { query: { page, limit }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const memberInvitationsQuery = (page: number) =>
  queryOptions({
    queryKey: ["member-invitations", page],
    queryFn: ({ signal }) => call(memberCalls.listMemberInvitations, { query: { page, limit }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
