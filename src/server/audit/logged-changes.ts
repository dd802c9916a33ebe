import type { RateRule } from "../platform/http/rates.ts";

/**
 * Changes that one business can repeat without end, each of which is a line of the audit log: lines are never deleted. Spent in the
 * transaction of the change.
 */
export const LOGGED_CHANGES: RateRule = { name: "audit.changes", max: 60, perMs: 3_600_000 };
