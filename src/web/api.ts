/** The one client of the HTTP contract. Every call has a timeout, sends the token, and fails as an `ApiError`. */
import type { AgentTheme, OwnAgent, PublicAgent } from "../contract/agent.ts";
import type { ConversationDetails, ConversationPage } from "../contract/conversation.ts";
import type { ErrorBody, ErrorCode } from "../contract/error.ts";
import type { LimitName } from "../contract/limits.ts";
import type { ModelSettings } from "../contract/model.ts";
import type { Plan } from "../contract/plan.ts";
import type { AdminSettings, OwnerSettings, PublicSettings } from "../contract/settings.ts";
import { type SignedIn, USER_FETCH_TIMEOUT_MS, type UserDetails } from "../contract/user.ts";
import { readSession, refuseToken } from "./session.ts";
import { serverText } from "./text/server-text.ts";

const DEFAULT_TIMEOUT_MS = 15_000;

/** Why a call failed: the server said so, nothing answered, nothing answered in time, or the answer made no sense. */
export type FailureKind = "server" | "network" | "timeout" | "unreadable";

export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  readonly code: ErrorCode | null;
  /** The server's own text, empty when it gave none. */
  readonly serverMessage: string;
  readonly fields: Record<string, string>;
  /** Seconds to wait, on a 429 or 503 that says so. */
  readonly retryAfter: number | null;

  constructor(kind: FailureKind, status = 0, body: ErrorBody | null = null, retryAfter: number | null = null) {
    super(body?.message ?? `${kind} ${status}`);
    this.name = "ApiError";
    this.kind = kind;
    this.status = status;
    this.code = body?.error.code ?? null;
    this.serverMessage = body?.message ?? "";
    this.fields = body?.error.fields ?? {};
    this.retryAfter = retryAfter;
  }
}

/** The text to show, in the language on screen: the server's, else the page's own. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.serverMessage !== "" ? serverText(error.serverMessage) : fallback;
}

/** The refused fields of a 422, each with its text; empty for any other error. */
export function fieldsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.fields).map(([name, text]) => [name, serverText(text)]));
}

interface CallOptions {
  body?: unknown;
  /** Milliseconds until the call counts as failed. */
  timeoutMs?: number;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Lets the call outlive the page (logout). */
  keepalive?: boolean;
  /** Sent in place of the stored token; null sends none. */
  token?: string | null;
}

async function readError(response: Response): Promise<ApiError> {
  const after = Number(response.headers.get("retry-after") ?? Number.NaN);
  const retryAfter = Number.isFinite(after) ? after : null;
  try {
    const body = (await response.json()) as Partial<ErrorBody> | null;
    const message = typeof body?.message === "string" ? body.message : "";
    const error = body?.error ?? { code: "internal", message };
    return new ApiError("server", response.status, { message, error } as ErrorBody, retryAfter);
  } catch (error) {
    console.debug("api: an error without a readable body", response.status, error);
    return new ApiError("server", response.status, null, retryAfter);
  }
}

function failureOf(error: unknown, timeout: AbortSignal): ApiError {
  return error instanceof ApiError ? error : new ApiError(timeout.aborted ? "timeout" : "network");
}

/** @throws ApiError */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const token = options.token === undefined ? readSession().token : options.token;
  const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const headers: Record<string, string> = { Accept: "application/json", ...options.headers };
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      keepalive: options.keepalive,
      credentials: "omit",
    });
    if (!response.ok) throw await refusal(response, token);
    return await readBody<T>(response);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw failureOf(error, timeout);
  }
}

async function refusal(response: Response, token: string | null): Promise<ApiError> {
  const error = await readError(response);
  // Wrong credentials are also 401, and say nothing about the session.
  if (response.status === 401 && token !== null && error.code !== "wrong_credentials") refuseToken(token);
  return error;
}

async function readBody<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (error instanceof SyntaxError) throw new ApiError("unreadable", response.status);
    throw error;
  }
}

const segment = encodeURIComponent;

/** What the editor sends; absent fields hold their default (product 3.1). */
export interface AgentBody extends Partial<AgentTheme> {
  userId: string;
  chatName: string;
  defaultMessage?: string;
  mood?: string;
  focus?: string;
  knowledge?: string[];
  domain?: string;
  paused?: boolean;
  limitText?: string;
  offlineText?: string;
}

export interface Sighting {
  host: string;
  lastSeen: string;
  opens: number;
}

/** What the conversations of an agent are narrowed to. Pages count from 1. */
export interface ConversationFilter {
  page: number;
  search: string;
  /** Where the search goes on; empty: it begins with the latest conversation. */
  after: string;
  unansweredOnly: boolean;
}

export interface BillBody {
  planId: number;
  collection_id: string;
  email: string;
  name: string;
  /** Integer sen. */
  amount: number;
  callback_url: string;
  redirect_url: string;
  description: string;
}

export interface SettingsBody extends Partial<ModelSettings> {
  aiModel?: string;
  billplzApiKey?: string;
  billplzCollectionId?: string;
  billplzXSignatureKey?: string;
  billplzSandbox?: 0 | 1;
  operatorName?: string;
  operatorAddress?: string;
  limits?: Partial<Record<LimitName, number | null>>;
  signUpsOpen?: boolean;
  budgetDeclined?: boolean;
}

/** The provider's parameters in the return address; an account may add more of them. */
export type BillplzReturn = { id: string; paid: boolean; paid_at: string; x_signature: string } & Record<string, string | boolean>;

/** The calls, by name. Each throws `ApiError`. */
export const api = {
  signUp: (body: { username: string; email: string; password: string }) =>
    call<SignedIn>("POST", "/api/users/signup", { body, token: null }),
  logIn: (body: { email: string; password: string }) => call<SignedIn>("POST", "/api/login", { body, token: null }),
  logOut: (token: string) => call<void>("POST", "/api/logout", { token, keepalive: true }),
  changePassword: (userId: string, body: { currentPassword: string; newPassword: string }) =>
    call<{ token: string }>("POST", `/api/users/${segment(userId)}/password`, { body }),
  updateAccount: (userId: string, body: { username?: string; email?: string }) =>
    call<unknown>("PUT", `/api/users/${segment(userId)}`, { body }),

  fetchUser: (userId: string, signal?: AbortSignal) =>
    call<UserDetails>("GET", `/api/users/${segment(userId)}`, {
      signal,
      timeoutMs: USER_FETCH_TIMEOUT_MS,
      headers: { "Cache-Control": "max-age=3600" },
    }),
  fetchPlans: (signal?: AbortSignal) => call<Plan[]>("GET", "/api/plans", { signal }),

  fetchSettings: (signal?: AbortSignal) =>
    call<PublicSettings & Partial<OwnerSettings & AdminSettings>>("GET", "/api/settings", { signal }),
  saveSettings: (body: SettingsBody) => call<unknown>("PUT", "/api/settings", { body }),

  /** Without its knowledge, which is read page by page (knowledge-api.ts). */
  fetchAgent: (chatId: string, signal?: AbortSignal) =>
    call<OwnAgent | PublicAgent>("GET", `/api/chats/${segment(chatId)}?knowledge=none`, { signal }),
  /** The same key again, after an answer that never came, makes no second agent. */
  createAgent: (body: AgentBody, key: string, timeoutMs: number) =>
    call<{ id: string; message: string; chat: OwnAgent }>("POST", "/api/chats", {
      body,
      timeoutMs,
      headers: { "Idempotency-Key": key },
    }),
  /** Over the version that was read: another tab's save in between is a 409. Null writes over whatever is stored. */
  saveAgent: (chatId: string, body: AgentBody, version: string | null, timeoutMs: number) =>
    call<{ message: string; chat: OwnAgent }>("PUT", `/api/chats/${segment(chatId)}?knowledge=none`, {
      body,
      timeoutMs,
      headers: version === null ? undefined : { "If-Match": `"${version}"` },
    }),
  deleteAgent: (chatId: string) => call<{ message: string }>("DELETE", `/api/chats/${segment(chatId)}`),
  restoreAgent: (chatId: string) => call<{ message: string }>("POST", `/api/chats/${segment(chatId)}/restore`),
  makeIdentifySecret: (chatId: string) => call<{ secret: string }>("POST", `/api/chats/${segment(chatId)}/identify-secret`),

  fetchSightings: (chatId: string, signal?: AbortSignal) =>
    call<{ hosts: Sighting[] }>("GET", `/api/chats/${segment(chatId)}/sightings`, { signal }),

  fetchConversations: (chatId: string, filter: ConversationFilter, signal?: AbortSignal) => {
    const query = new URLSearchParams({ page: String(filter.page), unanswered: filter.unansweredOnly ? "1" : "0", q: filter.search });
    if (filter.after !== "") query.set("after", filter.after);
    return call<ConversationPage>("GET", `/api/chats/${segment(chatId)}/conversations?${query}`, { signal });
  },
  fetchConversation: (id: string, after: number, signal?: AbortSignal) =>
    call<ConversationDetails>("GET", `/api/conversations/${segment(id)}?after=${after}`, { signal }),
  markAnswered: (id: string) => call<{ message: string }>("POST", `/api/conversations/${segment(id)}/answered`),
  deleteConversation: (id: string) => call<{ message: string }>("DELETE", `/api/conversations/${segment(id)}`),

  openPreview: (body: { chatId?: string; draft: AgentBody }) => call<{ previewId: string }>("POST", "/api/previews", { body }),
  updatePreview: (previewId: string, draft: AgentBody) => call<void>("PUT", `/api/previews/${segment(previewId)}`, { body: { draft } }),

  requestTicket: (chatId: string) =>
    call<{ ticket: string; expiresIn: number }>("POST", `/api/chats/${segment(chatId)}/ticket`, { token: null }),

  createBill: (body: BillBody) => call<{ id: string; url: string }>("POST", "/api/billplz/bills", { body, timeoutMs: 45_000 }),
  recordPayment: (body: { paymentId: string; status: "pending"; userId: string; planId: number; amount: number }) =>
    call<unknown>("POST", "/api/payments/create", { body }),
  verifyPayment: (billplz: BillplzReturn) =>
    call<{ success: boolean; pending?: boolean }>("POST", "/api/payments/verify", { body: { billplz }, timeoutMs: 30_000 }),
};
