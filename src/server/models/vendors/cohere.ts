/** Cohere's v2 chat protocol. */

import { type Model, ModelError, type ModelEvent, type ModelRequest, type StopReason, type TokenUsage } from "../model.ts";
import { asRecord, readVendorError, toModelError } from "./failures.ts";
import { parseEvent, postForStream, readSse, SSE } from "./wire.ts";

export function createCohereModel(): Model {
  return {
    stream(request) {
      const secret = request.apiKey;
      const headers = { authorization: `Bearer ${secret ?? ""}` };
      const url = `${request.baseUrl}/v2/chat`;
      return readReply(postForStream(url, buildBody(request), { headers, secret, signal: request.signal, type: SSE }), request);
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

interface Piece {
  text: string;
  end: { stop: StopReason; usage: TokenUsage | null } | null;
}

async function* readReply(opening: Promise<Response | null>, { signal, apiKey }: ModelRequest): AsyncGenerator<ModelEvent> {
  const response = await opening;
  if (!response) return;
  yield { type: "accepted" };
  for await (const events of readSse(response, signal, apiKey)) {
    let text = "";
    let end: Piece["end"] = null;
    let failure: ModelError | null = null;
    for (const { data } of events) {
      if (data.trim() === "[DONE]") continue;
      try {
        const piece = readPiece(parseEvent(data), apiKey);
        text += piece.text;
        end = piece.end ?? end;
      } catch (error) {
        failure = error as ModelError;
      }
      if (failure || end) break;
    }
    // What came before a fault in the same read was sent, so it is shown.
    if (text !== "") yield { type: "text", text };
    if (failure) throw failure;
    if (end) {
      yield { type: "end", ...end };
      return;
    }
  }
  if (!signal.aborted) throw new ModelError("protocol", "the stream ended without message-end");
}

/** @throws ModelError for an error event after a 200. */
function readPiece(event: Record<string, unknown>, secret: string | null): Piece {
  const delta = asRecord(event.delta);
  if (event.type === "content-delta") {
    const { text } = asRecord(asRecord(delta.message).content);
    return { text: typeof text === "string" ? text : "", end: null };
  }
  if (event.type === "message-end") {
    if (delta.error !== undefined || delta.finish_reason === "ERROR") throw endError(delta, secret);
    return { text: "", end: { stop: readStop(delta.finish_reason), usage: readUsage(delta.usage) } };
  }
  const isError = event.type === "error" || (event.type === undefined && typeof event.message === "string");
  if (isError) throw toModelError(readVendorError(0, event), secret);
  return { text: "", end: null };
}

function endError(delta: Record<string, unknown>, secret: string | null): ModelError {
  const error = toModelError(readVendorError(0, { message: delta.error ?? "finish reason ERROR" }), secret);
  // The vendor began and gave up: its own fault, whatever words it found.
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
