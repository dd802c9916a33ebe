/** `GET /api/overview`: what the administrator sees above the tabs, in one call. */
import type { BudgetState, ModelHealth } from "./model.ts";

/** Days of the chart, today's the last. */
export const OVERVIEW_DAYS = 30;

export interface Overview {
  version: string;
  users: number;
  payingUsers: number;
  agents: number;
  messagesToday: number;
  messagesThisMonth: number;
  /** Oldest first. */
  days: { day: string; messages: number }[];
  /** Integer sen; real payments only. */
  revenueThisMonth: number;
  pendingPayments: number;
  /** Payments at which somebody must look, such as a refund that is due. */
  flaggedPayments: number;
  /**
   * What models cost this month; `unpriced` replies are not in `costMicros` (millionths of RM). `isUnbounded`: a
   * vendor's key is stored, and the installation has no budget.
   */
  modelCost: { costMicros: number; unpriced: number; replies: number; budget: BudgetState; isUnbounded: boolean };
  /** Empty: no model was asked since the start. */
  models: ModelHealth[];
  /** Bytes. `isLow`: under 5 % or under 200 MiB are free; refused messages are not stored then. */
  disk: { free: number; total: number; isLow: boolean };
  databaseBytes: number;
  /** ISO 8601 UTC; null: there is none. */
  lastBackup: string | null;
  oldestBackup: string | null;
}
