/** The notices that hold for an account now: whether its month is used up is decided by its plan of this moment. */
import { limitSubject, listNotices, type StoredNotice } from "../notices/store.ts";
import type { Reader } from "../platform/db.ts";

/** As many as are shown at once. */
const MAX_NOTICES = 10;

export interface Month {
  accountId: string;
  /** YYYY-MM. */
  month: string;
  /** Messages counted in it. */
  used: number;
  /** Null: no limit. */
  msgLimit: number | null;
}

export function listStanding(db: Reader, { accountId, month, used, msgLimit }: Month): Promise<StoredNotice[]> {
  const reached = msgLimit !== null && used >= msgLimit ? limitSubject(month, msgLimit) : null;
  return listNotices(db, { accountId, month, reached, limit: MAX_NOTICES });
}
