import { deleteAllSessions } from "../accounts/sessions-store.ts";
import { systemClock } from "../platform/clock.ts";
import { openDb } from "../platform/storage/sqlite/open.ts";

/** A session in the backup may have been ended since, by a logout or after a theft, and must not become valid again. */
export async function endSessions(path: string): Promise<void> {
  const db = openDb({ path, clock: systemClock });
  try {
    await db.transaction((tx) => deleteAllSessions(tx));
  } finally {
    db.close();
  }
}
