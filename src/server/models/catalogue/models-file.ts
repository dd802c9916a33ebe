/**
 * `models.json` in the data folder: the operator's own models and addresses (product 7.2, docs/models.md). It is read once
 * at startup. A mistake in it stops the start with a message that names its location in the file.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { ConfigError } from "../../platform/config.ts";
import type { Environment } from "../../platform/config-environment.ts";
import { errorCode } from "../../platform/error-code.ts";
import { findVendor } from "../vendors/vendors.ts";
import { type Catalogue, createCatalogue, type ModelOverride, ModelOverrideError } from "./catalogue.ts";
import type { Endpoint } from "./listed-model.ts";

const MAX_BYTES = 1024 * 1024;
const MAX_MODELS = 500;
const MAX_ENDPOINTS = 50;
const MIN_CONTEXT = 2_048;
const tokens = z.number().int().min(256).max(100_000_000);
const usd = z.number().min(0).max(100_000);

const dialect = z.strictObject({
  maxTokensParameter: z.enum(["max_tokens", "max_completion_tokens"]).optional(),
  systemRole: z.enum(["system", "developer"]).optional(),
  temperature: z.number().min(0).max(2).nullable().optional(),
  extraBody: z.record(z.string(), z.unknown()).optional(),
  thinkingRoom: z.number().int().min(0).max(1_000_000).optional(),
});

const model = z.strictObject({
  listed: z.string().regex(/^[A-Za-z0-9._:/@-]{1,120}$/, "must be letters, digits and . _ : / @ - only"),
  provider: z.string().min(1).max(40).optional(),
  model: z.string().min(1).max(128).optional(),
  label: z.string().trim().min(1).max(120).optional(),
  premium: z.boolean().optional(),
  note: z.string().max(300).optional(),
  contextTokens: tokens
    .min(MIN_CONTEXT, `must be at least ${MIN_CONTEXT}: less does not hold the rules, a question and a reply`)
    .optional(),
  maxOutputTokens: tokens.optional(),
  vision: z.boolean().optional(),
  price: z
    .strictObject({ inputUsd: usd, outputUsd: usd, cacheReadUsd: usd.optional(), cacheWriteUsd: usd.optional(), asOf: z.iso.date() })
    .nullable()
    .optional(),
  dialect: dialect.optional(),
  successor: z.string().min(1).max(128).nullable().optional(),
  until: z.iso.date().nullable().optional(),
}) satisfies z.ZodType<ModelOverride>;

// Printable ASCII without spaces, because a key is sent in a header.
const key = z.string().regex(/^[\x21-\x7e]{1,500}$/, "must be printable characters without spaces");

const endpoint = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/, error: "must be an http(s) address" })
      .refine(isPlainAddress, "must have no credentials, query or fragment"),
    label: z.string().trim().min(1).max(80).optional(),
    key: key.optional(),
    keyVariable: z
      .string()
      .regex(/^[A-Za-z_]\w{0,80}$/, "must be the name of a variable")
      .optional(),
  })
  .refine(({ key, keyVariable }) => key === undefined || keyVariable === undefined, "has both key and keyVariable");

const endpointName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, "must be a short name in lower-case letters")
  .refine((name) => findVendor(name) === undefined, "is the name of a provider");

const schema = z.strictObject({
  endpoints: z
    .record(endpointName, endpoint)
    .default({})
    .refine((all) => Object.keys(all).length <= MAX_ENDPOINTS, `has more than ${MAX_ENDPOINTS} endpoints`),
  models: z.array(model).max(MAX_MODELS).default([]),
});

/**
 * The catalogue with the overrides of the file at `path`; the built-in one if there is no file.
 * @throws ConfigError naming the location in the file. It never repeats a value, because a value may be a key.
 */
export function readCatalogue(path: string, env: Environment): Catalogue {
  const text = readIfThere(path);
  if (text === null) return createCatalogue();
  const read = schema.safeParse(parse(text));
  if (!read.success) throw new ConfigError(`models.json: ${describeIssue(read.error)}`);
  try {
    return createCatalogue({ endpoints: toEndpoints(read.data.endpoints, env), models: read.data.models });
  } catch (error) {
    if (error instanceof ModelOverrideError) throw new ConfigError(`models.json: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Whether a models.json contains a key. A text that cannot be parsed may contain one. */
export function holdsKey(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return true;
  }
  const read = schema.safeParse(value);
  return !read.success || Object.values(read.data.endpoints).some((endpoint) => endpoint.key !== undefined);
}

function toEndpoints(given: z.output<typeof schema>["endpoints"], env: Environment): Endpoint[] {
  return Object.entries(given).map(([name, { url, label, key: own, keyVariable }]) => {
    const fromVariable = keyVariable === undefined ? undefined : env[keyVariable];
    if (keyVariable !== undefined && !fromVariable) {
      throw new ConfigError(`models.json: endpoints.${name}.keyVariable: the variable ${keyVariable} is not set`);
    }
    return { name, label: label ?? name, url: url.replace(/(?<!\/)\/+$/, ""), apiKey: own ?? fromVariable ?? null };
  });
}

function describeIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  const place = issue?.path.map(String).join(".") ?? "";
  const words = (issue?.code === "invalid_key" ? issue.issues[0]?.message : issue?.message) ?? "cannot be read";
  return place === "" ? words : `${place}: ${words}`;
}

function readIfThere(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = errorCode(error);
    // The folder may be missing, too: creating the data folder reports that error.
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new ConfigError(`models.json: the file exists but cannot be read (${code || "unknown cause"})`, { cause: error });
  }
  if (text.length > MAX_BYTES) throw new ConfigError("models.json: it is larger than 1 MB");
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's message quotes the text, which may contain a key.
    throw new ConfigError("models.json: it is not valid JSON", { cause: error });
  }
}

function isPlainAddress(text: string): boolean {
  const { username, password, search, hash } = new URL(text);
  return username === "" && password === "" && search === "" && hash === "";
}
