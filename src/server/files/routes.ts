import { fileApi } from "../../contract/calls/files.schema.ts";
import { PICTURE_MAX_MEGABYTES, type PicturePage, type UploadedPicture } from "../../contract/file.ts";
import { told } from "../../contract/messages/message.ts";
import { pagesOf } from "../../contract/page.ts";
import type { Config } from "../platform/config.ts";
import { notFound } from "../platform/errors.ts";
import type { FileStore, StoredContent } from "../platform/files/file-store.ts";
import { matchesTag } from "../platform/http/built-assets.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import { picturePath, typeOf } from "./picture.ts";
import { countUsed, deleteUse, findFile, findTaken, listUsed, roomLock, type StoredFile } from "./store.ts";
import { uploadPicture } from "./upload.ts";

const UPLOADS: RateRule = { name: "uploads", max: 60, perMs: 60_000 };
/** Many visitors may share one address, and each opens a few pictures once. */
const READS: RateRule = { name: "files", max: 3_000, perMs: 60_000 };
const NAME = /^([0-9a-f]{64})\.([a-z]{3,4})$/;
const YEAR_S = 31_536_000;

interface Deps {
  db: Db;
  http: Http;
  files: FileStore;
  log: Log;
  config: Pick<Config, "publicUrl">;
}

export function fileRoutes(deps: Deps) {
  const { db, http, config } = deps;
  const present = (file: StoredFile): UploadedPicture => {
    const { hash, mediaType, bytes } = file;
    const path = picturePath(file);
    return { hash, mediaType: typeOf(mediaType)[1], bytes, path, url: config.publicUrl === null ? null : `${config.publicUrl}${path}` };
  };
  const tooLarge = told("files.tooLarge", { megabytes: PICTURE_MAX_MEGABYTES });
  const read = http.endpoint(fileApi.fetchFile, { limit: READS }, ({ request, params }) => serveFile(deps, request, params.name));
  return mount("files", [
    http.endpoint(fileApi.uploadPicture, { limit: UPLOADS, tooLarge }, async ({ viewer, body }) =>
      present(await uploadPicture(deps, viewer.accountId, body)),
    ),
    http.endpoint(fileApi.listPictures, async ({ viewer, query: { page, limit } }): Promise<PicturePage> => {
      const { bytes } = await findTaken(db, viewer.accountId);
      const total = await countUsed(db, viewer.accountId);
      const used = await listUsed(db, viewer.accountId, { limit, offset: (page - 1) * limit });
      const pictures = used.map((file) => ({ ...present(file), uploadedAt: new Date(file.since).toISOString() }));
      return { pictures, total, totalPages: pagesOf(total, limit), bytes };
    }),
    http.endpoint(fileApi.deletePicture, { limit: UPLOADS }, async ({ viewer, params }) => {
      const { accountId } = viewer;
      const isDeleted = await db.transaction((tx) => deleteUse(tx, accountId, params.hash), { lock: roomLock(accountId) });
      if (!isDeleted) throw notFound();
    }),
    read,
    { ...read, method: "HEAD" },
  ]);
}

async function serveFile({ db, files, log }: Deps, request: Request, name: string): Promise<Response> {
  const [, hash = "", extension] = NAME.exec(name) ?? [];
  const file = hash === "" ? undefined : await findFile(db, hash);
  if (!file || typeOf(file.mediaType)[0] !== extension) throw notFound();
  const etag = `"${hash}"`;
  const headers = {
    etag,
    "cache-control": `public, max-age=${YEAR_S}, immutable`,
    "x-content-type-options": "nosniff",
    // Opened by itself, a picture may do nothing on our origin.
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    // Host pages with cross-origin isolation, and frames sandboxed to an opaque origin, load these.
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
  };
  if (matchesTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const described = {
    "content-type": file.mediaType,
    "content-length": String(file.bytes),
    "content-disposition": `inline; filename="${name}"`,
  };
  const body = await findContent(files, file, request.method === "HEAD");
  if (typeof body === "string") {
    log.warn(body, { store: files.name, hash });
    throw notFound();
  }
  return new Response(body, { headers: { ...headers, ...described } });
}

/** @returns the content, null if only the headers are wanted, or what is wrong with the store */
async function findContent(files: FileStore, { hash, bytes }: StoredFile, isHead: boolean): Promise<StoredContent["body"] | null | string> {
  const found = isHead ? { bytes: await files.sizeOf(hash), body: null } : await files.read(hash);
  if (found === null || (isHead && found.bytes === null)) return "an uploaded file is missing from its store";
  if (found.bytes === null || found.bytes === bytes) return found.body;
  if (found.body instanceof ReadableStream) await found.body.cancel();
  return "an uploaded file is not whole in its store; it is stored again when it is uploaded again";
}
