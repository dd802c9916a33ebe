/** Why an order failed, in our terms and in the authority's words. */
import { z } from "zod";
import type { CertificateProblem } from "../../../contract/https.ts";

export class AcmeFailed extends Error {
  override name = "AcmeFailed";
  /** One line, bounded. */
  readonly detail: string;
  constructor(
    readonly problem: CertificateProblem,
    /** In English, for the operator. May contain foreign text. */
    detail: string,
    /** Milliseconds for which the authority asks to wait; 0: it did not say. */
    readonly waitMs = 0,
    /** The authority's own type of the error, without its prefix. */
    readonly type = "",
    cause?: unknown,
  ) {
    super(`${problem}: ${clean(detail)}`, { cause });
    this.detail = clean(detail);
  }
}

const PREFIX = "urn:ietf:params:acme:error:";
const PROBLEMS: Readonly<Record<string, CertificateProblem>> = {
  connection: "connection",
  tls: "connection",
  dns: "dns",
  unauthorized: "other_server",
  incorrectResponse: "other_server",
  rateLimited: "rate_limited",
  caa: "caa",
  rejectedIdentifier: "rejected",
  unsupportedIdentifier: "rejected",
  accountDoesNotExist: "account",
  externalAccountRequired: "account",
  invalidContact: "account",
  unsupportedContact: "account",
  userActionRequired: "account",
};
const MAX_DETAIL = 500;

/** An error as authorities describe it (RFC 7807 and RFC 8555, 6.7). */
export const problemSchema = z.object({
  type: z.string().default(""),
  detail: z.string().default(""),
  subproblems: z.array(z.object({ type: z.string().default(""), detail: z.string().default("") })).optional(),
});

/** `about`: what was asked for, if the authority says nothing. */
export function failureOf(found: unknown, about: string, waitMs = 0): AcmeFailed {
  const { data = { type: "", detail: "", subproblems: undefined } } = problemSchema.safeParse(found);
  const [only] = data.subproblems ?? [];
  const type = (only?.type || data.type).replace(PREFIX, "");
  // A domain whose DNS does not answer is a failed connection for some authorities.
  const isDns = /could not resolve|resolving URL|no valid (?:A|IP)|NXDOMAIN|SERVFAIL/i.test(data.detail);
  const problem = isDns ? "dns" : (PROBLEMS[type] ?? "failed");
  return new AcmeFailed(problem, only?.detail || data.detail || about, waitMs, type);
}

/** Foreign text for the log and the screen: one line, bounded. */
const clean = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_DETAIL);
