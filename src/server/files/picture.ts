/** What an uploaded file is, by its first bytes: neither its name nor what the client says about it is believed. */
import { PICTURE_TYPES, type PictureType } from "../../contract/file.ts";
import type { StoredFile } from "./store.ts";

/** RIFF is followed by four bytes of length, and only then by the name of the format. */
const RIFF_NAME_AT = 8;
const SIGNATURE_BYTES = 12;

/** @returns null if it is none of the pictures that may be uploaded. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  const start = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return PICTURE_TYPES.png;
  if (start.startsWith("\xff\xd8\xff")) return PICTURE_TYPES.jpg;
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return PICTURE_TYPES.gif;
  return start.startsWith("RIFF") && start.startsWith("WEBP", RIFF_NAME_AT) ? PICTURE_TYPES.webp : null;
}

/** The extension and the type of a stored picture. */
export function typeOf(mediaType: string): [extension: string, type: PictureType] {
  const found = Object.entries(PICTURE_TYPES).find(([, type]) => type === mediaType);
  if (!found) throw new Error(`a stored file has the type ${mediaType}`);
  return found;
}

/** The path of a picture's address on this server. */
export const picturePath = ({ hash, mediaType }: Pick<StoredFile, "hash" | "mediaType">): string =>
  `/files/${hash}.${typeOf(mediaType)[0]}`;

const PATH = /^\/files\/([0-9a-f]{64})\.[a-z]{3,4}$/;

/** The hash in the address of an uploaded picture, whichever server it names: the content under a hash is the same on all. */
export const hashInAddress = (address: string): string | null => PATH.exec(URL.parse(address)?.pathname ?? "")?.[1] ?? null;
