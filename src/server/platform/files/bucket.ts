/** Uploaded files in a bucket of an S3-compatible service. Bun signs the requests; they are sent here, each with a time limit. */
import { S3Client } from "bun";
import { errorCode } from "../error-code.ts";
import { newId } from "../ids.ts";
import { type FileStore, FilesFailed, MARK, pathOf, type StoredContent } from "./file-store.ts";
import type { BucketPlace } from "./place.ts";

/** Until the service begins to answer; the content is then read as fast as the browser takes it. */
const CALL_MS = 20_000;
const SIGNED_FOR_SECONDS = 300;
/** An error of the service is a short XML text. */
const MAX_ERROR = 4_096;
/** Each probe has an object of its own: servers that start together would remove each other's. A crash leaves one byte here. */
const PROBES = "probes/";

/** What the operator has to change, by the service's code of the error. */
const ADVICE: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: "it does not know this access key: correct SAPA_S3_ACCESS_KEY_ID",
  SignatureDoesNotMatch: "the secret key is not the one of this access key: correct SAPA_S3_SECRET_ACCESS_KEY",
  AccessDenied:
    "the key may not do this: give it s3:ListBucket for the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject for its objects",
  NoSuchBucket: "there is no bucket with this name: create it, or correct --files",
  PermanentRedirect: "the bucket is in another region: correct SAPA_S3_REGION and SAPA_S3_ENDPOINT",
  AuthorizationHeaderMalformed: "the bucket is in another region: correct SAPA_S3_REGION",
  AuthorizationQueryParametersError: "the bucket is in another region: correct SAPA_S3_REGION",
  RequestTimeTooSkewed: "the clock of this machine differs too much: correct it",
  ExpiredToken: "the keys have expired: replace them",
};
const BY_STATUS: Readonly<Record<number, string>> = { 301: "PermanentRedirect", 307: "PermanentRedirect", 403: "AccessDenied" };

type Method = "GET" | "HEAD" | "PUT" | "DELETE";

export class BucketFiles implements FileStore {
  readonly name: string;
  private readonly client: S3Client;

  constructor(
    private readonly place: BucketPlace,
    private readonly callMs = CALL_MS,
  ) {
    this.name = String(place);
    const { bucket, endpoint, region } = place;
    this.client = new S3Client({ bucket, endpoint, region, ...place.reveal() });
  }

  async put(hash: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if ((await this.sizeOf(hash)) !== bytes.length) await this.write(pathOf(hash), bytes);
  }

  async sizeOf(hash: string): Promise<number | null> {
    const found = await this.find("HEAD", pathOf(hash));
    return found && lengthOf(found);
  }

  async read(hash: string): Promise<StoredContent | null> {
    const found = await this.find("GET", pathOf(hash));
    // An object without content may have no body.
    return found && { bytes: lengthOf(found), body: found.body ?? new Blob() };
  }

  async remove(hash: string): Promise<void> {
    await this.find("DELETE", pathOf(hash));
  }

  async readMark(): Promise<string | null> {
    const found = await this.find("GET", MARK);
    return found && (await found.text()).trim();
  }

  async createMark(text: string): Promise<void> {
    const bytes = Buffer.from(`${text}\n`);
    const { ok, status } = await this.ask("PUT", MARK, bytes, { "if-none-match": "*" });
    // With one of these, it is there, or another server is just writing it. Services that do not know the condition may refuse it.
    if (!ok && status !== 412 && status !== 409) await this.write(MARK, bytes);
  }

  async probe(): Promise<void> {
    const probe = PROBES + newId();
    await this.write(probe, new Uint8Array([0]));
    const found = await this.find("GET", probe);
    await this.find("DELETE", probe);
    if (!found) throw new FilesFailed("refused", `${this.name}: what was written there cannot be read`);
  }

  private async write(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const response = await this.ask("PUT", key, bytes);
    if (!response.ok) throw await this.failureOf(response);
  }

  /** @returns null if there is no such object. */
  private async find(method: Exclude<Method, "PUT">, key: string): Promise<Response | null> {
    const response = await this.ask(method, key);
    if (response.ok) return response;
    const failure = await this.failureOf(response);
    if (response.status === 404 && failure.failure !== "refused") return null;
    throw failure;
  }

  private async ask(method: Method, key: string, body?: Uint8Array<ArrayBuffer>, more?: Record<string, string>): Promise<Response> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.callMs);
    try {
      const url = this.client.presign(this.place.prefix + key, { method, expiresIn: SIGNED_FOR_SECONDS });
      // A redirect would take the signed address to another host.
      // A compressed answer would not have the length of its content.
      const headers = { "accept-encoding": "identity", ...more };
      return await fetch(url, { method, body, headers, signal: late.signal, redirect: "manual" });
    } catch (error) {
      // The error's own text may contain the signed address.
      const why = late.signal.aborted ? "no answer in time" : errorCode(error) || "no connection";
      throw new FilesFailed("unavailable", `${this.name}: the service cannot be reached (${why})`);
    } finally {
      clearTimeout(timer);
    }
  }

  private async failureOf(response: Response): Promise<FilesFailed> {
    const text = (await response.text().catch(() => "")).slice(0, MAX_ERROR);
    const named = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
    const code = named ?? BY_STATUS[response.status];
    const advice = code === undefined ? undefined : ADVICE[code];
    if (advice !== undefined) return new FilesFailed("refused", `${this.name}: ${advice} (${response.status} ${code})`);
    return new FilesFailed("unavailable", `${this.name}: the service answered ${[response.status, code].filter(Boolean).join(" ")}`);
  }
}

function lengthOf({ headers }: Response): number | null {
  const text = headers.get("content-length");
  return text === null ? null : Number(text);
}
