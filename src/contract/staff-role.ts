/** What staff of the installation may be. */

/**
 * `support`: reads owners, conversations, the overview and the audit log, looks at accounts, and helps people who cannot sign in.
 * `billing`: plans, payments, receipts and the ledger. Which calls that are, the rows of contract/calls say. Neither includes the
 * other, and neither reaches the settings.
 */
export const STAFF_ROLES = ["support", "billing"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const isStaffRole = (value: unknown): value is StaffRole => STAFF_ROLES.some((role) => role === value);
