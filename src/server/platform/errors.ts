/** Domain errors: thrown anywhere, turned into a response (or a socket event, or an exit) in one place each. */
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from "../../contract/error.ts";
import { StorageBusy, StorageFailed, StorageFull } from "./db.ts";
import type { Log } from "./log.ts";

export class DomainError extends Error {
  override name = "DomainError";
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly more: { fields?: Record<string, string>; retryAfterSeconds?: number; closes?: boolean } = {},
  ) {
    super(message);
  }
}

/** Absent, or somebody else's: one text for both, so that it tells nothing. */
export const notFound = () => new DomainError("not_found", "Not found.");
export const unauthenticated = () => new DomainError("unauthenticated", "Please sign in.");
export const forbidden = () => new DomainError("forbidden", "You are not allowed to do this.");
export const conflict = (message: string, fields?: Record<string, string>) => new DomainError("conflict", message, { fields });
export const invalid = (fields: Record<string, string>) =>
  new DomainError("invalid", Object.values(fields)[0] ?? "Please check the form.", { fields });
export const planLimit = (message: string) => new DomainError("plan_limit", message);
/** `closes`: the answer ends the connection, so that what the client goes on sending costs nothing. */
export const tooMany = (retryAfterSeconds: number, more: { closes?: boolean } = {}) =>
  new DomainError("too_many", "Too many requests. Please wait a moment.", { retryAfterSeconds, ...more });
export const busy = () => new DomainError("busy", "The service is busy. Please try again in a moment.", { retryAfterSeconds: 2 });
export const tooLarge = (message = "This is too large.") => new DomainError("too_large", message);
export const malformed = (message = "The request could not be read.", more: { closes?: boolean } = {}) =>
  new DomainError("malformed", message, more);

/**
 * Anything thrown, as the error that a client may see. What is not a known error is logged under an id and hidden.
 * `hasLeft`: the client closed its connection, which is its right and no error of ours.
 */
export function asDomainError(
  thrown: unknown,
  log: Log,
  where: Record<string, unknown>,
  hasLeft = false,
): { error: DomainError; id?: string } {
  if (thrown instanceof DomainError) return { error: thrown };
  if (hasLeft && thrown instanceof Error && thrown.name === "AbortError") {
    log.debug("a client closed its connection before the request had arrived", where);
    return { error: malformed() };
  }
  if (thrown instanceof StorageBusy) return { error: busy() };
  // The log has a line for each change of the storage's state, and a count of what was refused.
  if (thrown instanceof StorageFull) return { error: new DomainError("disk_full", "The server has no space left. Nothing was saved.") };
  if (thrown instanceof StorageFailed) {
    return { error: new DomainError("storage_failed", "The server cannot use its storage. Nothing was saved.") };
  }
  const id = crypto.randomUUID();
  log.error("unexpected error", { ...where, id, error: thrown });
  return { error: new DomainError("internal", "Something went wrong on our side. Please try again."), id };
}

/** The wire form (product 11.7). */
export function presentError(error: DomainError, id?: string): { status: number; body: ErrorBody; headers: Record<string, string> } {
  const { code, message, more } = error;
  const body: ErrorBody = { message, error: { code, message, ...(id ? { id } : {}), ...(more.fields ? { fields: more.fields } : {}) } };
  return {
    status: ERROR_STATUS[code],
    body,
    headers: {
      ...(more.retryAfterSeconds ? { "retry-after": String(Math.ceil(more.retryAfterSeconds)) } : {}),
      ...(more.closes ? { connection: "close" } : {}),
    },
  };
}
