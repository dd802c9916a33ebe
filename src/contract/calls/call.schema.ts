/** The schemas and limits of a table of calls, which only the server and descriptions of the API need. */

import { z } from "zod";
import { refusal } from "../messages/message.ts";
import type { Access, Call, Method, Wire, WireOf } from "./call.ts";

/** What holds for a call beside its schemas. */
export interface CallLimits {
  /** Of an answer that is not an error; default 200, or 204 where there is no answer. */
  status?: 201 | 202;
  /** Bytes of the body; default DEFAULT_MAX_BODY. */
  maxBody?: number;
}

export const DEFAULT_MAX_BODY = 64 * 1024;
/** The largest body of any call: an agent with its knowledge in one list, or one long entry. */
export const LARGEST_BODY = 1024 * 1024;

/** The header `Idempotency-Key` of something new, made by the client: sent again, it makes no second one. */
export const idempotencyKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,64}$/, refusal("request.idempotencyKey"))
  .nullable();

type SchemasOf<W extends Wire> = { [Name in Extract<keyof W, "body" | "query" | "requestKey">]: W[Name] };
type DetailsOf<C> = SchemasOf<WireOf<C>> & CallLimits;

type Nothing = Record<never, never>;
type Table = Readonly<Record<string, Call<Method, string, Access, Wire>>>;
/** A call that takes a body, a query or a key must be named, with exactly the schemas that its row speaks of. */
type TableDetails<T extends Table> = {
  [Name in keyof T as Nothing extends DetailsOf<T[Name]> ? never : Name]: DetailsOf<T[Name]>;
} & {
  [Name in keyof T as Nothing extends DetailsOf<T[Name]> ? Name : never]?: DetailsOf<T[Name]>;
};

/** Puts the schemas beside the rows of a table. A wrong or a missing one does not compile. */
export function describe<const T extends Table>(calls: T, details: TableDetails<T>): { [Name in keyof T]: T[Name] & DetailsOf<T[Name]> } {
  const more: Readonly<Record<string, object | undefined>> = details;
  const described = Object.entries(calls).map(([name, row]) => [name, { ...row, ...more[name] }]);
  return Object.fromEntries(described) as { [Name in keyof T]: T[Name] & DetailsOf<T[Name]> };
}
