/** When backups are made by themselves: every night, and again after a failure. */
import type { MailRoom } from "../mail/mail.ts";
import { ConstraintError, type Db, type Reader } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { findSetting, putSetting } from "../settings/store.ts";
import { type BackupDeps, beginBackup, settleLost } from "./backup-job.ts";
import { findRunning, listEnded, type StoredBackup } from "./store.ts";
import { tellAboutBackups } from "./tell.ts";

/** By the clock of the installation's time zone: few visitors write then. */
const HOUR = 3;
const HOUR_MS = 3_600_000;
/** After the first failure; each further one doubles it. */
const AGAIN_MS = HOUR_MS;
const LONGEST_AGAIN_MS = 12 * HOUR_MS;
/** More failures in a row make no difference. */
const COUNTED = 10;

/** The first night after a moment, in epoch milliseconds. */
export function nightAfter(at: number, timeZone: string): number {
  const day = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(timeZone).toPlainDate();
  for (let n = 0; ; n++) {
    const night = day.add({ days: n }).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour: HOUR }) }).epochMilliseconds;
    if (night > at) return night;
  }
}

/** `ended`: the latest attempts, the latest first. `since`: since when the schedule runs. */
export function nextBackup(
  ended: readonly Pick<StoredBackup, "state" | "startedAt" | "endedAt">[],
  since: number,
  timeZone: string,
): number {
  const [last] = ended;
  if (!last) return nightAfter(since, timeZone);
  const night = nightAfter(last.startedAt, timeZone);
  if (last.state !== "failed") return night;
  const firstGood = ended.findIndex(({ state }) => state !== "failed");
  const failures = firstGood === -1 ? ended.length : firstGood;
  const again = Math.min(AGAIN_MS * 2 ** (failures - 1), LONGEST_AGAIN_MS);
  return Math.min(night, (last.endedAt ?? last.startedAt) + again);
}

/** The first look at the schedule, from which the first night counts. */
const SINCE = "backups.since";

/** Since when the schedule runs, in epoch milliseconds. */
export async function findBeginning(db: Reader): Promise<number> {
  return Number((await findSetting(db, SINCE)) ?? db.now);
}

async function noteBeginning(db: Db): Promise<number> {
  if ((await findSetting(db, SINCE)) === undefined) {
    await db.transaction((tx) => putSetting(tx, { key: SINCE, value: `${tx.now}`, sealed: false }));
  }
  return findBeginning(db);
}

export const listLatest = (db: BackupDeps["db"]) => listEnded(db, COUNTED);

type Deps = Omit<BackupDeps, "make" | "version" | "keys"> & { settings: SettingsSource; mailRoom: MailRoom };

/** @returns one look at the schedule */
export function createBackupSchedule(deps: Deps): () => Promise<void> {
  const { db, config, settings } = deps;
  return async () => {
    if (config.database) return;
    await settleLost(db);
    const { dailyBackups } = await settings.read();
    const since = await noteBeginning(db);
    const ended = await listLatest(db);
    await tellAboutBackups(deps, { isDaily: dailyBackups, last: ended[0], since });
    if (!dailyBackups || nextBackup(ended, since, config.tz) > db.now || (await findRunning(db))) return;
    await db.transaction(beginBackup).catch((error) => {
      // The administrator was a moment faster.
      if (!(error instanceof ConstraintError)) throw error;
    });
  };
}
