import { comparisonApi } from "../../../contract/calls/comparison.schema.ts";
import { PAGE_SIZE } from "../../../contract/page.ts";
import { mount } from "../../platform/http/endpoint.ts";
import type { Http } from "../../platform/http/http.ts";
import type { RateRule } from "../../platform/http/rates.ts";
import type { CompareDeps } from "./compare-answers.ts";
import { cancelComparison, readComparison, startComparison } from "./comparison.ts";

/** A page of the result is two answers for each of its questions. */
const READS: RateRule = { name: "comparison.read", max: 240, perMs: 60_000 };
const STARTS: RateRule = { name: "comparison.start", max: 20, perMs: 60_000 };
const FIRST_PAGE = { page: 1, limit: PAGE_SIZE.changedAnswers };

export function comparisonRoutes({ http, ...deps }: CompareDeps & { http: Http }) {
  return mount("comparison", [
    http.endpoint(comparisonApi.fetchComparison, { limit: READS }, ({ viewer, params, query }) =>
      readComparison(deps, viewer, params.chatId, query),
    ),
    http.endpoint(comparisonApi.startComparison, { limit: STARTS }, async ({ viewer, params }) => {
      await startComparison(deps, viewer, params.chatId);
      return readComparison(deps, viewer, params.chatId, FIRST_PAGE);
    }),
    http.endpoint(comparisonApi.cancelComparison, { limit: STARTS }, async ({ viewer, params }) => {
      await cancelComparison(deps, viewer, params.chatId);
      return readComparison(deps, viewer, params.chatId, FIRST_PAGE);
    }),
  ]);
}
