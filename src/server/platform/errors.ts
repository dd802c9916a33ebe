/** Domain errors: thrown anywhere, and turned into a response, a socket event or an exit code in one place each. */

import { ERROR_STATUS, type ErrorBody, type ErrorCode } from "../../contract/error.ts";
import { type Message, told } from "../../contract/messages/message.ts";
import { FilesFailed } from "./files/file-store.ts";
import type { Log } from "./log.ts";
import { StorageBusy, StorageFailed, StorageFull } from "./storage/db.ts";

export class DomainError extends Error {
  override name = "DomainError";
  constructor(
    readonly code: ErrorCode,
    readonly told: Message,
    readonly more: { fields?: Record<string, Message>; retryAfterSeconds?: number; closes?: boolean } = {},
  ) {
    super(told.text);
  }
}

/** The item does not exist, or it belongs to another account. Both get the same text, so that the answer does not reveal which. */
export const notFound = () => new DomainError("not_found", told("notFound"));
export const unauthenticated = () => new DomainError("unauthenticated", told("signIn"));
export const forbidden = () => new DomainError("forbidden", told("notAllowed"));
export const conflict = (message: Message, fields?: Record<string, Message>) => new DomainError("conflict", message, { fields });
/** The first field's message says it all, unless it makes sense only beside its field. */
export function invalid(fields: Record<string, Message>): DomainError {
  const first = Object.values(fields).find(({ ref }) => ref?.id !== "field.missing" && ref?.id !== "field.invalid");
  return new DomainError("invalid", first ?? told("checkForm"), { fields });
}
export const planLimit = (message: Message) => new DomainError("plan_limit", message);
/** `closes`: close the connection with the answer, so that data which the client keeps sending costs nothing. */
export const tooMany = (retryAfterSeconds: number, more: { closes?: boolean } = {}) =>
  new DomainError("too_many", tooManyText(retryAfterSeconds), { retryAfterSeconds, ...more });

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** Says how long to wait if that is more than a moment. */
function tooManyText(seconds: number): Message {
  if (seconds <= MINUTE_S) return told("tooManyRequests");
  if (seconds <= 2 * HOUR_S) return told("tooManyRequests.minutes", { minutes: Math.ceil(seconds / MINUTE_S) });
  return told("tooManyRequests.hours", { hours: Math.ceil(seconds / HOUR_S) });
}
export const busy = () => new DomainError("busy", told("busy"), { retryAfterSeconds: 2 });
export const tooLarge = (message = told("tooLarge")) => new DomainError("too_large", message);
export const malformed = (message = told("request.unreadable"), more: { closes?: boolean } = {}) =>
  new DomainError("malformed", message, more);

/**
 * Turns anything thrown into an error that a client may see. An unknown error is logged under an id, and its details are
 * hidden. `hasLeft`: the client has closed its connection, which is not an error of the server.
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
  // These are not logged here: the storage watch logs each change of the storage's state and the number of refusals.
  if (thrown instanceof StorageFull) return { error: new DomainError("disk_full", told("storage.full")) };
  if (thrown instanceof StorageFailed) {
    return { error: new DomainError("storage_failed", told("storage.failed")) };
  }
  if (thrown instanceof FilesFailed) {
    log.error("the store of uploaded files failed", { ...where, reason: thrown.message });
    return { error: new DomainError(thrown.failure === "full" ? "disk_full" : "storage_failed", told("files.storeFailed")) };
  }
  const id = crypto.randomUUID();
  log.error("unexpected error", { ...where, id, error: thrown });
  return { error: new DomainError("internal", told("internal")), id };
}

/** The wire form (product 11.7). */
export function presentError(error: DomainError, id?: string): { status: number; body: ErrorBody; headers: Record<string, string> } {
  const { code, told, more } = error;
  const body: ErrorBody = {
    message: told.text,
    error: { code, message: told.text, told: told.ref, ...(id ? { id } : {}), ...(more.fields ? presentFields(more.fields) : {}) },
  };
  return {
    status: ERROR_STATUS[code],
    body,
    headers: {
      ...(more.retryAfterSeconds ? { "retry-after": String(Math.ceil(more.retryAfterSeconds)) } : {}),
      ...(more.closes ? { connection: "close" } : {}),
    },
  };
}

function presentFields(fields: Record<string, Message>): Pick<ErrorBody["error"], "fields" | "fieldsTold"> {
  const all = Object.entries(fields);
  return {
    fields: Object.fromEntries(all.map(([name, { text }]) => [name, text])),
    fieldsTold: Object.fromEntries(all.flatMap(([name, { ref }]) => (ref ? [[name, ref]] : []))),
  };
}
