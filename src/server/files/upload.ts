/** Stores an uploaded picture or document, and records that an account uses it. */
import { ACCOUNT_FILES_MAX, ACCOUNT_FILES_MAX_BYTES } from "../../contract/file.ts";
import { told } from "../../contract/messages/message.ts";
import { lockAccount } from "../accounts/store.ts";
import { DAY_MS } from "../platform/clock.ts";
import { DomainError, invalid } from "../platform/errors.ts";
import { type FileStore, hashOf } from "../platform/files/file-store.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";
import { forgetDocument, isKept, keepDocument } from "./document-store.ts";
import { pictureTypeOf } from "./picture.ts";
import { findFreeing, insertRecent, keepRecent } from "./recent-store.ts";
import { beginUpload, findTaken, insertUse, isUsed, roomLock, type StoredFile, touchUpload } from "./store.ts";

const ROOM = { files: ACCOUNT_FILES_MAX, bytes: ACCOUNT_FILES_MAX_BYTES };
/** What is kept on behalf of an account: what it uses, and as much again that it has uploaded and deleted within a day. */
const KEPT = { files: 2 * ROOM.files, bytes: 2 * ROOM.bytes };
/** How long a content is kept after its upload, whether it is used or not: an upload may be about to use it. */
export const UNUSED_KEPT_MS = DAY_MS;
/** The removal of unused contents may take this long to begin. */
const SWEEP_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const TRY_AGAIN_SECONDS = 60;
/** Documents are read and never served, so it does not matter what they are. */
const DOCUMENT_TYPE = "application/octet-stream";

const noRoomForPicture = () => new DomainError("account_full", told("files.accountFull"));
const noRoomForDocument = () => new DomainError("account_full", told("sources.accountFull"));

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
  const isOwn: Content["isOwn"] = (db, hash) => isUsed(db, accountId, hash);
  return storeContent(deps, accountId, { mediaType, bytes, isOwn, noRoom: noRoomForPicture });
}

/**
 * The first part of the upload of a document that a source will read; `recordDocument` is the second one. A picture is refused:
 * its bytes would have to be both, and a document is not served. @throws DomainError invalid, unsupported_type, account_full, busy; FilesFailed
 */
export async function storeDocument(deps: Deps, accountId: string, bytes: Uint8Array<ArrayBuffer>): Promise<StoredFile> {
  if (bytes.length === 0) throw invalid({ file: told("files.empty") });
  if (pictureTypeOf(bytes) !== null) throw new DomainError("unsupported_type", told("sources.picture"));
  const isOwn: Content["isOwn"] = (db, hash) => isKept(db, accountId, hash);
  return storeContent(deps, accountId, { mediaType: DOCUMENT_TYPE, bytes, isOwn, noRoom: noRoomForDocument });
}

interface Content {
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the account has this content already, so that it takes up no more room. */
  isOwn(db: Reader, hash: string): Promise<boolean>;
  noRoom(): DomainError;
}

async function storeContent({ db, files }: Deps, accountId: string, { mediaType, bytes, isOwn, noRoom }: Content): Promise<StoredFile> {
  const file = { hash: hashOf(bytes), mediaType, bytes: bytes.length };
  const begin = async (tx: Tx) => {
    // The quota is counted when the use is recorded. Without this, a full account could fill the store for a day.
    const taken = await findTaken(tx, accountId);
    const isFull = taken.files >= ROOM.files || taken.bytes + file.bytes > ROOM.bytes;
    if (isFull && !(await isOwn(tx, file.hash))) throw noRoom();
    if (!(await beginUpload(tx, file))) throw beingRemoved();
    if (!(await insertRecent(tx, accountId, file, KEPT))) throw await uploadedTooMuch(tx, accountId, file);
  };
  await db.transaction(begin, { lock: roomLock(accountId), isGrowth: true });
  await files.put(file.hash, bytes);
  return file;
}

/** Contents that were deleted are kept for a while, and the account has no room for more of them. */
async function uploadedTooMuch(tx: Tx, accountId: string, file: StoredFile): Promise<DomainError> {
  const at = (await findFreeing(tx, accountId, file, KEPT)) ?? tx.now;
  const waitMs = at + UNUSED_KEPT_MS + SWEEP_MS - tx.now;
  const hours = Math.ceil(waitMs / HOUR_MS);
  const message = hours > 1 ? told("files.uploadedTooMuch", { hours }) : told("files.uploadedTooMuchHour");
  return new DomainError("account_full", message, { retryAfterSeconds: waitMs / 1_000 });
}

/** Records that the account uses a stored picture, and counts its quota. @throws DomainError account_full */
export async function recordUse(tx: Tx, accountId: string, hash: string): Promise<void> {
  await lockAccount(tx, accountId);
  if (!(await isUsed(tx, accountId, hash)) && !(await insertUse(tx, accountId, hash, ROOM))) throw noRoomForPicture();
}

/** Records that a source keeps a stored document, instead of the one before, and counts the account's quota. @throws DomainError account_full */
export async function recordDocument(tx: Tx, use: { sourceId: string; accountId: string; hash: string }): Promise<void> {
  await lockAccount(tx, use.accountId);
  const isOwn = await isKept(tx, use.accountId, use.hash);
  await keepDocument(tx, use);
  if (isOwn) return;
  const taken = await findTaken(tx, use.accountId);
  if (taken.files > ROOM.files || taken.bytes > ROOM.bytes) throw noRoomForDocument();
}

/** A source keeps the document no more. Its content is kept for another day, so that the source can be put back. */
export async function releaseDocument(tx: Tx, use: { sourceId: string; accountId: string; hash: string }): Promise<void> {
  await forgetDocument(tx, use.sourceId);
  const bytes = await touchUpload(tx, use.hash);
  if (bytes !== null) await keepRecent(tx, use.accountId, { hash: use.hash, bytes });
}

const beingRemoved = () => new DomainError("busy", told("files.beingRemoved"), { retryAfterSeconds: TRY_AGAIN_SECONDS });
