/** The audit log: administrative changes, as the administrator reads them. */

/** What the server records. Each has a sentence in the administrator's log in every language. */
export const AUDIT_ACTIONS = [
  "user.create",
  "user.update",
  "user.view",
  "user.suspend",
  "user.unsuspend",
  "user.delete",
  "user.restore",
  "user.failed_sign_ins",
  "user.reset_link",
  "user.reset_password",
  "user.change_email",
  "user.change_password",
  "user.add_factor",
  "user.remove_factor",
  "user.new_recovery_codes",
  "user.use_recovery_code",
  "user.lift_factors",
  "user.member_invite",
  "user.member_withdraw",
  "user.member_join",
  "user.member_role",
  "user.member_remove",
  "user.member_leave",
  "user.sign_out",
  "person.suspend",
  "person.unsuspend",
  "person.delete",
  "staff.invite",
  "staff.withdraw",
  "staff.join",
  "staff.role",
  "staff.remove",
  "user.business_make",
  "user.business_rename",
  "user.rename",
  "user.handover",
  "user.handover_withdraw",
  "user.handed_over",
  "plan.create",
  "plan.update",
  "plan.delete",
  "payment.record",
  "payment.activate",
  "payment.update",
  "payment.unflag",
  "payment.delete",
  "settings.update",
  "backup.key_show",
  "backup.key_confirm",
  "backup.download",
  "conversation.delete",
  "visitor.erase",
  "user.retention",
  "agent.delete",
  "agent.restore",
  "agent.identify_secret",
  "agent.delete_history",
  "billing.update",
  "invitation.create",
  "invitation.delete",
  "model.pull",
  "model.remove",
  "admin.create",
  "admin.reset_password",
  "clock.confirm",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditRow {
  id: string;
  /** ISO 8601 UTC. */
  at: string;
  actor: string;
  /** The IP address; null for a change from the command line. */
  address: string | null;
  /** An `AuditAction`, or what another version has recorded. */
  action: string;
  subject: string;
  /** The username if the subject is an account; empty otherwise. */
  subjectName: string;
  /** The values that changed, without secrets. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The actor of what was done on the command line. No username has a space. */
export const COMMAND_LINE_NAME = "command line";

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
