/** Stores an uploaded picture or document, and records that an account uses it. */
import { ACCOUNT_FILES_MAX, ACCOUNT_FILES_MAX_BYTES } from "../../contract/file.ts";
import { told } from "../../contract/messages/message.ts";
import { DomainError, invalid } from "../platform/errors.ts";
import { type FileStore, hashOf } from "../platform/files/file-store.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";
import { isKept, keepDocument } from "./document-store.ts";
import { pictureTypeOf } from "./picture.ts";
import { beginUpload, findTaken, insertUse, isUsed, roomLock, type StoredFile } from "./store.ts";

const ROOM = { files: ACCOUNT_FILES_MAX, bytes: ACCOUNT_FILES_MAX_BYTES };
const TRY_AGAIN_SECONDS = 60;
/** Documents are read and never served, so it does not matter what they are. */
const DOCUMENT_TYPE = "application/octet-stream";

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
export async function uploadPicture(deps: Deps, accountId: string, bytes: Uint8Array<ArrayBuffer>): Promise<StoredFile> {
  const file = await storePicture(deps, accountId, bytes);
  await deps.db.transaction((tx) => recordUse(tx, accountId, file.hash), { lock: roomLock(accountId), isGrowth: true });
  return file;
}

/** The first part of an upload: no account uses the picture yet. @throws DomainError invalid, unsupported_type, account_full, busy; FilesFailed */
export async function storePicture(deps: Deps, accountId: string, bytes: Uint8Array<ArrayBuffer>): Promise<StoredFile> {
  if (bytes.length === 0) throw invalid({ body: told("files.empty") });
  const mediaType = pictureTypeOf(bytes);
  if (mediaType === null) throw new DomainError("unsupported_type", told("files.type"));
  return storeContent(deps, accountId, { mediaType, bytes, isOwn: (db, hash) => isUsed(db, accountId, hash) });
}

/**
 * The first part of the upload of a document that a source will read; `recordDocument` is the second one. A picture is refused:
 * its bytes would have to be both, and a document is not served. @throws DomainError invalid, unsupported_type, account_full, busy; FilesFailed
 */
export async function storeDocument(deps: Deps, accountId: string, bytes: Uint8Array<ArrayBuffer>): Promise<StoredFile> {
  if (bytes.length === 0) throw invalid({ file: told("files.empty") });
  if (pictureTypeOf(bytes) !== null) throw new DomainError("unsupported_type", told("sources.picture"));
  return storeContent(deps, accountId, { mediaType: DOCUMENT_TYPE, bytes, isOwn: (db, hash) => isKept(db, accountId, hash) });
}

interface Content {
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the account has this content already, so that it takes up no more room. */
  isOwn(db: Reader, hash: string): Promise<boolean>;
}

async function storeContent({ db, files }: Deps, accountId: string, { mediaType, bytes, isOwn }: Content): Promise<StoredFile> {
  const file = { hash: hashOf(bytes), mediaType, bytes: bytes.length };
  const begin = async (tx: Tx) => {
    // The quota is counted when the use is recorded. Without this, a full account could fill the store for a day.
    const taken = await findTaken(tx, accountId);
    const isFull = taken.files >= ROOM.files || taken.bytes + file.bytes > ROOM.bytes;
    if (isFull && !(await isOwn(tx, file.hash))) throw full();
    if (!(await beginUpload(tx, file))) throw beingRemoved();
  };
  await db.transaction(begin, { lock: roomLock(accountId), isGrowth: true });
  await files.put(file.hash, bytes);
  return file;
}

/** Records that the account uses a stored picture, and counts its quota. @throws DomainError account_full */
export async function recordUse(tx: Tx, accountId: string, hash: string): Promise<void> {
  if (!(await isUsed(tx, accountId, hash)) && !(await insertUse(tx, accountId, hash, ROOM))) throw full();
}

/** Records that a source keeps a stored document, instead of the one before, and counts the account's quota. @throws DomainError account_full */
export async function recordDocument(tx: Tx, use: { sourceId: string; accountId: string; hash: string }): Promise<void> {
  const isOwn = await isKept(tx, use.accountId, use.hash);
  await keepDocument(tx, use);
  if (isOwn) return;
  const taken = await findTaken(tx, use.accountId);
  if (taken.files > ROOM.files || taken.bytes > ROOM.bytes) throw full();
}

const beingRemoved = () => new DomainError("busy", told("files.beingRemoved"), { retryAfterSeconds: TRY_AGAIN_SECONDS });
