/** Every call of the HTTP interface, by name. A description of the API can be generated from this table. */
import { accountApi } from "./accounts.schema.ts";
import { agentApi } from "./agents.schema.ts";
import { conversationApi } from "./conversations.schema.ts";
import { embeddingApi } from "./embedding.schema.ts";
import { fileApi } from "./files.schema.ts";
import { knowledgeApi } from "./knowledge.schema.ts";
import { meaningApi } from "./meaning.schema.ts";
import { modelApi } from "./models.schema.ts";
import { operationApi } from "./operation.schema.ts";
import { paymentApi } from "./payments.schema.ts";
import { planApi } from "./plans.schema.ts";
import { settingsApi } from "./settings.schema.ts";
import { userApi } from "./users.schema.ts";

export const ALL_CALLS = {
  ...accountApi,
  ...userApi,
  ...agentApi,
  ...embeddingApi,
  ...fileApi,
  ...knowledgeApi,
  ...conversationApi,
  ...planApi,
  ...paymentApi,
  ...settingsApi,
  ...modelApi,
  ...meaningApi,
  ...operationApi,
};
