/** Stores the end of a turn, and tries again if the storage is locked or full, because that may last only a moment. */
import { visitorLock } from "../conversations/store.ts";
import { type Clock, monthOf } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import { type Db, NothingChanged, StorageRefused, type Tx } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import type { Incoming } from "./accept.ts";
import { recordEnd, recordEnded, type TurnEnd } from "./record.ts";
import type { StoredTurn } from "./store.ts";

export interface RecordDeps {
  db: Db;
  clock: Clock;
  log: Log;
  config: { tz: string; publicUrl: string | null };
  settings: SettingsSource;
}

/** Milliseconds between attempts while visitors wait for the end. */
const RECORD_AGAIN_MS = [100, 500, 2_000];
/** Milliseconds between attempts after the visitors have received the end: half a minute in total. */
const RECORD_LATE_MS = [100, 500, 2_000, 4_000, 8_000, 16_000];

interface Recorded {
  incoming: Incoming;
  turn: StoredTurn;
  end: TurnEnd;
}

/** @returns whether this process has ended the turn; false if another one ended it without its reply. @throws the storage's last error. */
export async function recordPatiently(deps: RecordDeps, recorded: Recorded, pauses = RECORD_AGAIN_MS): Promise<boolean> {
  for (const pause of pauses) {
    try {
      return await record(deps, recorded);
    } catch (error) {
      const turn = recorded.turn.id;
      if (!(error instanceof StorageRefused)) deps.log.warn("the end of a turn could not be stored yet", { turn, error });
      await deps.clock.sleep(pause);
    }
  }
  return await record(deps, recorded);
}

/** Stores an end that visitors have already received. Never throws: the sweep refunds turns that stay open. */
export async function recordLate(deps: RecordDeps, recorded: Recorded): Promise<void> {
  try {
    await recordPatiently(deps, recorded, RECORD_LATE_MS);
  } catch (error) {
    const turn = recorded.turn.id;
    deps.log.error("the end of a turn could not be stored; the cost of its model is not recorded", { turn, error });
  }
}

async function record({ db, config, settings }: RecordDeps, { incoming, turn, end }: Recorded): Promise<boolean> {
  const { rmPerUsd } = await settings.read();
  const { agent, clientId, visitor } = incoming;
  const booksAt = (tx: Tx) => {
    const month = turn.charged?.month ?? monthOf(tx.now, config.tz);
    return { accountId: agent.accountId, agentId: agent.id, month, rmPerUsd };
  };
  const options = { lock: visitorLock(visitor.visitorId), lane: agent.accountId };
  try {
    await db.transaction(async (tx) => recordEnd(tx, turn, clientId, { ...end, version: agent.number }, booksAt(tx)), options);
    return true;
  } catch (error) {
    if (!(error instanceof NothingChanged)) throw error;
    return await db.transaction((tx) => recordEnded(tx, turn, end, booksAt(tx)), options);
  }
}
