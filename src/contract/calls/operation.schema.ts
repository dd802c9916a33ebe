import { auditExportQuery, auditQuery } from "../audit.schema.ts";
import { ledgerExportQuery, ledgerQuery } from "../overview.schema.ts";
import { describe } from "./call.schema.ts";
import { operationCalls } from "./operation.ts";

export const operationApi = describe(operationCalls, {
  listAudit: { query: auditQuery },
  exportAudit: { query: auditExportQuery },
  fetchLedger: { query: ledgerQuery },
  exportLedger: { query: ledgerExportQuery },
});
