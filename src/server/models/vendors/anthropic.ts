/** The Anthropic messages protocol. The SDK sends the request and classifies the errors; stream-reply.ts reads the stream. */
import { BaseAnthropic } from "@anthropic-ai/sdk/client";
import { APIConnectionError, APIError } from "@anthropic-ai/sdk/core/error";
import type { Model, ModelError, ModelRequest, StopReason, TokenUsage } from "../model.ts";
import { readCached } from "./cached-usage.ts";
import { asRecord, readVendorError, toConnectionError, toModelError } from "./failures.ts";
import { type Piece, type ReadPiece, streamReply } from "./stream-reply.ts";
import { requireStream, SSE } from "./wire.ts";

/** Longer than any reply may take, so that our own timeouts end it first. */
const SDK_TIMEOUT_MS = 900_000;
/** Addresses times keys. After a key has changed, its old client stays until there are this many. */
const MAX_CLIENTS = 32;

export function createAnthropicModel(): Model {
  return {
    stream: (request) => streamReply(open(request), request, createPieceReader(request.apiKey)),
  };
}

async function open(request: ModelRequest): Promise<Response | null> {
  const client = clientFor(request.baseUrl, request.apiKey ?? "none");
  let response: Response;
  try {
    response = await client
      // The SDK sends the key as a bearer token, but gateways in front of the vendor often read the older header.
      .post("/v1/messages", {
        body: buildBody(request),
        stream: true,
        signal: request.signal,
        headers: { accept: SSE, "x-api-key": request.apiKey },
      })
      .asResponse();
  } catch (error) {
    if (request.signal.aborted) return null;
    throw translate(error, request.apiKey);
  }
  await requireStream(response, SSE, request.apiKey);
  return response;
}

const clients = new Map<string, BaseAnthropic>();

/** Creating a client takes longer than a request, so one client is kept for each address and key. */
function clientFor(baseURL: string, apiKey: string): BaseAnthropic {
  const name = `${baseURL} ${apiKey}`;
  const known = clients.get(name);
  if (known) return known;
  if (clients.size >= MAX_CLIENTS) clients.clear();
  const client = new BaseAnthropic({
    apiKey,
    // The SDK must not add a credential from the environment.
    authToken: null,
    baseURL,
    maxRetries: 0,
    timeout: SDK_TIMEOUT_MS,
    logLevel: "off",
    fetchOptions: { redirect: "manual" },
  });
  clients.set(name, client);
  return client;
}

function buildBody({ dialect, ...request }: ModelRequest): Record<string, unknown> {
  return {
    model: request.model,
    max_tokens: request.maxOutputTokens + (dialect.thinkingRoom ?? 0),
    // Rules and knowledge are the same for every visitor of an agent: a cached prefix costs a tenth.
    system: [{ type: "text", text: request.system, cache_control: { type: "ephemeral" } }],
    messages: request.messages.map(({ role, text }) => ({ role, content: text })),
    stream: true,
    ...(dialect.temperature !== null && { temperature: dialect.temperature }),
    ...dialect.extraBody,
  };
}

function translate(error: unknown, secret: string | null): ModelError {
  if (error instanceof APIConnectionError) return toConnectionError(error.cause ?? error, secret);
  if (!(error instanceof APIError) || error.status === undefined) return toConnectionError(error, secret);
  const headers = error.headers instanceof Headers ? error.headers : undefined;
  return toModelError(readVendorError(error.status, error.error, headers), secret);
}

interface Progress {
  stop: StopReason | null;
  inputTokens: number | null;
  outputTokens: number | null;
  cached: ReturnType<typeof readCached>;
}

/** Several events contain a reply's figures and its stop reason; the piece of the last event has all of them. */
function createPieceReader(secret: string | null): ReadPiece {
  const progress: Progress = { stop: null, inputTokens: null, outputTokens: null, cached: {} };
  return (event) => readPiece(event, progress, secret);
}

/** @throws ModelError for an error event */
function readPiece(event: Record<string, unknown>, progress: Progress, secret: string | null): Piece {
  switch (event.type) {
    case "message_start":
      countTokens(asRecord(event.message).usage, progress);
      return {};
    case "content_block_start":
      return { text: readText(asRecord(event.content_block), "text") };
    case "content_block_delta":
      return { text: readText(asRecord(event.delta), "text_delta") };
    case "message_delta":
      progress.stop = readStop(asRecord(event.delta).stop_reason) ?? progress.stop;
      countTokens(event.usage, progress);
      return {};
    case "message_stop":
      return { stop: progress.stop ?? "complete", usage: readUsage(progress), isLast: true };
    case "error":
      throw toModelError(readVendorError(0, event), secret);
    default:
      return {};
  }
}

function readText(part: Record<string, unknown>, type: string): string {
  return part.type === type && typeof part.text === "string" ? part.text : "";
}

function readStop(reason: unknown): StopReason | null {
  if (typeof reason !== "string") return null;
  if (reason === "max_tokens" || reason === "model_context_window_exceeded") return "length";
  return reason === "refusal" ? "refusal" : "complete";
}

/** Figures are cumulative. The vendor counts cached input separately, so it is added to the input. */
function countTokens(value: unknown, progress: Progress): void {
  const usage = asRecord(value);
  if (typeof usage.input_tokens === "number") {
    progress.cached = { ...progress.cached, ...readCached(usage) };
    const { cacheReadTokens = 0, cacheWriteTokens = 0 } = progress.cached;
    progress.inputTokens = usage.input_tokens + cacheReadTokens + cacheWriteTokens;
  }
  if (typeof usage.output_tokens === "number") progress.outputTokens = usage.output_tokens;
}

function readUsage({ inputTokens, outputTokens, cached }: Progress): TokenUsage | null {
  // Zero input tokens is not a real figure, because a prompt is never empty.
  if (!inputTokens || outputTokens === null) return null;
  return { inputTokens, outputTokens, estimated: false, ...cached };
}
