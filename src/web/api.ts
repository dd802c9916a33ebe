/** The one client of the HTTP contract. Every call has a timeout, sends the token, and fails as an `ApiError`. */
import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf, RequestKeyOf } from "../contract/calls/call.ts";
import { ownAccountCalls } from "../contract/calls/own-account.ts";
import type { ErrorBody, ErrorCode } from "../contract/error.ts";
import { BUSINESS_HEADER } from "../contract/member.ts";
import type { MessageId, MessageRef } from "../contract/messages/message.ts";
import { takeEarly } from "./early-calls.ts";
import { keptOf, loseBusiness, noteFactorNeeded, readSession, refuseToken } from "./session.ts";
import { serverText } from "./text/server-text.ts";

const DEFAULT_TIMEOUT_MS = 15_000;

/** Why a call failed: the server refused it, there was no answer, the answer was too late, or it could not be read. */
export type FailureKind = "server" | "network" | "timeout" | "unreadable";

/** The message of a code, for an answer whose own text has no id and would stay in English on a screen in another language. */
const GENERAL: Partial<Record<ErrorCode, MessageId>> = {
  internal: "internal",
  busy: "busy",
  shutting_down: "busy",
  too_many: "tooManyRequests",
  unauthenticated: "signIn",
};

function generalOf(code: ErrorCode | null): MessageRef | null {
  const id = code === null ? undefined : GENERAL[code];
  return id === undefined ? null : { id };
}

export class ApiError extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  readonly code: ErrorCode | null;
  /** The server's message; empty if it sent none. */
  readonly serverMessage: string;
  readonly told: MessageRef | null;
  readonly fields: Record<string, string>;
  readonly fieldsTold: Record<string, MessageRef>;
  /** Seconds to wait, if a 429 or 503 answer has a `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(kind: FailureKind, status = 0, body: ErrorBody | null = null, retryAfter: number | null = null) {
    super(body?.message ?? `${kind} ${status}`);
    this.name = "ApiError";
    this.kind = kind;
    this.status = status;
    this.code = body?.error.code ?? null;
    this.serverMessage = body?.message ?? "";
    this.told = body?.error.told ?? generalOf(this.code);
    this.fields = body?.error.fields ?? {};
    this.fieldsTold = body?.error.fieldsTold ?? {};
    this.retryAfter = retryAfter;
  }
}

/** What a schema refused without a message of its own says nothing that helps a person. */
const isOfSchema = ({ code, told }: ApiError) => code === "invalid" && (told === null || told.id === "checkForm");

/** The text to show, in the language on screen: the server's message, otherwise `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.serverMessage !== "" && !isOfSchema(error)
    ? serverText(error.serverMessage, error.told)
    : fallback;
}

/** The refused fields of a 422, each with its message, if that is one of ours; empty for any other error. */
export function fieldsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const told = Object.entries(error.fields).filter(([name]) => Object.hasOwn(error.fieldsTold, name));
  return Object.fromEntries(told.map(([name, text]) => [name, serverText(text, error.fieldsTold[name])]));
}

/** What a call sends, as its row says: path parameters, query and body, each only where the row has one. */
type Sent<C extends Call> = Address<C> &
  (undefined extends BodyOf<C> ? { body?: undefined } : { body: BodyOf<C> }) &
  (RequestKeyOf<C> extends string ? { requestKey: string } : { requestKey?: undefined });
type Address<C extends Call> = (keyof ParamsOf<C> extends never ? { params?: undefined } : { params: ParamsOf<C> }) &
  (undefined extends QueryOf<C> ? { query?: undefined } : { query?: QueryOf<C> });

interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Lets the call continue when the page is closed (used on logout). */
  keepalive?: boolean;
  /** Sent instead of the stored token; null sends no token. */
  token?: string | null;
  /** Another business than that of this tab; null: the person's first one. */
  business?: string | null;
  /** The version that was read; the call fails with 409 if there was a save in between. Null overwrites whatever is stored. */
  version?: string | null;
}

type Nothing = Record<never, never>;
type Args<C extends Call> = Nothing extends Sent<C> ? [sent?: Sent<C> & CallOptions] : [sent: Sent<C> & CallOptions];

/** The address of a call. Empty query parameters are left out, since the server has defaults for them. */
export function addressOf<C extends Call>(
  { path }: C,
  ...[sent]: Nothing extends Address<C> ? [sent?: Address<C>] : [sent: Address<C>]
): string {
  return fillAddress(path, sent ?? {});
}

interface Filling {
  params?: Readonly<Record<string, string>>;
  query?: object;
}

/** The address of a path with its parameters and query. */
export function fillAddress(path: string, { params = {}, query = {} }: Filling): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  return set.length === 0 ? filled : `${filled}?${new URLSearchParams(set)}`;
}

/** Who asks, and about which business. */
export function identityOf(token: string, isAboutPerson = false): Record<string, string> {
  const { user, isView } = readSession();
  // Without a business, a request is about the person alone; a view has its business in its token.
  const hasBusiness = !isAboutPerson && !isView && user?.personId !== undefined && user.memberRole != null;
  return { Authorization: `Bearer ${token}`, ...(hasBusiness && user ? { [BUSINESS_HEADER]: user.id } : {}) };
}

export function headersOf(
  token: string | null,
  body?: unknown,
  { headers, requestKey, version, business }: CallOptions & { requestKey?: string } = {},
): Record<string, string> {
  const all: Record<string, string> = { Accept: "application/json", ...headers };
  if (token !== null) Object.assign(all, identityOf(token, business === null));
  if (typeof business === "string") all[BUSINESS_HEADER] = business;
  if (body !== undefined) all["Content-Type"] = "application/json";
  if (requestKey !== undefined) all["Idempotency-Key"] = requestKey;
  if (typeof version === "string") all["If-Match"] = `"${version}"`;
  return all;
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

/** Makes a call of the contract. @throws ApiError */
export async function call<C extends Call>(row: C, ...[sent]: Args<C>): Promise<AnswerOf<C>> {
  const { body, signal, keepalive, ...more }: CallOptions & Filling & { body?: unknown; requestKey?: string } = sent ?? {};
  const token = more.token === undefined ? readSession().token : more.token;
  const timeout = AbortSignal.timeout(row.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  try {
    const address = fillAddress(row.path, more);
    const started = row.method === "GET" ? takeEarly(address, token) : undefined;
    const request = {
      method: row.method,
      headers: headersOf(token, body, more),
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      keepalive,
      credentials: row.hasCookie ? "same-origin" : "omit",
    } as const;
    const response = await (started ?? fetch(address, request));
    if (!response.ok) throw await refusalOf(response, token, typeof more.business === "string");
    return await readBody<AnswerOf<C>>(response);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw failureOf(error, timeout);
  }
}

/**
 * The error that an answer with a status of failure means. Signs out if the token was refused. `isElsewhere`: the call was about
 * another business than that of this tab.
 */
export async function refusalOf(response: Response, token: string | null, isElsewhere = false): Promise<ApiError> {
  const error = await readError(response);
  // Wrong credentials are also a 401, but do not mean that the session has ended.
  if (response.status === 401 && token !== null && error.code !== "wrong_credentials") refuseToken(token);
  if (error.code === "second_factor_required" && token !== null) noteFactorNeeded(token);
  if (error.code === "not_member" && token !== null && !isElsewhere) await leaveBusiness(token);
  return error;
}

let isLeaving = false;

/** The person is not a member of this tab's business any more: the tab goes on with the first one that is left. */
async function leaveBusiness(token: string): Promise<void> {
  const { user, isView } = readSession();
  if (isLeaving || isView || user?.memberRole == null) return;
  isLeaving = true;
  try {
    const left = await call(ownAccountCalls.fetchOwnAccount, { token, business: null });
    loseBusiness(user.displayName, keptOf(left));
    location.assign(left.memberRole == null ? "/account" : "/dashboard");
  } catch (error) {
    console.debug("api: what is left of the person's businesses could not be read", error);
    isLeaving = false;
  }
}

/** @throws ApiError unreadable */
export async function readBody<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (error instanceof SyntaxError) throw new ApiError("unreadable", response.status);
    throw error;
  }
}
