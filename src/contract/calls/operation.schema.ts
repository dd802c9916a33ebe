import { auditExportQuery, auditQuery } from "../audit.schema.ts";
import { breachQuery } from "../breach.schema.ts";
import { ledgerExportQuery, ledgerQuery } from "../overview.schema.ts";
import { describe } from "./call.schema.ts";
import { operationCalls } from "./operation.ts";

export const operationApi = describe(operationCalls, {
  fetchBreach: { query: breachQuery },
  exportBreach: { query: breachQuery },
  listAudit: { query: auditQuery },
  exportAudit: { query: auditExportQuery },
  fetchLedger: { query: ledgerQuery },
  exportLedger: { query: ledgerExportQuery },
});
