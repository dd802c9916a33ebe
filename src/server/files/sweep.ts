/** Removes files that no account uses, from the store and then from the table. */
import type { FileStore } from "../platform/files/file-store.ts";
import type { Db } from "../platform/storage/db.ts";
import { deleteRemoved, FILES_LOCK, listFiles, markRemoving } from "./store.ts";
import { isOwnStore } from "./store-mark.ts";

const SLICE = 50;

interface Deps {
  db: Db;
  files: FileStore;
}

/**
 * A row is marked before its content is removed, and an upload of the same content on another server waits until the row
 * is gone: it would otherwise believe that the content is still there. If this process ends in between, the next round
 * goes on with the marked rows. Does nothing if the store may belong to another installation.
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
      if (!isOwn) return 0;
      removed += await removeSlice(deps, unused, { uploadedBefore, signal });
    }
    const last = slice.at(-1);
    if (!last || slice.length < SLICE) return removed;
    after = last.hash;
  }
}

async function removeSlice(
  { db, files }: Deps,
  unused: readonly string[],
  { uploadedBefore, signal }: { uploadedBefore: number; signal?: AbortSignal },
): Promise<number> {
  const change = { lock: FILES_LOCK };
  const marked = await db.transaction((tx) => markRemoving(tx, unused, uploadedBefore), change);
  for (const hash of marked) {
    signal?.throwIfAborted();
    await files.remove(hash);
  }
  return await db.transaction((tx) => deleteRemoved(tx, marked), change);
}
