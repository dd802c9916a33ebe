/** The Anthropic messages protocol. The SDK makes the request and names the errors; the stream is read by wire.ts. */
import { BaseAnthropic } from "@anthropic-ai/sdk/client";
import { APIConnectionError, APIError } from "@anthropic-ai/sdk/core/error";
import { type Model, ModelError, type ModelEvent, type ModelRequest, type StopReason, type TokenUsage } from "../model.ts";
import { readCached } from "./cached-usage.ts";
import { keepClients } from "./clients.ts";
import { asRecord, readVendorError, toConnectionError, toModelError } from "./failures.ts";
import { parseEvent, readSse, requireStream, SSE } from "./wire.ts";

/** Longer than any reply may take; our own clock ends it first. */
const SDK_TIMEOUT_MS = 900_000;

export function createAnthropicModel(): Model {
  return {
    stream: (request) => readReply(open(request), request),
  };
}

async function open(request: ModelRequest): Promise<Response | null> {
  const client = clientFor(request.baseUrl, request.apiKey ?? "none");
  let response: Response;
  try {
    response = await client
      // The SDK sends the key as a bearer token; gateways in front of the vendor often read the older header.
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

/** A client reads the environment when it is made; one for each address and key is enough. */
const clientFor = keepClients(
  (baseURL, apiKey) =>
    new BaseAnthropic({
      apiKey,
      // The environment must not add a credential of its own.
      authToken: null,
      baseURL,
      maxRetries: 0,
      timeout: SDK_TIMEOUT_MS,
      logLevel: "off",
      fetchOptions: { redirect: "manual" },
    }),
);

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
  isDone: boolean;
}

async function* readReply(opening: Promise<Response | null>, { signal, apiKey }: ModelRequest): AsyncGenerator<ModelEvent> {
  const response = await opening;
  if (!response) return;
  yield { type: "accepted" };
  const progress: Progress = { stop: null, inputTokens: null, outputTokens: null, cached: {}, isDone: false };
  for await (const events of readSse(response, signal, apiKey)) {
    let text = "";
    let failure: ModelError | null = null;
    for (const { data } of events) {
      try {
        text += readPiece(parseEvent(data), progress, apiKey);
      } catch (error) {
        failure = error as ModelError;
      }
      if (failure || progress.isDone) break;
    }
    // What came before a fault in the same read was sent, so it is shown.
    if (text !== "") yield { type: "text", text };
    if (failure) throw failure;
    if (progress.isDone) break;
  }
  if (signal.aborted) return;
  if (!progress.isDone) throw new ModelError("protocol", "the stream ended without message_stop");
  yield { type: "end", stop: progress.stop ?? "complete", usage: readUsage(progress) };
}

/** The text of one event; everything else it says goes into `progress`. @throws ModelError for an error event. */
function readPiece(event: Record<string, unknown>, progress: Progress, secret: string | null): string {
  switch (event.type) {
    case "message_start":
      countTokens(asRecord(event.message).usage, progress);
      return "";
    case "content_block_start":
      return readText(asRecord(event.content_block), "text");
    case "content_block_delta":
      return readText(asRecord(event.delta), "text_delta");
    case "message_delta":
      progress.stop = readStop(asRecord(event.delta).stop_reason) ?? progress.stop;
      countTokens(event.usage, progress);
      return "";
    case "message_stop":
      progress.isDone = true;
      return "";
    case "error":
      throw toModelError(readVendorError(0, event), secret);
    default:
      return "";
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

/** Figures are cumulative; cached input is counted apart from the rest and was still input. */
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
  // Zero input is no figure: a prompt is never empty.
  if (!inputTokens || outputTokens === null) return null;
  return { inputTokens, outputTokens, estimated: false, ...cached };
}
