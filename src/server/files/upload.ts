/** Stores an uploaded picture, and records that an account uses it. */
import { ACCOUNT_FILES_MAX, ACCOUNT_FILES_MAX_BYTES } from "../../contract/file.ts";
import { told } from "../../contract/messages/message.ts";
import { DomainError, invalid } from "../platform/errors.ts";
import { type FileStore, hashOf } from "../platform/files/file-store.ts";
import type { Db } from "../platform/storage/db.ts";
import { pictureTypeOf } from "./picture.ts";
import { beginUpload, findTaken, insertUse, isUsed, roomLock, type StoredFile } from "./store.ts";

const ROOM = { files: ACCOUNT_FILES_MAX, bytes: ACCOUNT_FILES_MAX_BYTES };
const TRY_AGAIN_SECONDS = 60;

const full = () => new DomainError("account_full", told("files.accountFull"));

interface Deps {
  db: Db;
  files: FileStore;
}

/**
 * The row is written first, so that a crash leaves no content without a row, and content without a user is removed after
 * a day. The use is recorded last, so that no account pays for a picture that was not stored.
 * @throws DomainError invalid, unsupported_type, account_full, busy; FilesFailed
 */
export async function uploadPicture({ db, files }: Deps, accountId: string, bytes: Uint8Array<ArrayBuffer>): Promise<StoredFile> {
  if (bytes.length === 0) throw invalid({ body: told("files.empty") });
  const mediaType = pictureTypeOf(bytes);
  if (mediaType === null) throw new DomainError("unsupported_type", told("files.type"));
  const file = { hash: hashOf(bytes), mediaType, bytes: bytes.length };
  const change = { lock: roomLock(accountId), isGrowth: true };
  await db.transaction(async (tx) => {
    // The quota is counted when the use is recorded. Without this, a full account could fill the store for a day.
    const taken = await findTaken(tx, accountId);
    const isFull = taken.files >= ROOM.files || taken.bytes + file.bytes > ROOM.bytes;
    if (isFull && !(await isUsed(tx, accountId, file.hash))) throw full();
    if (!(await beginUpload(tx, file))) throw beingRemoved();
  }, change);
  await files.put(file.hash, bytes);
  await db.transaction(async (tx) => {
    if (!(await isUsed(tx, accountId, file.hash)) && !(await insertUse(tx, accountId, file.hash, ROOM))) throw full();
  }, change);
  return file;
}

const beingRemoved = () => new DomainError("busy", told("files.beingRemoved"), { retryAfterSeconds: TRY_AGAIN_SECONDS });
