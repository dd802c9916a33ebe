/** Schemas and limits for the tables of calls. Only the server and a description of the API need them. */

import { z } from "zod";
import { refusal } from "../messages/message.ts";
import type { Access, Call, Method, Wire, WireOf } from "./call.ts";

/** The status and the body limit of a call. */
export interface CallLimits {
  /** The status of a successful answer. Default: 200, or 204 where the call has no answer. */
  status?: 201 | 202;
  /** The largest body, in bytes. Default: DEFAULT_MAX_BODY. */
  maxBody?: number;
  /** How long a body may take to arrive, in milliseconds. Default: the server's. */
  maxBodyMs?: number;
}

export const DEFAULT_MAX_BODY = 64 * 1024;
/** The largest body of any call that takes JSON, in bytes. It holds an agent with its knowledge in one list, or one long entry. */
export const LARGEST_BODY = 1024 * 1024;

/** The header `Idempotency-Key`, made by the client: a request that is sent again with the same key creates nothing new. */
export const idempotencyKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,64}$/, refusal("request.idempotencyKey"))
  .nullable();

type SchemasOf<W extends Wire> = { [Name in Extract<keyof W, "body" | "file" | "query" | "requestKey">]: W[Name] };
type DetailsOf<C> = SchemasOf<WireOf<C>> & CallLimits;

type Nothing = Record<never, never>;
type Table = Readonly<Record<string, Call<Method, string, Access, Wire>>>;
/** Each call that takes a body, a query or a key must be listed, with exactly the schemas that its row names. */
type TableDetails<T extends Table> = {
  [Name in keyof T as Nothing extends DetailsOf<T[Name]> ? never : Name]: DetailsOf<T[Name]>;
} & {
  [Name in keyof T as Nothing extends DetailsOf<T[Name]> ? Name : never]?: DetailsOf<T[Name]>;
};

/** Combines the rows of a table with their schemas. A wrong or missing schema does not compile. */
export function describe<const T extends Table>(calls: T, details: TableDetails<T>): { [Name in keyof T]: T[Name] & DetailsOf<T[Name]> } {
  const more: Readonly<Record<string, object | undefined>> = details;
  const described = Object.entries(calls).map(([name, row]) => [name, { ...row, ...more[name] }]);
  return Object.fromEntries(described) as { [Name in keyof T]: T[Name] & DetailsOf<T[Name]> };
}
