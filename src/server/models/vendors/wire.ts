/**
 * Reads vendors' streams: bytes → lines → server-sent events. Each read of the socket gives one batch, so that under
 * back-pressure many small events need only one turn of the event loop, and an abort ends the reading at once.
 */

import { ModelError, type ModelRequest } from "../model.ts";
import { asRecord, readVendorError, toConnectionError, toModelError, type VendorError } from "./failures.ts";

/** Characters. A longer line or event is an attack or an error; a whole reply is much shorter. */
const MAX_PENDING = 1024 * 1024;
const ERROR_BODY_BYTES = 16 * 1024;
/** Time limit for reading the body of an error answer, because its status is enough. */
const ERROR_BODY_MS = 1_000;

export const SSE = "text/event-stream";

export interface SseEvent {
  /** Empty if the event has no name. */
  name: string;
  data: string;
}

/** Reads an error answer from its status, its body as JSON (undefined if it is not JSON) and its headers. */
export type ReadError = (status: number, body: object | undefined, headers: Headers) => VendorError;

/** Posts JSON and returns the answer, a stream of events, or null if aborted. @throws ModelError for any other answer or no answer. */
export async function postForStream(
  { apiKey, signal }: Pick<ModelRequest, "apiKey" | "signal">,
  url: string,
  { headers, body }: { headers: Record<string, string>; body: unknown },
  readError: ReadError = readVendorError,
): Promise<Response | null> {
  let response: Response;
  try {
    // A redirect would send the key to an address that the operator did not choose.
    response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: SSE, ...headers },
      body: JSON.stringify(body),
      signal,
      redirect: "manual",
    });
  } catch (error) {
    if (signal.aborted) return null;
    throw toConnectionError(error, apiKey);
  }
  await requireStream(response, SSE, apiKey, readError);
  return response;
}

/** @throws ModelError for an error answer, and for an HTML page or a single JSON text instead of a stream. */
export async function requireStream(response: Response, type: string, secret: string | null, readError?: ReadError): Promise<void> {
  if (!response.ok) throw await readErrorAnswer(response, secret, readError);
  const given = (response.headers.get("content-type") ?? "").toLowerCase();
  const isPage = given.startsWith("text/html");
  const isWhole = type === SSE && given.startsWith("application/json");
  if (!isPage && !isWhole) return;
  await discard(response);
  throw new ModelError("protocol", `expected ${type}, got ${given.slice(0, 80)}`);
}

/** The error of a non-2xx answer. */
export async function readErrorAnswer(
  response: Response,
  secret: string | null,
  readError: ReadError = readVendorError,
): Promise<ModelError> {
  return toModelError(readError(response.status, await readErrorBody(response), response.headers), secret);
}

/**
 * The body of an error answer as JSON, with limits for length and time; undefined for HTML and text from proxies, whose
 * status is enough.
 */
async function readErrorBody(response: Response): Promise<object | undefined> {
  try {
    const body: unknown = JSON.parse(await readBounded(response));
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

async function readBounded(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  const giveUp = setTimeout(() => void cancelQuietly(reader), ERROR_BODY_MS);
  let text = "";
  try {
    while (text.length < ERROR_BODY_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return text;
  } finally {
    clearTimeout(giveUp);
    void cancelQuietly(reader);
  }
  return text;
}

async function discard(response: Response): Promise<void> {
  const reader = response.body?.getReader();
  if (reader) await cancelQuietly(reader);
}

/** Cancels a reader. If the connection is already broken, cancelling fails, which is not a failure of the reply. */
async function cancelQuietly(reader: { cancel(): Promise<void> }): Promise<void> {
  await reader.cancel().catch(() => undefined);
}

/**
 * Decodes text as it arrives, without splitting characters. Ends early and without an error if the signal aborts.
 * `take` turns each read's text into a batch, or returns null if there is none. At the end it is called with null.
 * @throws ModelError "unreachable" if the connection breaks
 */
function readBatches<Batch>(
  response: Response,
  { signal, secret }: { signal: AbortSignal; secret: string | null },
  take: (text: string | null) => Batch | null,
): Batches<Batch> {
  const reader = response.body?.getReader();
  if (!reader) throw new ModelError("protocol", "the answer has no body");
  const decoder = new TextDecoder();
  let isOpen = true;
  const stop = () => void cancelQuietly(reader);
  const finish = () => {
    isOpen = false;
    signal.removeEventListener("abort", stop);
    stop();
    return OVER;
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  // Written without a generator, which would need three more turns of the microtask queue for each token.
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        while (isOpen) {
          const { done, value } = await reader.read();
          if (done || signal.aborted) finish();
          if (signal.aborted) break;
          const batch = take(done ? null : decoder.decode(value, { stream: true }));
          if (batch !== null) return { done: false, value: batch };
        }
        return OVER;
      } catch (error) {
        finish();
        if (signal.aborted) return OVER;
        throw toConnectionError(error, secret);
      }
    },
    async return() {
      return finish();
    },
  };
}

const OVER = { done: true, value: undefined } as const;

/** The batches of an answer. The reader ends it with `return`, as `for await` does. */
interface Batches<Batch> extends AsyncIterableIterator<Batch, undefined> {
  return(): Promise<IteratorReturnResult<undefined>>;
}

type Lines = (text: string | null) => string[];

/** Cuts the text into complete lines. Text after the last line break becomes a line at the end. */
function createLineCutter(): Lines {
  let pending = "";
  return (text) => {
    if (text === null) return pending.trim() === "" ? [] : [pending];
    const end = text.lastIndexOf("\n");
    if (end === -1) {
      pending += text;
      if (pending.length > MAX_PENDING) throw new ModelError("protocol", "a line is too long");
      return [];
    }
    const lines = (pending + text.slice(0, end)).split("\n");
    pending = text.slice(end + 1);
    return lines;
  };
}

/** Complete lines, one array per read. The last line needs no line break. */
export function readLines(response: Response, signal: AbortSignal, secret: string | null): Batches<string[]> {
  const cut = createLineCutter();
  return readBatches(response, { signal, secret }, (text) => {
    const lines = cut(text);
    return lines.length > 0 ? lines : null;
  });
}

/** Server-sent events, one array per read. Comments (keep-alives) are dropped. */
export function readSse(response: Response, signal: AbortSignal, secret: string | null): Batches<SseEvent[]> {
  const cut = createLineCutter();
  const parse = createEventParser();
  return readBatches(response, { signal, secret }, (text) => {
    const lines = cut(text);
    // Some servers close without the last empty line; parsing the event's JSON shows whether it is complete.
    const events = parse(text === null ? [...lines, ""] : lines);
    return events.length > 0 ? events : null;
  });
}

function createEventParser(): (lines: readonly string[]) => SseEvent[] {
  let name = "";
  let data: string | null = null;
  return (lines) => {
    const events: SseEvent[] = [];
    for (const raw of lines) {
      const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
      if (line === "") {
        if (data !== null) events.push({ name, data });
        name = "";
        data = null;
      } else if (line.startsWith("data:")) {
        const value = line.slice(line[5] === " " ? 6 : 5);
        data = data === null ? value : `${data}\n${value}`;
        if (data.length > MAX_PENDING) throw new ModelError("protocol", "an event is too long");
      } else if (line.startsWith("event:")) {
        name = line.slice(6).trim();
      }
    }
    return events;
  };
}

/** The JSON object of one event. @throws ModelError "protocol" */
export function parseEvent(data: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === "object" && value !== null) return asRecord(value);
  } catch (error) {
    throw new ModelError("protocol", `an event is not JSON (${data.length} characters)`, null, { cause: error });
  }
  throw new ModelError("protocol", "an event is not an object");
}
