/**
 * Maps every documented error form of the vendors to one of ModelError's failures: first by status, then by code, then by
 * text, because vendors report the same failure with different statuses.
 */
import { errorCode } from "../../platform/error-code.ts";
import { ModelError, type ModelFailure } from "../model.ts";

/** The content of an error answer, independent of the vendor's format. */
export interface VendorError {
  /** 0 for an error inside a stream. */
  status: number;
  message: string;
  /** All machine-readable values: type, code, status, reason. */
  codes: readonly string[];
  headers?: Headers;
}

const DETAIL_LENGTH = 300;
/** An upper limit for implausible values; no visitor waits that long. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Reads `{error:{message,type,code,status,details}}`, `{error:"…"}`, `{message}` and combinations of them. */
export function readVendorError(status: number, body: unknown, headers?: Headers): VendorError {
  const outer = asRecord(body);
  const inner = typeof outer.error === "string" ? { message: outer.error } : outer.error === undefined ? outer : asRecord(outer.error);
  const details = Array.isArray(inner.details) ? inner.details.map(asRecord) : [asRecord(inner.details)];
  const words = [inner.type, inner.code, inner.status, outer.code, ...details.flatMap((detail) => [detail.reason, detail.error_code])];
  const delay = details.map((detail) => detail.retryDelay).find((value) => typeof value === "string");
  const codes = words.filter((word) => typeof word === "string" || typeof word === "number").map(String);
  const message =
    typeof inner.message === "string" ? inner.message : (JSON.stringify(inner.message ?? body)?.slice(0, DETAIL_LENGTH) ?? "");
  return { status, message, codes, headers: withDelay(headers, delay) };
}

/** `secret`: the key of this request, which is redacted because some vendors quote it in their errors. */
export function toModelError(error: VendorError, secret: string | null, cause?: unknown): ModelError {
  const where = error.status > 0 ? `${error.status} ` : "";
  const codes = error.codes.filter((code) => code !== String(error.status)).join(", ");
  const detail = redact(`${where}${codes ? `${codes}: ` : ""}${error.message}`.slice(0, DETAIL_LENGTH), secret);
  return new ModelError(classify(error), detail, readRetryAfter(error.headers, Date.now()), { cause });
}

/** For requests without an answer: connection refused or reset, name not found, TLS errors. */
export function toConnectionError(error: unknown, secret: string | null): ModelError {
  if (error instanceof ModelError) return error;
  const code = errorCode(error);
  const message = error instanceof Error ? error.message : String(error);
  return new ModelError("unreachable", redact(`${code && `${code} `}${message}`.slice(0, DETAIL_LENGTH), secret), null, { cause: error });
}

/** Removes this request's key and everything that looks like a key, complete or partly masked. */
export function redact(text: string, secret: string | null): string {
  const known = secret !== null && secret.length >= 4 ? text.replaceAll(secret, "[key]") : text;
  return known
    .replace(/\b(?:sk|gsk|pk|xai|key)[-_][\w*.…-]{6,}|\bAIza[\w*-]{10,}|(?<![\w-])[\w-]*\*{3,}[\w-]*/g, "[key]")
    .replace(/(\bbearer\s+|\bapi[ _-]?key[^A-Za-z0-9]{1,4}(?:provided[: ]+)?)[\w*.-]{16,}/gi, "$1[key]");
}

/** Retry-After in milliseconds, from seconds, a date or `retry-after-ms`; null if absent or unreadable. */
export function readRetryAfter(headers: Headers | undefined, now: number): number | null {
  const exact = Number(headers?.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return Math.min(exact, MAX_RETRY_AFTER_MS);
  const value = headers?.get("retry-after")?.trim();
  if (!value) return null;
  const wait = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS) : null;
}

const SPENT = /insufficient_quota|spend_limit|billing|credit balance|insufficient[ _]balance|usage limits?\b/i;
/**
 * Cohere reports a trial key's limits per minute and per month with the same status; so does Google for the request
 * rate and the spending limit.
 */
const SPENT_MONTH =
  /limited to [\d,. ]+api calls? *(?:\/|per|a|each) *month|\bspend(?:ing)? (?:cap|limit)\b|credits? (?:are|is|has been|have been) depleted/i;
/** Codes for a parameter that the model does not accept: the model itself exists. */
const PARAMETER = /unsupported_(?:parameter|value)/i;
/** Codes of a temporary limit. The texts of Google and Groq about it also mention "billing", to sell a higher limit. */
const PACE = /rate_limit_exceeded|resource_exhausted/i;
const BAD_KEY =
  /api_key_invalid|invalid_api_key|api key (?:not valid|expired|invalid)|authentication_error|invalid api key|invalid api token/i;
const ACCOUNT_CLOSED =
  /organization_(?:restricted|disabled)|account_(?:deactivated|disabled|suspended)|\b(?:organi[sz]ation|account|workspace)\b.{0,40}\b(?:has been|is|was)\b.{0,12}\b(?:disabled|restricted|suspended|deactivated|terminated)/i;
const NOT_SERVED_HERE =
  /unsupported_country|\b(?:country|region|territory|user location)\b.{0,60}\b(?:not supported|unsupported|not available|not allowed)/i;
const UNKNOWN_MODEL =
  /model_not_found|model_decommissioned|invalid_model|not_found_error|supported api model names|(?:unknown|invalid) model|model\b.{0,80}\b(?:not found|does not exist|not exist|decommissioned|is not supported|no longer)/i;
const TOO_LONG =
  /context_length_exceeded|string_above_max_length|request_too_large|context (?:length|window|size)|maximum context|(?:prompt|input|request) (?:is )?too (?:long|large)|too many tokens|maximum number of tokens|exceeds? .{0,40}\btokens?\b/i;
const OVERLOADED =
  /overloaded|capacity|service_?unavailable|unavailable|internal_server_error|server_error|api_error|\binternal\b|timeout_error/i;
const RATE = /rate_?limit|resource_exhausted|too many requests|tokens per (?:minute|day)/i;
const NO_MEMORY = /requires more (?:system )?memory|out of memory/i;

function classify(error: VendorError): ModelFailure {
  const { status, message, codes } = error;
  const words = `${codes.join(" ")} ${message}`;
  const says = (pattern: RegExp) => pattern.test(words);
  if (status === 402 || ([429, 400, 403, 0].includes(status) && isSpent(error))) return "no_credit";
  if (status < 500 && says(NOT_SERVED_HERE)) return "not_served_here";
  if ([400, 401, 403, 0].includes(status) && says(ACCOUNT_CLOSED)) return "account_closed";
  if (status === 429) return "rate_limited";
  if (status === 401 || ((status === 400 || status === 0) && says(BAD_KEY))) return "bad_key";
  if (status === 413 || (status < 500 && says(TOO_LONG) && !says(RATE))) return "too_long";
  if ((status === 404 || status === 410) && message !== "") return "unknown_model";
  if (status < 500 && !PARAMETER.test(codes.join(" ")) && says(UNKNOWN_MODEL)) return "unknown_model";
  if (status === 403) return "bad_key";
  if (status >= 500 && says(NO_MEMORY)) return "rejected";
  if (status >= 500 || status === 408 || status === 409 || status === 425 || status === 498) return "overloaded";
  if (status === 0 && says(RATE)) return "rate_limited";
  if (status === 0) return says(OVERLOADED) ? "overloaded" : "protocol";
  return status >= 300 && status < 400 ? "protocol" : "rejected";
}

/** A code takes precedence over the text. If the vendor says when to retry, the account still has credit. */
function isSpent({ message, codes, headers }: VendorError): boolean {
  const code = codes.join(" ");
  if (SPENT.test(code) || SPENT_MONTH.test(message)) return true;
  return SPENT.test(message) && !PACE.test(code) && !headers?.has("retry-after");
}

function withDelay(headers: Headers | undefined, delay: unknown): Headers | undefined {
  const seconds = typeof delay === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1] : undefined;
  if (seconds === undefined || headers?.has("retry-after")) return headers;
  const merged = new Headers(headers);
  merged.set("retry-after", seconds);
  return merged;
}

/** Any JSON value as an object; an empty object if the value is not one. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
