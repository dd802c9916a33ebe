/** A small S3-compatible service for tests: one bucket in memory, and the errors that the real ones answer. */
import { createHash } from "node:crypto";

export interface FakeBucket {
  url: string;
  objects: Map<string, Uint8Array<ArrayBuffer>>;
  /** Every request, as "METHOD key". */
  requests: string[];
  /** Answers each request with this error instead, until it is null. */
  error: { status: number; code?: string } | null;
  /** Does not answer at all. */
  isSilent: boolean;
  stop(): void;
}

export const ACCESS_KEY = "AKTEST";

/** Knows the bucket "pictures" and ACCESS_KEY. It does not recompute signatures, but requires one. */
export function startFakeBucket(): FakeBucket {
  const objects: FakeBucket["objects"] = new Map();
  const fake: FakeBucket = { url: "", objects, requests: [], error: null, isSilent: false, stop: () => server.stop(true) };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (fake.isSilent) await Promise.withResolvers().promise;
      const { pathname, searchParams } = new URL(request.url);
      const [, bucket, ...rest] = decodeURIComponent(pathname).split("/");
      const key = rest.join("/");
      fake.requests.push(`${request.method} ${key}`);
      if (fake.error) return refuse(fake.error.status, fake.error.code, request.method);
      const [accessKey] = (searchParams.get("X-Amz-Credential") ?? "").split("/");
      if (!/^[0-9a-f]{64}$/.test(searchParams.get("X-Amz-Signature") ?? "")) return refuse(403, "AccessDenied", request.method);
      if (accessKey !== ACCESS_KEY) return refuse(403, "InvalidAccessKeyId", request.method);
      if (bucket !== "pictures") return refuse(404, "NoSuchBucket", request.method);
      return await answer(objects, key, request);
    },
  });
  fake.url = `http://127.0.0.1:${server.port}`;
  return fake;
}

async function answer(objects: FakeBucket["objects"], key: string, request: Request): Promise<Response> {
  if (request.method === "PUT") {
    objects.set(key, new Uint8Array(await request.arrayBuffer()));
    return new Response(null, { status: 200 });
  }
  if (request.method === "DELETE") {
    objects.delete(key);
    return new Response(null, { status: 204 });
  }
  const found = objects.get(key);
  if (!found) return refuse(404, "NoSuchKey", request.method);
  return new Response(found, { headers: { etag: createHash("md5").update(found).digest("hex") } });
}

function refuse(status: number, code: string | undefined, method: string): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Refused.</Message></Error>`;
  return new Response(method === "HEAD" || code === undefined ? null : body, { status });
}
