/** What is in a backup, and how its parts are called: the layout of a data folder, as a tar archive, packed by zstd, encrypted by age. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { pathOf } from "../../files/file-store.ts";

export const MANIFEST = "manifest.json";
export const DATABASE = "sapa.db";
export const KEY = "secret.key";
export const MODELS = "models.json";
export const FILES = "files";
/** More than a manifest ever has: a few hundred tables. */
export const MAX_MANIFEST = 1_048_576;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.number().int().nonnegative();
const part = z.object({ bytes: size, sha256: hash });

export const manifestSchema = z.object({
  format: z.literal(1),
  /** Of the program that made it. */
  version: z.string(),
  /** ISO 8601 UTC: the state of the database is from this moment or a little later. */
  madeAt: z.string(),
  database: part.extend({ tables: z.record(z.string(), size) }),
  /** Without it, the key comes from SAPA_SECRET_KEY, which has to be set again. */
  secretKey: part.nullable(),
  models: part.nullable(),
  /** `digest`: of the sorted hashes of the files, a line for each. `missing`: those that the database knows and the store had not. */
  files: z.object({ mark: z.string().nullable(), count: size, bytes: size, digest: hash, missing: size }),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const digestOf = (hashes: Iterable<string>): string => {
  const digest = createHash("sha256");
  for (const one of [...hashes].sort()) digest.update(`${one}\n`);
  return digest.digest("hex");
};

export const entryOf = (fileHash: string): string => `${FILES}/${pathOf(fileHash)}`;

const FILE_ENTRY = /^files\/[0-9a-f]{2}\/([0-9a-f]{64})$/;

/** The hash in the name of an entry that is an uploaded file; null for other names. */
export function hashInEntry(name: string): string | null {
  const found = FILE_ENTRY.exec(name)?.[1];
  return found !== undefined && entryOf(found) === name ? found : null;
}

/** `sapa-20261124T181500Z.tar.zst.age` */
const NAME = /^sapa-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.zst\.age$/;

export const archiveName = (stamp: string): string => `sapa-${stamp}.tar.zst.age`;

/** When the backup with this name was made, in epoch milliseconds; null if it is no name of a backup. */
export function timeOfArchive(name: string): number | null {
  const [whole, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  if (whole === undefined) return null;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? null : at;
}
