/** Restores a backup into an empty folder, and compares everything with its manifest. */

import { createHash } from "node:crypto";
import { existsSync, openAsBlob, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createTarDecoder } from "modern-tar";
import { errorCode } from "../../error-code.ts";
import { MARK } from "../../files/file-store.ts";
import { parseJson } from "../../json.ts";
import { inspectDatabase } from "../../storage/sqlite/read-only.ts";
import { checkDatabase } from "../backup.ts";
import { AGE_MAGIC, decrypt } from "./age.ts";
import { DATABASE, digestOf, FILES, hashInEntry, KEY, MANIFEST, MAX_MANIFEST, type Manifest, MODELS, manifestSchema } from "./manifest.ts";
import { type Written, writeOut } from "./output.ts";
import { BackupFailed } from "./problem.ts";
import { countTables } from "./tables.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Whether the file is encrypted as backups are, by its first bytes. */
export async function isArchive(path: string): Promise<boolean> {
  return (await Bun.file(path).slice(0, AGE_MAGIC.length).text()) === AGE_MAGIC;
}

/** Compares a file with what was written. Tells a short file from a changed one. @throws BackupFailed */
export async function compareFile(path: string, { bytes, sha256 }: Written): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (found < bytes) throw new BackupFailed("cut", `the file has ${found} bytes of the ${bytes} that were written`);
  const digest = createHash("sha256");
  for await (const piece of (await openAsBlob(path)).stream()) digest.update(piece);
  if (digest.digest("hex") !== sha256) throw new BackupFailed("changed", "the file's hash is not the one of what was written");
}

/** What was unpacked. The folder has the layout of a data folder. */
export interface Unpacked {
  manifest: Manifest;
  hashes: readonly string[];
}

/**
 * Unpacks all parts into `folder` and compares their sizes and hashes with the manifest. `onBytes` gets the size of each piece.
 * @throws BackupFailed; what the file system throws
 */
export async function unpackArchive(
  sealed: ReadableStream<Bytes>,
  folder: string,
  { identity, onBytes }: { identity: string; onBytes(bytes: number): void },
): Promise<Unpacked> {
  const parts = new Map<string, Written>();
  try {
    const plain = await decrypt(sealed, identity);
    const packed = plain.pipeThrough(new DecompressionStream("zstd" as CompressionFormat) as ReadableWritablePair<Bytes, Bytes>);
    for await (const { header, body } of packed.pipeThrough(createTarDecoder({ strict: true }))) {
      if (header.type !== "file" || !isPart(header.name) || parts.has(header.name)) {
        throw new BackupFailed("differs", "the archive contains a part that no backup has");
      }
      parts.set(header.name, await writeOut(join(folder, header.name), counted(body, onBytes)));
    }
  } catch (error) {
    if (error instanceof BackupFailed || isOfSystem(error)) throw error;
    const words = error instanceof Error ? error.message : String(error);
    throw new BackupFailed("changed", `the file is cut off or was changed (${words})`, { cause: error });
  }
  return { manifest: readManifest(folder, parts), hashes: [...parts.keys()].flatMap((name) => hashInEntry(name) ?? []) };
}

const isPart = (name: string) => [MANIFEST, DATABASE, KEY, MODELS, `${FILES}/${MARK}`].includes(name) || hashInEntry(name) !== null;

/** Errors of the file system have a code and a call; those of broken streams have not. */
const isOfSystem = (error: unknown) => /^E[A-Z]+$/.test(errorCode(error)) && error instanceof Error && "syscall" in error;

async function* counted(body: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    onBytes(piece.length);
    yield piece;
  }
}

function readManifest(folder: string, parts: ReadonlyMap<string, Written>): Manifest {
  const { bytes = 0 } = parts.get(MANIFEST) ?? {};
  if (bytes === 0) throw new BackupFailed("incomplete", `${MANIFEST} is missing`);
  const read = bytes > MAX_MANIFEST ? undefined : manifestSchema.safeParse(parseJson(readFileSync(join(folder, MANIFEST), "utf8"))).data;
  if (!read) throw new BackupFailed("differs", `${MANIFEST} cannot be read; it may be of a newer version`);
  const wanted = { [DATABASE]: read.database, [KEY]: read.secretKey, [MODELS]: read.models };
  for (const [name, part] of Object.entries(wanted)) {
    const found = parts.get(name);
    if (part && !found) throw new BackupFailed("incomplete", `${name} is missing`);
    if (part?.sha256 !== found?.sha256 || part?.bytes !== found?.bytes)
      throw new BackupFailed("differs", `${name} is not the one of the manifest`);
  }
  compareFiles(read, parts);
  return read;
}

function compareFiles({ files }: Manifest, parts: ReadonlyMap<string, Written>): void {
  const hashes = new Map(
    [...parts].flatMap(([name, written]) => (hashInEntry(name) === null ? [] : ([[hashInEntry(name), written]] as const))),
  );
  if (hashes.size < files.count) throw new BackupFailed("incomplete", `${files.count - hashes.size} uploaded files are missing`);
  for (const [hash, { sha256 }] of hashes) {
    if (hash !== sha256) throw new BackupFailed("differs", `the uploaded file ${hash} has another content`);
  }
  const names = [...hashes.keys()].flatMap((hash) => hash ?? []);
  if (digestOf(names) !== files.digest) throw new BackupFailed("differs", "the uploaded files are not those of the manifest");
  if (files.mark !== null && !parts.has(`${FILES}/${MARK}`)) throw new BackupFailed("incomplete", `${FILES}/${MARK} is missing`);
}

/** Reads the whole restored database: its structure, the references between rows, and the rows of each table. @throws BackupFailed */
export function compareDatabase(folder: string, { database }: Manifest): void {
  const path = join(folder, DATABASE);
  if (!existsSync(path)) throw new BackupFailed("incomplete", `${DATABASE} is missing`);
  checkDatabase(path, "full");
  const { state, detail } = inspectDatabase(path);
  if (state === "damaged") throw new BackupFailed("database", detail);
  if (state === "orphans") throw new BackupFailed("database", `rows without the rows that they refer to: ${detail}`);
  const found = countTables(path);
  const names = new Set([...Object.keys(found), ...Object.keys(database.tables)]);
  for (const name of names) {
    const [is, was] = [found[name] ?? "no", database.tables[name] ?? "no"];
    if (is !== was) throw new BackupFailed("differs", `the table ${name} has ${is} rows, and had ${was}`);
  }
}
