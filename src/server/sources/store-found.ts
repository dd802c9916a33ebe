/** Makes knowledge of what a reading has found, one page after the other, and keeps the change as a version of the agent. */

import { KNOWLEDGE_MAX } from "../../contract/knowledge-calls.ts";
import { PAGE_TEXTS, type SourceFailure, type TextChange } from "../../contract/source.ts";
import { findAgent, type StoredAgent, touchKnowledge } from "../agents/store.ts";
import { keepVersion } from "../agents/versions/keep-version.ts";
import { putBackAside, setAside } from "../knowledge/aside-store.ts";
import { findUnread, listPagesById } from "../knowledge/found-store.ts";
import { changesEntries, firstPart, mergePage, type PageChange } from "../knowledge/merge-page.ts";
import { countCounted, findPageByUrl, forgetSame, type StoredPage, updatePage } from "../knowledge/page-store.ts";
import { applyChange, listOfPage } from "../knowledge/read-store.ts";
import type { StoredSource } from "../knowledge/source-store.ts";
import { countReadWords, totalsOf } from "../knowledge/store.ts";
import { findLimits } from "../plans/allowance.ts";
import type { Tx } from "../platform/storage/db.ts";
import { type Found, readFound } from "./found.ts";
import { forgetPlan, keepRest, LONG_BYTES, nextPages, type Plan, takePlan } from "./store-plan.ts";

/** After this time, a page is gone that was gone before; less than from one daily reading to the next. */
const SETTLED_MS = 6 * 3_600_000;
/** Entries of one page that change in one transaction. */
const MOST_ENTRIES = 300;

interface Target {
  source: StoredSource;
  agent: StoredAgent;
  /** Words that may be read from sources, and pages; null: there is no limit. */
  wordLimit: number | null;
  pageLimit: number | null;
  /** When the reading began. */
  began: number;
}

/** Stores the next pages. @returns false if there is none left, or the agent was deleted. @throws DomainError too_large, if the draft is full */
export async function storeSlice(tx: Tx, source: StoredSource, began: number): Promise<boolean> {
  const agent = await findAgent(tx, source.agentId);
  const pages = agent ? await takeSlice(tx, source.id) : [];
  if (!agent || pages.length === 0) return false;
  const limits = await findLimits(tx, agent.accountId);
  const [wordLimit, pageLimit] = [limits?.totalWordLimit ?? null, limits?.pageLimit ?? null];
  let isChanged = false;
  const made = { author: "source", authorName: "", action: "read", detail: source.name } as const;
  await keepVersion(tx, agent.id, made, async () => {
    for (const waiting of pages) isChanged = (await storePage(tx, { source, agent, wordLimit, pageLimit, began }, waiting)) || isChanged;
  });
  if (isChanged) await touchKnowledge(tx, agent.id);
  return true;
}

interface Waiting {
  page: StoredPage;
  /** Of what was found, which is not in `page` if it is long. */
  bytes: number;
}

async function takeSlice(tx: Tx, sourceId: string): Promise<Waiting[]> {
  const next = await nextPages(tx, sourceId);
  const [first] = next;
  if (first && first.bytes > LONG_BYTES) {
    const page = await findUnread(tx, first.id);
    return page ? [{ page, bytes: first.bytes }] : [];
  }
  const pages = await listPagesById(
    tx,
    next.map(({ id }) => id),
  );
  const bytesOf = new Map(next.map(({ id, bytes }) => [id, bytes]));
  return pages.map((page) => ({ page, bytes: bytesOf.get(page.id) ?? 0 }));
}

/** @returns whether entries have changed */
async function storePage(tx: Tx, target: Target, waiting: Waiting): Promise<boolean> {
  const { page, bytes } = waiting;
  const plan = await takePlan(tx, page, bytes, target.began);
  // It is made before the next transaction.
  if (plan === null) return false;
  if (plan !== "no text") return storeText(tx, target, waiting, plan);
  forgetPlan(page);
  const found = readFound(page.found);
  if (found?.kind === "same") return storeSame(tx, target, page, found);
  if (found?.kind === "gone") return storeGone(tx, target, page);
  if (found?.kind === "moved") {
    // The reading did not end, so nothing is concluded.
    await updatePage(tx, page.id, { found: null, foundWords: 0 });
    return false;
  }
  // Without an outcome that this version understands, the page is read anew.
  const isFailed = found?.kind === "failed";
  const outcome = isFailed ? { state: "failed" as const, failure: found.code } : { hash: null, etag: null, lastModified: null };
  await updatePage(tx, page.id, { ...outcome, found: null, foundWords: 0 });
  return false;
}

/** A long text is stored in parts, each in a transaction of its own; until the last one, the page has its text in `found`. */
async function storeText(tx: Tx, target: Target, { page, bytes }: Waiting, plan: Plan): Promise<boolean> {
  const { found, aside, byId, whole } = plan;
  const refused = (await refusalOfPage(tx, target, page)) ?? (await refusalOf(tx, target, growthOf(plan)));
  if (refused) {
    forgetPlan(page);
    await refusePage(tx, target, page, plan, refused);
    return false;
  }
  const { part, isWhole, rest } = firstPart(whole, MOST_ENTRIES);
  const place = { agentId: target.agent.id, sourceId: target.source.id, pageId: page.id };
  const isBack = (await putBackAside(tx, place, aside)) > 0;
  await applyChange(tx, place, part);
  const isChanged = changesEntries(part) || isBack;
  const changed = isChanged && page.state !== "taken" ? await noteChange(tx, target, page, diffOf(part, byId)) : {};
  const { title, unread, mark } = found;
  const text = { title, unread: JSON.stringify(unread), ...mark, fetchedAt: tx.now };
  const done = { state: "read", failure: null, sameAs: null, found: null, foundWords: 0 } as const;
  // A page that has come back counts from its first part on, and its entries are put back once.
  const begun = { state: page.state === "retired" ? "read" : page.state, setAside: null } as const;
  await updatePage(tx, page.id, isWhole ? { ...text, ...done, ...changed, setAside: null } : { ...changed, ...begun });
  if (isWhole) forgetPlan(page);
  else await keepRest(tx, { ...page, ...begun }, plan, { whole: rest, bytes, began: target.began });
  return isChanged;
}

/** What this reading has changed so far is added to. */
async function noteChange(tx: Tx, { began }: Target, page: StoredPage, diff: TextChange[]) {
  await forgetSame(tx, page.sourceId, page.url);
  const before: TextChange[] = (page.changedAt ?? 0) >= began ? JSON.parse(page.diff ?? "[]") : [];
  return { changedAt: tx.now, diff: JSON.stringify([...before, ...diff].slice(0, PAGE_TEXTS)) };
}

interface Growth {
  entries: number;
  words: number;
}

function growthOf({ there, entries, byId, whole: { insert, update, remove } }: Plan): Growth {
  const wordsBefore = (id: string) => byId.get(id)?.words ?? 0;
  const back = entries.slice(there.length);
  const putBack = back.reduce((sum, entry) => sum + entry.words, 0);
  const inserted = insert.reduce((sum, { words }) => sum + words, 0);
  const updated = update.reduce((sum, { id, to }) => sum + to.words - wordsBefore(id), 0);
  const removed = remove.reduce((sum, id) => sum + wordsBefore(id), 0);
  return { entries: back.length + insert.length - remove.length, words: putBack + inserted + updated - removed };
}

/** A page that was retired took up no room meanwhile. */
async function refusalOfPage(tx: Tx, { agent, pageLimit }: Target, page: StoredPage): Promise<SourceFailure | null> {
  if (page.state !== "retired" || pageLimit === null) return null;
  return (await countCounted(tx, agent.id)) < pageLimit ? null : "page_limit";
}

async function refusalOf(tx: Tx, { agent, wordLimit }: Target, growth: Growth): Promise<SourceFailure | null> {
  if (growth.words <= 0 && growth.entries <= 0) return null;
  if (wordLimit !== null && growth.words > 0 && (await countReadWords(tx, agent.id)) + growth.words > wordLimit) return "word_limit";
  const totals = await totalsOf(tx, agent.id);
  const isFull = totals.entries + growth.entries > KNOWLEDGE_MAX.entries || totals.words + growth.words > KNOWLEDGE_MAX.words;
  return isFull ? "agent_full" : null;
}

/**
 * What counted before stays. The text is read again with the next reading, when there may be room for it; a page of a website
 * that is back, and for which there is no place, waits for the owner's choice.
 */
async function refusePage(tx: Tx, { source }: Target, page: StoredPage, { found, words }: Plan, failure: SourceFailure): Promise<void> {
  if (failure === "page_limit" && source.kind === "site") {
    await updatePage(tx, page.id, { state: "proposed", failure: null, title: found.title, ...found.mark, foundWords: words });
    return;
  }
  const isNew = page.state === "taken" ? { hash: null, etag: null, lastModified: null } : {};
  const state = page.state === "retired" ? "retired" : "failed";
  await updatePage(tx, page.id, { ...isNew, state, failure, found: null, foundWords: 0 });
}

const MAX_DIFF_TEXT = 2_000;

function diffOf({ insert, update, remove }: PageChange, byId: Plan["byId"]): TextChange[] {
  const cut = (text: string) => (text.length > MAX_DIFF_TEXT ? `${text.slice(0, MAX_DIFF_TEXT - 1).toWellFormed()}…` : text);
  return [
    ...update.map(({ before, to }) => ({ before: cut(before), after: cut(to.text) })),
    ...insert.map(({ text }) => ({ before: null, after: cut(text) })),
    ...remove.map((id) => ({ before: cut(byId.get(id)?.text ?? ""), after: null })),
  ].slice(0, PAGE_TEXTS);
}

/**
 * Whether what the site says now is believed: it has said so before, some hours ago. What a site shows while it is being worked
 * on takes no text away.
 */
const isSettled = ({ state, missingSince }: StoredPage, now: number): boolean =>
  state === "missing" && now - (missingSince ?? 0) >= SETTLED_MS;

/** The text still counts, for now. */
async function noteMissing(tx: Tx, page: StoredPage, failure: SourceFailure | null): Promise<void> {
  const since = page.state === "missing" ? {} : { missingSince: tx.now };
  await updatePage(tx, page.id, { found: null, foundWords: 0, state: "missing", failure, ...since });
}

/** Another page says the same, and counts. If that one does not count, the page keeps its text. */
async function storeSame(tx: Tx, target: Target, page: StoredPage, { of, mark }: Extract<Found, { kind: "same" }>) {
  const other = await findPageByUrl(tx, page.sourceId, of);
  const counted = other?.state === "read" || other?.state === "missing" || other?.state === "taken";
  if (!counted || page.state === "retired") {
    await updatePage(tx, page.id, { found: null, foundWords: 0 });
    return false;
  }
  const entries = await listOfPage(tx, page.id);
  if (entries.length > 0 && !isSettled(page, tx.now)) {
    await noteMissing(tx, page, null);
    return false;
  }
  const change = mergePage(entries, [], new Set());
  await applyChange(tx, { agentId: target.agent.id, sourceId: target.source.id, pageId: page.id }, change);
  await updatePage(tx, page.id, { ...mark, state: "same", failure: null, sameAs: of, unread: "[]", found: null, foundWords: 0 });
  return changesEntries(change);
}

/** The first time, its text still counts; if it is gone some hours later, the text is set aside. */
async function storeGone(tx: Tx, { agent }: Target, page: StoredPage): Promise<boolean> {
  const done = { found: null, foundWords: 0 };
  if (page.state === "retired") {
    await updatePage(tx, page.id, done);
    return false;
  }
  if (!isSettled(page, tx.now)) {
    await noteMissing(tx, page, "not_found");
    return false;
  }
  const aside = await setAside(tx, agent.id, page.id);
  const forgotten = { hash: null, etag: null, lastModified: null };
  await forgetSame(tx, page.sourceId, page.url);
  await updatePage(tx, page.id, { ...done, ...forgotten, state: "retired", failure: "not_found", setAside: JSON.stringify(aside) });
  return aside.length > 0;
}
