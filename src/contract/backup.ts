/** Backups that the server makes by itself. */
import type { MessageRef } from "./messages/message.ts";

/** Why a backup is not good. */
export const BACKUP_PROBLEMS = [
  /** Before it began: the disk has too little room for the backup and its trial restore. */
  "no_space",
  /** While it was written or restored, the disk became full. */
  "disk_full",
  /** The file is shorter than what was written. */
  "cut",
  /** The file differs from what was written, or cannot be decrypted to its end. */
  "changed",
  "wrong_key",
  /** A part that the manifest names is not there. */
  "incomplete",
  /** SQLite finds the database damaged, or rows without the rows that they refer to. */
  "database",
  /** The restored data has another size, hash or number of rows than the manifest says. */
  "differs",
  /** The uploaded files cannot be read. */
  "files",
  "too_long",
  "failed",
] as const;
export type BackupProblem = (typeof BACKUP_PROBLEMS)[number];

/** What a backup does at the moment, in this order. */
export const BACKUP_STEPS = ["waiting", "copying", "packing", "restoring", "comparing"] as const;
export type BackupStep = (typeof BACKUP_STEPS)[number];

/** A backup without a newer one counts as old after this time; the operator then gets a mail. */
export const BACKUP_LATE_MS = 36 * 3_600_000;

/** A file that has passed its trial restore. */
export interface BackupFile {
  /** Also its name in the folder. */
  name: string;
  /** ISO 8601 UTC. */
  madeAt: string;
  bytes: number;
  /** Null: the database does not know it, because it was made after what was restored. */
  content: BackupContent | null;
}

/** What was compared in the trial restore. */
export interface BackupContent {
  rows: number;
  tables: number;
  /** Uploaded files in it, and those that were missing in their store. */
  files: number;
  missingFiles: number;
  /** How long copying, packing and restoring took together, in milliseconds. */
  tookMs: number;
}

export interface BackupFailure {
  problem: BackupProblem;
  /** In English, mostly the system's own words; may be empty. */
  detail: string;
  /** ISO 8601 UTC. */
  at: string;
}

/** `GET /api/backups`. */
export interface BackupState {
  /** False with PostgreSQL, whose own tools make the backups. */
  isSupported: boolean;
  /** Whether a backup is made every day. */
  isDaily: boolean;
  folder: string;
  /** ISO 8601 UTC of the next one; null if none is planned. */
  nextAt: string | null;
  running: { step: BackupStep; progress: number; startedAt: string } | null;
  /** The last attempt, if it failed. */
  failure: BackupFailure | null;
  /** Newest first. */
  files: BackupFile[];
  /** Whether the operator has shown that there is a copy of the key elsewhere. ISO 8601 UTC; null: not yet. */
  keyConfirmedAt: string | null;
  /** The last backup is good and young, and the key is kept elsewhere. */
  isSafe: boolean;
}

/** The answer to a typed key. */
export interface KeyCheck {
  ok: boolean;
  message: string;
  told?: MessageRef;
}
