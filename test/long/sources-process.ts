/**
 * A process that reads sources, for sources.test.ts: bun sources-process.ts FOLDER PORT. The site is on that port of this machine.
 * Its time runs 30 times as fast, so that the lease of a process that was killed takes a second.
 */
import { join } from "node:path";
import { Runner } from "../../src/server/jobs/runner.ts";
import { loadConfig } from "../../src/server/platform/config.ts";
import { createFileStore } from "../../src/server/platform/files/open.ts";
import { createLog } from "../../src/server/platform/log.ts";
import { createOutbound } from "../../src/server/platform/outbound/outbound.ts";
import { readFile } from "../../src/server/reading/files/read-file.ts";
import { createSiteReader } from "../../src/server/reading/site/site-reader.ts";
import { createReadSource } from "../../src/server/sources/read-source.ts";
import { fastClock, openFast } from "./jobs-process.ts";

/** The site's name, which leads to this machine. */
export const SITE = "shop.example";

if (import.meta.main) {
  const [folder = "", port = ""] = process.argv.slice(2);
  const log = createLog("error");
  const db = openFast(join(folder, "sapa.db"));
  const outbound = createOutbound({ resolve: async () => ["127.0.0.1"], isAllowed: (_, at) => at === Number(port) });
  const sites = createSiteReader({ publicUrl: null, clock: fastClock, outbound, intervalMs: 0 });
  const files = createFileStore(loadConfig([], { SAPA_DATA: folder }));
  const kinds = [createReadSource({ db, clock: fastClock, log, files, sites, readFile })];
  new Runner({ db, clock: fastClock, log, kinds, tasks: [] }).start();
  process.stdout.write("ready\n");
}
