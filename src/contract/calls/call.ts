/**
 * One HTTP call as data: its method, path and access, with the types of what it takes and answers. The server's routes
 * and the web client both derive from these rows (docs/decisions/2026-11-22-one-contract-of-calls.md). The schemas are
 * in the *.schema.ts beside each table and are imported here as types only, so that no browser loads zod for a path.
 */
import type { z } from "zod";
import type { MemberRole } from "../member.ts";
import type { StaffRole } from "../staff-role.ts";

/**
 * Who may make a call; together, the rows of the contract are the one table of access. `anyone`: with or without a token (an
 * expired or unknown token is ignored). `person`: whoever is signed in, about themselves, with or without a business. A role of a
 * member: those who have at least this role in the business that the request is about, and the administrator. `admin`: the
 * administrator. What belongs to another business is 404 for every caller who may make the call. Which staff of the installation
 * may make a call is the next column (`staff`).
 */
export type Access = "anyone" | "person" | MemberRole | "admin";
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The types of what a call sends and answers. Without `answer`, the call answers 204. */
export interface Wire {
  body?: z.ZodType;
  /** The body is the content of a file, whatever its type; then the call has no `body`. */
  file?: true;
  query?: z.ZodType;
  /** The header `Idempotency-Key`: a client that received no answer sends the same key again, and nothing is created twice. */
  requestKey?: z.ZodType;
  answer?: unknown;
}

export interface Call<M extends Method = Method, Path extends string = string, A extends Access = Access, W extends Wire = Wire> {
  readonly method: M;
  /** Has a `:name` for each parameter, which matches one segment. */
  readonly path: Path;
  readonly access: A;
  /**
   * The staff of the installation who may make the call as the administrator does, about every business. Absent: none, so they are
   * refused, unless everyone or every person may make the call.
   */
  readonly staff?: readonly StaffRole[];
  /** How many milliseconds a client waits. Absent: the client's default. */
  readonly timeoutMs?: number;
  /** Whether a browser sends and takes the cookie that binds a login to it. Every other call goes without cookies. */
  readonly hasCookie?: true;
  /** Never set; it only carries the types. */
  readonly wire?: W;
}

/** Stands for an answer that is not JSON: a page, a file or plain text, which the route writes itself. */
export interface RawAnswer {
  readonly raw: "page" | "file" | "text";
}

/** The answer of a call that only confirms that it succeeded. */
export interface Done {
  message: string;
}

/** How long the editor waits for a save, in milliseconds (product 10.4). */
export const SAVE = { timeoutMs: 8_000 };

/** Values of the column `staff`. Each row of the administrator must have one: whether staff may make the call is always decided. */
export const ADMINISTRATOR: StaffColumn = { staff: [] };
export const SUPPORT: StaffColumn = { staff: ["support"] };
export const BILLING: StaffColumn = { staff: ["billing"] };
export const ALL_STAFF: StaffColumn = { staff: ["support", "billing"] };

interface StaffColumn {
  readonly staff: readonly StaffRole[];
}
type Options = { timeoutMs?: number; hasCookie?: true } & Partial<StaffColumn>;

/** Makes a row: `call<{ body: typeof agentInput; answer: SavedAgent }>()("PUT", "/api/chats/:chatId", "editor")`. */
export const call =
  <W extends Wire = Record<never, never>>() =>
  <M extends Method, Path extends string, A extends Access>(
    method: M,
    path: Path,
    access: A,
    ...[options]: A extends "admin" ? [options: Options & StaffColumn] : [options?: Options]
  ): Call<M, Path, A, W> => ({ method, path, access, ...options });

export type WireOf<C> = C extends Call<Method, string, Access, infer W> ? W : never;
export type AccessOf<C> = C extends Call<Method, string, infer A> ? A : never;

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type Member<W, Name extends keyof Wire> = Name extends keyof W ? W[Name] : undefined;

/** The body that a client sends. */
export type BodyOf<C> = InputOf<Member<WireOf<C>, "body">>;
/** The query parameters that a client sends. A number is written as text; an empty text is left out. */
export type QueryOf<C> = SentQuery<InputOf<Member<WireOf<C>, "query">>>;
type SentQuery<Q> = Q extends object ? { [Name in keyof Q]: string extends Q[Name] ? Q[Name] | number : Q[Name] | "" } : undefined;
/** The key that a client sends with a call that creates something. */
export type RequestKeyOf<C> = WireOf<C> extends { requestKey: z.ZodType } ? string : undefined;
/** The body of the server's answer. */
export type AnswerOf<C> = Member<WireOf<C>, "answer">;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** The parameters of a path: `{ chatId: string }` for `/api/chats/:chatId`. */
export type ParamsOf<C> = C extends Call<Method, infer Path> ? Record<NamesIn<Path>, string> : never;
