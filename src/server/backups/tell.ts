/** Tells the operator that backups fail or are missing, and when they are good again: in the log, and by mail if that is set up. */
import { BACKUP_LATE_MS } from "../../contract/backup.ts";
import { BACKUP_PROBLEM_TEXT } from "../../contract/backup-text.ts";
import { writeTime } from "../../contract/language.ts";
import { findAdministrator } from "../accounts/store.ts";
import { letterTo } from "../mail/addressee.ts";
import type { MailRoom } from "../mail/mail.ts";
import { DAY_MS } from "../platform/clock.ts";
import { type Config, dataPaths } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import { deleteSetting, findSetting, putSetting } from "../settings/store.ts";
import { listArchives } from "./folder.ts";
import type { StoredBackup } from "./store.ts";

interface Deps {
  db: Db;
  log: Log;
  mailRoom: MailRoom;
  config: Pick<Config, "data" | "tz">;
}

interface Situation {
  isDaily: boolean;
  /** The last attempt that has ended. */
  last: StoredBackup | undefined;
  /** Since when the schedule runs. */
  since: number;
}

/** When the operator was last told that something is wrong, in epoch milliseconds; absent: nothing is. */
const TOLD = "backups.told_at";
const AGAIN_MS = DAY_MS;

/** When the last good backup was made, in epoch milliseconds; a wrong clock may have given a file a time in the future. */
export function findLastGood(data: string, now: number): number | null {
  return listArchives(dataPaths(data).backups).find(({ madeAt }) => madeAt <= now)?.madeAt ?? null;
}

export async function tellAboutBackups(deps: Deps, { isDaily, last, since }: Situation): Promise<void> {
  const { db, config } = deps;
  const lastGood = findLastGood(config.data, db.now);
  const isLate = isDaily && db.now - (lastGood ?? since) > BACKUP_LATE_MS;
  const toldAt = await findSetting(db, TOLD);
  if (last?.state === "failed" || isLate) {
    if (toldAt === undefined || Math.abs(db.now - Number(toldAt)) >= AGAIN_MS) await tell(deps, last, lastGood);
  } else if (toldAt !== undefined) await tellGood(deps, lastGood);
}

async function tell(deps: Deps, last: StoredBackup | undefined, lastGood: number | null): Promise<void> {
  const { db, log } = deps;
  const isFailed = last?.state === "failed" && last.problem !== null;
  log.error(isFailed ? "backups fail" : "there is no good backup of the last 36 hours", {
    lastGood: lastGood === null ? null : new Date(lastGood).toISOString(),
    ...(isFailed && { problem: last.problem, detail: last.detail }),
  });
  await send(
    deps,
    lastGood,
    (language): Written =>
      isFailed && last.problem !== null
        ? { kind: "backupFailed", params: { reason: BACKUP_PROBLEM_TEXT[language][last.problem], detail: last.detail || "–" } }
        : { kind: "backupLate", params: {} },
  );
  await db.transaction((tx) => putSetting(tx, { key: TOLD, value: `${tx.now}`, sealed: false }));
}

async function tellGood(deps: Deps, lastGood: number | null): Promise<void> {
  deps.log.info("backups are good again");
  await send(deps, lastGood, () => ({ kind: "backupGood", params: {} }));
  await deps.db.transaction((tx) => deleteSetting(tx, TOLD));
}

type Written = { kind: "backupFailed" | "backupLate" | "backupGood"; params: Record<string, string> };

async function send(
  { db, mailRoom, config }: Deps,
  lastGood: number | null,
  write: (language: keyof typeof BACKUP_PROBLEM_TEXT) => Written,
): Promise<void> {
  const administrator = await findAdministrator(db);
  const post = await mailRoom.open();
  if (!post || !administrator || administrator.email === null) return;
  const to = administrator.email;
  const letter = letterTo(administrator);
  const { kind, params } = write(letter.language);
  const format = { dateStyle: "long", timeStyle: "short", timeZone: config.tz } as const;
  const last = lastGood === null ? "–" : writeTime(lastGood, letter.language, format);
  await db.transaction(async (tx) => post.send(tx, { ...letter, kind, params: { ...params, last }, to }));
}
