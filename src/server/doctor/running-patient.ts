/** What the checks look at, as the server itself sees it. */
import type { Models } from "../models/calls/models.ts";
import type { BillingProvider } from "../payments/billing.ts";
import type { Config } from "../platform/config.ts";
import type { DiskSpace } from "../platform/disk.ts";
import type { Health } from "../platform/health.ts";
import type { Keys } from "../platform/keys.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { Db } from "../platform/storage/db.ts";
import { loadSettings } from "../settings/settings.ts";
import type { Patient } from "./check.ts";
import { FIGURES, parseFigures } from "./look.ts";
import { surroundings } from "./own-patient.ts";

interface Deps {
  version: string;
  config: Config;
  db: Db;
  keys: Pick<Keys, "open">;
  models: Models;
  payments: { billing: Pick<BillingProvider, "check"> };
  health: Pick<Health, "reasons">;
  metrics: Pick<Metrics, "render">;
  readSpace(): DiskSpace;
}

/** A page waits for it. The command line may take longer. */
const DATABASE_MS = 30_000;

export function createPatient({ version, config, db, keys, models, payments, health, metrics, readSpace }: Deps): Patient {
  return {
    ...surroundings(config),
    version,
    url: config.publicUrl ?? "",
    isOnline: true,
    billing: payments.billing,
    async server() {
      const figures = parseFigures(await metrics.render(FIGURES));
      return { kind: "running", reasons: health.reasons(), version, pid: process.pid, figures };
    },
    reader: async () => db,
    async settings() {
      const closed: string[] = [];
      return { settings: await loadSettings(db, keys, (name) => closed.push(name)), closed };
    },
    models: () => models,
    readDisk: readSpace,
    databaseMs: DATABASE_MS,
  };
}
