/** Tries the file store before the server listens, and says in the log what is wrong with it. */
import { type FileStore, FilesFailed, MARK } from "../platform/files/file-store.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import { findAnyFile } from "./store.ts";
import { adoptStore, matchStore } from "./store-mark.ts";

interface Deps {
  db: Db;
  files: FileStore;
  log: Log;
  /** Whether other servers may use the same database. */
  isShared: boolean;
}

/**
 * A store that does not answer is no reason to keep visitors waiting for replies: it may be back before anyone looks for
 * a picture. @throws FilesFailed refused, if the operator has to change something first
 */
export async function prepareFiles(deps: Deps): Promise<void> {
  const { files, log } = deps;
  try {
    await files.probe();
    await checkMark(deps);
  } catch (error) {
    if (!(error instanceof FilesFailed) || error.failure === "refused") throw error;
    log.warn("uploaded pictures cannot be stored or read at the moment; the server starts without them", { reason: error.message });
  }
}

async function checkMark({ db, files, log, isShared }: Deps): Promise<void> {
  const match = await matchStore({ db, files });
  const more = { store: files.name };
  if (match === "other") {
    const words = `the store of uploaded pictures belongs to another installation, or to a server with a folder of its own: give every server of an installation the same --files, and each installation another one. Its file ${MARK} tells stores apart`;
    log.warn(words, more);
  }
  if (match !== "missing") return;
  if (isShared) {
    const words = `the store of uploaded pictures is not the one that the other servers use, so visitors miss pictures: give every server the same --files, a folder that they share or a bucket. If you have moved the store, copy all of it, with its file ${MARK}`;
    log.warn(words, more);
    return;
  }
  if (await findAnyFile(db)) {
    log.warn("the store of uploaded pictures is empty, but pictures were uploaded: copy the old store, or the pictures stay missing", more);
  }
  await adoptStore({ db, files });
}
