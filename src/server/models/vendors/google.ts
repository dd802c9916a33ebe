/** Google's native protocol: `models/ID:streamGenerateContent` as server-sent events. */

import { type Model, ModelError, type ModelEvent, type ModelRequest, type StopReason, type TokenUsage } from "../model.ts";
import { readCached } from "./cached-usage.ts";
import { asRecord, readVendorError, toModelError } from "./failures.ts";
import { parseEvent, postForStream, readSse, SSE } from "./wire.ts";

const REFUSALS = new Set(["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE", "IMAGE_SAFETY"]);

export function createGoogleModel(): Model {
  return {
    stream(request) {
      const url = `${request.baseUrl}/v1beta/models/${encodeURIComponent(request.model)}:streamGenerateContent?alt=sse`;
      const secret = request.apiKey;
      const headers = { "x-goog-api-key": secret ?? "" };
      return readReply(postForStream(url, buildBody(request), { headers, secret, signal: request.signal, type: SSE }), request);
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

async function* readReply(opening: Promise<Response | null>, { signal, apiKey }: ModelRequest): AsyncGenerator<ModelEvent> {
  const response = await opening;
  if (!response) return;
  yield { type: "accepted" };
  let stop: StopReason | null = null;
  let usage: TokenUsage | null = null;
  for await (const events of readSse(response, signal, apiKey)) {
    let text = "";
    let failure: ModelError | null = null;
    for (const { data } of events) {
      try {
        const event = parseEvent(data);
        if (event.error !== undefined) throw toModelError(readVendorError(0, event), apiKey);
        text += readText(event);
        stop = readStop(event) ?? stop;
        usage = readUsage(event.usageMetadata) ?? usage;
      } catch (error) {
        failure = error as ModelError;
        break;
      }
    }
    // What came before a fault in the same read was sent, so it is shown.
    if (text !== "") yield { type: "text", text };
    if (failure) throw failure;
  }
  if (signal.aborted) return;
  // There is no end marker: the last event carries the finish reason.
  if (!stop) throw new ModelError("protocol", "the stream ended without a finish reason");
  yield { type: "end", stop, usage };
}

function readCandidate(event: Record<string, unknown>): Record<string, unknown> {
  return asRecord(Array.isArray(event.candidates) ? event.candidates[0] : undefined);
}

function readText(event: Record<string, unknown>): string {
  const { parts } = asRecord(readCandidate(event).content);
  if (!Array.isArray(parts)) return "";
  // `thought` parts are the model's notes to itself.
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
