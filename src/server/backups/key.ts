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
import { findSetting, listSettings, putSetting } from "../settings/store.ts";

const KEY = "backups.key";
/** The public half of the key of which the operator has a copy, and since when. */
const CONFIRMED = "backups.key_confirmed";
const LOCK = { lock: "key of the backups" };

interface Deps {
  db: Db;
  keys: Pick<Keys, "seal" | "open">;
  log: Pick<Log, "error">;
}

/**
 * The first call makes it. If the stored one cannot be unsealed, because the installation's secret key was lost, a new one takes
 * its place, of which the operator has no copy yet.
 */
export async function loadBackupKey({ db, keys, log }: Deps): Promise<string> {
  const made = await newIdentity();
  return db.transaction(async (tx) => {
    const stored = (await listSettings(tx)).find(({ key }) => key === KEY);
    if (stored) {
      try {
        return keys.open(stored.value, contextOf(KEY));
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        log.error("the key of the backups cannot be unsealed with the present secret key; new backups get a new one", { error });
      }
    }
    await putSetting(tx, { key: KEY, value: keys.seal(made, contextOf(KEY)), sealed: true });
    return made;
  }, LOCK);
}

/** The context in which settings are sealed. */
const contextOf = (key: string) => `setting:${key}`;

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
