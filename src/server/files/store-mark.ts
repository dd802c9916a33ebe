/**
 * Whether a file store is the one that the installation uses. A store has a mark, and the database knows the mark of its
 * store: servers with folders of their own, or a folder that was not copied along, would otherwise be noticed only by
 * visitors who miss a picture.
 */
import type { FileStore } from "../platform/files/file-store.ts";
import { newId } from "../platform/ids.ts";
import type { Db, Reader } from "../platform/storage/db.ts";
import { findSetting, putSetting } from "../settings/store.ts";
import { FILES_LOCK } from "./store.ts";

const SETTING = "filesStore";
/** Begins the setting until the mark has been written. */
const NEW = "new:";

/** `missing`: the store has no mark, so it is empty, or not the right one. `other`: it has the mark of another store. */
export type StoreMatch = "same" | "missing" | "other";

interface Deps {
  db: Db;
  files: FileStore;
}

/**
 * Compares the marks. The first server of an installation gives the store its mark; a store that has one already, such as
 * the folder beside a database that was restored, keeps it. @throws FilesFailed
 */
export async function matchStore({ db, files }: Deps): Promise<StoreMatch> {
  const mark = await files.readMark();
  const wanted = await findOrMakeMark(db, mark);
  if (wanted.isNew && mark === null) await files.writeMark(wanted.mark);
  if (!wanted.isNew || (mark !== null && mark !== wanted.mark)) return compare(mark, wanted.mark);
  await keepMark(db, wanted.mark);
  return "same";
}

/** Gives a store that has no mark the one of the installation: from now on, it is the right one. @throws FilesFailed */
export async function adoptStore({ db, files }: Deps): Promise<void> {
  const { mark } = await findOrMakeMark(db, null);
  await files.writeMark(mark);
  await keepMark(db, mark);
}

/** Whether files may be removed from the store. @throws FilesFailed */
export async function isOwnStore({ db, files }: Deps): Promise<boolean> {
  const wanted = await findSetting(db, SETTING);
  return wanted !== undefined && (await files.readMark()) === wanted;
}

function compare(mark: string | null, wanted: string): StoreMatch {
  if (mark === null) return "missing";
  return mark === wanted ? "same" : "other";
}

async function findOrMakeMark(db: Db, found: string | null): Promise<{ mark: string; isNew: boolean }> {
  const read = async (reader: Reader) => {
    const value = await findSetting(reader, SETTING);
    if (value === undefined) return null;
    return value.startsWith(NEW) ? { mark: value.slice(NEW.length), isNew: true } : { mark: value, isNew: false };
  };
  const change = async (): Promise<{ mark: string; isNew: boolean }> =>
    await db.transaction(
      async (tx) => {
        const present = await read(tx);
        if (present !== null) return present;
        const mark = found ?? newId();
        await putSetting(tx, { key: SETTING, value: `${NEW}${mark}`, sealed: false });
        return { mark, isNew: true };
      },
      { lock: FILES_LOCK },
    );
  return (await read(db)) ?? (await change());
}

async function keepMark(db: Db, mark: string): Promise<void> {
  await db.transaction((tx) => putSetting(tx, { key: SETTING, value: mark, sealed: false }), { lock: FILES_LOCK });
}
