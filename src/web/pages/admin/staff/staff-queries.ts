import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { staffCalls } from "../../../../contract/calls/staff.ts";
import { PAGE_SIZE } from "../../../../contract/page.ts";
import { call } from "../../../api.ts";
import { ADMIN_KEY } from "../admin-queries.ts";

const limit = PAGE_SIZE.members;
/** Everything about the staff. */
export const STAFF_KEY = [ADMIN_KEY, "staff"];

export const staffQuery = (page: number) =>
  queryOptions({
    queryKey: [...STAFF_KEY, "people", page],
    queryFn: ({ signal }) => call(staffCalls.listStaff, { query: { page, limit }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const staffInvitationsQuery = (page: number) =>
  queryOptions({
    queryKey: [...STAFF_KEY, "invitations", page],
    queryFn: ({ signal }) => call(staffCalls.listStaffInvitations, { query: { page, limit }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
