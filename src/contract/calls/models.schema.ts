import { costQuery, localModelInput, modelCheckInput } from "../model.schema.ts";
import { describe } from "./call.schema.ts";
import { modelCalls } from "./models.ts";

export const modelApi = describe(modelCalls, {
  checkModel: { body: modelCheckInput },
  pullModel: { body: localModelInput, status: 202 },
  cancelPull: { body: localModelInput },
  removeModel: { body: localModelInput },
  listCosts: { query: costQuery },
  listAgentCosts: { query: costQuery },
});
