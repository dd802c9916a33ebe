import { queryOptions } from "@tanstack/react-query";
import { factorCalls } from "../../../../contract/calls/factors.ts";
import { call } from "../../../api.ts";

export const factorsQuery = () =>
  queryOptions({ queryKey: ["own-factors"], queryFn: ({ signal }) => call(factorCalls.fetchFactors, { signal }), staleTime: 0 });
