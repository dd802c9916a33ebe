/** Google's native protocol: `models/ID:streamGenerateContent` as server-sent events. */

import type { Model, ModelRequest, StopReason, TokenUsage } from "../model.ts";
import { readCached } from "./cached-usage.ts";
import { asRecord, readVendorError, toModelError } from "./failures.ts";
import { type Piece, streamReply } from "./stream-reply.ts";
import { postForStream } from "./wire.ts";

const REFUSALS = new Set(["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE", "IMAGE_SAFETY"]);

export function createGoogleModel(): Model {
  return {
    stream(request) {
      const url = `${request.baseUrl}/v1beta/models/${encodeURIComponent(request.model)}:streamGenerateContent?alt=sse`;
      const headers = { "x-goog-api-key": request.apiKey ?? "" };
      const opening = postForStream(request, url, { headers, body: buildBody(request) });
      return streamReply(opening, request, (event) => readPiece(event, request.apiKey));
    },
  };
}

function buildBody({ dialect, ...request }: ModelRequest): Record<string, unknown> {
  return {
    systemInstruction: { parts: [{ text: request.system }] },
    contents: request.messages.map(({ role, text }) => ({ role: role === "assistant" ? "model" : "user", parts: [{ text }] })),
    generationConfig: {
      maxOutputTokens: request.maxOutputTokens + (dialect.thinkingRoom ?? 0),
      ...(dialect.temperature !== null && { temperature: dialect.temperature }),
    },
    ...dialect.extraBody,
  };
}

/** There is no end marker: the last event contains the finish reason. @throws ModelError for an error event after a 200. */
function readPiece(event: Record<string, unknown>, secret: string | null): Piece {
  if (event.error !== undefined) throw toModelError(readVendorError(0, event), secret);
  return { text: readText(event), stop: readStop(event), usage: readUsage(event.usageMetadata) };
}

function readCandidate(event: Record<string, unknown>): Record<string, unknown> {
  return asRecord(Array.isArray(event.candidates) ? event.candidates[0] : undefined);
}

function readText(event: Record<string, unknown>): string {
  const { parts } = asRecord(readCandidate(event).content);
  if (!Array.isArray(parts)) return "";
  // `thought` parts are the model's thinking, which visitors must not see.
  return parts
    .map(asRecord)
    .map((part) => (part.thought !== true && typeof part.text === "string" ? part.text : ""))
    .join("");
}

function readStop(event: Record<string, unknown>): StopReason | null {
  if (typeof asRecord(event.promptFeedback).blockReason === "string") return "refusal";
  const reason = readCandidate(event).finishReason;
  if (typeof reason !== "string" || reason === "CONTINUATION" || reason === "FINISH_REASON_UNSPECIFIED") return null;
  if (reason === "MAX_TOKENS") return "length";
  return REFUSALS.has(reason) ? "refusal" : "complete";
}

function readUsage(value: unknown): TokenUsage | null {
  const { promptTokenCount: input, candidatesTokenCount: output, thoughtsTokenCount: thoughts } = asRecord(value);
  if (typeof input !== "number" || input === 0) return null;
  const written = typeof output === "number" ? output : 0;
  return {
    inputTokens: input,
    outputTokens: written + (typeof thoughts === "number" ? thoughts : 0),
    estimated: false,
    ...readCached(value),
  };
}
