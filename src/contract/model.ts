/** Models as the administrator sees and sets them. Imports types only. */
import type { MessageRef } from "./messages/message.ts";

/** How one model has been doing since the server started. Times are milliseconds; null: nothing measured. */
export interface ModelHealth {
  /** `provider/model-id`, the vendor's own id. */
  model: string;
  answers: number;
  failures: number;
  firstTokenP50Ms: number | null;
  firstTokenP95Ms: number | null;
  /** ISO 8601 UTC. */
  lastAnswerAt: string | null;
  lastError: { at: string; words: string } | null;
}

/** One name of the list. */
export interface ModelChoice {
  listed: string;
  label: string;
  premium: boolean;
  /** The vendor's id that answers under this name today. */
  served: string;
  note: string;
  /** ISO day on which the vendor shuts `served` down, and what takes over then. */
  until: string | null;
  successor: string | null;
  vision: boolean;
  contextTokens: number;
  maxOutputTokens: number;
  /** US dollars for a million tokens; null: not known. */
  price: { inputUsd: number; outputUsd: number; cacheReadUsd?: number; cacheWriteUsd?: number; asOf: string } | null;
}

export interface ModelGroup {
  /** A vendor, or the name of an endpoint of models.json. */
  provider: string;
  label: string;
  /** Shown in brackets behind the label. */
  note: string;
  /** `own`: a key of the settings; `file`: the key stands in models.json; `none`: needs none. */
  keyPlace: "own" | "file" | "none";
  models: ModelChoice[];
}

/** `GET /api/models` */
export interface ModelList {
  groups: ModelGroup[];
  ollama: { isFound: boolean; models: string[] };
  health: ModelHealth[];
}

export const CHECK_VERDICTS = [
  "valid",
  "refused",
  "no_credit",
  "account_closed",
  "not_served_here",
  /** The vendor has retired it, and its successor, which answers visitors, works. */
  "retired",
  "unknown_model",
  "not_pulled",
  "rate_limited",
  "unreachable",
  "no_key",
  "failed",
] as const;
export type CheckVerdict = (typeof CHECK_VERDICTS)[number];

/** `POST /api/models/check` */
export interface ModelCheck {
  verdict: CheckVerdict;
  /** The ids that the vendor offers this key today; empty when it could not be asked. */
  models: string[];
}

/** Limits of a reply in time, in milliseconds. */
export interface ReplyTimeouts {
  firstTokenMs: number;
  betweenTokensMs: number;
  totalMs: number;
  ollamaFirstTokenMs: number;
}

export const DEFAULT_TIMEOUTS: ReplyTimeouts = {
  firstTokenMs: 20_000,
  betweenTokensMs: 15_000,
  totalMs: 120_000,
  ollamaFirstTokenMs: 120_000,
};

/** What the administrator sets about models beside `aiModel` and `apiKey`. */
export interface ModelSettings {
  /** A mask for each stored key, by vendor. The vendors are the groups of `GET /api/models` whose `keyPlace` is `own`. */
  modelKeys: Record<string, string>;
  /** Asked in this order when the chosen model fails; the built-in answerer stands behind them. */
  failover: string[];
  timeouts: ReplyTimeouts;
  /** Ringgit for one US dollar. */
  rmPerUsd: number;
  /** Integer sen a month for model costs; null: no budget, 0: nothing may be spent. */
  budgets: { boxSen: number | null; ownerSen: number | null };
}

/** Characters of a stored key. */
export const SECRET_MAX = 500;
export const MODEL_NAME_MAX = 120;
export const MAX_FAILOVER = 5;
export const DEFAULT_RM_PER_USD = 4.2;

/** An Ollama model on the machine. */
export interface LocalModel {
  name: string;
  bytes: number;
}

/** A download from Ollama's library. */
export interface ModelPull {
  name: string;
  /** Ollama's own word for what it is doing. */
  step: string;
  /** Bytes of the part that is being loaded; 0 when Ollama has not said. */
  total: number;
  completed: number;
  state: "running" | "done" | "failed" | "cancelled";
  /** What went wrong, in words. */
  error: string | null;
  /** Which message that is. */
  told?: MessageRef;
}

export interface LocalModels {
  isFound: boolean;
  models: LocalModel[];
  pulls: ModelPull[];
}

/** One month's model costs of the box, an owner or an agent. Costs are millionths of RM. */
export interface ModelCost {
  costMicros: number;
  inputTokens: number;
  outputTokens: number;
  /** Replies whose cost is not known and so is not in `costMicros`. */
  unpriced: number;
  replies: number;
}

export type BudgetState = "none" | "fine" | "near" | "used up";

/** `GET /api/costs?month=YYYY-MM&page&limit`: a page of owners, dearest first. */
export interface CostReport {
  /** YYYY-MM in the installation's time zone. */
  month: string;
  box: ModelCost;
  boxBudget: BudgetState;
  owners: (ModelCost & { userId: string; username: string; budget: BudgetState })[];
  total: number;
  totalPages: number;
}

/** `GET /api/costs/:userId?month=YYYY-MM&page&limit`: a page of one owner's agents, dearest first. */
export interface AgentCosts {
  /** An agent that was deleted has no name. */
  agents: (ModelCost & { chatId: string; chatName: string })[];
  total: number;
  totalPages: number;
}
