/**
 * The one process that delivers mails, for outbox.test.ts: bun outbox-process.ts DATABASE PORT. The mail server listens on this
 * port of the loopback. Its time runs as fast as that of jobs-process.ts.
 */
import { Runner } from "../../src/server/jobs/runner.ts";
import { freeAllJobs } from "../../src/server/jobs/store.ts";
import { createDelivery } from "../../src/server/mail/deliver.ts";
import { DELIVERY_TASK } from "../../src/server/mail/mail.ts";
import { createKeys } from "../../src/server/platform/keys.ts";
import { createLog } from "../../src/server/platform/log.ts";
import type { Settings } from "../../src/server/settings/settings.ts";
import { fastClock, openFast } from "./jobs-process.ts";

export const keys = createKeys(new TextEncoder().encode("the long test's secret key"));

/** Only what mail reads. */
export const settingsFor = (smtpPort: number) => {
  const values = {
    smtpHost: "127.0.0.1",
    smtpPort,
    smtpSecurity: "none",
    smtpUser: "",
    smtpPassword: "",
    mailFrom: "hello@kedai.example",
    operatorName: "Kedai",
    operatorContact: "",
  };
  return { read: async () => values as Settings };
};

if (import.meta.main) {
  const [database = "", port = ""] = process.argv.slice(2);
  const log = createLog("error");
  const db = openFast(database);
  // As a server does that is alone on its database.
  await db.transaction((tx) => freeAllJobs(tx));
  const work = createDelivery({ db, clock: fastClock, keys, log, settings: settingsFor(Number(port)) });
  new Runner({ db, clock: fastClock, log, kinds: [], tasks: [{ name: DELIVERY_TASK, ms: 10_000, work }] }).start();
}
