/** The audit log: administrative changes, as the administrator reads them. */

export interface AuditRow {
  id: string;
  /** ISO 8601 UTC. */
  at: string;
  actor: string;
  /** The IP address; null for a change from the command line. */
  address: string | null;
  /** `subject.verb`: `plan.update`. */
  action: string;
  subject: string;
  /** The username if the subject is an account; empty otherwise. */
  subjectName: string;
  /** The values that changed, without secrets. */
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
  /** The actions that the filter offers. */
  actions: string[];
}
