/** Deletes data for good at the end of its retention. Deletions wait while the clock is in doubt, and the log has the counts. */

import { RESTORE_WINDOW_MS } from "../../contract/agent.ts";
import { ENTRY_RESTORE_MS } from "../../contract/knowledge-calls.ts";
import { SOURCE_RESTORE_MS } from "../../contract/source.ts";
import { listPurgeableAccounts, purgeAccount, purgePeople } from "../accounts/deletion-store.ts";
import { deleteOldMemberInvitations } from "../accounts/invitees-store.ts";
import { deleteOldLinks } from "../accounts/links-store.ts";
import { deleteOldStaffInvitations } from "../accounts/recruits-store.ts";
import { deleteExpiredSessions } from "../accounts/sessions-store.ts";
import { deleteExpiredSteps } from "../accounts/steps-store.ts";
import { deleteExpiredViews } from "../accounts/views-store.ts";
import { hasAnyAgent, listPurgeable, purgeAgent } from "../agents/store.ts";
import { purgeByAccounts, purgeConversationsOf, purgeOldConversations, purgePreviews } from "../conversations/keep.ts";
import { endUploads, listRecent } from "../files/recent-store.ts";
import { removeUnusedFiles } from "../files/sweep.ts";
import { UNUSED_KEPT_MS } from "../files/upload.ts";
import { purgeJobs } from "../jobs/store.ts";
import { purgeRemoved } from "../knowledge/removed-store.ts";
import { deleteUses } from "../knowledge/uses-store.ts";
import { purgeMessages } from "../mail/outbox-store.ts";
import { deleteOldNotices } from "../notices/store.ts";
import { deleteOwnOldBackups } from "../platform/backups/backup-rotate.ts";
import { type Clock, DAY_MS } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Log } from "../platform/log.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import { forgetHosts } from "../sources/pace-store.ts";
import { purgeSources } from "../sources/remove-source.ts";
import { deleteOldInvitations } from "../users/invitations-store.ts";
import type { ClockTrust } from "./clock-trust.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const PREVIEWS_KEPT_MS = 30 * 24 * HOUR_MS;
const NOTICES_KEPT_MS = 400 * 24 * HOUR_MS;
/** How long an invitation is listed after it ended. */
const INVITATIONS_KEPT_MS = 90 * DAY_MS;
/** So that a used or expired link says what it is. */
const LINKS_KEPT_MS = 7 * DAY_MS;
const JOBS_KEPT_MS = 30 * 24 * HOUR_MS;
/** Delivered and given up mails, without their texts. */
const MESSAGES_KEPT_MS = 30 * DAY_MS;
const JOBS_SLICE = 500;
const ENTRIES_SLICE = 200;

/**
 * Deletes in slices, each in its own transaction: an agent with a million messages must not delay the writes of others.
 * @returns how many agents were deleted.
 */
export async function purgeAgents(db: Db, deletedBefore: number): Promise<number> {
  let purged = 0;
  for (const id of await listPurgeable(db, deletedBefore)) {
    await purgeConversationsOf(db, id);
    await db.transaction((tx) => purgeAgent(tx, id, deletedBefore));
    purged++;
  }
  return purged;
}

/** Deletes accounts whose agents are gone; what is left of them is small. @returns how many accounts were deleted. */
export async function purgeAccounts(db: Db, deletedBefore: number): Promise<number> {
  let purged = 0;
  for (const id of await listPurgeableAccounts(db, deletedBefore)) {
    if (await hasAnyAgent(db, id)) continue;
    purged += await db.transaction(async (tx) => {
      const uploads = await listRecent(tx, id);
      const gone = await purgeAccount(tx, id, deletedBefore);
      if (gone > 0) await endUploads(tx, uploads);
      return gone;
    });
  }
  await db.transaction((tx) => purgePeople(tx, deletedBefore));
  return purged;
}

/** How many rows of each kind were deleted for good, as the log shows it. */
type Removed = Readonly<Record<string, number>>;

export interface Removal {
  /** The time between two runs. */
  ms: number;
  name: string;
  /** `signal` aborts when the server stops, and when another process may have taken the task over. */
  work(signal?: AbortSignal): Promise<Removed>;
}

interface Deps {
  db: Db;
  files: FileStore;
  log: Log;
  settings: SettingsSource;
}

/** All background tasks that delete rows by the clock. */
export function listRemovals({ db, files, log, settings }: Deps): readonly Removal[] {
  // A margin after the window, so that a restore at the last moment never competes with the purge.
  const restorable = () => db.now - RESTORE_WINDOW_MS - MINUTE_MS;
  return [
    { ms: MINUTE_MS, name: "purge deleted agents", work: async () => ({ agents: await purgeAgents(db, restorable()) }) },
    {
      ms: MINUTE_MS,
      name: "purge deleted entries",
      work: async () => ({ entries: await purgeEntries(db, db.now - ENTRY_RESTORE_MS - MINUTE_MS) }),
    },
    {
      ms: MINUTE_MS,
      name: "purge deleted sources",
      work: async () => ({ sources: await purgeSources(db, db.now - SOURCE_RESTORE_MS - MINUTE_MS) }),
    },
    { ms: MINUTE_MS, name: "purge deleted accounts", work: async () => ({ accounts: await purgeAccounts(db, restorable()) }) },
    {
      ms: 10 * MINUTE_MS,
      name: "purge old conversations",
      async work() {
        const { retentionDays } = await settings.read();
        return { conversations: (await purgeOldConversations(db, retentionDays)) + (await purgeByAccounts(db)) };
      },
    },
    {
      ms: HOUR_MS,
      name: "purge sessions, notices and previews",
      work: async () => ({
        sessions: await db.transaction((tx) => deleteExpiredSessions(tx)),
        views: await db.transaction((tx) => deleteExpiredViews(tx)),
        steps: await db.transaction((tx) => deleteExpiredSteps(tx)),
        links: await db.transaction((tx) => deleteOldLinks(tx, db.now - LINKS_KEPT_MS)),
        invitations: await db.transaction((tx) => deleteOldInvitations(tx, db.now - INVITATIONS_KEPT_MS)),
        memberInvitations: await db.transaction((tx) => deleteOldMemberInvitations(tx, db.now - INVITATIONS_KEPT_MS)),
        staffInvitations: await db.transaction((tx) => deleteOldStaffInvitations(tx, db.now - INVITATIONS_KEPT_MS)),
        notices: await db.transaction((tx) => deleteOldNotices(tx, db.now - NOTICES_KEPT_MS)),
        previews: await purgePreviews(db, db.now - PREVIEWS_KEPT_MS),
      }),
    },
    {
      ms: 10 * MINUTE_MS,
      name: "remove unused files",
      work: async (signal) => ({ files: await removeUnusedFiles({ db, files, log }, db.now - UNUSED_KEPT_MS, signal) }),
    },
    {
      ms: HOUR_MS,
      name: "purge ended jobs",
      work: async () => ({
        jobs: await inSlices(db, (tx) => purgeJobs(tx, db.now - JOBS_KEPT_MS, JOBS_SLICE)),
        hosts: await inSlices(db, (tx) => forgetHosts(tx, JOBS_SLICE)),
      }),
    },
    {
      ms: HOUR_MS,
      name: "purge ended messages",
      work: async () => ({ messages: await inSlices(db, (tx) => purgeMessages(tx, db.now - MESSAGES_KEPT_MS, JOBS_SLICE)) }),
    },
  ];
}

/** @returns how many entries were deleted for good. */
async function purgeEntries(db: Db, removedBefore: number): Promise<number> {
  for (let purged = 0; ; ) {
    const slice = await db.transaction(async (tx) => {
      const removed = await purgeRemoved(tx, removedBefore, ENTRIES_SLICE);
      for (const { id, agentId } of removed) await deleteUses(tx, agentId, id);
      return removed.length;
    });
    purged += slice;
    if (slice < ENTRIES_SLICE) return purged;
  }
}

/** Deletes in slices: an account may have had a hundred thousand jobs. @returns how many rows were deleted. */
async function inSlices(db: Db, deleteSlice: (tx: Tx) => Promise<number>): Promise<number> {
  for (let purged = 0; ; ) {
    const slice = await db.transaction(deleteSlice);
    purged += slice;
    if (slice < JOBS_SLICE) return purged;
  }
}

/** The files that this process finds in its data folder. */
export function removalOfOwnBackups(config: Config, clock: Pick<Clock, "now">): Removal {
  return {
    ms: HOUR_MS,
    name: "delete Sapa's own old backups",
    work: async () => ({ backups: deleteOwnOldBackups(config.data, clock.now()).length }),
  };
}

/** @returns whether the clock was trusted. */
export async function removeDue(
  trust: ClockTrust,
  log: Log,
  { name, work }: Pick<Removal, "name" | "work">,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!(await trust.isBelieved())) return false;
  const removed = await work(signal);
  if (Object.values(removed).some((count) => count > 0)) log.info("deleted data at the end of its retention", { task: name, ...removed });
  return true;
}
