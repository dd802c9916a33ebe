import { expect, test } from "bun:test";
import { readRetryAfter, readVendorError, redact, toModelError } from "./failures.ts";

const failureOf = (status: number, body: unknown) => toModelError(readVendorError(status, body), null).failure;

test("errors that differ only in their text are distinguished", () => {
  const forms: [number, unknown, string][] = [
    [
      400,
      {
        error: {
          message: "The supported API model names are deepseek-flash or deepseek-pro, but you passed x.",
          type: "invalid_request_error",
          code: "invalid_request_error",
        },
      },
      "unknown_model",
    ],
    [
      400,
      { object: "error", message: "Invalid model: mistral-large-2411", type: "invalid_model", param: null, code: "1500" },
      "unknown_model",
    ],
    [400, { error: { message: "The model `gemma-7b-it` has been decommissioned", code: "model_decommissioned" } }, "unknown_model"],
    [402, { error: { message: "Insufficient Balance", type: "unknown_error" } }, "no_credit"],
    [
      400,
      { type: "error", error: { type: "invalid_request_error", message: "Your credit balance is too low to access the Anthropic API." } },
      "no_credit",
    ],
    [
      400,
      { type: "error", error: { type: "invalid_request_error", message: "You have reached your specified API usage limits." } },
      "no_credit",
    ],
    [
      429,
      { type: "error", error: { type: "rate_limit_error", message: "spend", details: { error_code: "enforced_spend_limit_reached" } } },
      "no_credit",
    ],
    [
      413,
      {
        error: {
          message: "Request too large for model in organization on tokens per minute (TPM)",
          type: "tokens",
          code: "rate_limit_exceeded",
        },
      },
      "too_long",
    ],
    [498, { error: { message: "capacity exceeded", type: "capacity_exceeded" } }, "overloaded"],
    [422, { message: "Unprocessable" }, "rejected"],
    [403, { error: { message: "Your organization must be verified" } }, "bad_key"],
    [
      403,
      {
        error: {
          code: "unsupported_country_region_territory",
          message: "Country, region, or territory not supported",
          type: "request_forbidden",
        },
      },
      "not_served_here",
    ],
    [
      400,
      { error: { code: 400, message: "User location is not supported for the API use.", status: "FAILED_PRECONDITION" } },
      "not_served_here",
    ],
    [
      429,
      {
        message:
          "You are using a Trial key, which is limited to 1000 API calls / month. You can continue to use the Trial key for free or upgrade to a Production key with higher rate limits.",
      },
      "no_credit",
    ],
    [
      429,
      {
        message:
          "You are using a Trial key, which is limited to 20 API calls / minute. You can continue to use the Trial key for free or upgrade to a Production key with higher rate limits.",
      },
      "rate_limited",
    ],
    [400, { type: "error", error: { type: "invalid_request_error", message: "This organization has been disabled." } }, "account_closed"],
    [
      400,
      {
        error: {
          message: "Organization has been restricted. Please reach out to support if you believe this was in error.",
          type: "invalid_request_error",
          code: "organization_restricted",
        },
      },
      "account_closed",
    ],
    [
      401,
      {
        error: {
          message: "The OpenAI account associated with this API key has been deactivated.",
          type: "invalid_request_error",
          code: "account_deactivated",
        },
      },
      "account_closed",
    ],
    [400, { error: { message: "reasoning is disabled for this account's model", type: "invalid_request_error" } }, "rejected"],
    [
      429,
      { error: { code: 429, message: "Your project has exceeded its monthly spending cap.", status: "RESOURCE_EXHAUSTED" } },
      "no_credit",
    ],
    [429, { error: { code: 429, message: "Your prepayment credits are depleted.", status: "RESOURCE_EXHAUSTED" } }, "no_credit"],
    [400, { error: { message: "For this model 'reasoning_effort' with 'none' is not supported.", code: "unsupported_value" } }, "rejected"],
    [500, { error: "model requires more system memory (8.4 GiB) than is available (3.1 GiB)" }, "rejected"],
    [408, { error: { message: "Request timeout" } }, "overloaded"],
    [418, null, "rejected"],
  ];
  for (const [status, body, failure] of forms) expect([body, failureOf(status, body)] as unknown[]).toEqual([body, failure]);
});

test("a limit per minute does not count as missing credit, although its text mentions billing", () => {
  const google = {
    error: {
      code: 429,
      status: "RESOURCE_EXHAUSTED",
      message:
        "You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.",
      details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "2s" }],
    },
  };
  const groq = {
    error: {
      message:
        "Rate limit reached for model `openai/gpt-oss-20b` on tokens per minute (TPM): Limit 6000, Used 5034, Requested 1443. Please try again in 4.77s. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing",
      type: "tokens",
      code: "rate_limit_exceeded",
    },
  };
  const spent = { error: { message: google.error.message, type: "insufficient_quota", code: "insufficient_quota" } };
  expect([429, 0].flatMap((status) => [google, groq, spent].map((body) => failureOf(status, body)))).toEqual([
    "rate_limited",
    "rate_limited",
    "no_credit",
    "rate_limited",
    "rate_limited",
    "no_credit",
  ]);
});

test("the wait that Google gives in the body of its answer is read", () => {
  const body = {
    error: {
      code: 429,
      message: "quota",
      status: "RESOURCE_EXHAUSTED",
      details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" }],
    },
  };
  expect(toModelError(readVendorError(429, body, new Headers()), null).retryAfterMs).toBe(34_000);
});

test("Retry-After is read in both forms and limited to one hour", () => {
  const now = Date.parse("2026-11-21T10:00:00Z");
  const read = (value: string) => readRetryAfter(new Headers({ "retry-after": value }), now);
  expect(read("3")).toBe(3_000);
  expect(read("0.5")).toBe(500);
  expect(read("Sat, 21 Nov 2026 10:00:07 GMT")).toBe(7_000);
  expect(read("Sat, 21 Nov 2026 09:00:00 GMT")).toBe(0);
  expect(read("999999999")).toBe(3_600_000);
  expect(read("soon")).toBeNull();
  expect(read("-1")).toBe(0);
  expect(readRetryAfter(new Headers({ "retry-after-ms": "250", "retry-after": "9" }), now)).toBe(250);
  expect(readRetryAfter(undefined, now)).toBeNull();
});

test("no key, complete or partly masked, stays in a detail", () => {
  const key = "sk-proj-abcdefghijklmnop";
  for (const text of [
    `Incorrect API key provided: ${key}.`,
    "Incorrect API key provided: sk-abcd****wxyz.",
    "key gsk_1234567890abcdef is wrong",
    "AIzaSyA1234567890abcdefg",
    "Bearer abcdefghijklmnopqrstuvwx",
  ]) {
    const clean = redact(text, key);
    expect(clean).toContain("[key]");
    expect(clean).not.toMatch(/abcd|wxyz|1234567890/);
  }
  expect(redact("model gpt-4o-mini does not exist", key)).toBe("model gpt-4o-mini does not exist");
});
