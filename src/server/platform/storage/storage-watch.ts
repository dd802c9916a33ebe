/**
 * Checks the storage twice a second and logs what has changed: one line when a problem begins, one when it ends, and once
 * a minute the number of refused reads and writes.
 */

import type { Log } from "../log.ts";
import type { StorageReason, StorageWatch } from "./db.ts";

const BROKEN: Record<StorageReason, string> = {
  disk_full:
    "the disk is full: messages, sign-ups and new agents are refused. The remaining space is reserved for signing in, deleting and replies that have begun",
  storage_lost:
    "the data folder or a file of the database was removed, replaced or overwritten: Sapa no longer reads or stores anything. If it is missing, put it back and restart Sapa. If it was overwritten, stop Sapa and restore a backup with sapa restore",
  database_damaged: "the database is damaged. Stop Sapa and restore a backup with sapa restore",
  storage_failing: "the database cannot be written to: nothing is stored",
  database_locked: "another process has locked the database: nothing is stored until it releases the lock",
  write_queue_stuck: "a write has been waiting for more than 10 seconds",
};
const MENDED: Record<StorageReason, string> = {
  disk_full: "the disk has room again: all writes are accepted",
  storage_lost: "the database file is back",
  database_damaged: "the database can be read again",
  storage_failing: "the database can be written to again",
  database_locked: "the database is no longer locked",
  write_queue_stuck: "writes no longer wait",
};
/** The number of checks in a minute. Checks are counted instead of timed, because the caller decides how often it checks. */
const LOOKS_PER_REPORT = 120;

/** @returns a function that checks once; call it twice a second. */
export function createStorageLog(storage: StorageWatch, log: Log): () => void {
  let known: StorageReason[] = [];
  let wasBack = false;
  let looks = 0;
  let ofMinute = new Set<StorageReason>();
  return () => {
    storage.look();
    const reasons = storage.reasons();
    for (const reason of reasons) {
      if (!known.includes(reason)) log.error(storage.words?.[reason]?.broken ?? BROKEN[reason], { reason, detail: storage.detail(reason) });
    }
    for (const reason of known) if (!reasons.includes(reason)) log.info(storage.words?.[reason]?.mended ?? MENDED[reason], { reason });
    known = reasons;
    for (const reason of reasons) ofMinute.add(reason);
    if (storage.isBack() && !wasBack) log.warn("the database file is back: restart Sapa to use it");
    wasBack = storage.isBack();
    if (++looks % LOOKS_PER_REPORT !== 0) return;
    const refused = storage.takeRefused();
    // A short problem may be over by now, and a single refusal (a lock that was waited for in vain) is none.
    const list = ofMinute.size > 0 ? { reasons: [...ofMinute] } : {};
    if (refused > 0) log.warn("reads and writes were refused in the last minute", { refused, ...list });
    ofMinute = new Set();
  };
}
