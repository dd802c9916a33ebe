/** Uploaded files, and their public addresses. */
import type { UploadedPicture } from "../file.ts";
import { call, type RawAnswer } from "./call.ts";

/** How long a slow connection may take, in milliseconds: 5 MB at 0.7 Mbit/s. */
export const UPLOAD_MS = 60_000;

export const fileCalls = {
  /** The body is the picture itself. The same picture can be uploaded again, and has the same address. */
  uploadPicture: call<{ file: true; answer: UploadedPicture }>()("POST", "/api/files", "signed-in", { timeoutMs: UPLOAD_MS + 15_000 }),
  /** `name`: the hash and the extension of the type. The answer never changes, so it may be cached forever. */
  fetchFile: call<{ answer: RawAnswer }>()("GET", "/files/:name", "anyone"),
};
