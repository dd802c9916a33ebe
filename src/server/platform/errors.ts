/** Domain errors: thrown anywhere, turned into a response (or a socket event, or an exit) in one place each. */
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from "../../contract/error.ts";
import { StorageBusy, StorageFull } from "./db.ts";
import type { Log } from "./log.ts";

export class DomainError extends Error {
  override name = "DomainError";
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly more: { fields?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(message);
  }
}

/** Absent, or somebody else's: one text for both, so that it tells nothing. */
export const notFound = () => new DomainError("not_found", "Not found.");
export const unauthenticated = () => new DomainError("unauthenticated", "Please sign in.");
export const forbidden = () => new DomainError("forbidden", "You may not do this.");
export const conflict = (message: string, fields?: Record<string, string>) => new DomainError("conflict", message, { fields });
export const invalid = (fields: Record<string, string>) =>
  new DomainError("invalid", Object.values(fields)[0] ?? "Please check the form.", { fields });
export const planLimit = (message: string) => new DomainError("plan_limit", message);
export const tooMany = (retryAfterSeconds: number) =>
  new DomainError("too_many", "Too many requests. Please wait a moment.", { retryAfterSeconds });
export const busy = () => new DomainError("busy", "The service is busy. Please try again in a moment.", { retryAfterSeconds: 2 });
export const tooLarge = () => new DomainError("too_large", "That is too large.");
export const malformed = (message = "The request could not be read.") => new DomainError("malformed", message);

/** Anything thrown, as the error that a client may see. What is not a known error is logged under an id and hidden. */
export function asDomainError(thrown: unknown, log: Log, where: Record<string, unknown>): { error: DomainError; id?: string } {
  if (thrown instanceof DomainError) return { error: thrown };
  if (thrown instanceof StorageBusy) return { error: busy() };
  if (thrown instanceof StorageFull) {
    log.error("disk full", where);
    return { error: new DomainError("disk_full", "The server has no space left. Nothing was saved.") };
  }
  const id = crypto.randomUUID();
  log.error("unexpected error", { ...where, id, error: thrown });
  return { error: new DomainError("internal", "Something went wrong on our side. Please try again."), id };
}

/** The wire form (design.md §9). */
export function presentError(error: DomainError, id?: string): { status: number; body: ErrorBody; headers: Record<string, string> } {
  const { code, message, more } = error;
  const body: ErrorBody = { message, error: { code, message, ...(id ? { id } : {}), ...(more.fields ? { fields: more.fields } : {}) } };
  return {
    status: ERROR_STATUS[code],
    body,
    headers: more.retryAfterSeconds ? { "retry-after": String(Math.ceil(more.retryAfterSeconds)) } : {},
  };
}
