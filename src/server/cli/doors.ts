/** A new version that an upgrade has started accepts nothing until the upgrade has found it healthy. */
import type { Log } from "../platform/log.ts";
import { findTrial, isUpgradeRunning, readJournal, writeJournal } from "../platform/release/journal.ts";

const STEP_MS = 50;
/** Longer than an upgrade needs to ask for the health of a server that listens. */
const LONGEST_MS = 60_000;

export interface Doors {
  /** While closed, messages and calls are refused, and a monitor reads the reason `upgrading`. */
  areClosed(): boolean;
  /**
   * Resolves when they are open: at once if this is no trial, otherwise when the upgrade has confirmed the server, or its
   * process has ended. From then on, the upgrade no longer puts the old database back. `url`: where this server answers.
   */
  open(url: string): Promise<void>;
}

interface Options {
  folder: string;
  version: string;
  log: Log;
  elapsed(): number;
}

export function createDoors({ folder, version, log, elapsed }: Options): Doors {
  const trial = findTrial(folder, version);
  let areClosed = trial !== null;
  return {
    areClosed: () => areClosed,
    async open(url) {
      if (!trial) return;
      if (trial.step !== "confirmed") writeJournal(folder, { ...trial, step: "listening", url });
      log.info("waiting for the upgrade to confirm this server", { from: trial.from, to: trial.to });
      const end = elapsed() + LONGEST_MS;
      while (readJournal(folder)?.step !== "confirmed" && isUpgradeRunning(folder) && elapsed() < end) await Bun.sleep(STEP_MS);
      // Before the first message: an upgrade that finds this step leaves the database alone.
      writeJournal(folder, { ...trial, step: "opened", url });
      areClosed = false;
    },
  };
}
