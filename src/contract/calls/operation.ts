/** The state of the installation, and the audit log. */
import type { auditExportQuery, auditQuery } from "../audit.schema.ts";
import type { AuditPage } from "../audit.ts";
import type { breachQuery } from "../breach.schema.ts";
import type { Breach } from "../breach.ts";
import type { checkInput } from "../doctor.schema.ts";
import type { Finding } from "../doctor.ts";
import type { ledgerExportQuery, ledgerQuery } from "../overview.schema.ts";
import type { Activity, Ledger, Overview } from "../overview.ts";
import { ADMINISTRATOR, BILLING, call, type RawAnswer, SUPPORT } from "./call.ts";

type State = { status: "ok" } | { status: "failing"; reasons: string[] };

export const operationCalls = {
  fetchOverview: call<{ answer: Overview }>()("GET", "/api/overview", "admin", SUPPORT),
  fetchActivity: call<{ answer: Activity }>()("GET", "/api/overview/activity", "admin", SUPPORT),
  fetchLedger: call<{ query: typeof ledgerQuery; answer: Ledger }>()("GET", "/api/overview/ledger", "admin", BILLING),
  exportLedger: call<{ query: typeof ledgerExportQuery; answer: RawAnswer }>()("GET", "/api/overview/ledger/export", "admin", BILLING),
  fetchBreach: call<{ query: typeof breachQuery; answer: Breach }>()("GET", "/api/breach", "admin", {
    ...ADMINISTRATOR,
    timeoutMs: 60_000,
  }),
  exportBreach: call<{ query: typeof breachQuery; answer: RawAnswer }>()("GET", "/api/breach/export", "admin", ADMINISTRATOR),
  listAudit: call<{ query: typeof auditQuery; answer: AuditPage }>()("GET", "/api/audit", "admin", SUPPORT),
  exportAudit: call<{ query: typeof auditExportQuery; answer: RawAnswer }>()("GET", "/api/audit/export", "admin", ADMINISTRATOR),
  checkHealth: call<{ answer: State & { version?: string } }>()("GET", "/api/health", "anyone"),
  /** Whether the process is running. */
  checkLife: call<{ answer: { status: "ok" } }>()("GET", "/healthz", "anyone"),
  /** Figures for a monitor. Programs on the same machine may read them, and requests with SAPA_METRICS_TOKEN. */
  readMetrics: call<{ answer: RawAnswer }>()("GET", "/metrics", "anyone"),
  /** Makes one check of the installation. Some read the whole database, or ask a model. */
  makeCheck: call<{ body: typeof checkInput; answer: Finding }>()("POST", "/api/doctor", "admin", { ...ADMINISTRATOR, timeoutMs: 60_000 }),
  /** Whether the server is ready to receive requests. */
  checkReadiness: call<{ answer: State }>()("GET", "/readyz", "anyone"),
};
