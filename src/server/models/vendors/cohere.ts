/** Cohere's v2 chat protocol. */

import { type Model, ModelError, type ModelRequest, type StopReason, type TokenUsage } from "../model.ts";
import { asRecord, readVendorError, toModelError } from "./failures.ts";
import { type Piece, streamReply } from "./stream-reply.ts";
import { postForStream } from "./wire.ts";

export function createCohereModel(): Model {
  return {
    stream(request) {
      const headers = { authorization: `Bearer ${request.apiKey ?? ""}` };
      const opening = postForStream(request, `${request.baseUrl}/v2/chat`, { headers, body: buildBody(request) });
      return streamReply(opening, request, (event) => readPiece(event, request.apiKey));
    },
  };
}

function buildBody({ dialect, ...request }: ModelRequest): Record<string, unknown> {
  return {
    model: request.model,
    messages: [{ role: "system", content: request.system }, ...request.messages.map(({ role, text }) => ({ role, content: text }))],
    stream: true,
    max_tokens: request.maxOutputTokens + (dialect.thinkingRoom ?? 0),
    ...(dialect.temperature !== null && { temperature: dialect.temperature }),
    ...dialect.extraBody,
  };
}

/** @throws ModelError for an error event after a 200. */
function readPiece(event: Record<string, unknown>, secret: string | null): Piece {
  const delta = asRecord(event.delta);
  if (event.type === "content-delta") {
    const { text } = asRecord(asRecord(delta.message).content);
    return { text: typeof text === "string" ? text : "" };
  }
  if (event.type === "message-end") {
    if (delta.error !== undefined || delta.finish_reason === "ERROR") throw endError(delta, secret);
    return { stop: readStop(delta.finish_reason), usage: readUsage(delta.usage), isLast: true };
  }
  const isError = event.type === "error" || (event.type === undefined && typeof event.message === "string");
  if (isError) throw toModelError(readVendorError(0, event), secret);
  return {};
}

function endError(delta: Record<string, unknown>, secret: string | null): ModelError {
  const error = toModelError(readVendorError(0, { message: delta.error ?? "finish reason ERROR" }), secret);
  // The vendor began the reply and gave up, so it is the vendor's failure, whatever its text says.
  return error.failure === "protocol" ? new ModelError("overloaded", error.detail) : error;
}

function readStop(reason: unknown): StopReason {
  if (reason === "MAX_TOKENS") return "length";
  return reason === "ERROR_TOXIC" ? "refusal" : "complete";
}

function readUsage(value: unknown): TokenUsage | null {
  const usage = asRecord(value);
  const { input_tokens: input, output_tokens: output } = asRecord(usage.tokens ?? usage.billed_units);
  if (typeof input !== "number" || input === 0 || typeof output !== "number") return null;
  return { inputTokens: input, outputTokens: output, estimated: false };
}
