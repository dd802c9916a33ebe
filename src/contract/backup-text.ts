/** Why a backup is not good, by language: on screen, in mails and in the log. */
import type { BackupProblem } from "./backup.ts";
import type { Language } from "./language.ts";
import { backupProblems as en } from "./text/en/backup.ts";
import { backupProblems as ms } from "./text/ms/backup.ts";

export const BACKUP_PROBLEM_TEXT: Record<Language, Record<BackupProblem, string>> = { en, ms };
