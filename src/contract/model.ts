/** Models, as the administrator sees and configures them. Imports types only. */
import type { MessageRef } from "./messages/message.ts";

/** The health of one model since the server started. Times are in milliseconds; null: nothing was measured. */
export interface ModelHealth {
  /** `provider/model-id`, with the vendor's own id. */
  model: string;
  answers: number;
  failures: number;
  firstTokenP50Ms: number | null;
  firstTokenP95Ms: number | null;
  /** ISO 8601 UTC. */
  lastAnswerAt: string | null;
  lastError: { at: string; words: string } | null;
}

/** A model in the list. */
export interface ModelChoice {
  listed: string;
  label: string;
  premium: boolean;
  /** The vendor's id of the model that answers under this name today. */
  served: string;
  note: string;
  /** The ISO day on which the vendor retires `served`, and the model that then replaces it. */
  until: string | null;
  successor: string | null;
  vision: boolean;
  contextTokens: number;
  maxOutputTokens: number;
  /** US dollars per million tokens; null: not known. */
  price: { inputUsd: number; outputUsd: number; cacheReadUsd?: number; cacheWriteUsd?: number; asOf: string } | null;
}

export interface ModelGroup {
  /** A vendor, or the name of an endpoint of models.json. */
  provider: string;
  label: string;
  /** Shown in brackets after the label. */
  note: string;
  /** Where the key is: `own`, in the settings; `file`, in models.json; `none`, no key is needed. */
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
  /** The vendor has retired the model. Its successor works and answers visitors. */
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
  /** The ids that the vendor offers for this key; empty when the vendor could not be reached. */
  models: string[];
}

/** The timeouts of a reply, in milliseconds. */
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

/** The administrator's settings for models, apart from `aiModel` and `apiKey`. */
export interface ModelSettings {
  /** The mask of each stored key, by vendor. The vendors are the groups of `GET /api/models` whose `keyPlace` is `own`. */
  modelKeys: Record<string, string>;
  /** The backup models, tried in this order when the chosen model fails. The built-in answerer is the last resort. */
  failover: string[];
  timeouts: ReplyTimeouts;
  /** Ringgit per US dollar. */
  rmPerUsd: number;
  /** Model budgets in integer sen per month. Null: no budget. 0: nothing may be spent. */
  budgets: { boxSen: number | null; ownerSen: number | null };
}

/** The longest key, in characters. */
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
  /** What Ollama is doing, in its own words. */
  step: string;
  /** Bytes of the part that is being downloaded; 0 when Ollama has not reported it. */
  total: number;
  completed: number;
  state: "running" | "done" | "failed" | "cancelled";
  /** The error message. */
  error: string | null;
  /** The id of that message, for clients that show another language. */
  told?: MessageRef;
}

export interface LocalModels {
  isFound: boolean;
  models: LocalModel[];
  pulls: ModelPull[];
}

/** One month's model costs of the installation, an owner or an agent. Costs are in millionths of RM. */
export interface ModelCost {
  costMicros: number;
  inputTokens: number;
  outputTokens: number;
  /** The number of replies whose cost is not known and therefore not part of `costMicros`. */
  unpriced: number;
  replies: number;
}

export type BudgetState = "none" | "fine" | "near" | "used up";

/** `GET /api/costs?month=YYYY-MM&page&limit`: a page of owners, the most expensive first. */
export interface CostReport {
  /** YYYY-MM in the installation's time zone. */
  month: string;
  box: ModelCost;
  boxBudget: BudgetState;
  /** Test questions that were asked with a model. They have a budget of their own, and are in none of the other figures. */
  tests: ModelCost;
  owners: (ModelCost & { userId: string; username: string; budget: BudgetState })[];
  total: number;
  totalPages: number;
}

/** `GET /api/costs/:userId?month=YYYY-MM&page&limit`: a page of one owner's agents, the most expensive first. */
export interface AgentCosts {
  /** `chatName` is empty for a deleted agent. */
  agents: (ModelCost & { chatId: string; chatName: string })[];
  /** The test questions of all of them, which are in none of the other figures. */
  tests: ModelCost;
  total: number;
  totalPages: number;
}
