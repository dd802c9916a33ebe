/**
 * Where uploaded files are kept, from `--files` or SAPA_FILES: a folder, or a bucket of an S3-compatible service. Every
 * way to print a place leaves the keys out, because configurations end up in logs and error texts.
 */
import { resolve } from "node:path";
import { inspect } from "node:util";
import type { Environment } from "../config-environment.ts";
import { readBaseUrl } from "../web-address.ts";

export class FolderPlace {
  constructor(readonly path: string) {}

  toString(): string {
    return this.path;
  }
}

export interface BucketAccess {
  accessKeyId: string;
  secretAccessKey: string;
  /** Only for temporary keys. */
  sessionToken: string;
}

export class BucketPlace {
  readonly #access: BucketAccess;

  constructor(
    readonly bucket: string,
    /** Begins every key in the bucket; empty, or ends with a slash. */
    readonly prefix: string,
    readonly endpoint: string,
    readonly region: string,
    access: BucketAccess,
  ) {
    this.#access = access;
  }

  /** With the secret key: only for signing requests. */
  reveal(): BucketAccess {
    return this.#access;
  }

  toString(): string {
    return `s3://${this.bucket}/${this.prefix} at ${this.endpoint}`;
  }

  toJSON(): string {
    return String(this);
  }

  [inspect.custom](): string {
    return String(this);
  }
}

export type FilesPlace = FolderPlace | BucketPlace;

/** The usual name of each variable is read if Sapa's own is not set. */
const VARIABLES = {
  endpoint: ["SAPA_S3_ENDPOINT", "AWS_ENDPOINT_URL_S3"],
  region: ["SAPA_S3_REGION", "AWS_REGION"],
  accessKeyId: ["SAPA_S3_ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID"],
  secretAccessKey: ["SAPA_S3_SECRET_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY"],
  sessionToken: ["SAPA_S3_SESSION_TOKEN", "AWS_SESSION_TOKEN"],
} as const;

export const BUCKET_VARIABLES: readonly string[] = Object.values(VARIABLES).map(([own]) => own);

const DEFAULT_REGION = "us-east-1";
const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[A-Za-z0-9._-]+\/?)*))?$/;
const SHAPE = "must be a folder, or s3://BUCKET/PREFIX with letters, digits, dots, dashes, underscores and slashes";

/** @param standard the folder if `text` is null. @returns the place, or what is wrong, in words that do not repeat a value */
export function readFilesPlace(text: string | null, { standard, env }: { standard: string; env: Environment }): FilesPlace | string {
  if (text === null) return new FolderPlace(standard);
  if (!text.includes("://") && !text.includes("\0")) return new FolderPlace(resolve(text));
  const [, bucket, prefix = ""] = BUCKET.exec(text) ?? [];
  if (bucket === undefined || /(?:^|\/)\.\.?(?:\/|$)/.test(prefix)) return SHAPE;
  const isOwn = Boolean(env[VARIABLES.accessKeyId[0]]);
  const [ownToken, usualToken] = VARIABLES.sessionToken;
  // Bun reads the usual variable itself if there is no other token.
  if (isOwn && env[usualToken] && !env[ownToken]) return `${usualToken} must not be set, because it belongs to other keys`;
  const read = ([own, usual]: readonly [string, string]) => env[own] || env[usual] || "";
  // The parts of a key belong together, so all of them are read from names of one kind.
  const readKey = ([own, usual]: readonly [string, string]) => env[isOwn ? own : usual] || "";
  const region = read(VARIABLES.region) || DEFAULT_REGION;
  if (!/^[a-z0-9-]{1,40}$/.test(region)) return "SAPA_S3_REGION must be a region such as ap-southeast-1";
  const endpoint = readBaseUrl(read(VARIABLES.endpoint) || `https://s3.${region}.amazonaws.com`);
  if (endpoint === null) return "SAPA_S3_ENDPOINT must be an http(s) address without credentials, query or fragment";
  return new BucketPlace(bucket, prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`, endpoint, region, {
    accessKeyId: readKey(VARIABLES.accessKeyId),
    secretAccessKey: readKey(VARIABLES.secretAccessKey),
    sessionToken: readKey(VARIABLES.sessionToken),
  });
}
