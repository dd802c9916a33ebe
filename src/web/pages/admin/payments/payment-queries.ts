/** The administrator's list of payments. The list on screen stays while the next one is loading. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { QueryOf } from "../../../../contract/calls/call.ts";
import { paymentAdminCalls } from "../../../../contract/calls/payments-admin.ts";
import { call } from "../../../api.ts";
import { ADMIN_KEY } from "../admin-queries.ts";

export const paymentsQuery = (view: QueryOf<typeof paymentAdminCalls.listPayments>) =>
  queryOptions({
    queryKey: [ADMIN_KEY, "payments", view],
    queryFn: ({ signal }) => call(paymentAdminCalls.listPayments, { query: view, signal }),
    placeholderData: keepPreviousData,
  });
