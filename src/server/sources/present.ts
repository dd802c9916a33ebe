/** Sources, their pages and jobs on the wire. */
import { told } from "../../contract/messages/message.ts";
import {
  EXCERPT_LENGTH,
  type JobView,
  PAGE_TEXTS,
  type SiteLook,
  type SourcePage,
  type SourcePageDetails,
  type SourcePageState,
  type SourceView,
} from "../../contract/source.ts";
import { findJob, type StoredJob } from "../jobs/store.ts";
import { readAside } from "../knowledge/aside-store.ts";
import { countStates, type StoredPage } from "../knowledge/page-store.ts";
import { countConflictsOf, countOfPages, countOfSources, firstTexts, listOfPage } from "../knowledge/read-store.ts";
import type { StoredSource } from "../knowledge/source-store.ts";
import type { Reader } from "../platform/storage/db.ts";
import { isRead } from "./end-reading.ts";
import { type FoundText, readFound, readShown, readUnread, type Shown, shownOf } from "./found.ts";
import { readMessage } from "./progress.ts";

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export function presentJob({ id, state, progress, message, isCancelled }: StoredJob): JobView {
  // It ends as soon as its process notices.
  const shown = state === "running" && isCancelled ? "cancelled" : state;
  const { text, ref = null } = shown === "waiting" && message === null ? told("sources.queued") : readMessage(message);
  return { id, state: shown, progress, message: text, told: ref };
}

/** All of them are the same agent's. */
export async function presentSources(db: Reader, sources: readonly StoredSource[]): Promise<SourceView[]> {
  const agentId = sources[0]?.agentId ?? "";
  const ids = sources.map(({ id }) => id);
  const states = await countStates(db, ids);
  const entries = await countOfSources(db, agentId, ids);
  const conflicts = await countConflictsOf(db, agentId);
  return Promise.all(
    sources.map(async (source): Promise<SourceView> => {
      const { id, kind, name, url, state, failure, schedule, takesNew, isCut } = source;
      const pages = states.get(id);
      const counts = entries.get(id);
      const job = source.jobId === null ? undefined : await findJob(db, source.jobId);
      // A job that was interrupted too often leaves nothing with its source, nor does one whose agent was deleted meanwhile.
      const isLost = (job?.state === "failed" || job?.state === "done") && state === "waiting";
      const isUnused = isRead(state) && (counts?.entries ?? 0) === 0;
      const shown = isLost || isUnused ? "failed" : state;
      return {
        id,
        kind,
        name,
        url,
        state: shown,
        failure: isLost ? "internal" : isUnused ? "unused" : failure,
        job: job ? presentJob(job) : null,
        schedule,
        nextSyncAt: iso(source.nextSyncAt),
        takesNew,
        isCut,
        fetchedAt: iso(source.fetchedAt),
        checkedAt: iso(source.checkedAt),
        createdAt: new Date(source.createdAt).toISOString(),
        pages: pages?.read ?? 0,
        entries: counts?.entries ?? 0,
        words: counts?.words ?? 0,
        proposed: pages?.proposed ?? 0,
        retired: pages?.retired ?? 0,
        unread: pages?.unread ?? 0,
        conflicts: conflicts.get(id) ?? 0,
      };
    }),
  );
}

export async function presentSource(db: Reader, source: StoredSource): Promise<SourceView> {
  const [view] = await presentSources(db, [source]);
  if (!view) throw new Error("a source has no view");
  return view;
}

export const readLook = ({ look }: StoredSource): SiteLook | null => (look === null ? null : JSON.parse(look));

const isWaiting = ({ state }: StoredPage): boolean => state === "proposed" || state === "left_out" || state === "taken";

/** What a page would have: the texts that wait, or those that were set aside. Null: it has entries instead. */
function textsOf(page: StoredPage): FoundText[] | null {
  if (page.state === "retired" || (page.state === "left_out" && page.found === null))
    return readAside(page.setAside).map(({ heading, page: number, entry, words }) => ({ heading, page: number, text: entry.text, words }));
  const waiting = isWaiting(page) ? readFound(page.found) : null;
  return waiting?.kind === "read" ? waiting.texts : null;
}

/** The same in short, without reading the texts if that is possible. */
function shownOfPage(page: StoredPage): Shown | null {
  if (page.shown !== null && isWaiting(page)) return readShown(page.shown);
  const texts = textsOf(page);
  return texts && shownOf(texts);
}

export async function presentPages(db: Reader, pages: readonly StoredPage[]): Promise<SourcePage[]> {
  const ids = pages.map(({ id }) => id);
  const counts = await countOfPages(db, ids);
  const excerpts = await firstTexts(db, ids, EXCERPT_LENGTH);
  return pages.map((page): SourcePage => {
    const shown = shownOfPage(page) ?? {
      entries: counts.get(page.id)?.entries ?? 0,
      words: counts.get(page.id)?.words ?? 0,
      excerpt: (excerpts.get(page.id) ?? "").slice(0, EXCERPT_LENGTH).toWellFormed(),
    };
    return {
      id: page.id,
      url: page.url || null,
      title: page.title,
      // Pages that were found by a reading that goes on are not listed.
      state: page.state as SourcePageState,
      failure: page.failure,
      unread: readUnread(page.unread),
      sameAs: page.sameAs,
      ...shown,
      fetchedAt: iso(page.fetchedAt),
      checkedAt: new Date(page.checkedAt).toISOString(),
      changedAt: iso(page.changedAt),
    };
  });
}

export async function presentPage(db: Reader, stored: StoredPage): Promise<SourcePageDetails> {
  const [page] = await presentPages(db, [stored]);
  if (!page) throw new Error("a page has no view");
  const waiting = textsOf(stored)?.map((text) => ({ ...text, entryId: null }));
  const entries = waiting ?? (await listOfPage(db, stored.id)).map((entry) => ({ ...entry, entryId: entry.id }));
  const texts = entries.slice(0, PAGE_TEXTS).map(({ heading, page: number, text, entryId }) => ({ heading, page: number, text, entryId }));
  const change =
    stored.changedAt === null ? null : { at: new Date(stored.changedAt).toISOString(), changes: JSON.parse(stored.diff ?? "[]") };
  return { page, texts, change };
}
