import { type Config, ConfigError } from "../config.ts";
import { BucketFiles } from "./bucket.ts";
import type { FileStore } from "./file-store.ts";
import { FolderFiles } from "./folder.ts";
import { FolderPlace } from "./place.ts";

/** Opens nothing yet: `probe` does. @throws ConfigError if a bucket's keys are missing */
export function createFileStore({ files: place }: Pick<Config, "files">): FileStore {
  if (place instanceof FolderPlace) return new FolderFiles(place.path);
  const { accessKeyId, secretAccessKey } = place.reveal();
  if (accessKeyId === "") throw new ConfigError(`SAPA_S3_ACCESS_KEY_ID: must be set for ${place}`);
  if (secretAccessKey === "") throw new ConfigError(`SAPA_S3_SECRET_ACCESS_KEY: must be set for ${place}`);
  return new BucketFiles(place);
}
