/** The administrator's calls, by name. They are no part of the first bundle. Each throws `ApiError`. */
import type { AuditPage } from "../../../contract/audit.ts";
import type { AdminConversationPage } from "../../../contract/conversation.ts";
import type { Overview } from "../../../contract/overview.ts";
import type { AdminPlan } from "../../../contract/plan.ts";
import type { UserPage } from "../../../contract/user.ts";
import { call } from "../../api.ts";

const segment = encodeURIComponent;

/** Only what is set: the server has its own defaults. */
function queryOf(fields: Readonly<Record<string, string | number>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== "") params.set(name, String(value));
  return params.toString();
}

export interface UserView {
  page: number;
  q: string;
  sort: string;
  order: string;
  plan: string;
  status: string;
  from: string;
  to: string;
}
export interface MessageView {
  page: number;
  q: string;
  /** Where the search goes on; empty: it begins with the latest conversation. */
  after: string;
  id: string;
  from: string;
  to: string;
}
export interface AuditView {
  page: number;
  q: string;
  action: string;
  from: string;
  to: string;
}

/** What the dialog of an account sends. */
export interface UserBody {
  username: string;
  email: string;
  /** Empty: as it is. */
  password: string;
  planId: number;
  planMonths?: number;
}

export interface PlanBody {
  planName: string;
  msgLimit: number;
  chatLimit: number;
  knowledgeWordLimit: number;
  addKnowledgeLimit: number;
  price: number;
  validityMonths: number;
  discountPercentage: number;
  isOffered: boolean;
  /** The version that was read: another window's save in between is a 409. */
  lastUpdate?: string;
}

export const adminApi = {
  fetchOverview: (signal?: AbortSignal) => call<Overview>("GET", "/api/overview", { signal }),

  fetchUsers: (view: UserView, signal?: AbortSignal) => call<UserPage>("GET", `/api/users?${queryOf({ ...view })}`, { signal }),
  createUser: (body: UserBody) => call<unknown>("POST", "/api/users/signup", { body }),
  updateUser: (id: string, body: Partial<UserBody>) => call<unknown>("PUT", `/api/users/${segment(id)}`, { body }),
  deleteUser: (id: string) => call<unknown>("DELETE", `/api/users/${segment(id)}`),
  restoreUser: (id: string) => call<unknown>("POST", `/api/users/${segment(id)}/restore`),
  suspendUser: (id: string) => call<unknown>("POST", `/api/users/${segment(id)}/suspend`),
  unsuspendUser: (id: string) => call<unknown>("POST", `/api/users/${segment(id)}/unsuspend`),

  fetchConversations: (view: MessageView, signal?: AbortSignal) =>
    call<AdminConversationPage>("GET", `/api/conversations?${queryOf({ ...view })}`, { signal }),

  deleteConversation: (id: string) => call<unknown>("DELETE", `/api/conversations/${segment(id)}`),

  fetchPlans: (signal?: AbortSignal) => call<AdminPlan[]>("GET", "/api/plans", { signal }),
  createPlan: (body: PlanBody) => call<AdminPlan>("POST", "/api/plans", { body }),
  updatePlan: (id: number, body: PlanBody) => call<AdminPlan>("PUT", `/api/plans/${id}`, { body }),
  deletePlan: (id: number) => call<unknown>("DELETE", `/api/plans/${id}`),

  fetchAudit: (view: AuditView, signal?: AbortSignal) => call<AuditPage>("GET", `/api/audit?${queryOf({ ...view })}`, { signal }),
  saveRetention: (retentionDays: number) => call<unknown>("PUT", "/api/settings", { body: { retentionDays } }),
};

export const auditExport = ({ page: _, ...filter }: AuditView) => `/api/audit/export?${queryOf({ ...filter })}`;
