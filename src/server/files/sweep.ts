/** Removes files that no account uses, from the store and then from the table. */
import { type FileStore, FilesFailed, type FilesFailure } from "../platform/files/file-store.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import { forgetRecent } from "./recent-store.ts";
import { deleteRemoved, listFiles, markRemoving, unmarkRemoving } from "./store.ts";
import { isOwnStore } from "./store-mark.ts";

const SLICE = 50;
const CHANGE = { lock: "removed files" };

interface Deps {
  db: Db;
  files: FileStore;
  log: Log;
}

/**
 * A row is marked before its content is removed, and an upload of the same content on another server waits until the row
 * is gone: it would otherwise believe that the content is still there. If this process ends in between, the next round
 * goes on with the marked rows. Removes nothing if the store may belong to another installation, and then lets uploads use
 * the marked rows again, because no round will remove them.
 * @param uploadedBefore younger files stay: an upload may be about to use them
 * @returns how many files were removed
 */
export async function removeUnusedFiles(deps: Deps, uploadedBefore: number, signal?: AbortSignal): Promise<number> {
  const { db } = deps;
  let removed = 0;
  let isOwn: boolean | null = null;
  for (let after = ""; ; ) {
    const slice = await listFiles(db, after, SLICE);
    const unused = slice.filter(({ isUsed }) => !isUsed).map(({ hash }) => hash);
    if (unused.length > 0) {
      isOwn ??= await isOwnStore(deps);
      if (!isOwn) {
        await db.transaction((tx) => unmarkRemoving(tx, null), CHANGE);
        return 0;
      }
      removed += await removeSlice(deps, unused, { uploadedBefore, signal });
    }
    const last = slice.at(-1);
    if (!last || slice.length < SLICE) break;
    after = last.hash;
  }
  // Only now, so that contents count for their accounts until they are gone.
  await db.transaction((tx) => forgetRecent(tx, uploadedBefore), CHANGE);
  return removed;
}

async function removeSlice(
  deps: Deps,
  unused: readonly string[],
  { uploadedBefore, signal }: { uploadedBefore: number; signal?: AbortSignal },
): Promise<number> {
  const { db } = deps;
  const marked = await db.transaction((tx) => markRemoving(tx, unused, uploadedBefore), CHANGE);
  const removed: string[] = [];
  const kept: string[] = [];
  for (const hash of marked) {
    signal?.throwIfAborted();
    const failure = await tryRemove(deps, hash);
    if (failure === null) removed.push(hash);
    // It is still there. After any other failure, the store may yet remove it.
    if (failure === "refused") kept.push(hash);
  }
  return await db.transaction(async (tx) => {
    await unmarkRemoving(tx, kept);
    return await deleteRemoved(tx, removed);
  }, CHANGE);
}

/** @returns null if the content is gone. @throws FilesFailed if the store is away */
async function tryRemove({ files, log }: Deps, hash: string): Promise<FilesFailure | null> {
  try {
    await files.remove(hash);
    return null;
  } catch (error) {
    if (!(error instanceof FilesFailed)) throw error;
    await files.readMark();
    log.warn("an unused file cannot be removed from its store; it is tried again", { store: files.name, hash, reason: error.message });
    return error.failure;
  }
}
