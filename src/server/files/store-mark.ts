/**
 * Whether a file store is the one that the installation uses. A store has a mark, and the database knows the mark of its
 * store: servers with folders of their own, or a folder that was not copied along, would otherwise be noticed only by
 * visitors who miss a picture.
 */
import type { FileStore } from "../platform/files/file-store.ts";
import { newId } from "../platform/ids.ts";
import type { Db } from "../platform/storage/db.ts";
import { findSetting, putSetting } from "../settings/store.ts";
import { FILES_LOCK, findAnyFile } from "./store.ts";

const SETTING = "filesStore";
/** Begins the setting until the mark has been written. */
const NEW = "new:";

/**
 * `taken`: there are no pictures yet, and until now another store was the right one. `missing`: the store has no mark, so it
 * is empty, or not the right one. `other`: it has the mark of another store.
 */
export type StoreMatch = "same" | "taken" | "missing" | "other";

interface Deps {
  db: Db;
  files: FileStore;
}

/**
 * Compares the marks. Until the first picture is uploaded, any store is the right one: it is given a mark or, if it has one
 * already, such as the folder beside a database that was restored, keeps it. @throws FilesFailed
 */
export async function matchStore({ db, files }: Deps): Promise<StoreMatch> {
  let match: StoreMatch = "same";
  for (;;) {
    // Read before the mark, because it is written after the mark by a server that starts at the same time.
    const setting = await findSetting(db, SETTING);
    const mark = await files.readMark();
    if (setting?.startsWith(NEW)) {
      const wanted = setting.slice(NEW.length);
      if (mark !== null && mark !== wanted) return "other";
      if (mark === null) await files.writeMark(wanted);
      await putMark(db, wanted);
      return match;
    }
    if (mark !== null && mark === setting) return match;
    const claimed = await claim(db, setting, mark ?? newId());
    if (claimed === "in use") return mark === null ? "missing" : "other";
    if (claimed === "claimed" && setting !== undefined) match = "taken";
  }
}

/** Lets the installation use another store from now on, unless pictures are in the present one. */
async function claim(db: Db, expected: string | undefined, mark: string): Promise<"claimed" | "changed" | "in use"> {
  return await db.transaction(
    async (tx) => {
      if ((await findSetting(tx, SETTING)) !== expected) return "changed";
      if (expected !== undefined && (await findAnyFile(tx))) return "in use";
      await putSetting(tx, { key: SETTING, value: `${NEW}${mark}`, sealed: false });
      return "claimed";
    },
    { lock: FILES_LOCK },
  );
}

/** Gives a store that has no mark the one of the installation: from now on, it is the right one. @throws FilesFailed */
export async function adoptStore({ db, files }: Deps): Promise<void> {
  const setting = await findSetting(db, SETTING);
  if (setting !== undefined) await files.writeMark(setting);
}

/** Whether files may be removed from the store. @throws FilesFailed */
export async function isOwnStore({ db, files }: Deps): Promise<boolean> {
  const setting = await findSetting(db, SETTING);
  return setting !== undefined && (await files.readMark()) === setting;
}

async function putMark(db: Db, mark: string): Promise<void> {
  await db.transaction((tx) => putSetting(tx, { key: SETTING, value: mark, sealed: false }), { lock: FILES_LOCK });
}
