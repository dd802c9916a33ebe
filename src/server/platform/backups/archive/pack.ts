/** Makes a backup of a finished copy of the database, the secret key, models.json and the uploaded files. */
import { createHash } from "node:crypto";
import { openAsBlob, readFileSync, statSync } from "node:fs";
import { createTarPacker } from "modern-tar";
import { type FileStore, hashOf, MARK } from "../../files/file-store.ts";
import { encrypt } from "./age.ts";
import { DATABASE, digestOf, entryOf, FILES, KEY, MANIFEST, type Manifest, MODELS } from "./manifest.ts";
import { type Written, writeOut } from "./output.ts";
import { BackupFailed } from "./problem.ts";

export interface PackSource {
  version: string;
  /** Epoch milliseconds. */
  madeAt: number;
  /** The path of a copy that nothing writes to, and the rows of its tables. */
  database: string;
  tables: Readonly<Record<string, number>>;
  /** Paths; null: there is none. */
  key: string | null;
  models: string | null;
  files: Pick<FileStore, "read" | "readMark">;
  /** The uploaded files that the copy of the database knows. */
  hashes: readonly string[];
}

type Bytes = Uint8Array<ArrayBuffer>;
type Add = (name: string, bytes: number, content: AsyncIterable<Bytes>) => Promise<Written>;

/**
 * Writes the encrypted archive to `path`. `onBytes` gets the size of each piece before it is packed.
 * @throws FilesFailed if the store of files does not answer; BackupFailed if it is not mounted; what the file system throws
 */
export async function packArchive(
  path: string,
  source: PackSource,
  { recipient, onBytes }: { recipient: string; onBytes(bytes: number): void },
): Promise<Written & { manifest: Manifest }> {
  const { readable, controller } = createTarPacker();
  const add: Add = async (name, bytes, content) => {
    const writer = controller.add({ name, size: bytes, type: "file", mode: 0o600, mtime: new Date(source.madeAt) }).getWriter();
    const digest = createHash("sha256");
    for await (const piece of content) {
      digest.update(piece);
      onBytes(piece.length);
      await writer.write(piece);
    }
    await writer.close();
    return { bytes, sha256: digest.digest("hex") };
  };
  const packing = addAll(source, add).then(
    (manifest) => {
      controller.finalize();
      return manifest;
    },
    (error: unknown) => {
      controller.error(error);
      throw error;
    },
  );
  const packed = readable.pipeThrough(new CompressionStream("zstd" as CompressionFormat) as ReadableWritablePair<Bytes, Bytes>);
  const writing = encrypt(packed, recipient).then((sealed) => writeOut(path, sealed));
  const [written, manifest] = await Promise.all([writing, packing]);
  return { ...written, manifest };
}

async function addAll(source: PackSource, add: Add): Promise<Manifest> {
  const blob = await openAsBlob(source.database);
  const database = await add(DATABASE, statSync(source.database).size, blob.stream() as ReadableStream<Bytes>);
  const small = (name: string, path: string | null) => {
    if (path === null) return null;
    const content = new Uint8Array(readFileSync(path));
    return add(name, content.length, once(content));
  };
  const secretKey = await small(KEY, source.key);
  const models = await small(MODELS, source.models);
  const files = await addFiles(source, add);
  const manifest: Manifest = {
    format: 1,
    version: source.version,
    madeAt: new Date(source.madeAt).toISOString(),
    database: { ...database, tables: source.tables },
    secretKey,
    models,
    files,
  };
  const text = new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`);
  await add(MANIFEST, text.length, once(text));
  return manifest;
}

/** Each file is in memory once: an upload is at most a few megabytes. */
async function addFiles({ files, hashes }: PackSource, add: Add): Promise<Manifest["files"]> {
  const mark = await files.readMark();
  if (mark === null && hashes.length > 0)
    throw new BackupFailed("files", `the store of uploaded files has no ${MARK}; it may not be mounted`);
  if (mark !== null) {
    const text = new TextEncoder().encode(`${mark}\n`);
    await add(`${FILES}/${MARK}`, text.length, once(text));
  }
  const added: string[] = [];
  let bytes = 0;
  for (const hash of hashes) {
    const found = await files.read(hash);
    const content = found && new Uint8Array(await new Response(found.body).arrayBuffer());
    // A content that is not what its name says is of no use in a backup either.
    if (!content || hashOf(content) !== hash) continue;
    await add(entryOf(hash), content.length, once(content));
    bytes += content.length;
    added.push(hash);
  }
  return { mark, count: added.length, bytes, digest: digestOf(added), missing: hashes.length - added.length };
}

async function* once(content: Bytes): AsyncGenerator<Bytes> {
  yield content;
}
