/** The data of the administrator's overview. */
import { BACKUP_DAYS, OVERVIEW_DAYS, type Overview, type Setup } from "../../contract/overview.ts";
import { BUILTIN_MODEL } from "../../contract/settings.ts";
import { countAccounts, findFirstAccounts } from "../accounts/list-store.ts";
import { countPaying } from "../accounts/plan-store.ts";
import { countAgentsExcept } from "../agents/store.ts";
import { presentCertificates } from "../https/present.ts";
import type { Models } from "../models/calls/models.ts";
import { judgeBudget } from "../models/cost/cost.ts";
import { findBoxSpending } from "../models/cost/store.ts";
import { countFlagged, countPending, sumEarned } from "../payments/list-store.ts";
import { countDayOfAll } from "../plans/usage-store.ts";
import { DAY_MS, dayOf, lastDays } from "../platform/clock.ts";
import { type Config, dataPaths } from "../platform/config.ts";
import { type DiskSpace, isLow, readBackupTimes } from "../platform/disk.ts";
import type { Db } from "../platform/storage/db.ts";
import { isBillingConfigured, isMailReady } from "../settings/present.ts";
import type { Settings } from "../settings/settings.ts";
import { stretchOfMonth } from "./months.ts";

interface Deps {
  version: string;
  config: Config;
  db: Db;
  models: Pick<Models, "health" | "choose">;
  settings: { read(): Promise<Settings> };
  readDisk(): DiskSpace;
}

/** More than the days of the chart and of the longest month together. */
const MAX_REMEMBERED = 64;

export function createOverview({ version, config, db, models, settings, readDisk }: Deps): { read(): Promise<Overview> } {
  // The sum of a past day changes only by a refund minutes after midnight, so it is computed once.
  const finished = new Map<string, number>();

  const messagesOn = async (day: string, isOver: boolean): Promise<number> => {
    const known = finished.get(day);
    if (known !== undefined) return known;
    const messages = await countDayOfAll(db, day);
    if (isOver) {
      if (finished.size >= MAX_REMEMBERED) finished.clear();
      finished.set(day, messages);
    }
    return messages;
  };

  const readDays = async (now: number) => {
    const days: { day: string; messages: number }[] = [];
    // One day more than the chart shows, because the longest month began 30 days before its last day.
    const shown = lastDays(dayOf(now, config.tz), OVERVIEW_DAYS + 1);
    const yesterday = shown.at(-2) ?? "";
    for (const day of shown) days.push({ day, messages: await messagesOn(day, day < yesterday) });
    return days;
  };

  const readModelCost = async (month: string): Promise<Overview["modelCost"]> => {
    const { budgets, keys } = await settings.read();
    const isUnbounded = budgets.boxSen === null && Object.keys(keys).length > 0;
    const spending = await findBoxSpending(db, month);
    const { costMicros = 0, unpriced = 0, replies = 0 } = spending ?? {};
    return { costMicros, unpriced, replies, budget: judgeBudget(costMicros, budgets.boxSen), isUnbounded };
  };

  const readSetup = async (
    lastBackup: string | null,
    isAdministratorChanged: boolean,
    certificates: Overview["certificates"],
  ): Promise<Setup> => {
    const current = await settings.read();
    return {
      model: current.aiModel === BUILTIN_MODEL || models.choose(current).candidates.length > 0,
      backup: lastBackup !== null && db.now - Date.parse(lastBackup) <= BACKUP_DAYS * DAY_MS,
      https: (config.publicUrl?.startsWith("https://") ?? false) && certificates.every(({ validUntil }) => isAhead(validUntil, db.now)),
      payments: isBillingConfigured(current),
      mail: isMailReady(current, config.publicUrl),
      password: isAdministratorChanged,
    };
  };

  return {
    async read() {
      const now = db.now;
      const today = dayOf(now, config.tz);
      const month = today.slice(0, 7);
      const days = await readDays(now);
      const paths = dataPaths(config.data);
      const disk = readDisk();
      const backups = readBackupTimes(paths.backups);
      const certificates = await presentCertificates(db, config.https?.domains ?? []);
      const { systemId, isAdministratorChanged } = await findFirstAccounts(db);
      return {
        version,
        setup: await readSetup(backups.lastBackup, isAdministratorChanged, certificates),
        hasPublicUrl: config.publicUrl !== null,
        users: await countAccounts(db),
        payingUsers: await countPaying(db),
        agents: await countAgentsExcept(db, systemId),
        messagesToday: days.at(-1)?.messages ?? 0,
        messagesThisMonth: days.filter(({ day }) => day.startsWith(month)).reduce((sum, { messages }) => sum + messages, 0),
        days: days.slice(-OVERVIEW_DAYS),
        revenueThisMonth: await sumEarned(db, stretchOfMonth(month, config.tz)),
        pendingPayments: await countPending(db),
        flaggedPayments: await countFlagged(db),
        modelCost: await readModelCost(month),
        models: models.health(),
        disk: { ...disk, isLow: isLow(disk) },
        databaseBytes: await db.bytes(),
        dataFolder: config.data,
        certificates,
        ...backups,
      };
    },
  };
}

const isAhead = (time: string | null, now: number): boolean => time !== null && Date.parse(time) > now;
