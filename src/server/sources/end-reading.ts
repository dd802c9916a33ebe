/** What a reading leaves when it has ended: the state of the source, the time of the next one, and notices for the owner. */
import { told } from "../../contract/messages/message.ts";
import type { SourceFailure, SourceSchedule, SourceState, UnreadPart } from "../../contract/source.ts";
import type { StoredAgent } from "../agents/store.ts";
import { countFound } from "../knowledge/found-store.ts";
import { hashText } from "../knowledge/merge-page.ts";
import {
  countStates,
  findFailure,
  findPageByUrl,
  forgetFailed,
  forgetFound,
  listRetired,
  NO_PAGES,
  type PageCounts,
  updatePage,
} from "../knowledge/page-store.ts";
import { countOfSources, listConflicts } from "../knowledge/read-store.ts";
import { endReading, findSource, type SourceOutcome, type StoredSource } from "../knowledge/source-store.ts";
import type { NoticeBody } from "../notices/store.ts";
import { recordNotice, withdrawNotices } from "../notices/store.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Reader, Tx } from "../platform/storage/db.ts";
import { step } from "./progress.ts";
import type { Reading } from "./reading.ts";
import { ENDED, storeChosen } from "./start-reading.ts";

const PERIOD_MS: Record<SourceSchedule, number | null> = { off: null, daily: DAY_MS, weekly: 7 * DAY_MS };

/** When a source is read next; null: not by itself. */
export function nextSync(schedule: SourceSchedule, now: number): number | null {
  const period = PERIOD_MS[schedule];
  return period === null ? null : now + period;
}

type State = Pick<SourceOutcome, "state" | "failure">;

/** The state that follows from what is stored of the pages. It is never ready when nothing was read. */
export async function findState(db: Reader, source: StoredSource): Promise<State> {
  const counts = (await countStates(db, [source.id])).get(source.id) ?? NO_PAGES;
  const failure = await findFailure(db, source.id);
  return source.kind === "site" ? stateOfSite(source, counts, failure) : stateOfPage(counts, failure);
}

/** Whether nothing that was read of the source is in use, because all of it was deleted or left out. */
export async function isUnused(db: Reader, { id, agentId, state, failure }: StoredSource): Promise<boolean> {
  if (failure === "unused") return true;
  return isRead(state) && ((await countOfSources(db, agentId, [id])).get(id)?.entries ?? 0) === 0;
}

export const isRead = (state: SourceState): boolean => state === "ready" || state === "partly";

const reasonOf = ({ leftOut }: PageCounts, failure: SourceFailure | null) => failure ?? (leftOut > 0 ? "unused" : "empty");

function stateOfSite({ chosenAt }: StoredSource, counts: PageCounts, failure: SourceFailure | null): State {
  const { proposed, unread, read } = counts;
  if (proposed > 0 && (chosenAt === null || read === 0)) return { state: "proposed", failure: null };
  if (read === 0) return { state: "failed", failure: reasonOf(counts, failure) };
  return { state: unread > 0 ? "partly" : "ready", failure: null };
}

/** A page that is not there any more, or could not be read again, has failed, although its last text counts. */
function stateOfPage(counts: PageCounts, failure: SourceFailure | null): State {
  if (failure !== null || counts.read === 0) return { state: "failed", failure: reasonOf(counts, failure) };
  return { state: counts.unread > 0 ? "partly" : "ready", failure: null };
}

/** Undoes the transaction in which it was thrown. */
class MoreToStore extends Error {
  override name = "MoreToStore";
}

/** Ends a reading that has succeeded. @returns false, and does nothing, if something waits to be stored since it was last looked */
export async function endReadingOf({ job, source, agent, now, hasFailed }: Reading): Promise<boolean> {
  const end = { percent: 100, message: told("sources.ended"), result: ENDED };
  const work = async (tx: Tx) => {
    if ((await countFound(tx, source.id)) > 0) throw new MoreToStore();
    const latest = await findSource(tx, source.id);
    if (!latest) return;
    await forgetFailed(tx, source.id, now.began);
    // What was chosen counts now; that the last reading has failed is true nevertheless.
    const { state, failure } = hasFailed && latest.failure !== null ? latest : await findState(tx, latest);
    const hasRead = state !== "failed";
    await endReading(tx, source.id, {
      state,
      failure,
      name: await nameOf(tx, latest),
      isRead: hasRead,
      nextSyncAt: nextSync(latest.schedule, tx.now),
    });
    if (hasRead) await withdrawNotices(tx, agent.accountId, "source_failed", `${source.id}:`);
    else await tellOfFailure(tx, latest, agent);
    await tellOfRetired(tx, latest, agent, now.began);
    await tellOfConflicts(tx, latest, agent);
  };
  try {
    await step(job, now, end, work);
    return true;
  } catch (error) {
    if (error instanceof MoreToStore) return false;
    throw error;
  }
}

/** A file keeps its name; pages have their titles, and websites are called as they call themselves. */
async function nameOf(tx: Tx, { id, kind, url, look }: StoredSource): Promise<string | null> {
  if (kind === "file") return null;
  if (kind === "page") return (await findPageByUrl(tx, id, url ?? ""))?.title || null;
  const siteName: string | null = look === null ? null : JSON.parse(look).siteName;
  return siteName ?? URL.parse(url ?? "")?.host ?? null;
}

/** Nothing is concluded about what is stored, except that this reading gave nothing. */
export async function failReading(tx: Tx, { source, agent }: Reading, { code, unread }: { code: SourceFailure; unread: UnreadPart[] }) {
  const latest = await findSource(tx, source.id);
  if (!latest) return;
  await forgetFound(tx, source.id);
  if (latest.kind !== "site") {
    const page = await findPageByUrl(tx, source.id, latest.url ?? "");
    const state = page?.state === "retired" ? "retired" : "failed";
    if (page) await updatePage(tx, page.id, { state, failure: code, unread: JSON.stringify(unread), found: null, foundWords: 0 });
  }
  await endReading(tx, source.id, {
    state: "failed",
    failure: code,
    name: null,
    isRead: false,
    nextSyncAt: nextSync(latest.schedule, tx.now),
  });
  await tellOfFailure(tx, latest, agent);
  await storeChosen(tx, latest, { accountId: agent.accountId, hasFailed: true });
}

interface Told {
  kind: "source_failed" | "pages_retired" | "source_conflicts";
  /** The same notice is recorded once. */
  subject: string;
  more?: NoticeBody;
}

async function tell(tx: Tx, source: StoredSource, agent: StoredAgent, { kind, subject, more }: Told): Promise<void> {
  const body = { agentId: agent.id, agentName: agent.name, sourceId: source.id, sourceName: source.name, ...more };
  await recordNotice(tx, { accountId: agent.accountId, kind, subject: `${source.id}:${subject}`, body });
}

/** Once, until it is read again. The owner sees at once that a source that is new could not be read. */
async function tellOfFailure(tx: Tx, source: StoredSource, agent: StoredAgent): Promise<void> {
  const { entries = 0 } = (await countOfSources(tx, agent.id, [source.id])).get(source.id) ?? {};
  if (entries > 0) await tell(tx, source, agent, { kind: "source_failed", subject: `${source.fetchedAt}` });
}

async function tellOfRetired(tx: Tx, source: StoredSource, agent: StoredAgent, since: number): Promise<void> {
  const ids = await listRetired(tx, source.id, since);
  if (ids.length > 0) await tell(tx, source, agent, { kind: "pages_retired", subject: hashText(ids.join()), more: { pages: ids.length } });
}

/** The same conflicts are told of once, however often the source is read. */
async function tellOfConflicts(tx: Tx, source: StoredSource, agent: StoredAgent): Promise<void> {
  const conflicts = await listConflicts(tx, source.id);
  if (conflicts.length === 0) return;
  const subject = hashText(conflicts.map(({ id, conflict }) => `${id} ${conflict}`).join("\n"));
  await tell(tx, source, agent, { kind: "source_conflicts", subject, more: { entries: conflicts.length } });
}
