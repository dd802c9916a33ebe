/** `GET /api/overview`: everything that the administrator sees above the tabs, in one call. */
import type { BudgetState, ModelHealth } from "./model.ts";

/** How many days the chart has; today is the last one. */
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
  /** Integer sen, without sandbox payments. */
  revenueThisMonth: number;
  pendingPayments: number;
  /** The number of payments that the administrator must check, such as a refund that is due. */
  flaggedPayments: number;
  /**
   * What models cost this month. `costMicros` (millionths of RM) does not include the `unpriced` replies. `isUnbounded`:
   * a vendor's key is stored, and the installation has no budget.
   */
  modelCost: { costMicros: number; unpriced: number; replies: number; budget: BudgetState; isUnbounded: boolean };
  /** Empty when no model was called since the server started. */
  models: ModelHealth[];
  /** Bytes. `isLow`: less than 5 % or less than 200 MiB is free; refused messages are then not stored. */
  disk: { free: number; total: number; isLow: boolean };
  databaseBytes: number;
  /** ISO 8601 UTC; null: there is no backup. */
  lastBackup: string | null;
  oldestBackup: string | null;
}
