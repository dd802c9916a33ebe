/** An authenticator in software: it makes passkeys and signs challenges as a telephone or a security key does (WebAuthn). */
import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import type { PasskeyAnswer, PasskeyOptions } from "../src/contract/factor.ts";

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString("base64url");

/** CBOR of the few kinds of values that are needed: text, bytes, small integers and maps. */
function cbor(value: string | number | Uint8Array | ReadonlyMap<string | number, unknown>): Buffer {
  const head = (kind: number, length: number) =>
    length < 24
      ? Buffer.from([(kind << 5) | length])
      : length < 256
        ? Buffer.from([(kind << 5) | 24, length])
        : Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const members = [...value].flatMap(([name, member]) => [cbor(name), cbor(member as Uint8Array)]);
  return Buffer.concat([head(5, value.size), ...members]);
}

export class Authenticator {
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  private readonly credential = randomBytes(24);
  counter = 0;
  /** Whether it checks the person, with a finger or a number. */
  verifies = true;
  private userHandle = "";

  constructor(
    readonly origin: string,
    readonly host = new URL(origin).hostname,
  ) {}

  private flags(extra = 0): number {
    return 1 | (this.verifies ? 4 : 0) | extra;
  }

  private data(flags: number, more: Uint8Array = new Uint8Array()): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.host), Buffer.from([flags]), counter, more]);
  }

  private client(type: string, options: PasskeyOptions): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge: options.challenge, origin: this.origin, crossOrigin: false }));
  }

  private answer(response: PasskeyAnswer["response"]): PasskeyAnswer {
    const id = base64url(this.credential);
    return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  }

  make(options: PasskeyOptions): PasskeyAnswer {
    this.userHandle = String((options.user as { id: string }).id);
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    const length = Buffer.from([0, this.credential.length]);
    const authData = this.data(this.flags(64), Buffer.concat([Buffer.alloc(16), length, this.credential, cbor(key)]));
    const attestation = cbor(
      new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]),
    );
    const clientDataJSON = base64url(this.client("webauthn.create", options));
    return this.answer({ clientDataJSON, attestationObject: base64url(attestation), transports: ["internal"] });
  }

  use(options: PasskeyOptions): PasskeyAnswer {
    this.counter++;
    const client = this.client("webauthn.get", options);
    const authData = this.data(this.flags());
    const signature = createSign("sha256")
      .update(Buffer.concat([authData, sha256(client)]))
      .sign(this.keys.privateKey);
    return this.answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      userHandle: this.userHandle,
    });
  }
}
