/** A backup that could not be made, or that is not good. */
import type { BackupProblem } from "../../../../contract/backup.ts";
import { FileProblem, isDiskFull, wordsFor } from "../../file-errors.ts";
import { FilesFailed } from "../../files/file-store.ts";
import { DatabaseDamaged } from "../backup.ts";

export class BackupFailed extends Error {
  override name = "BackupFailed";
  /** `detail`: in English, for the operator. */
  constructor(
    readonly problem: BackupProblem,
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(`${problem}: ${detail}`, options);
  }
}

/** Gives any error of making a backup one of the known reasons. `folder`: where the work was done. */
export function asBackupFailed(error: unknown, folder: string): BackupFailed {
  if (error instanceof BackupFailed) return error;
  const cause = error instanceof FileProblem && error.cause !== undefined ? error.cause : error;
  const detail = error instanceof Error ? error.message : String(error);
  if (isDiskFull(cause)) return new BackupFailed("disk_full", wordsFor(cause, folder) ?? detail, { cause: error });
  if (error instanceof DatabaseDamaged) return new BackupFailed("database", detail, { cause: error });
  if (error instanceof FilesFailed) return new BackupFailed("files", detail, { cause: error });
  return new BackupFailed("failed", wordsFor(cause, folder) ?? detail, { cause: error });
}
