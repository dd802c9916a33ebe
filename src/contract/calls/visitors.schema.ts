import { retentionInput } from "../retention.schema.ts";
import { visitorFileQuery } from "../visitor.schema.ts";
import { describe } from "./call.schema.ts";
import { visitorCalls } from "./visitors.ts";

export const visitorApi = describe(visitorCalls, {
  exportVisitor: { query: visitorFileQuery },
  saveRetention: { body: retentionInput },
});
