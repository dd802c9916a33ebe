import { auditExportQuery, auditQuery } from "../audit.schema.ts";
import { breachQuery } from "../breach.schema.ts";
import { checkInput } from "../doctor.schema.ts";
import { ledgerExportQuery, ledgerQuery } from "../overview.schema.ts";
import { describe } from "./call.schema.ts";
import { operationCalls } from "./operation.ts";

export const operationApi = describe(operationCalls, {
  fetchBreach: { query: breachQuery },
  exportBreach: { query: breachQuery },
  makeCheck: { body: checkInput },
  listAudit: { query: auditQuery },
  exportAudit: { query: auditExportQuery },
  fetchLedger: { query: ledgerQuery },
  exportLedger: { query: ledgerExportQuery },
});
