/** Whether a secret key is the one of an installation: by the record of a database that was on PostgreSQL, and by sealed settings. */
import { ConfigError } from "../platform/config.ts";
import { type Keys, SealError } from "../platform/keys.ts";
import type { SqliteSource } from "../platform/storage/copy/sqlite-side.ts";
import { listTables } from "../platform/storage/copy/tables.ts";
import type { Db } from "../platform/storage/db.ts";
import { findSetting, listSettings, putSetting, type StoredSetting, sealContext } from "../settings/store.ts";

/** The setting that holds a keyed hash of the secret key. */
const KEY_CHECK = "secretKeyCheck";

const WHICH_KEY =
  'Use the key of the installation that they come from; of a file secret.key, or FILE.key of a backup, it is SAPA_SECRET_KEY="base64:$(cat FILE)"';
const LOST_KEY = "If that key is lost, enter them again on a server with SQLite, and move the installation from there";

/** What a check of an installation found out about its key. */
export interface KnownKey {
  /** Whether the installation itself shows that it is the right key. */
  isConfirmed: boolean;
}

/** The settings of a database file, which may have an earlier schema. */
export function settingsIn(source: SqliteSource): StoredSetting[] {
  const table = listTables(source.version).find(({ name }) => name === "settings");
  if (!table) return [];
  const [key, value, sealed] = ["key", "value", "sealed"].map((name) => table.columns.findIndex((column) => column.name === name));
  return [...source.rows(table)].map((row) => ({
    key: String(row[key ?? -1]),
    value: String(row[value ?? -1]),
    sealed: Number(row[sealed ?? -1]) === 1,
  }));
}

/** Whether the installation cannot be used without the key that it has had until now. */
export function needsItsKey(settings: readonly StoredSetting[]): boolean {
  return settings.some(({ key, sealed }) => sealed || key === KEY_CHECK);
}

/** `name`: where the key comes from. @throws ConfigError if it is not the key of the installation that has these settings */
export function requireKeyOf(settings: readonly StoredSetting[], keys: Keys, name = "SAPA_SECRET_KEY"): KnownKey {
  const check = settings.find(({ key, sealed }) => key === KEY_CHECK && !sealed);
  if (check && check.value !== checkOf(keys)) {
    throw new ConfigError(`${name}: is not the key with which this installation was used on PostgreSQL`);
  }
  const sealed = settings.filter((one) => one.sealed);
  const closed = sealed.filter((one) => !opens(keys, one)).map(({ key }) => key);
  if (closed.length > 0) {
    throw new ConfigError(`${name}: cannot open the stored ${closed.join(", ")}. ${WHICH_KEY}. ${LOST_KEY}`);
  }
  return { isConfirmed: check !== undefined || sealed.length > 0 };
}

function opens(keys: Keys, { key, value }: StoredSetting): boolean {
  try {
    keys.open(value, sealContext(key));
    return true;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}

/**
 * Stored API keys could not be read with another key, and every visitor's session would be lost. The first server records
 * its key. @throws ConfigError
 */
export async function requireSameKey(db: Db, keys: Keys): Promise<void> {
  const value = checkOf(keys);
  const stored = await db.transaction(async (tx) => {
    const found = await findSetting(tx, KEY_CHECK);
    if (found !== undefined) return found;
    requireKeyOf(await listSettings(tx), keys);
    await putSetting(tx, { key: KEY_CHECK, value, sealed: false });
    return value;
  });
  if (stored !== value) throw new ConfigError("SAPA_SECRET_KEY: is not the key that this database was first used with");
}

/** From now on, servers on PostgreSQL are refused with another key. */
export async function recordKey(db: Db, keys: Keys): Promise<void> {
  await db.transaction((tx) => putSetting(tx, { key: KEY_CHECK, value: checkOf(keys), sealed: false }));
}

/** The record of the key with which the database was used on PostgreSQL. */
export async function findKeyCheck(db: Db): Promise<string | undefined> {
  return findSetting(db, KEY_CHECK);
}

export function checkOf(keys: Keys): string {
  return keys.digest("the key of this installation", "key-check");
}
