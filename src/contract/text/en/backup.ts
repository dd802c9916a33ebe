import type { BackupProblem } from "../../backup.ts";

export const backupProblems: Record<BackupProblem, string> = {
  no_space: "The disk has too little free space for a backup and its trial restore.",
  disk_full: "The disk became full.",
  cut: "The file was cut off after it was written. Check the disk.",
  changed: "The file was changed after it was written. Check the disk.",
  wrong_key: "The file cannot be opened with the key of the backups.",
  incomplete: "A part of the backup is missing.",
  database: "The database is damaged.",
  differs: "What was restored is not what was backed up.",
  files: "The uploaded files cannot be read.",
  too_long: "The backup took too long.",
  failed: "The backup was not completed.",
};
