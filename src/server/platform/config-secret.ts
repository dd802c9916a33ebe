/** The installation's secret: from SAPA_SECRET_KEY, else from a 0600 file in the data folder (product 11.1). */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { flushToDisk } from "./backups/backup.ts";
import { draftOf } from "./backups/backup-drafts.ts";
import { type Config, ConfigError, dataPaths } from "./config.ts";
import { asFileProblem, isDiskFull, wordsFor } from "./file-errors.ts";

const KEY_BYTES = 32;
/** What SAPA_SECRET_KEY begins with if it is the text of a key file. */
const FILE_KEY = "base64:";

/**
 * Creates the data folder (mode 0700) if it is missing. @throws ConfigError if it cannot be created or written to;
 * FileProblem on a full disk.
 */
export function openDataFolder(config: Config): void {
  try {
    mkdirSync(config.data, { recursive: true, mode: 0o700 });
    const probe = `${config.data}/.write-test.${process.pid}`;
    closeSync(openSync(probe, "wx", 0o600));
    rmSync(probe);
  } catch (error) {
    // A full disk is not a mistake in the flag, so it is not a ConfigError.
    if (isDiskFull(error)) throw asFileProblem(error, config.data);
    const words = wordsFor(error, config.data) ?? `${config.data} cannot be written to (${(error as Error).message})`;
    throw new ConfigError(`--data: ${words}`, { cause: error });
  }
}

/**
 * The secret's bytes; the first start creates the file. The caller holds the data folder's lock.
 * @throws ConfigError if the file is not a key.
 */
export function loadSecretKey(config: Config): Uint8Array {
  if (config.secretKey !== null) return keyOf(config.secretKey);
  const { key: path } = dataPaths(config.data);
  if (!existsSync(path)) writeSecretFile(path, `${randomBytes(KEY_BYTES).toString("base64")}\n`);
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  return readKeyFile(path, "--data");
}

/** The secret's bytes, without making or changing a file; null if there is none. @throws ConfigError if the file is not a key. */
export function findSecretKey(config: Pick<Config, "data" | "secretKey">): Uint8Array | null {
  if (config.secretKey !== null) return keyOf(config.secretKey);
  const { key: path } = dataPaths(config.data);
  return existsSync(path) ? readKeyFile(path, "--data") : null;
}

/** `name`: the flag or argument that names the file. @throws ConfigError if the file is not a key. */
export function readKeyFile(path: string, name: string): Uint8Array {
  const bytes = Buffer.from(readFileSync(path, "utf8").trim(), "base64");
  if (bytes.length === KEY_BYTES) return bytes;
  // Replacing it with a new key would make every sealed setting permanently unreadable.
  throw new ConfigError(`${name}: ${path} is not a valid key; restore the right one (a backup made with --with-key contains it)`);
}

/**
 * The bytes of SAPA_SECRET_KEY. `base64:` and the text of a key file mean the same key as that file, so that an
 * installation keeps its key when it moves to PostgreSQL, where a file in one data folder is not enough.
 * @throws ConfigError
 */
function keyOf(text: string): Uint8Array {
  if (!text.startsWith(FILE_KEY)) return Buffer.from(text, "utf8");
  const bytes = Buffer.from(text.slice(FILE_KEY.length).trim(), "base64");
  if (bytes.length === KEY_BYTES) return bytes;
  throw new ConfigError(`SAPA_SECRET_KEY: ${FILE_KEY} must be followed by the text of a secret.key`);
}

/** Writes a file that only its owner may read. It gets its name only once all of it is on disk. */
export function writeSecretFile(path: string, content: string): void {
  const draft = draftOf(path);
  rmSync(draft, { force: true });
  const handle = openSync(draft, "wx", 0o600);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, path);
  flushToDisk(dirname(path));
}
