/** The record of administrative changes, as the administrator reads it. */

export interface AuditRow {
  id: string;
  /** ISO 8601 UTC. */
  at: string;
  actor: string;
  /** Null: from the command line. */
  address: string | null;
  /** `subject.verb`: `plan.update`. */
  action: string;
  subject: string;
  /** What changed, without secrets. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export const AUDIT_SEARCH_MAX = 100;
export const AUDIT_ACTION_MAX = 60;

/** `GET /api/audit?page=1&limit=30`. */
export interface AuditPage {
  entries: AuditRow[];
  total: number;
  totalPages: number;
  /** What the filter can be set to. */
  actions: string[];
}
