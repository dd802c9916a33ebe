/** Tries the file store before the server listens, and says in the log what is wrong with it. */
import { type FileStore, FilesFailed, MARK } from "../platform/files/file-store.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import { adoptStore, matchStore, type StoreMatch } from "./store-mark.ts";

interface Deps {
  db: Db;
  files: FileStore;
  log: Log;
  /** Whether other servers may use the same database. */
  isShared: boolean;
}

const FOREIGN = `the store of uploaded pictures belongs to another installation, or to a server with a folder of its own: give every server of an installation the same --files, and each installation another one. Its file ${MARK} tells stores apart`;
const NOT_SHARED = `the store of uploaded pictures is not the one that the other servers use, so visitors miss pictures: give every server the same --files, a folder that they share or a bucket. If you have moved the store, copy all of it, with its file ${MARK}`;
const TAKEN =
  "the store of uploaded pictures is not the one of the server that started before: if several servers run, give all of them the same --files, a folder that they share or a bucket";
const EMPTY = "the store of uploaded pictures is empty, but pictures were uploaded: copy the old store, or the pictures stay missing";

/**
 * A store that does not answer is no reason to keep visitors waiting for replies: it may be back before anyone looks for
 * a picture. @throws FilesFailed refused, if the operator has to change something first
 */
export async function prepareFiles(deps: Deps): Promise<void> {
  const { files, log } = deps;
  try {
    await files.probe();
    await createStoreCheck(deps)();
  } catch (error) {
    if (!(error instanceof FilesFailed) || error.failure === "refused") throw error;
    log.warn("uploaded pictures cannot be stored or read at the moment; the server starts without them", { reason: error.message });
  }
}

/**
 * While servers are running, another one may start with another store, and pictures may be uploaded.
 * @returns a function that compares the store with the database, and warns when what it finds is new. @throws FilesFailed
 */
export function createStoreCheck(deps: Deps): () => Promise<void> {
  const { log, files, isShared } = deps;
  let last: StoreMatch = "same";
  return async () => {
    const match = await matchStore(deps);
    const isNew = match !== last;
    last = match;
    if (match === "missing" && !isShared) await adoptStore(deps);
    const words = wordsFor(match, isShared);
    if (isNew && words !== null) log.warn(words, { store: files.name });
  };
}

function wordsFor(match: StoreMatch, isShared: boolean): string | null {
  if (match === "other") return FOREIGN;
  if (match === "missing") return isShared ? NOT_SHARED : EMPTY;
  return match === "taken" && isShared ? TAKEN : null;
}
