import type { AgentSummary } from "../../../contract/agent.ts";
import type { Notice } from "../../../contract/notice.ts";
import { FALLBACK_FREE_PLAN, FREE_PLAN_ID } from "../../../contract/plan.ts";
import type { SessionUser, UsageDay, UserDetails } from "../../../contract/user.ts";

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
  /** Null while it is not known. */
  used: number | null;
  agents: AgentSummary[];
  /** Empty when they are not known. */
  usageDays: UsageDay[];
  notices: Notice[];
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
    isUnlimited,
  };
}

/**
 * Shown after an error if no figures are known: the plan that the browser remembers of the user, and an empty list. Without a
 * plan, the Free Plan's values (product 10.3).
 */
export function fallBack({ planId, planName, planValidUntil, plan }: Partial<SessionUser>, isUnlimited: boolean): DashboardData {
  const nothing = { agents: [], usageDays: [], notices: [], isUnlimited };
  if (plan && planName && planId !== undefined && planId !== FREE_PLAN_ID) {
    const { msgLimit, chatLimit, knowledgeWordLimit, addKnowledgeLimit, price } = plan;
    const limits = { msgLimit, chatLimit, knowledgeWordLimit, addKnowledgeLimit };
    return { ...nothing, ...limits, planName, price: price === 0 ? null : price, used: null, validUntil: planValidUntil ?? null };
  }
  const { name, totalMessagesUsed, ...free } = FALLBACK_FREE_PLAN;
  return { ...free, ...nothing, planName: name, used: totalMessagesUsed, validUntil: null };
}
