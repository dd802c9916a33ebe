/**
 * Whether a file store is the one that the installation uses. A store has a mark, which begins with the id of its
 * installation, and the database knows the mark of its store: servers with folders of their own, or a folder that was not
 * copied along, would otherwise be noticed only by visitors who miss a picture.
 */
import type { FileStore } from "../platform/files/file-store.ts";
import { newId } from "../platform/ids.ts";
import type { Db } from "../platform/storage/db.ts";
import { findSetting, putSetting } from "../settings/store.ts";
import { findAnyFile } from "./store.ts";

const SETTING = "filesStore";
/** A new database gets a new one, and keeps it when it is backed up, restored or moved. */
const INSTALLATION = "installation";
const MARKS = { lock: "file store" };

/**
 * `taken`: there are no pictures yet, and another server's store was or is the right one. `missing`: the store has no mark,
 * so it is empty, or not the right one. `other`: it is another store of this installation. `foreign`: its mark was not made
 * by this installation, which neither uses it as its own nor removes anything from it.
 */
export type StoreMatch = "same" | "taken" | "missing" | "other" | "foreign";

interface Deps {
  db: Db;
  files: FileStore;
}

/**
 * Compares the marks. The first store becomes the right one, unless another installation has made its mark. Until the first
 * picture is uploaded, a server that starts with another store makes it the right one; if several start at the same time,
 * a guarded write decides. @throws FilesFailed
 */
export async function matchStore({ db, files }: Deps, isStart: boolean): Promise<StoreMatch> {
  const installation = await identify(db);
  for (;;) {
    const setting = await findMark(db);
    const mayClaim = setting === undefined || (isStart && !(await findAnyFile(db)));
    const mark = (await files.readMark()) ?? (mayClaim ? await makeMark(files, installation) : null);
    if (mark === null) return "missing";
    if (mark === setting) return "same";
    if (!mark.startsWith(`${installation}/`)) return "foreign";
    if (!mayClaim) return (await findAnyFile(db)) ? "other" : "taken";
    if (await claim(db, setting, mark)) return setting === undefined ? "same" : "taken";
    // Another server was faster. If it shares the store, the two may have replaced each other's mark, so both are read again.
  }
}

/** The id of the installation. */
async function identify(db: Db): Promise<string> {
  return (
    (await findSetting(db, INSTALLATION)) ??
    (await db.transaction(async (tx) => {
      const found = await findSetting(tx, INSTALLATION);
      const id = found ?? newId();
      if (found === undefined) await putSetting(tx, { key: INSTALLATION, value: id, sealed: false });
      return id;
    }, MARKS))
  );
}

/** Of servers that share a store, one makes the mark, and all read it. */
async function makeMark(files: FileStore, installation: string): Promise<string | null> {
  await files.createMark(`${installation}/${newId()}`);
  return files.readMark();
}

/** @returns whether the store is now the right one: not if another server has changed that, or a picture was uploaded. */
async function claim(db: Db, expected: string | undefined, mark: string): Promise<boolean> {
  return await db.transaction(async (tx) => {
    if ((await findSetting(tx, SETTING)) !== expected) return false;
    if (expected !== undefined && (await findAnyFile(tx))) return false;
    await putSetting(tx, { key: SETTING, value: mark, sealed: false });
    return true;
  }, MARKS);
}

/** The mark of the right store, if one was decided on. */
export const findMark = (db: Db): Promise<string | undefined> => findSetting(db, SETTING);

/** Gives a store that has no mark the one of the installation: from now on, it is the right one. @throws FilesFailed */
export async function adoptStore({ db, files }: Deps): Promise<void> {
  const setting = await findMark(db);
  if (setting !== undefined) await files.createMark(setting);
}

/** Whether files may be removed from the store. @throws FilesFailed */
export async function isOwnStore({ db, files }: Deps): Promise<boolean> {
  const setting = await findMark(db);
  return setting !== undefined && (await files.readMark()) === setting;
}
