import type { AgentSummary } from "../../../contract/agent.ts";
import type { Notice } from "../../../contract/notice.ts";
import type { OwnPayment } from "../../../contract/payment.ts";
import { FALLBACK_FREE_PLAN, FREE_PLAN_ID } from "../../../contract/plan.ts";
import type { UsageDay, UserDetails } from "../../../contract/user.ts";

/** What the page shows: loaded data or the fallback. */
export interface DashboardData {
  planName: string;
  /** Null when there is no price to show: the plan was given free of charge, or its price was removed since. */
  price: number | null;
  validUntil: string | null;
  msgLimit: number;
  chatLimit: number;
  knowledgeWordLimit: number;
  addKnowledgeLimit: number;
  used: number;
  agents: AgentSummary[];
  /** Empty when they are not known. */
  usageDays: UsageDay[];
  notices: Notice[];
  /** The latest payments; `paymentsTotal` counts all of them. */
  payments: OwnPayment[];
  paymentsTotal: number;
  /** The administrator's own account has no limits. */
  isUnlimited: boolean;
}

/** Reads the server's answer. */
export function readDetails(details: UserDetails, isUnlimited: boolean): DashboardData {
  return {
    planName: details.planName,
    price: details.planId !== FREE_PLAN_ID && details.price === 0 ? null : details.price,
    validUntil: details.planValidUntil,
    msgLimit: details.msgLimit,
    chatLimit: details.chatLimit,
    knowledgeWordLimit: details.knowledgeWordLimit,
    addKnowledgeLimit: details.addKnowledgeLimit,
    used: details.totalMessagesUsed,
    agents: details.chats,
    usageDays: details.usageDays,
    notices: details.notices ?? [],
    payments: details.payments ?? [],
    paymentsTotal: details.paymentsTotal ?? 0,
    isUnlimited,
  };
}

/** Shown after an error: the Free Plan's values and an empty list (product 10.3). */
export function fallBack(isUnlimited: boolean): DashboardData {
  const { name, totalMessagesUsed, ...plan } = FALLBACK_FREE_PLAN;
  const nothing = { agents: [], usageDays: [], notices: [], payments: [], paymentsTotal: 0 };
  return { ...plan, ...nothing, planName: name, used: totalMessagesUsed, validUntil: null, isUnlimited };
}
