/** Backups that the server makes, for the administrator. */
import type { backupFileQuery, backupKeyCheckInput, backupKeyInput } from "../backup.schema.ts";
import type { BackupState, KeyCheck } from "../backup.ts";
import { ADMINISTRATOR, call, type RawAnswer } from "./call.ts";

export const backupCalls = {
  fetchBackups: call<{ answer: BackupState }>()("GET", "/api/backups", "admin", ADMINISTRATOR),
  /** Begins a backup now. */
  beginBackup: call<{ answer: BackupState }>()("POST", "/api/backups", "admin", ADMINISTRATOR),
  /** The key that opens the backups. */
  showBackupKey: call<{ body: typeof backupKeyInput; answer: { key: string } }>()("POST", "/api/backups/key", "admin", ADMINISTRATOR),
  /** Whether the administrator's copy of the key is right. */
  checkBackupKey: call<{ body: typeof backupKeyCheckInput; answer: KeyCheck }>()("POST", "/api/backups/key/check", "admin", ADMINISTRATOR),
  /** An address that a browser can open for a minute, without the session's token. */
  linkBackup: call<{ answer: { path: string } }>()("POST", "/api/backups/:name/link", "admin", ADMINISTRATOR),
  downloadBackup: call<{ query: typeof backupFileQuery; answer: RawAnswer }>()("GET", "/api/backups/:name/file", "anyone"),
};
