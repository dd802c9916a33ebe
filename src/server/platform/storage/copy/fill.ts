/** Makes a complete and compared copy of an installation, in a database of either engine. */
import { dirname } from "node:path";
import { beginDatabaseFile } from "../../backups/backup.ts";
import { asFileProblem } from "../../file-errors.ts";
import type { DatabaseAddress } from "../postgres/address.ts";
import type { CopyMark } from "./mark.ts";
import { type Found, markIfEmpty, PostgresTarget } from "./postgres-side.ts";
import type { Source } from "./side.ts";
import { SqliteTarget } from "./sqlite-side.ts";
import { listTables } from "./tables.ts";
import { type Progress, type TableSum, transfer } from "./transfer.ts";

export interface FillOptions {
  onProgress?: (progress: Progress) => void;
}

/**
 * Copies into a new file, which gets its name when it has been compared with the source, checked, and is on the disk.
 * @throws BackupExists, CopyDiffers, FileProblem, or an error of the source
 */
export async function fillSqlite(
  source: Source,
  path: string,
  { mark = null, onProgress }: FillOptions & { mark?: CopyMark | null } = {},
): Promise<TableSum[]> {
  const draft = beginDatabaseFile(path);
  try {
    const target = new SqliteTarget(draft.path, path, source.version);
    let sums: TableSum[];
    try {
      sums = await transfer(source, target, listTables(source.version), onProgress);
      await target.forgetNodes(source.version);
      if (mark) target.mark(mark);
    } finally {
      target.close();
    }
    draft.keep();
    return sums;
  } catch (error) {
    throw asFileProblem(error, dirname(path));
  } finally {
    draft.discard();
  }
}

/**
 * Copies into a database in one transaction, and leaves the mark there: a server refuses the database until it is removed.
 * An empty database gets the mark before that, because a server would make a new installation there if this were killed.
 * `requireFree` throws if what is there may not be replaced. Nothing else can change it while it runs.
 * @throws CopyDiffers, DataFolderInUse, WrongEncoding, or an error of the source or of PostgreSQL; then the database is as it was before
 */
export async function fillPostgres(
  source: Source,
  address: DatabaseAddress,
  { mark, requireFree, onProgress }: FillOptions & { mark: CopyMark; requireFree: (found: Found) => Promise<void> | void },
): Promise<TableSum[]> {
  await markIfEmpty(address, mark);
  const target = await PostgresTarget.open(address);
  try {
    await requireFree(target.found);
    await target.prepare(source.version, mark);
    const sums = await transfer(source, target, listTables(source.version), onProgress);
    await target.forgetNodes(source.version);
    await target.commit();
    return sums;
  } finally {
    target.close();
  }
}
