/** Uploaded files, and their public addresses. */
import type { pictureListQuery } from "../file.schema.ts";
import type { PicturePage, UploadedPicture } from "../file.ts";
import { call, type RawAnswer } from "./call.ts";

/** How long a slow connection may take, in milliseconds: 5 MB at 0.7 Mbit/s. */
export const UPLOAD_MS = 60_000;

export const fileCalls = {
  /** The body is the picture itself. The same picture can be uploaded again, and has the same address. */
  uploadPicture: call<{ file: true; answer: UploadedPicture }>()("POST", "/api/files", "editor", { timeoutMs: UPLOAD_MS + 15_000 }),
  listPictures: call<{ query: typeof pictureListQuery; answer: PicturePage }>()("GET", "/api/files", "viewer"),
  /** The picture stays at its address while another account uses it, and for up to a day. */
  deletePicture: call()("DELETE", "/api/files/:hash", "editor"),
  /** `name`: the hash and the extension of the type. The answer never changes, so it may be cached forever. */
  fetchFile: call<{ answer: RawAnswer }>()("GET", "/files/:name", "anyone"),
};
