/** `GET /api/overview`: everything that the administrator sees above the tabs, in one call. */
import type { CertificateState } from "./https.ts";
import type { BudgetState, ModelHealth } from "./model.ts";
import type { PaymentStatus } from "./payment.ts";

/** How many days the chart has; today is the last one. */
export const OVERVIEW_DAYS = 30;

/** How many months the comparison of revenue and costs has; the current one is the last. */
export const OVERVIEW_MONTHS = 12;
/** How many payments, owners and agents the short lists have. */
export const OVERVIEW_ROWS = 5;
/** A backup that is older than this counts as missing. */
export const BACKUP_DAYS = 7;

/** What an installation needs before it serves customers: whether each is done. */
export interface Setup {
  /** A model can be called: its key is stored, or Ollama has it. */
  model: boolean;
  /** The last backup is at most `BACKUP_DAYS` old. */
  backup: boolean;
  /** Mail with links can be sent. */
  mail: boolean;
  /** The public address begins with https, and there is a certificate if the server gets its own. */
  https: boolean;
  /** The payment provider's values are complete. */
  payments: boolean;
  /** The administrator has changed the account since it was created, so its first password is no longer the one in a terminal. */
  password: boolean;
}

export interface Overview {
  version: string;
  setup: Setup;
  /** Whether the server knows the address under which others reach it, without which owners cannot subscribe. */
  hasPublicUrl: boolean;
  users: number;
  payingUsers: number;
  /** Agents of owners: the demo agents do not count. */
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
  /** The absolute path of the data folder, for commands that the administrator copies; null for staff. */
  dataFolder: string | null;
  /** Those that the server gets by itself; empty without `--domain`. The one with the earliest end is the first. */
  certificates: CertificateState[];
  /** ISO 8601 UTC; null: there is no backup. */
  lastBackup: string | null;
  oldestBackup: string | null;
}

/** `GET /api/overview/activity`: what the administrator's first page shows below the figures. */
export interface Activity {
  /** Oldest first. Revenue in sen without sandbox payments, costs in millionths of RM without the `unpriced` replies. */
  months: { month: string; revenueSen: number; costMicros: number; unpriced: number }[];
  payments: {
    id: string;
    /** Null for a deleted account. */
    userId: string | null;
    username: string;
    planName: string;
    /** Sen. */
    amount: number;
    status: PaymentStatus;
    sandbox: boolean;
    /** ISO 8601 UTC. */
    timestamp: string;
  }[];
  owners: { id: string; username: string; createdAt: string }[];
  /** Agents whose visitors got no reply in the last 24 hours, most of them first. */
  failing: {
    chatId: string;
    chatName: string;
    userId: string;
    username: string;
    /** Replies that failed or broke off. */
    failed: number;
    /** Messages that were not answered because the owner's messages of the month are used up. */
    limited: number;
    /** ISO 8601 UTC. */
    lastAt: string;
  }[];
}

export const LEDGER_ORDERS = ["revenue", "cost"] as const;
export type LedgerOrder = (typeof LEDGER_ORDERS)[number];

/** What an owner has paid in a month, and what models have cost for the owner's agents. */
export interface LedgerRow {
  userId: string;
  /** Empty for a deleted account. */
  username: string;
  revenueSen: number;
  costMicros: number;
  /** Replies whose cost is not known, and so not in `costMicros`. */
  unpriced: number;
}

/** `GET /api/overview/ledger?month=2026-11&order=revenue`: the owners who paid, or those with costs. */
export interface Ledger {
  month: string;
  rows: LedgerRow[];
  total: number;
  totalPages: number;
}
