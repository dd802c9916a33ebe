/** Signed requests to one authority (RFC 8555, 6): the account's key, nonces, and the authority's errors. */
import { createHash, createPublicKey, type KeyObject, sign } from "node:crypto";
import { z } from "zod";
import { AcmeFailed, failureOf } from "./failure.ts";
import type { Wire, WireAnswer } from "./wire.ts";

/** The authority may lose a nonce: a request with a new one is the same request. */
const NONCE_TRIES = 6;
const MAX_WAIT_MS = 7 * 86_400_000;

const directorySchema = z.object({
  newNonce: z.url(),
  newAccount: z.url(),
  newOrder: z.url(),
  renewalInfo: z.url().optional(),
});
export type Directory = z.infer<typeof directorySchema>;

export interface SessionDeps {
  wire: Wire;
  /** The address of the authority's directory. */
  directory: string;
  /** The account's private key, on P-256. */
  key: KeyObject;
  /** Epoch milliseconds, for a Retry-After that is a date. */
  now(): number;
  signal: AbortSignal;
}

export class AcmeSession {
  private readonly jwk: { crv: string; kty: string; x: string; y: string };
  private nonce: string | null = null;
  /** The account's address, once it is known. */
  private account: string | null = null;
  private directory: Directory | null = null;

  constructor(private readonly deps: SessionDeps) {
    const { crv = "", kty = "", x = "", y = "" } = createPublicKey(deps.key).export({ format: "jwk" });
    this.jwk = { crv, kty, x, y };
  }

  /** What the server answers under a token, which proves that the domain's server belongs to the account (8.1). */
  answerTo(token: string): string {
    // Member names in this order, without spaces (RFC 7638).
    return `${token}.${createHash("sha256").update(JSON.stringify(this.jwk)).digest("base64url")}`;
  }

  /** @throws AcmeFailed */
  async findDirectory(): Promise<Directory> {
    if (this.directory) return this.directory;
    const answer = await this.deps.wire({ method: "GET", url: this.deps.directory }, this.deps.signal);
    this.directory = this.read(answer, directorySchema, "The directory cannot be read.");
    return this.directory;
  }

  /** An answer without an account, such as about renewals. @throws AcmeFailed */
  async get<T>(url: string, schema: z.ZodType<T>): Promise<{ value: T; waitMs: number }> {
    const answer = await this.deps.wire({ method: "GET", url }, this.deps.signal);
    return { value: this.read(answer, schema, `${url} cannot be read.`), waitMs: this.waitOf(answer) };
  }

  /** Finds the account of the key, or makes it. Asking again changes nothing. @throws AcmeFailed */
  async signIn(email: string | null): Promise<void> {
    const { newAccount } = await this.findDirectory();
    const contact = email === null ? {} : { contact: [`mailto:${email}`] };
    const { headers } = await this.post(newAccount, { termsOfServiceAgreed: true, ...contact });
    this.account = headers.get("location");
    if (this.account === null) throw new AcmeFailed("failed", "The authority did not name the account.");
  }

  /** @throws AcmeFailed */
  async call<T>(url: string, payload: object | null, schema: z.ZodType<T>): Promise<{ value: T; location: string | null; waitMs: number }> {
    const answer = await this.post(url, payload);
    return {
      value: this.read(answer, schema, `${url} cannot be read.`),
      location: answer.headers.get("location"),
      waitMs: this.waitOf(answer),
    };
  }

  /** A signed request. `payload` null: only reads (6.3). @throws AcmeFailed */
  async post(url: string, payload: object | null): Promise<WireAnswer> {
    for (let tries = 1; ; tries++) {
      const answer = await this.deps.wire(
        { method: "POST", url, body: this.envelope(url, payload, await this.takeNonce()) },
        this.deps.signal,
      );
      this.nonce = answer.headers.get("replay-nonce");
      if (answer.status < 400) return answer;
      const failure = failureOf(parse(answer.text), `The authority answered ${answer.status}.`, this.waitOf(answer));
      if (failure.type !== "badNonce" || tries >= NONCE_TRIES) throw failure;
    }
  }

  private envelope(url: string, payload: object | null, nonce: string): string {
    const who = this.account === null ? { jwk: this.jwk } : { kid: this.account };
    const header = encode(JSON.stringify({ alg: "ES256", nonce, url, ...who }));
    const body = payload === null ? "" : encode(JSON.stringify(payload));
    const signature = sign("sha256", Buffer.from(`${header}.${body}`), { key: this.deps.key, dsaEncoding: "ieee-p1363" });
    return JSON.stringify({ protected: header, payload: body, signature: signature.toString("base64url") });
  }

  private async takeNonce(): Promise<string> {
    const kept = this.nonce;
    this.nonce = null;
    if (kept !== null) return kept;
    const { newNonce } = await this.findDirectory();
    const nonce = (await this.deps.wire({ method: "HEAD", url: newNonce }, this.deps.signal)).headers.get("replay-nonce");
    if (nonce === null) throw new AcmeFailed("failed", "The authority gave no nonce.");
    return nonce;
  }

  private read<T>(answer: WireAnswer, schema: z.ZodType<T>, otherwise: string): T {
    const found = parse(answer.text);
    if (answer.status >= 400) throw failureOf(found, `The authority answered ${answer.status}.`, this.waitOf(answer));
    const read = schema.safeParse(found);
    if (!read.success) throw new AcmeFailed("failed", otherwise);
    return read.data;
  }

  /** Retry-After in milliseconds, at most a week. */
  private waitOf({ headers }: WireAnswer): number {
    const text = headers.get("retry-after") ?? "";
    const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - this.deps.now();
    return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), MAX_WAIT_MS);
  }
}

const encode = (text: string) => Buffer.from(text).toString("base64url");

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
