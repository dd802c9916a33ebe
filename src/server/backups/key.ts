/**
 * The key of the backups. The server keeps it sealed in the database, so that it can make backups and try them out; a backup
 * contains it only in encrypted form. So the operator needs a copy elsewhere, and proves it by typing the key in.
 */
import type { Author } from "../audit/store.ts";
import { recordAudit } from "../audit/store.ts";
import { newIdentity, recipientOf } from "../platform/backups/archive/age.ts";
import { type Keys, SealError } from "../platform/keys.ts";
import type { Log } from "../platform/log.ts";
import type { Db, Reader } from "../platform/storage/db.ts";
import { findSetting, listSettings, putSetting, sealContext } from "../settings/store.ts";

const KEY = "backups.key";
/** The public half of the key of which the operator has a copy, and since when. */
const CONFIRMED = "backups.key_confirmed";
/** A key that is sealed with another secret key. It is not listed as sealed: what needs the present secret key ignores it. */
const ASIDE = "backups.key_aside";
const LOCK = { lock: "key of the backups" };

interface Deps {
  db: Db;
  keys: Pick<Keys, "seal" | "open">;
  log: Pick<Log, "error">;
}

/**
 * The first call makes it. If the stored one cannot be unsealed, because the installation has another secret key now, a new one
 * takes its place, of which the operator has no copy yet. The old one is put aside, and used again with its secret key: a server
 * that was once started without its SAPA_SECRET_KEY must not lose the key of all older backups.
 */
export async function loadBackupKey(deps: Deps): Promise<string> {
  const { present } = await findStored(deps.db);
  const key = present === undefined ? null : unseal(deps.keys, present);
  return key ?? putBackupKey(deps);
}

async function putBackupKey({ db, keys, log }: Deps): Promise<string> {
  const made = await newIdentity();
  return db.transaction(async (tx) => {
    const { present, aside } = await findStored(tx);
    if (present !== undefined) {
      const key = unseal(keys, present);
      if (key !== null) return key;
      log.error("the key of the backups cannot be unsealed with the present secret key; new backups get another one");
      await putSetting(tx, { key: ASIDE, value: present, sealed: false });
    }
    const earlier = aside === undefined ? null : unseal(keys, aside);
    const key = earlier ?? made;
    await putSetting(tx, { key: KEY, value: keys.seal(key, sealContext(KEY)), sealed: true });
    return key;
  }, LOCK);
}

/** Whether the stored key needs another secret key. A command asks first: only the server may begin with another key. */
export async function isSealedByAnother({ db, keys }: Pick<Deps, "db" | "keys">): Promise<boolean> {
  const { present } = await findStored(db);
  return present !== undefined && unseal(keys, present) === null;
}

async function findStored(db: Reader): Promise<{ present: string | undefined; aside: string | undefined }> {
  const settings = await listSettings(db);
  const [present, aside] = [KEY, ASIDE].map((name) => settings.find(({ key }) => key === name)?.value);
  return { present, aside };
}

function unseal(keys: Deps["keys"], value: string): string | null {
  try {
    return keys.open(value, sealContext(KEY));
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}

/** Since when the operator has a copy of this key, in epoch milliseconds; null: not yet. */
export async function findConfirmation(db: Reader, identity: string): Promise<number | null> {
  const [recipient, at] = (await findSetting(db, CONFIRMED))?.split(" ") ?? [];
  return recipient !== undefined && recipient === (await recipientOf(identity)) ? Number(at) : null;
}

/** Whether the operator has confirmed a copy of a key. Which key it was needs the secret key to say. */
export async function isAnyKeyConfirmed(db: Reader): Promise<boolean> {
  return (await findSetting(db, CONFIRMED)) !== undefined;
}

/** Compares a typed key. */
export async function confirmKey(deps: Deps, typed: string, author: Author): Promise<"confirmed" | "other" | "noKey"> {
  const given = await recipientOf(typed);
  if (given === null) return "noKey";
  if (given !== (await recipientOf(await loadBackupKey(deps)))) return "other";
  await deps.db.transaction(async (tx) => {
    await putSetting(tx, { key: CONFIRMED, value: `${given} ${tx.now}`, sealed: false });
    await recordAudit(tx, { ...author, action: "backup.key_confirm", subject: "backups" });
  });
  return "confirmed";
}
