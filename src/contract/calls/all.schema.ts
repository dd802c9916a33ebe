/** Every call of the HTTP interface, by name. A description of the API can be generated from this table. */
import { accountApi } from "./accounts.schema.ts";
import { agentFileApi } from "./agent-files.schema.ts";
import { agentApi } from "./agents.schema.ts";
import { backupApi } from "./backups.schema.ts";
import { comparisonApi } from "./comparison.schema.ts";
import { conversationApi } from "./conversations.schema.ts";
import { embeddingApi } from "./embedding.schema.ts";
import { factorApi } from "./factors.schema.ts";
import { fileApi } from "./files.schema.ts";
import { goldenApi } from "./golden.schema.ts";
import { knowledgeApi } from "./knowledge.schema.ts";
import { mailApi } from "./mail.schema.ts";
import { meaningApi } from "./meaning.schema.ts";
import { memberApi } from "./members.schema.ts";
import { modelApi } from "./models.schema.ts";
import { operationApi } from "./operation.schema.ts";
import { ownAccountApi } from "./own-account.schema.ts";
import { paymentApi } from "./payments.schema.ts";
import { planApi } from "./plans.schema.ts";
import { settingsApi } from "./settings.schema.ts";
import { sourceApi } from "./sources.schema.ts";
import { staffApi } from "./staff.schema.ts";
import { userApi } from "./users.schema.ts";
import { versionApi } from "./versions.schema.ts";
import { visitorApi } from "./visitors.schema.ts";
import { warningApi } from "./warnings.schema.ts";

export const ALL_CALLS = {
  ...accountApi,
  ...userApi,
  ...ownAccountApi,
  ...factorApi,
  ...memberApi,
  ...staffApi,
  ...agentApi,
  ...agentFileApi,
  ...embeddingApi,
  ...fileApi,
  ...knowledgeApi,
  ...sourceApi,
  ...versionApi,
  ...goldenApi,
  ...comparisonApi,
  ...warningApi,
  ...conversationApi,
  ...visitorApi,
  ...planApi,
  ...paymentApi,
  ...settingsApi,
  ...mailApi,
  ...modelApi,
  ...meaningApi,
  ...operationApi,
  ...backupApi,
};
