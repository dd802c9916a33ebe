/** Makes knowledge of what a reading has found, one page after the other, and keeps the change as a version of the agent. */

import { KNOWLEDGE_MAX } from "../../contract/knowledge-calls.ts";
import { PAGE_TEXTS, type SourceFailure, type TextChange } from "../../contract/source.ts";
import { findAgent, type StoredAgent, touchKnowledge } from "../agents/store.ts";
import { keepVersion } from "../agents/versions/keep-version.ts";
import { changesEntries, firstPart, mergePage, type PageChange, type ReadEntry, toFresh } from "../knowledge/merge-page.ts";
import { findPageByUrl, forgetSame, listFound, type StoredPage, updatePage } from "../knowledge/page-store.ts";
import { applyChange, listDropped, listOfPage, setAside } from "../knowledge/read-store.ts";
import type { StoredSource } from "../knowledge/source-store.ts";
import { countReadWords, totalsOf } from "../knowledge/store.ts";
import { findLimits } from "../plans/allowance.ts";
import type { Tx } from "../platform/storage/db.ts";
import { type Found, readFound } from "./found.ts";

/** Pages and words of one transaction, so that it does not delay others. One page may have more words. */
const MOST_PAGES = 20;
const MOST_WORDS = 10_000;
/** Entries of one page that change in one transaction. */
const MOST_ENTRIES = 300;

interface Target {
  source: StoredSource;
  agent: StoredAgent;
  /** Words that may be read from sources; null: there is no limit. */
  wordLimit: number | null;
  /** When the reading began. */
  began: number;
}

/** Stores the next pages. @returns false if there is none left, or the agent was deleted. @throws DomainError too_large, if the draft is full */
export async function storeSlice(tx: Tx, source: StoredSource, began: number): Promise<boolean> {
  const agent = await findAgent(tx, source.agentId);
  const pages = agent ? await takeSlice(tx, source.id) : [];
  if (!agent || pages.length === 0) return false;
  const wordLimit = (await findLimits(tx, agent.accountId))?.totalWordLimit ?? null;
  let isChanged = false;
  const made = { author: "source", authorName: "", action: "read", detail: source.name } as const;
  await keepVersion(tx, agent.id, made, async () => {
    for (const page of pages) isChanged = (await storePage(tx, { source, agent, wordLimit, began }, page)) || isChanged;
  });
  if (isChanged) await touchKnowledge(tx, agent.id);
  return true;
}

async function takeSlice(tx: Tx, sourceId: string): Promise<StoredPage[]> {
  let words = 0;
  const pages = await listFound(tx, sourceId, MOST_PAGES);
  return pages.filter(({ found }, at) => {
    words += (found?.length ?? 0) / 6;
    return at === 0 || words <= MOST_WORDS;
  });
}

/** @returns whether entries have changed */
async function storePage(tx: Tx, target: Target, page: StoredPage): Promise<boolean> {
  const found = readFound(page.found);
  if (found?.kind === "read") return storeText(tx, target, page, found);
  if (found?.kind === "same") return storeSame(tx, target, page, found);
  if (found?.kind === "gone") return storeGone(tx, target, page);
  // Without an outcome that this version understands, the page is read anew.
  const outcome = found ? { state: "failed" as const, failure: found.code } : { hash: null, etag: null, lastModified: null };
  await updatePage(tx, page.id, { ...outcome, found: null, foundWords: 0 });
  return false;
}

/** A long text is stored in parts, each in a transaction of its own; until the last one, the page has its text in `found`. */
async function storeText(tx: Tx, target: Target, page: StoredPage, found: Extract<Found, { kind: "read" }>): Promise<boolean> {
  const entries = await listOfPage(tx, page.id);
  const whole = mergePage(entries, toFresh(found.texts), await listDropped(tx, page.id));
  const refused = await refusalOf(tx, target, growthOf(whole, entries));
  if (refused) {
    await refusePage(tx, page, refused);
    return false;
  }
  const { part, isWhole } = firstPart(whole, MOST_ENTRIES);
  await applyChange(tx, { agentId: target.agent.id, sourceId: target.source.id, pageId: page.id }, part);
  const isChanged = changesEntries(part);
  const changed = isChanged && page.state !== "taken" ? await noteChange(tx, target, page, diffOf(part, entries)) : {};
  const { title, unread, mark } = found;
  const text = { title, unread: JSON.stringify(unread), ...mark, fetchedAt: tx.now };
  const done = { state: "read", failure: null, sameAs: null, found: null, foundWords: 0, setAside: null } as const;
  await updatePage(tx, page.id, isWhole ? { ...text, ...done, ...changed } : changed);
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

function growthOf({ insert, update, remove }: PageChange, entries: readonly ReadEntry[]): Growth {
  const before = new Map(entries.map(({ id, words }) => [id, words]));
  const wordsBefore = (id: string) => before.get(id) ?? 0;
  const inserted = insert.reduce((sum, { words }) => sum + words, 0);
  const updated = update.reduce((sum, { id, to }) => sum + to.words - wordsBefore(id), 0);
  const removed = remove.reduce((sum, id) => sum + wordsBefore(id), 0);
  return { entries: insert.length - remove.length, words: inserted + updated - removed };
}

async function refusalOf(tx: Tx, { agent, wordLimit }: Target, growth: Growth): Promise<SourceFailure | null> {
  if (growth.words <= 0 && growth.entries <= 0) return null;
  if (wordLimit !== null && growth.words > 0 && (await countReadWords(tx, agent.id)) + growth.words > wordLimit) return "word_limit";
  const totals = await totalsOf(tx, agent.id);
  const isFull = totals.entries + growth.entries > KNOWLEDGE_MAX.entries || totals.words + growth.words > KNOWLEDGE_MAX.words;
  return isFull ? "agent_full" : null;
}

/** What counted before stays. The text is read again with the next reading, when there may be room for it. */
async function refusePage(tx: Tx, page: StoredPage, failure: SourceFailure): Promise<void> {
  const isNew = page.state === "taken" ? { hash: null, etag: null, lastModified: null } : {};
  const state = page.state === "retired" ? "retired" : "failed";
  await updatePage(tx, page.id, { ...isNew, state, failure, found: null, foundWords: 0 });
}

const MAX_DIFF_TEXT = 2_000;

function diffOf({ insert, update, remove }: PageChange, entries: readonly ReadEntry[]): TextChange[] {
  const cut = (text: string) => (text.length > MAX_DIFF_TEXT ? `${text.slice(0, MAX_DIFF_TEXT - 1).toWellFormed()}…` : text);
  const textOf = new Map(entries.map(({ id, text }) => [id, text]));
  return [
    ...update.map(({ before, to }) => ({ before: cut(before), after: cut(to.text) })),
    ...insert.map(({ text }) => ({ before: null, after: cut(text) })),
    ...remove.map((id) => ({ before: cut(textOf.get(id) ?? ""), after: null })),
  ].slice(0, PAGE_TEXTS);
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
  const change = mergePage(entries, [], new Set());
  await applyChange(tx, { agentId: target.agent.id, sourceId: target.source.id, pageId: page.id }, change);
  await updatePage(tx, page.id, { ...mark, state: "same", failure: null, sameAs: of, unread: "[]", found: null, foundWords: 0 });
  return changesEntries(change);
}

/** The first time, its text still counts; the second time, it is set aside. */
async function storeGone(tx: Tx, { agent }: Target, page: StoredPage): Promise<boolean> {
  const done = { found: null, foundWords: 0 };
  if (page.state === "retired") {
    await updatePage(tx, page.id, done);
    return false;
  }
  if (page.state !== "missing") {
    await updatePage(tx, page.id, { ...done, state: "missing", failure: "not_found" });
    return false;
  }
  const aside = await setAside(tx, agent.id, page.id);
  const forgotten = { hash: null, etag: null, lastModified: null };
  await forgetSame(tx, page.sourceId, page.url);
  await updatePage(tx, page.id, { ...done, ...forgotten, state: "retired", failure: "not_found", setAside: JSON.stringify(aside) });
  return aside.length > 0;
}
