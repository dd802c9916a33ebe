/**
 * The port for uploaded files: bytes that never change, named by the SHA-256 of their content. The adapters are a folder
 * (folder.ts) and a bucket of an S3-compatible service (bucket.ts).
 */
import { createHash } from "node:crypto";

/** What the store has under a hash. */
export interface StoredContent {
  /** Null if a bucket does not say how long it is. */
  bytes: number | null;
  /** Read while it is sent. */
  body: Blob | ReadableStream<Uint8Array>;
}

export interface FileStore {
  /** The folder, or the bucket and its endpoint, for people. */
  readonly name: string;
  /**
   * Stores the bytes under their hash, if they are not there yet in their full length. They are durable when it resolves.
   * A folder without its mark is refused: it may be the empty place of a shared folder that is away. @throws FilesFailed
   */
  put(hash: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The bytes that are there; null if there are none, or if a bucket does not say. @throws FilesFailed */
  sizeOf(hash: string): Promise<number | null>;
  /** Null if there is none. @throws FilesFailed */
  read(hash: string): Promise<StoredContent | null>;
  /** Does nothing if there is no such file. @throws FilesFailed */
  remove(hash: string): Promise<void>;
  /** The text that tells this store from others; null if it has none yet. @throws FilesFailed */
  readMark(): Promise<string | null>;
  /** Writes the mark, unless there is one. Some services of buckets replace it anyway. @throws FilesFailed */
  createMark(text: string): Promise<void>;
  /** Whether files can be written, read and removed. @throws FilesFailed, with words that say what to do */
  probe(): Promise<void>;
}

/** `refused`: the operator has to change something. `full`: no space left. `unavailable`: it may work again later. */
export type FilesFailure = "refused" | "full" | "unavailable";

/** The store could not do what it was asked to. The message names the place and what to do, and never has a key in it. */
export class FilesFailed extends Error {
  override name = "FilesFailed";
  constructor(
    readonly failure: FilesFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The name of the mark in the store. */
export const MARK = "sapa-files";

const HASH = /^[0-9a-f]{64}$/;

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Where a file is in the store: no folder gets more than a 256th of all files. */
export function pathOf(hash: string): string {
  if (!HASH.test(hash)) throw new Error("this is not the hash of a file");
  return `${hash.slice(0, 2)}/${hash}`;
}
