/** Owners get a notice a week before entries of their agents end. */
import { ENTRY_ENDING_DAYS } from "../../../contract/notice.ts";
import { type EntryEnd, listEnds } from "../../knowledge/dates-store.ts";
import { endSubject, recordNotice } from "../../notices/store.ts";
import { DAY_MS } from "../../platform/clock.ts";
import type { Db } from "../../platform/storage/db.ts";
import { findAgent } from "../store.ts";

const BATCH = 200;
const NOTICE_MS = ENTRY_ENDING_DAYS * DAY_MS;

/** Records one notice for the entries of an agent that end on the same day. */
export async function announceEntryEnds({ db }: { db: Db }): Promise<void> {
  const { now } = db;
  const range = { now, until: now + NOTICE_MS, recentMs: NOTICE_MS };
  for (let after: Pick<EntryEnd, "agentId" | "before"> = { agentId: "", before: 0 }; ; ) {
    const ends = await listEnds(db, range, after, BATCH);
    for (const end of ends) await announce(db, end);
    const last = ends.at(-1);
    if (!last || ends.length < BATCH) return;
    after = last;
  }
}

async function announce(db: Db, { agentId, before, entries }: EntryEnd): Promise<void> {
  const agent = await findAgent(db, agentId);
  if (!agent) return;
  const body = { agentId, agentName: agent.name, entries, validUntil: before - 1 };
  const notice = { accountId: agent.accountId, kind: "entries_ending", subject: endSubject(before, agentId), body } as const;
  await db.transaction((tx) => recordNotice(tx, notice));
}
