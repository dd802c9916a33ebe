/** A route as a row of the contract and the function that does the work: their types, and how they are mounted. */

import { Elysia } from "elysia";
import type { z } from "zod";
import type { CallLimits } from "../../../contract/calls/call.schema.ts";
import type { AccessOf, AnswerOf, Call, ParamsOf, RawAnswer, WireOf } from "../../../contract/calls/call.ts";
import type { MemberRole } from "../../../contract/member.ts";
import type { Message } from "../../../contract/messages/message.ts";
import type { StaffRole } from "../../../contract/staff-role.ts";
import { type Reply, respond } from "./answer.ts";
import type { RateRule } from "./rates.ts";

/** The signed-in caller, as `resolveViewer` of accounts/sessions.ts has found it in the store for this request. */
export interface Viewer {
  /** The person. */
  userId: string;
  username: string;
  /** What the person is in the installation. */
  role: "owner" | "admin";
  /** What the person may do as staff of the installation; null: the person does not belong to it. */
  staff: StaffRole | null;
  /** The administrator; in a call that the table of access gives to staff, such staff as well. They act for every business. */
  isOperator: boolean;
  /** The business that the request is about; an empty text, which no business has as its id, if `member` is null. */
  accountId: string;
  /** The person's role in this business. Null: the person has no business, or is no member of the one that the request names. */
  member: MemberRole | null;
  /** Identifies the session among the account's sessions. */
  tokenHash: string;
  /** The administrator looks at this owner's account: only calls that read are answered. */
  isReadOnly: boolean;
  /** Staff look at this owner's account: they read it on screen, and get no file of it. */
  isStaffView: boolean;
  /** The operator requires a second factor, and the person has none: only the calls that set one up are answered. */
  needsFactor: boolean;
}

/** The part of Elysia's context that an endpoint uses. */
export interface RouteContext {
  request: Request;
  params: Record<string, string>;
  server: {
    requestIP(request: Request): { address: string; port: number } | null;
    /** Closes the connection after this many seconds without data. The connection's next request uses the default again. */
    timeout(request: Request, seconds: number): void;
  } | null;
}

/** A call together with its schemas (contract/calls/*.schema.ts), which can be mounted. */
export interface Endpoint extends Call, CallLimits {
  readonly body?: z.ZodType;
  readonly file?: true;
  readonly query?: z.ZodType;
  readonly requestKey?: z.ZodType;
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type Parsed<W, Name extends string> = Name extends keyof W ? OutputOf<W[Name]> : undefined;

/** The parsed and validated arguments of a call's function. */
export interface Received<C> {
  request: Request;
  params: ParamsOf<C>;
  viewer: AccessOf<C> extends "anyone" ? Viewer | null : Viewer;
  body: WireOf<C> extends { file: true } ? Uint8Array<ArrayBuffer> : Parsed<WireOf<C>, "body">;
  query: Parsed<WireOf<C>, "query">;
  /** Null if the client did not send one. */
  requestKey: Parsed<WireOf<C>, "requestKey">;
  /** The client's address, behind any trusted proxies. */
  address: string;
}

/** The answer that the contract describes, or a `Reply` if it has additional headers. An answer that is not plain JSON is a `Response`. */
type Returned<C> =
  AnswerOf<C> extends undefined
    ? Promise<void>
    : AnswerOf<C> extends RawAnswer
      ? Promise<Response>
      : Promise<AnswerOf<C> | Reply<AnswerOf<C>> | Response>;
export type Act<C> = (received: Received<C>) => Returned<C>;

/** The work of a call, after the caller has been identified. */
export type Work = (
  context: RouteContext,
  from: { viewer: Viewer | null; address: string },
  /** Looks again who makes the request, and throws what the request would be refused with now. */
  admitAgain: () => Promise<Viewer | null>,
) => Promise<Response>;

/** The administrator's call on the path of another one, with its work. */
export interface AdminWork {
  call: Endpoint;
  work: Work;
}

export interface WorkOptions {
  /** Runs before the body is read, and may throw to refuse the request. */
  first?: () => Promise<void>;
  /** The error text for a body that is too large: it says what to do instead. */
  tooLarge?: Message;
}

export interface EndpointOptions extends WorkOptions {
  /** A rate limit by address that is spent before anything else. */
  limit?: RateRule;
  /** The call that ends a read-only view, which alone may be made with one although it writes. */
  endsView?: boolean;
  /** A call about a person that the pages of a view need. Staff who look at an account are refused all others: they look at the account. */
  isForView?: boolean;
  /** A call with which a required second factor is set up, or that ends the session. */
  isForSetUp?: boolean;
  /** Replaces the work of the call if the caller is the administrator, or staff who may make the administrator's call. */
  forAdmin?: AdminWork;
}

/** A route that can be mounted. */
export interface Route {
  method: string;
  path: string;
  handle(context: RouteContext): Promise<Response>;
}

/** A call that needs only its request: neither a rate limit nor a token. */
export const plain = <C extends Endpoint>(call: C, act: (request: Request) => Awaited<Returned<C>>): Route => ({
  method: call.method,
  path: call.path,
  handle: async ({ request }) => respond(call, act(request)),
});

/** Answers the CORS preflight request that a browser sends before a call from another site. */
export const preflight = ({ path }: Endpoint, headers: Record<string, string>): Route => ({
  method: "OPTIONS",
  path,
  handle: async () => new Response(null, { status: 204, headers }),
});

export function mount(name: string, routes: readonly Route[]) {
  const group = new Elysia({ name });
  for (const { method, path, handle } of routes) group.route(method, path, handle);
  return group;
}
