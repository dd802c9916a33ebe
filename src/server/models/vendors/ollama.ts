/**
 * Ollama's native protocol through its official SDK. Its OpenAI-compatible protocol cannot set num_ctx, and with the
 * default Ollama silently drops the beginning of a conversation.
 */
import { Ollama } from "ollama";
import { type Model, ModelError, type ModelRequest, type StopReason, type TokenUsage } from "../model.ts";
import { estimateTokens } from "../tokens.ts";
import { readVendorError, toConnectionError, toModelError } from "./failures.ts";
import { readErrorAnswer, readLines, requireStream } from "./wire.ts";

const NDJSON = "application/x-ndjson";
/** Models stay loaded between visitors, because loading takes seconds. */
const KEEP_ALIVE = "30m";

export function createOllamaModel(): Model {
  return {
    async *stream(request) {
      const { signal } = request;
      try {
        const parts = await openChat(request);
        for await (const part of parts) {
          if (signal.aborted) return;
          const text = part.message?.content ?? "";
          if (text !== "") yield { type: "text", text };
          if (part.done) yield { type: "end", stop: readStop(part.done_reason), usage: readUsage(part) };
        }
      } catch (error) {
        if (signal.aborted) return;
        throw translate(error);
      }
    },
  };
}

function openChat(request: ModelRequest) {
  const { dialect } = request;
  const client = new Ollama({ host: request.baseUrl, fetch: guardedFetch(request.signal) });
  return client.chat({
    model: request.model,
    messages: [{ role: "system", content: request.system }, ...request.messages.map(({ role, text }) => ({ role, content: text }))],
    stream: true,
    keep_alive: KEEP_ALIVE,
    // Thinking would delay the visitor's first word; models that cannot think ignore this option.
    think: false,
    options: {
      num_ctx: sizeContext(request),
      num_predict: request.maxOutputTokens + (dialect.thinkingRoom ?? 0),
      ...(dialect.temperature !== null && { temperature: dialect.temperature }),
    },
    ...dialect.extraBody,
  });
}

/** A smaller context saves too little memory to reload the model. */
const SMALLEST_CONTEXT = 4_096;
const TOKENS_PER_TURN = 8;
/** The token estimate may be too low by this factor for a model's tokenizer. */
const SAFETY = 1.15;

/**
 * The context size that this prompt and its reply need. It doubles in steps, because Ollama reloads the model for every
 * other size: a growing conversation crosses one or two steps instead of one per message. Never more than the model's maximum.
 */
function sizeContext({ system, messages, maxOutputTokens, contextTokens, dialect }: ModelRequest): number {
  const prompt = messages.reduce((sum, { text }) => sum + estimateTokens(text) + TOKENS_PER_TURN, estimateTokens(system));
  const needed = prompt * SAFETY + maxOutputTokens + (dialect.thinkingRoom ?? 0);
  let size = SMALLEST_CONTEXT;
  while (size < needed) size *= 2;
  return Math.min(size, contextTokens);
}

/**
 * A fetch for the SDK that adds what the SDK lacks: our abort signal (even before the first byte), our error handling
 * (the SDK prints errors on the console), and only complete JSON lines (the SDK prints broken ones and continues).
 */
function guardedFetch(signal: AbortSignal): typeof fetch {
  const guarded = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await fetch(input, { ...init, signal, redirect: "manual" });
    await requireStream(response, NDJSON, null);
    return new Response(checkLines(response, signal), { headers: { "content-type": NDJSON } });
  };
  return Object.assign(guarded, { preconnect: fetch.preconnect });
}

function checkLines(response: Response, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const batches = readLines(response, signal, null);
  return new ReadableStream({
    async pull(controller) {
      try {
        const lines = await nextLines(batches);
        if (!lines) return controller.close();
        for (const line of lines) requireJson(line);
        controller.enqueue(encoder.encode(`${lines.join("\n")}\n`));
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await batches.return();
    },
  });
}

/** The next batch that is not empty, or null at the end. A ReadableStream does not call `pull` again after a pull that enqueued nothing. */
async function nextLines(batches: AsyncIterator<string[], undefined>): Promise<string[] | null> {
  while (true) {
    const { done, value } = await batches.next();
    if (done) return null;
    const lines = value.filter((line) => line.trim() !== "");
    if (lines.length > 0) return lines;
  }
}

function requireJson(line: string): void {
  try {
    JSON.parse(line);
  } catch (error) {
    throw new ModelError("protocol", `a line is not JSON (${line.length} characters)`, null, { cause: error });
  }
}

function translate(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/did not receive done/i.test(message)) return new ModelError("protocol", "the stream ended without its done line");
  // The SDK throws a plain Error for an error line after the 200; a broken connection has a code or is a TypeError.
  const isErrorLine = error instanceof Error && error.name === "Error" && !("code" in error);
  return isErrorLine ? toModelError(readVendorError(0, { message }), null, error) : toConnectionError(error, null);
}

function readStop(reason: string | undefined): StopReason {
  return reason === "length" ? "length" : "complete";
}

function readUsage(part: { prompt_eval_count?: number; eval_count?: number }): TokenUsage | null {
  if (!part.prompt_eval_count || typeof part.eval_count !== "number") return null;
  return { inputTokens: part.prompt_eval_count, outputTokens: part.eval_count, estimated: false };
}

/** Ollama does not say what a model is for; the names of embedding models do. */
export const isEmbeddingModel = (name: string): boolean => /embed|minilm|\bbge\b/i.test(name);

/**
 * The models of the local Ollama, newest first, without embedding models.
 * @throws ModelError if Ollama does not answer within `timeoutMs`
 */
export async function listOllamaModels(baseUrl: string, timeoutMs: number): Promise<string[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const client = new Ollama({
      host: baseUrl,
      fetch: Object.assign(
        async (input: string | URL | Request, init?: RequestInit) => {
          const response = await fetch(input, { ...init, signal, redirect: "manual" });
          if (!response.ok) throw await readErrorAnswer(response, null);
          return response;
        },
        { preconnect: fetch.preconnect },
      ),
    });
    const { models } = await client.list();
    return (Array.isArray(models) ? models : [])
      .map((model) => model.name)
      .filter((name) => typeof name === "string" && !isEmbeddingModel(name));
  } catch (error) {
    throw toConnectionError(error, null);
  }
}
