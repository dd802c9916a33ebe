import type { AgentSummary } from "../../../contract/agent.ts";
import type { Notice } from "../../../contract/notice.ts";
import { FREE_PLAN_ID } from "../../../contract/plan.ts";
import type { SessionUser, UsageDay, UserDetails } from "../../../contract/user.ts";
import { type Priced, readPrice } from "../plans/price.ts";

/** What the page shows: loaded data, or what the browser remembers. */
export interface DashboardData {
  planName: string;
  /** What a month of the plan costs. Null when there is no price to show: it was given free of charge, or its price was removed since. */
  monthlySen: number | null;
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
    monthlySen: monthlySenOf(details.planId, details),
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
 * Shown after an error if no figures are known: the paid plan that the browser remembers of the user, and an empty list. Null
 * without one: an owner who has paid meanwhile would read that the plan is the Free Plan (product 10.3).
 */
export function fallBack({ planId, planName, planValidUntil, plan }: Partial<SessionUser>, isUnlimited: boolean): DashboardData | null {
  const nothing = { agents: [], usageDays: [], notices: [], isUnlimited };
  if (!plan || !planName || planId === undefined || planId === FREE_PLAN_ID) return null;
  const { msgLimit, chatLimit, knowledgeWordLimit, addKnowledgeLimit } = plan;
  const limits = { msgLimit, chatLimit, knowledgeWordLimit, addKnowledgeLimit };
  const monthlySen = monthlySenOf(planId, plan);
  return { ...nothing, ...limits, planName, monthlySen, used: null, validUntil: planValidUntil ?? null };
}

function monthlySenOf(planId: number, plan: Priced): number | null {
  const { monthlySen } = readPrice(plan);
  return planId !== FREE_PLAN_ID && monthlySen === 0 ? null : monthlySen;
}
