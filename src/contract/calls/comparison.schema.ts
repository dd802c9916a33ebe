import { comparisonQuery } from "../comparison.schema.ts";
import { describe } from "./call.schema.ts";
import { comparisonCalls } from "./comparison.ts";

export const comparisonApi = describe(comparisonCalls, { fetchComparison: { query: comparisonQuery } });
