/** The notices that apply to an account now. Its present plan decides whether the month's messages are used up. */
import { limitSubject, listNotices, type StoredNotice } from "../notices/store.ts";
import type { Reader } from "../platform/storage/db.ts";

/** The most notices that are shown at once. */
const MAX_NOTICES = 10;

export interface Month {
  accountId: string;
  /** Who reads the notices. */
  userId: string;
  /** YYYY-MM. */
  month: string;
  /** Messages counted in this month. */
  used: number;
  /** Null if there is no limit. */
  msgLimit: number | null;
}

export function listStanding(db: Reader, { accountId, userId, month, used, msgLimit }: Month): Promise<StoredNotice[]> {
  const reached = msgLimit !== null && used >= msgLimit ? limitSubject(month, msgLimit) : null;
  return listNotices(db, { accountId, userId, month, reached, limit: MAX_NOTICES });
}
