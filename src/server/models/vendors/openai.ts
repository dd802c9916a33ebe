/**
 * The OpenAI chat protocol, which Groq, DeepSeek and Mistral also use. The official SDK classifies the errors. The request
 * is a single POST: the SDK's client, with every other call of the vendor's API, would add 3 MB to the executable, and
 * its stream parser takes twice as long per token as ours (docs/decisions/2026-11-22-parts-of-the-sdks.md).
 */
import { APIError } from "openai/core/error";
import { type Model, ModelError, type ModelRequest, type StopReason, type TokenUsage } from "../model.ts";
import { readCached } from "./cached-usage.ts";
import { asRecord, readVendorError, toModelError } from "./failures.ts";
import { type Piece, streamReply } from "./stream-reply.ts";
import { postForStream, type ReadError } from "./wire.ts";

/** The differences between the vendors of this protocol. */
interface OpenAiVariant {
  /** The path between the vendor's address and `/chat/completions`. */
  basePath: "/v1" | "/openai/v1" | "";
  /** Whether to send `prompt_cache_key`; vendors that validate bodies strictly refuse it. */
  cacheKey: boolean;
  /** Whether to request usage in the stream; Mistral always sends it and refuses the parameter. */
  askUsage: boolean;
}

export function createOpenAiModel(variant: OpenAiVariant): Model {
  return {
    stream(request) {
      const headers = { authorization: `Bearer ${request.apiKey ?? "none"}` };
      const url = `${request.baseUrl}${variant.basePath}/chat/completions`;
      const opening = postForStream(request, url, { headers, body: buildBody(variant, request) }, readError);
      return streamReply(opening, request, (event) => readPiece(event, request.apiKey));
    },
  };
}

function buildBody(variant: OpenAiVariant, { dialect, ...request }: ModelRequest): Record<string, unknown> {
  return {
    model: request.model,
    messages: [
      { role: dialect.systemRole, content: request.system },
      ...request.messages.map(({ role, text }) => ({ role, content: text })),
    ],
    stream: true,
    [dialect.maxTokensParameter]: request.maxOutputTokens + (dialect.thinkingRoom ?? 0),
    ...(variant.askUsage && { stream_options: { include_usage: true } }),
    ...(dialect.temperature !== null && { temperature: dialect.temperature }),
    ...(variant.cacheKey && { prompt_cache_key: request.cacheKey }),
    ...dialect.extraBody,
  };
}

const readError: ReadError = (status, body, headers) => {
  const named = APIError.generate(status, body, undefined, headers);
  return readVendorError(named.status ?? 0, named.error, named.headers);
};

/** @throws ModelError for an error event after a 200, and for a finish reason that means an error. */
function readPiece(event: Record<string, unknown>, secret: string | null): Piece {
  if (event.error !== undefined && event.error !== null) throw toModelError(readVendorError(0, event), secret);
  const choice = asRecord(Array.isArray(event.choices) ? event.choices[0] : undefined);
  const content = asRecord(choice.delta).content;
  return {
    text: readContent(content),
    stop: readStop(choice.finish_reason),
    usage: readUsage(event.usage ?? asRecord(event.x_groq).usage),
  };
}

/** Mistral's reasoning models send a list of parts; only the `text` parts are for the visitor. */
function readContent(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map(asRecord)
    .map((part) => (part.type === "text" && typeof part.text === "string" ? part.text : ""))
    .join("");
}

function readStop(reason: unknown): StopReason | null {
  if (typeof reason !== "string") return null;
  if (reason === "length" || reason === "model_length") return "length";
  if (reason === "content_filter") return "refusal";
  if (reason === "insufficient_system_resource") throw new ModelError("overloaded", reason);
  if (reason === "error") throw new ModelError("overloaded", "the vendor ended the stream with an error");
  return "complete";
}

function readUsage(value: unknown): TokenUsage | null {
  const { prompt_tokens: input, completion_tokens: output } = asRecord(value);
  if (typeof input !== "number" || typeof output !== "number") return null;
  return { inputTokens: input, outputTokens: output, estimated: false, ...readCached(value) };
}
