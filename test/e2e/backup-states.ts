/** What the server may say about its backups. */
import type { BackupState } from "../../src/contract/backup.ts";

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

/** Good backups of some nights, with a key that the operator has confirmed. */
export function backupState(more: Partial<BackupState> = {}): BackupState {
  const file = (hours: number, files: number, missingFiles = 0) => ({
    name: `sapa-${hours}.tar.zst.age`,
    madeAt: ago(hours),
    bytes: 184_000_000 - hours * 100_000,
    content: { rows: 1_204_311 - hours, tables: 71, files, missingFiles, tookMs: 21_000 },
  });
  return {
    isSupported: true,
    isDaily: true,
    folder: "/var/lib/sapa/backups",
    nextAt: new Date(Date.now() + 12 * HOUR_MS).toISOString(),
    running: null,
    failure: null,
    files: [file(12, 318), file(36, 316, 1), { ...file(60, 1), content: null }],
    keyConfirmedAt: ago(800),
    isSafe: true,
    ...more,
  };
}
