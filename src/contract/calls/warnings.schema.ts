import { warningKeyInput, warningsQuery } from "../warning.schema.ts";
import { describe } from "./call.schema.ts";
import { warningCalls } from "./warnings.ts";

export const warningApi = describe(warningCalls, {
  listWarnings: { query: warningsQuery },
  dismissWarning: { body: warningKeyInput },
  recallWarning: { body: warningKeyInput },
});
