/** The result of a route: a value that is sent as JSON, nothing, or a complete response. */
import type { CallLimits } from "../../../contract/calls/call.schema.ts";

const JSON_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** A JSON response. Caches must not store it unless the caller sets other headers. */
export function json(value: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  return Response.json(value, { status: init.status ?? 200, headers: { ...JSON_HEADERS, ...init.headers } });
}

/** Headers of a file that the browser saves and never displays. `name`: plain ASCII. */
export const attachment = (name: string, type: string): Record<string, string> => ({
  "content-type": type,
  "content-disposition": `attachment; filename="${name}"`,
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
});

/**
 * A stream that reads the next part only after the client has read the previous one. An error after the first part
 * closes the connection.
 */
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
        // Do not pass the error: Bun would print it on standard error together with our source.
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

/** An answer with headers, or with a status that differs from the one of its call. */
export class Reply<Answer> {
  constructor(
    readonly answer: Answer,
    readonly init: { status?: number; headers?: Record<string, string> },
  ) {}
}

/** Turns the return value of a call's function into a response. */
export function respond({ status }: CallLimits, returned: unknown): Response {
  if (returned instanceof Response) return returned;
  if (returned === undefined) return noContent();
  return returned instanceof Reply ? json(returned.answer, { status, ...returned.init }) : json(returned, { status });
}
