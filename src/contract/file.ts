/** Uploaded files: pictures that the server serves under the hash of their content. Imports nothing. Rules: product 14. */

const MEGABYTE = 1_024 * 1_024;
export const PICTURE_MAX_MEGABYTES = 5;
export const PICTURE_MAX_BYTES = PICTURE_MAX_MEGABYTES * MEGABYTE;
/** What the pictures of one account may take up. */
export const ACCOUNT_FILES_MAX_BYTES = 200 * MEGABYTE;
export const ACCOUNT_FILES_MAX = 2_000;

/** The kinds of pictures, by the extension that their addresses have. SVG is not among them, because it can contain scripts. */
export const PICTURE_TYPES = { png: "image/png", jpg: "image/jpeg", webp: "image/webp", gif: "image/gif" } as const;
export type PictureType = (typeof PICTURE_TYPES)[keyof typeof PICTURE_TYPES];

/** The pictures of one account, the latest upload first. */
export interface PicturePage {
  pictures: OwnPicture[];
  total: number;
  totalPages: number;
  /** What all pictures of the account take up, of at most `ACCOUNT_FILES_MAX_BYTES`. */
  bytes: number;
}

export interface OwnPicture extends UploadedPicture {
  /** ISO 8601 UTC. */
  uploadedAt: string;
}

export interface UploadedPicture {
  /** SHA-256 of the content, as hex. */
  hash: string;
  mediaType: PictureType;
  bytes: number;
  /** Where the picture is served, below the address of the server. */
  path: string;
  /** The whole address; null if the operator has not set the public address of the server. */
  url: string | null;
}
