/** What a route answers: a value as JSON, nothing, or a response of its own. */
import type { CallLimits } from "../../contract/calls/call.schema.ts";

const JSON_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** A JSON response. Nothing that the API says is kept by a cache unless the caller says otherwise. */
export function json(value: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  return Response.json(value, { status: init.status ?? 200, headers: { ...JSON_HEADERS, ...init.headers } });
}

/** Asks for the next part only when the client has taken the last one. What fails after the first cuts the connection. */
export function streamOf(first: string, rest: AsyncIterator<string>, onFailure: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(first)),
    async pull(controller) {
      try {
        const { done, value } = await rest.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        onFailure(error);
        // Without the reason, which Bun would print on standard error together with our source.
        controller.error();
      }
    },
    async cancel() {
      await rest.return?.();
    },
  });
}

function noContent(): Response {
  return new Response(null, { status: 204, headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" } });
}

/** An answer with headers, or with another status than its call says. */
export class Reply<Answer> {
  constructor(
    readonly answer: Answer,
    readonly init: { status?: number; headers?: Record<string, string> },
  ) {}
}

/** What a call's function returned, as a response. */
export function respond({ status }: CallLimits, returned: unknown): Response {
  if (returned instanceof Response) return returned;
  if (returned === undefined) return noContent();
  return returned instanceof Reply ? json(returned.answer, { status, ...returned.init }) : json(returned, { status });
}
