import { backupFileQuery, backupKeyCheckInput, backupKeyInput } from "../backup.schema.ts";
import { backupCalls } from "./backups.ts";
import { describe } from "./call.schema.ts";

export const backupApi = describe(backupCalls, {
  beginBackup: { status: 202 },
  showBackupKey: { body: backupKeyInput },
  checkBackupKey: { body: backupKeyCheckInput },
  downloadBackup: { query: backupFileQuery },
});
