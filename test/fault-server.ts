/**
 * A model vendor that fails on command. It uses plain TCP, so that a test decides every byte and every close, and listens
 * on a free port of 127.0.0.1. The shapes below are the vendors' documented ones, written by hand and not with our adapters.
 */
import type { Socket } from "bun";

export interface SeenRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** The client closed before the answer was complete. */
  isAborted: boolean;
  /** When the client closed the connection, in epoch milliseconds; null while it is open or if the server closed it first. */
  closedAt: number | null;
}

export interface Wire {
  /** Starts a chunked answer. */
  begin(type: string, status?: number, headers?: Record<string, string>): void;
  write(data: string | Uint8Array): void;
  /** Ends a chunked answer regularly. */
  end(): void;
  /** Sends a whole answer at once. */
  reply(status: number, type: string, body: string, headers?: Record<string, string>): void;
  /** Closes the connection in the middle of an answer. */
  reset(): void;
  readonly isClosed: boolean;
}

export type Script = (wire: Wire, request: SeenRequest) => void | Promise<void>;

export interface FaultServer {
  url: string;
  seen: SeenRequest[];
  /** Sets one script for each coming request; the last one is used for all later ones. Clears the seen requests. */
  behave(...scripts: Script[]): void;
  /** @returns the number of open connections. */
  open(): number;
  stop(): void;
}

interface Connection {
  received: Buffer;
  current: SeenRequest | null;
  isDone: boolean;
  isClosed: boolean;
}

const encoder = new TextEncoder();

export function startFaultServer(): FaultServer {
  let scripts: Script[] = [];
  let seen: SeenRequest[] = [];
  const connections = new Set<Connection>();

  const answer = (socket: Socket<Connection>, request: SeenRequest) => {
    const script = scripts.length > 1 ? scripts.shift() : scripts[0];
    if (!script) throw new Error("the fault server was not told how to behave");
    void script(createWire(socket), request);
  };

  const server = Bun.listen<Connection>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        socket.data = { received: Buffer.alloc(0), current: null, isDone: false, isClosed: false };
        connections.add(socket.data);
        socket.setNoDelay(true);
      },
      data(socket, chunk) {
        const connection = socket.data;
        connection.received = Buffer.concat([connection.received, chunk]);
        const request = readRequest(connection.received);
        if (!request) return;
        connection.received = Buffer.alloc(0);
        connection.current = request;
        connection.isDone = false;
        seen.push(request);
        answer(socket, request);
      },
      close(socket) {
        const connection = socket.data;
        connection.isClosed = true;
        connections.delete(connection);
        if (!connection.current || connection.isDone) return;
        connection.current.isAborted = true;
        connection.current.closedAt = Date.now();
      },
    },
  });

  return {
    url: `http://127.0.0.1:${server.port}`,
    get seen() {
      return seen;
    },
    behave(...next) {
      scripts = next;
      seen = [];
    },
    open: () => connections.size,
    stop: () => server.stop(true),
  };
}

function createWire(socket: Socket<Connection>): Wire {
  const connection = socket.data;
  const send = (data: string | Uint8Array) => {
    if (!connection.isClosed) socket.write(data);
  };
  const head = (status: number, headers: Record<string, string>) =>
    `HTTP/1.1 ${status} X\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n`;
  return {
    begin: (type, status = 200, headers = {}) => send(head(status, { "content-type": type, "transfer-encoding": "chunked", ...headers })),
    write(data) {
      const bytes = typeof data === "string" ? encoder.encode(data) : data;
      // An empty chunk would end the answer.
      if (bytes.length === 0) return;
      send(Buffer.concat([encoder.encode(`${bytes.length.toString(16)}\r\n`), bytes, encoder.encode("\r\n")]));
    },
    end() {
      connection.isDone = true;
      send("0\r\n\r\n");
    },
    reply(status, type, body, headers = {}) {
      connection.isDone = true;
      send(head(status, { "content-type": type, "content-length": String(encoder.encode(body).length), ...headers }) + body);
    },
    reset() {
      connection.isDone = true;
      socket.terminate();
    },
    get isClosed() {
      return connection.isClosed;
    },
  };
}

/** @returns null until the head and the body are complete. */
function readRequest(received: Buffer): SeenRequest | null {
  const end = received.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [first = "", ...lines] = received.subarray(0, end).toString("latin1").split("\r\n");
  const headers: Record<string, string> = {};
  for (const line of lines) headers[line.slice(0, line.indexOf(":")).toLowerCase()] = line.slice(line.indexOf(":") + 1).trim();
  const body = received.subarray(end + 4);
  if (body.length < Number(headers["content-length"] ?? 0)) return null;
  const [method = "", path = ""] = first.split(" ");
  return { method, path, headers, body: body.length > 0 ? JSON.parse(body.toString("utf8")) : {}, isAborted: false, closedAt: null };
}

/** The messages of one wire protocol. */
export interface VendorShape {
  type: string;
  /** Everything before the first text. */
  start: string;
  text(text: string): string;
  /** Everything after the last text; without usage when `usage` is null. */
  end(stop: "complete" | "length" | "refusal", usage: { input: number; output: number } | null): string;
  /** An error after the status 200. */
  errorEvent: string;
  /** The body of an error answer. */
  error(kind: ErrorKind): { status: number; body: string };
}

export type ErrorKind = "bad_key" | "no_credit" | "rate_limited" | "server" | "overloaded" | "unknown_model" | "too_long" | "rejected";

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { type: string; [name: string]: unknown }) => `event: ${value.type}\n${data(value)}`;
const json = JSON.stringify;

const openai: VendorShape = {
  type: "text/event-stream",
  start: data({
    id: "c1",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
  }),
  text: (text) =>
    data({ id: "c1", object: "chat.completion.chunk", choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }),
  end: (stop, usage) =>
    data({
      id: "c1",
      choices: [{ index: 0, delta: {}, finish_reason: { complete: "stop", length: "length", refusal: "content_filter" }[stop] }],
    }) +
    (usage ? data({ id: "c1", choices: [], usage: { prompt_tokens: usage.input, completion_tokens: usage.output } }) : "") +
    "data: [DONE]\n\n",
  errorEvent: data({ error: { message: "The server had an error", type: "server_error", code: null } }),
  error: (kind) => {
    const form = (status: number, type: string, code: string | null, message: string) => ({
      status,
      body: json({ error: { message, type, param: null, code } }),
    });
    return {
      bad_key: form(401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided: sk-abc***wxyz."),
      no_credit: form(
        429,
        "insufficient_quota",
        "insufficient_quota",
        "You exceeded your current quota, please check your plan and billing details.",
      ),
      rate_limited: form(429, "requests", "rate_limit_exceeded", "Rate limit reached for requests"),
      server: form(500, "server_error", null, "The server had an error"),
      overloaded: form(503, "server_error", null, "That model is currently overloaded"),
      unknown_model: form(404, "invalid_request_error", "model_not_found", "The model `x` does not exist"),
      too_long: form(400, "invalid_request_error", "context_length_exceeded", "This model's maximum context length is 8192 tokens."),
      rejected: form(400, "invalid_request_error", null, "Invalid value."),
    }[kind];
  },
};

const anthropic: VendorShape = {
  type: "text/event-stream",
  start:
    named({ type: "message_start", message: { id: "m1", role: "assistant", content: [], usage: { input_tokens: 11, output_tokens: 1 } } }) +
    named({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }) +
    named({ type: "ping" }),
  text: (text) => named({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
  end: (stop, usage) =>
    named({ type: "content_block_stop", index: 0 }) +
    named({
      type: "message_delta",
      delta: { stop_reason: { complete: "end_turn", length: "max_tokens", refusal: "refusal" }[stop] },
      usage: usage ? { input_tokens: usage.input, output_tokens: usage.output } : { input_tokens: 0 },
    }) +
    named({ type: "message_stop" }),
  errorEvent: named({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
  error: (kind) => {
    const form = (status: number, type: string, message: string) => ({
      status,
      body: json({ type: "error", error: { type, message }, request_id: "req_1" }),
    });
    return {
      bad_key: form(401, "authentication_error", "invalid x-api-key"),
      no_credit: form(402, "billing_error", "Your credit balance is too low"),
      rate_limited: form(429, "rate_limit_error", "Number of requests has exceeded your rate limit"),
      server: form(500, "api_error", "Internal server error"),
      overloaded: form(529, "overloaded_error", "Overloaded"),
      unknown_model: form(404, "not_found_error", "model: x"),
      too_long: form(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
      rejected: form(400, "invalid_request_error", "messages: at least one message is required"),
    }[kind];
  },
};

const google: VendorShape = {
  type: "text/event-stream",
  start: "",
  text: (text) => data({ candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0 }] }),
  end: (stop, usage) =>
    data({
      candidates: [
        {
          content: { role: "model", parts: [{ text: "" }] },
          finishReason: { complete: "STOP", length: "MAX_TOKENS", refusal: "SAFETY" }[stop],
          index: 0,
        },
      ],
      ...(usage && { usageMetadata: { promptTokenCount: usage.input, candidatesTokenCount: usage.output } }),
    }),
  errorEvent: data({ error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } }),
  error: (kind) => {
    const form = (code: number, status: string, message: string, details: unknown[] = []) => ({
      status: code,
      body: json({ error: { code, message, status, details } }),
    });
    return {
      bad_key: form(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [{ reason: "API_KEY_INVALID" }]),
      no_credit: form(403, "PERMISSION_DENIED", "This project's billing account is not active."),
      rate_limited: form(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota."),
      server: form(500, "INTERNAL", "An internal error has occurred."),
      overloaded: form(503, "UNAVAILABLE", "The model is overloaded."),
      unknown_model: form(404, "NOT_FOUND", "models/x is not found for API version v1beta"),
      too_long: form(400, "INVALID_ARGUMENT", "The input token count (1048577) exceeds the maximum number of tokens allowed (1048576)."),
      rejected: form(400, "INVALID_ARGUMENT", "Invalid value."),
    }[kind];
  },
};

const cohere: VendorShape = {
  type: "text/event-stream",
  start: named({ type: "message-start", id: "m1", delta: { message: { role: "assistant" } } }) + named({ type: "content-start", index: 0 }),
  text: (text) => named({ type: "content-delta", index: 0, delta: { message: { content: { text } } } }),
  end: (stop, usage) =>
    named({ type: "content-end", index: 0 }) +
    named({
      type: "message-end",
      delta: {
        finish_reason: { complete: "COMPLETE", length: "MAX_TOKENS", refusal: "ERROR_TOXIC" }[stop],
        ...(usage && { usage: { tokens: { input_tokens: usage.input, output_tokens: usage.output } } }),
      },
    }),
  errorEvent: named({ type: "message-end", delta: { finish_reason: "ERROR", error: "internal server error" } }),
  error: (kind) => {
    const form = (status: number, message: string) => ({ status, body: json({ message }) });
    return {
      bad_key: form(401, "invalid api token"),
      no_credit: form(402, "please add or update your payment method"),
      rate_limited: form(429, "too many requests"),
      server: form(500, "internal server error"),
      overloaded: form(503, "service unavailable"),
      unknown_model: form(404, "model 'x' not found"),
      too_long: form(400, "too many tokens: size limit exceeded"),
      rejected: form(400, "invalid request: message must be at least 1 character"),
    }[kind];
  },
};

const ollama: VendorShape = {
  type: "application/x-ndjson",
  start: "",
  text: (text) => `${json({ model: "x", message: { role: "assistant", content: text }, done: false })}\n`,
  end: (stop, usage) =>
    `${json({
      model: "x",
      message: { role: "assistant", content: "" },
      done: true,
      done_reason: stop === "length" ? "length" : "stop",
      ...(usage && { prompt_eval_count: usage.input, eval_count: usage.output }),
    })}\n`,
  errorEvent: `${json({ error: "llama runner process has terminated: internal server error" })}\n`,
  error: (kind) => {
    const form = (status: number, error: string) => ({ status, body: json({ error }) });
    return {
      bad_key: form(401, "unauthorized"),
      no_credit: form(402, "payment required"),
      rate_limited: form(429, "too many requests"),
      server: form(500, "internal server error"),
      overloaded: form(503, "server busy, please try again. maximum pending requests exceeded"),
      unknown_model: form(404, "model 'x' not found"),
      too_long: form(400, "the prompt is too long for the context length"),
      rejected: form(400, "invalid options"),
    }[kind];
  },
};

/** The shapes by wire protocol; Groq, DeepSeek and Mistral use `openai`. */
export const VENDOR_SHAPES = { openai, anthropic, google, cohere, ollama } as const;
