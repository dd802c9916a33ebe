/** A small S3-compatible service for tests: one bucket in memory, and the errors that the real ones answer. */
import { createHash, createHmac } from "node:crypto";

export interface FakeBucket {
  url: string;
  objects: Map<string, Uint8Array<ArrayBuffer>>;
  /** Every request, as "METHOD key". */
  requests: string[];
  /** Answers each request with this error instead, until it is null. */
  error: { status: number; code?: string } | null;
  /** Does not answer at all. */
  isSilent: boolean;
  /** Runs before a request is answered, such as what another server does at that moment. */
  meanwhile: ((request: string) => Promise<void>) | null;
  stop(): void;
}

export const ACCESS_KEY = "AKTEST";
export const SECRET_KEY = "the-secret-key";
export const REGION = "ap-southeast-1";

/** The variables of a server that uses it. */
export const bucketEnvironment = ({ url }: FakeBucket): Record<string, string> => ({
  SAPA_S3_ENDPOINT: url,
  SAPA_S3_REGION: REGION,
  SAPA_S3_ACCESS_KEY_ID: ACCESS_KEY,
  SAPA_S3_SECRET_ACCESS_KEY: SECRET_KEY,
});

/** Knows the bucket "pictures", ACCESS_KEY and SECRET_KEY, and recomputes every signature. */
export function startFakeBucket(): FakeBucket {
  const objects: FakeBucket["objects"] = new Map();
  const fake: FakeBucket = { url: "", objects, requests: [], error: null, isSilent: false, meanwhile: null, stop: () => server.stop(true) };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (fake.isSilent) await Promise.withResolvers().promise;
      const { pathname, searchParams } = new URL(request.url);
      const [, bucket, ...rest] = decodeURIComponent(pathname).split("/");
      const key = rest.join("/");
      fake.requests.push(`${request.method} ${key}`);
      await fake.meanwhile?.(`${request.method} ${key}`);
      if (fake.error) return refuse(fake.error.status, fake.error.code, request.method);
      const [accessKey] = (searchParams.get("X-Amz-Credential") ?? "").split("/");
      if (accessKey !== ACCESS_KEY) return refuse(403, "InvalidAccessKeyId", request.method);
      if (searchParams.get("X-Amz-Signature") !== signatureOf(request)) return refuse(403, "SignatureDoesNotMatch", request.method);
      if (bucket !== "pictures") return refuse(404, "NoSuchBucket", request.method);
      return await answer(objects, key, request);
    },
  });
  fake.url = `http://127.0.0.1:${server.port}`;
  return fake;
}

/** Signature version 4 of an address with its signature in the query, which signs the host alone and not the content. */
function signatureOf({ method, url }: Request): string {
  const { pathname, searchParams, host } = new URL(url);
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...searchParams].filter(([name]) => name !== "X-Amz-Signature").map((pair) => pair.map(encode).join("="));
  const request = [method, pathname, query.sort().join("&"), `host:${host}\n`, "host", "UNSIGNED-PAYLOAD"].join("\n");
  const time = searchParams.get("X-Amz-Date") ?? "";
  const scope = [time.slice(0, 8), REGION, "s3", "aws4_request"];
  const hash = createHash("sha256").update(request).digest("hex");
  const key = scope.reduce<string | Buffer>((from, part) => createHmac("sha256", from).update(part).digest(), `AWS4${SECRET_KEY}`);
  return createHmac("sha256", key)
    .update(["AWS4-HMAC-SHA256", time, scope.join("/"), hash].join("\n"))
    .digest("hex");
}

async function answer(objects: FakeBucket["objects"], key: string, request: Request): Promise<Response> {
  if (request.method === "PUT") {
    if (request.headers.get("if-none-match") === "*" && objects.has(key)) return refuse(412, "PreconditionFailed", request.method);
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
