/** What one run of the job that reads a source works with. */
import type { StoredAgent } from "../agents/store.ts";
import type { Job } from "../jobs/job.ts";
import type { StoredSource } from "../knowledge/source-store.ts";
import type { Clock } from "../platform/clock.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import type { readFile } from "../reading/files/read-file.ts";
import type { SiteReader } from "../reading/site/site-reader.ts";
import type { Progress } from "./progress.ts";

/** Reading takes the progress of the job up to here, and storing the rest. */
export const READ_PERCENT = 80;

export interface ReadDeps {
  db: Db;
  clock: Clock;
  log: Pick<Log, "error">;
  files: FileStore;
  sites: SiteReader;
  readFile: typeof readFile;
}

/** One run of the job. `now` changes while it goes on. */
export interface Reading {
  deps: ReadDeps;
  job: Job;
  source: StoredSource;
  agent: StoredAgent;
  now: Progress;
  /** It only stores what was chosen, because the reading before has failed. */
  hasFailed: boolean;
}
