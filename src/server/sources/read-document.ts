/** Reads the file of a source. */

import { findPageByUrl, updatePage } from "../knowledge/page-store.ts";
import { READ_ENTRY_WORDS } from "../knowledge/room.ts";
import type { StoredSource } from "../knowledge/source-store.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import { nextTurn, runInSlices } from "../platform/steps.ts";
import type { Tx } from "../platform/storage/db.ts";
import { READ_LIMITS } from "../reading/files/limits.ts";
import { columnsSteps, foundOf } from "./found.ts";
import { step } from "./progress.ts";
import type { Reading } from "./reading.ts";

/** @throws DocumentUnreadable, ReadersBusy, ReaderFailed, FilesFailed; JobInterrupted */
export async function readDocument(reading: Reading): Promise<void> {
  const { deps, job, source, agent } = reading;
  const bytes = await contentOf(deps.files, source);
  const file = { bytes, name: source.name, of: agent.accountId, maxWords: READ_ENTRY_WORDS };
  const found = foundOf(await deps.readFile(file, READ_LIMITS, job.signal), {
    hash: source.fileHash ?? "",
    etag: null,
    lastModified: null,
  });
  const columns = await runInSlices(columnsSteps(found), nextTurn);
  reading.now = { ...reading.now, phase: "store" };
  await step(job, reading.now, {}, async (tx: Tx) => {
    const page = await findPageByUrl(tx, source.id, "");
    if (page) await updatePage(tx, page.id, columns);
  });
}

async function contentOf(files: FileStore, { fileHash }: StoredSource): Promise<Uint8Array<ArrayBuffer>> {
  const content = fileHash === null ? null : await files.read(fileHash);
  if (!content) throw new Error("the file of a source is missing from its store");
  return new Response(content.body).bytes();
}
