/** From the old server to the new one, and back. */
import { existsSync } from "node:fs";
import { z } from "zod";
import { operationCalls } from "../../contract/calls/operation.ts";
import { restoreBackup } from "../platform/backups/backup-restore.ts";
import { systemClock } from "../platform/clock.ts";
import { dataPaths } from "../platform/config.ts";
import { putBack } from "../platform/release/exchange.ts";
import { backupOf, type Journal, readJournal, writeJournal } from "../platform/release/journal.ts";
import { DatabaseTooNew } from "../platform/storage/migrations.ts";
import { countPending } from "../platform/storage/sqlite/migrate.ts";
import { CommandRefused, say } from "./command.ts";
import type { Service } from "./service.ts";
import { type Place, takeStoppedFolder } from "./upgrade-place.ts";
import { seconds } from "./upgrade-rehearsal.ts";

const STEP_MS = 50;
const ANSWER_MS = 3_000;
/** From the confirmation until the server has read it. */
const OPENING_MS = 10_000;

/**
 * The new executable is in place. Restarts the server, if this can be done, and waits until it has opened.
 * @throws CommandRefused after the old version was put back
 */
export async function switchOver(journal: Journal, place: Place, limit: number): Promise<void> {
  const { service, pid } = place;
  const done = `Upgraded from ${journal.from} to ${journal.to}.`;
  if (service === null) {
    if (pid === null) say(`${done} No server is running: start it as before.`);
    else
      say(`${done} The server (process ${pid}) still runs ${journal.from}: stop it (kill ${pid}), and start it again as you started it.
Next time, --stop and --start with your commands for both let the upgrade watch the new server.`);
    return;
  }
  const ignore = () => say("The upgrade is finishing; please wait.");
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, ignore);
  try {
    await restart(journal, place, service, limit);
  } finally {
    for (const signal of signals) process.off(signal, ignore);
  }
}

async function restart(journal: Journal, place: Place, service: Service, limit: number): Promise<void> {
  say(`Restarting ${service.name}…`);
  const began = systemClock.elapsed();
  const failure = await service
    .restart()
    .then(() => awaitOpened(place, began + limit))
    .catch((error: Error) => error.message);
  if (failure === null) {
    say(`Upgraded from ${journal.from} to ${journal.to}. Visitors waited ${seconds(systemClock.elapsed() - began)}.`);
    return;
  }
  await goBack(journal, place, service, failure);
}

const answerSchema = z.object({ status: z.literal("failing"), reasons: z.tuple([z.literal("upgrading")]) });

/** @returns null when the new server has opened, otherwise why it has not */
async function awaitOpened({ config, inFolder }: Place, end: number): Promise<string | null> {
  let last = "it did not start to listen";
  let deadline = end;
  while (systemClock.elapsed() < deadline) {
    const journal = await inFolder(() => readJournal(config.data));
    if (journal?.step === "opened") return null;
    if (journal?.step === "listening" && journal.url !== null) {
      const problem = await askHealth(journal.url);
      if (problem === null) {
        await inFolder(() => writeJournal(config.data, { ...journal, step: "confirmed" }));
        deadline = systemClock.elapsed() + OPENING_MS;
        last = "it did not open after it was confirmed";
      } else last = problem;
    }
    await Bun.sleep(STEP_MS);
  }
  return last;
}

/** @returns null if nothing but the upgrade keeps the server from accepting messages */
async function askHealth(url: string): Promise<string | null> {
  try {
    const answer = await fetch(`${url}${operationCalls.checkHealth.path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const text = await answer.text();
    return answerSchema.safeParse(JSON.parse(text)).success ? null : `its health is ${text.slice(0, 200)}`;
  } catch (error) {
    return `its health cannot be read (${(error as Error).message})`;
  }
}

/** Whether this program can use the database as it is. */
function canUse(folder: string): boolean {
  try {
    countPending(dataPaths(folder).database);
    return true;
  } catch (error) {
    if (error instanceof DatabaseTooNew) return false;
    throw error;
  }
}

/** Always throws: the upgrade has failed, and the message says in what state the installation is. */
async function goBack(journal: Journal, place: Place, service: Service, why: string): Promise<never> {
  const { config, executable } = place;
  say(`${journal.to} was not healthy in time (${why}). Putting ${journal.from} back…`);
  await place.inFolder(() => writeJournal(config.data, { ...journal, step: "returning" }));
  await service.stop();
  // The database first: the new program can use both, and the old one only the old one.
  const lock = await takeStoppedFolder(place);
  try {
    if (readJournal(config.data)?.step === "opened") throw new CommandRefused(await keepNew(journal, service));
    await place.inFolder(async () => {
      if (!canUse(config.data)) await restoreBackup(backupOf(config.data, journal), config.data, Date.now());
    });
    putBack(executable);
    await place.inFolder(() => writeJournal(config.data, { ...journal, step: "returned" }));
  } finally {
    lock.release();
  }
  await service.start();
  throw new CommandRefused(`${journal.to} was not healthy in time (${why}). ${journal.from} is back, with all data, and was started`);
}

/** The server has opened after all, and may have accepted messages that the old database does not have. */
async function keepNew({ to }: Journal, service: Service): Promise<string> {
  await service.start();
  return `${to} opened late and was kept, because it may have accepted messages. To go back: sapa rollback`;
}

/** @throws CommandRefused if the copy that was made before the upgrade is not there */
export function requireBackup(folder: string, journal: Journal): string {
  const backup = backupOf(folder, journal);
  if (!existsSync(backup)) throw new CommandRefused(`${backup}, the database from before the upgrade, is missing. Nothing was changed`);
  return backup;
}
