/** A route as a row of the contract and the function that does the work: their types, and how they are mounted. */

import { Elysia } from "elysia";
import type { z } from "zod";
import type { CallLimits } from "../../contract/calls/call.schema.ts";
import type { AccessOf, AnswerOf, Call, ParamsOf, RawAnswer, WireOf } from "../../contract/calls/call.ts";
import type { Message } from "../../contract/messages/message.ts";
import { type Reply, respond } from "./answer.ts";
import type { RateRule } from "./rates.ts";

/** Who calls. The role comes from the stored account at every call. */
export interface Viewer {
  accountId: string;
  username: string;
  role: "owner" | "admin";
  /** Names the session among the account's others. */
  tokenHash: string;
}

/** The part of Elysia's context that an endpoint uses. */
export interface RouteContext {
  request: Request;
  params: Record<string, string>;
  server: {
    requestIP(request: Request): { address: string } | null;
    /** Closes the connection when nothing was sent for so many seconds. The connection's next request begins with the default again. */
    timeout(request: Request, seconds: number): void;
  } | null;
}

/** A call that can be mounted: with its schemas (contract/calls/*.schema.ts). */
export interface Endpoint extends Call, CallLimits {
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly requestKey?: z.ZodType;
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type Parsed<W, Name extends string> = Name extends keyof W ? OutputOf<W[Name]> : undefined;

/** What the function of a call is given, parsed and checked. */
export interface Received<C> {
  request: Request;
  params: ParamsOf<C>;
  viewer: AccessOf<C> extends "anyone" ? Viewer | null : Viewer;
  body: Parsed<WireOf<C>, "body">;
  query: Parsed<WireOf<C>, "query">;
  /** Null: the client sent none. */
  requestKey: Parsed<WireOf<C>, "requestKey">;
  /** The client's address, after trusted proxies. */
  address: string;
}

/** The answer of the contract, with headers of its own where it is a `Reply`. What is no plain JSON is a `Response`. */
type Returned<C> =
  AnswerOf<C> extends undefined
    ? Promise<void>
    : AnswerOf<C> extends RawAnswer
      ? Promise<Response>
      : Promise<AnswerOf<C> | Reply<AnswerOf<C>> | Response>;
export type Act<C> = (received: Received<C>) => Returned<C>;

/** What a call does, once it is known who calls. */
export type Work = (context: RouteContext, from: { viewer: Viewer | null; address: string }) => Promise<Response>;

export interface WorkOptions {
  /** Refuses before anything that was sent is read. */
  first?: () => Promise<void>;
  /** Says what a larger body is refused with, and what to do instead. */
  tooLarge?: Message;
}

export interface EndpointOptions extends WorkOptions {
  /** Spent by address before anything else. */
  limit?: RateRule;
  /** What is done instead when the administrator calls. */
  forAdmin?: Work;
}

/** What is mounted. */
export interface Route {
  method: string;
  path: string;
  handle(context: RouteContext): Promise<Response>;
}

/** A call that needs no more than its request: neither a rate limit nor a token. */
export const plain = <C extends Endpoint>(call: C, act: (request: Request) => Awaited<Returned<C>>): Route => ({
  method: call.method,
  path: call.path,
  handle: async ({ request }) => respond(call, act(request)),
});

/** What a browser asks before it calls from another site. */
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
