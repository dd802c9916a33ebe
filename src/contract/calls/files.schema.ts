import { pictureListQuery } from "../file.schema.ts";
import { PICTURE_MAX_BYTES } from "../file.ts";
import { describe } from "./call.schema.ts";
import { fileCalls, UPLOAD_MS } from "./files.ts";

export const fileApi = describe(fileCalls, {
  uploadPicture: { file: true, maxBody: PICTURE_MAX_BYTES, maxBodyMs: UPLOAD_MS, status: 201 },
  listPictures: { query: pictureListQuery },
});
