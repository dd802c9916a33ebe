/** Tries the file store before the server listens, and says in the log what is wrong with it. */
import { type FileStore, FilesFailed, MARK } from "../platform/files/file-store.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import { adoptStore, findMark, matchStore, type StoreMatch } from "./store-mark.ts";

interface Deps {
  db: Db;
  files: FileStore;
  log: Log;
  /** Whether other servers may use the same database. */
  isShared: boolean;
}

const ALL_THE_SAME = "give all of them the same --files, a folder that they share or a bucket";
const BEGIN_AGAIN = `To begin with an empty store, put a file ${MARK} there with the text of "mark".`;
const FOREIGN = `the store of uploaded pictures belongs to another installation, so nothing is removed from it: give each installation a store of its own (--files). If no other installation uses it, remove its file ${MARK}, and restart this server`;
const NOT_SHARED = `the store of uploaded pictures is not the one that this installation uses, so visitors miss pictures: if several servers run, ${ALL_THE_SAME}. If you have moved the store, copy all of it, with its file ${MARK}. ${BEGIN_AGAIN}`;
const TAKEN = `another server of this installation uses, or has used, another store of uploaded pictures: if several servers run, ${ALL_THE_SAME}`;
const EMPTY = "the store of uploaded pictures is empty, but pictures were uploaded: copy the old store, or the pictures stay missing";
const LOST = `the store of uploaded pictures has no file ${MARK} any more: mount or copy the store, or restart this server to begin with an empty one`;

/**
 * A store that does not answer is no reason to keep visitors waiting for replies: it may be back before anyone looks for
 * a picture. @throws FilesFailed refused, if the operator has to change something first
 */
export async function prepareFiles(deps: Deps): Promise<void> {
  const { files, log } = deps;
  try {
    await files.probe();
    const match = await matchStore(deps, true);
    if (match === "missing" && !deps.isShared) await adoptStore(deps);
    await report(deps, match, true);
  } catch (error) {
    if (!(error instanceof FilesFailed) || error.failure === "refused") throw error;
    log.warn("uploaded pictures cannot be stored or read at the moment; the server starts without them", { reason: error.message });
  }
}

/**
 * While servers are running, another one may start with another store, pictures may be uploaded, and a shared folder may be
 * away: its empty place is not made the store.
 * @returns a function that compares the store with the database, and warns when what it finds is new. @throws FilesFailed
 */
export function createStoreCheck(deps: Deps): () => Promise<void> {
  let last: StoreMatch = "same";
  return async () => {
    const match = await matchStore(deps, false);
    if (match !== last) await report(deps, match, false);
    last = match;
  };
}

async function report({ db, files, log, isShared }: Deps, match: StoreMatch, isStart: boolean): Promise<void> {
  const words = wordsFor(match, { isShared, isStart });
  if (words === null) return;
  const mark = words.includes(BEGIN_AGAIN) ? await findMark(db) : undefined;
  log.warn(words, { store: files.name, mark });
}

function wordsFor(match: StoreMatch, { isShared, isStart }: { isShared: boolean; isStart: boolean }): string | null {
  if (match === "same") return null;
  if (match === "foreign") return FOREIGN;
  if (match === "taken") return isShared ? TAKEN : null;
  if (match === "missing" && !isShared) return isStart ? EMPTY : LOST;
  return NOT_SHARED;
}
