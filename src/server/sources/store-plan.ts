/**
 * What storing a page with a text changes about its entries. That is found out in slices before the transaction that stores it,
 * because a transaction that compares many entries would delay visitors.
 */
import { asEntries, readAside, type SetAside } from "../knowledge/aside-store.ts";
import { findUnread, listFound, listPagesById } from "../knowledge/found-store.ts";
import { freshSteps, mergeSteps, type PageChange, type ReadEntry } from "../knowledge/merge-page.ts";
import type { StoredPage } from "../knowledge/page-store.ts";
import { listDropped, listOfPage, markOfPage } from "../knowledge/read-store.ts";
import { nextTurn, runInSlices } from "../platform/steps.ts";
import type { Reader } from "../platform/storage/db.ts";
import { type Found, readLongSteps, wordsOf } from "./found.ts";

/** Bytes. A longer text is stored in parts, and shorter ones together up to this length. */
export const LONG_BYTES = 60_000;
/** Pages of one transaction, so that it does not delay others. Their texts together are not long, or it is a part of one long text. */
const MOST_PAGES = 20;
/** Entries that are read from the database at once. */
const READ_AT_ONCE = 500;

export interface Plan {
  found: Omit<Extract<Found, { kind: "read" }>, "texts">;
  /** Of what was found. */
  words: number;
  /** What was set aside, and counts again. */
  aside: SetAside[];
  /** The entries that count, and with them those that were set aside. */
  there: readonly ReadEntry[];
  entries: readonly ReadEntry[];
  byId: ReadonlyMap<string, ReadEntry>;
  whole: PageChange;
}

interface Prepared {
  /** Of which text of which page it is: `keyOf`. */
  key: string;
  /** Of the entries with which it was made. */
  mark: string;
  /** What was found is no text, or another version of the program has stored it. */
  plan: Plan | "no text";
}

type OfPage = Pick<StoredPage, "id" | "sourceId">;

/** As many as jobs run at once in a process: each of them stores the pages of one source. */
const MOST_SOURCES = 8;
/** By source, the oldest first, and by page: those of one transaction. Every process may make them anew. */
const plans = new Map<string, Map<string, Prepared>>();

function keepPlan({ id, sourceId }: OfPage, prepared: Prepared): void {
  const ofSource = plans.get(sourceId) ?? new Map<string, Prepared>();
  plans.delete(sourceId);
  for (const oldest of [...plans.keys()].slice(0, Math.max(plans.size + 1 - MOST_SOURCES, 0))) plans.delete(oldest);
  plans.set(sourceId, ofSource.set(id, prepared));
}

/** It holds all texts of the page. */
export function forgetPlan({ id, sourceId }: OfPage): void {
  const ofSource = plans.get(sourceId);
  ofSource?.delete(id);
  if (ofSource?.size === 0) plans.delete(sourceId);
}

/** The pages that the next transaction stores, and how long what was found of each is in bytes. */
export async function nextPages(db: Reader, sourceId: string): Promise<{ id: string; bytes: number }[]> {
  const next = await listFound(db, sourceId, MOST_PAGES);
  let sum = 0;
  return next.filter(({ bytes }, at) => {
    sum += bytes;
    return at === 0 || sum <= LONG_BYTES;
  });
}

const keyOf = (page: Pick<StoredPage, "id" | "state" | "setAside">, bytes: number, began: number) =>
  JSON.stringify([page.id, bytes, began, asideOf(page)]);

/** What was set aside counts again, so that texts that are still there keep their dates, and what a person has made of them. */
const asideOf = ({ state, setAside }: Pick<StoredPage, "state" | "setAside">) =>
  state === "retired" || state === "taken" ? setAside : null;

const withAside = (there: readonly ReadEntry[], aside: readonly SetAside[]): ReadEntry[] => {
  const ids = new Set(there.map(({ id }) => id));
  return [...there, ...asEntries(aside).filter(({ id }) => !ids.has(id))];
};

const byIdOf = (entries: readonly ReadEntry[]) => new Map(entries.map((entry) => [entry.id, entry]));

/** Makes the plans for the pages that are stored next, unless there are some that still hold. `began`: when the reading did. */
export async function preparePlans(db: Reader, sourceId: string, began: number): Promise<void> {
  const next = await nextPages(db, sourceId);
  const ids = new Set(next.map(({ id }) => id));
  for (const id of plans.get(sourceId)?.keys() ?? []) if (!ids.has(id)) forgetPlan({ id, sourceId });
  for (const { id, bytes } of next) await preparePlan(db, id, bytes, began);
}

async function preparePlan(db: Reader, id: string, bytes: number, began: number): Promise<void> {
  const listed = await findUnread(db, id);
  if (!listed || (await hasPlan(db, listed, bytes, began))) return;
  forgetPlan(listed);
  const [page] = await listPagesById(db, [id]);
  if (!page?.found) return;
  const key = keyOf(page, bytes, began);
  const found = await runInSlices(readLongSteps(page.found), nextTurn);
  // Whatever changes while the entries are read is not in this mark, so the plan will not be used.
  const mark = await markOfPage(db, page.id);
  if (!found) {
    keepPlan(page, { key, mark, plan: "no text" });
    return;
  }
  const { texts, ...rest } = found;
  const there = await listInSlices(db, page.id);
  const aside = readAside(asideOf(page));
  const entries = withAside(there, aside);
  const fresh = await runInSlices(freshSteps(texts), nextTurn);
  const whole = await runInSlices(mergeSteps(entries, fresh, await listDropped(db, page.id)), nextTurn);
  keepPlan(page, { key, mark, plan: { found: rest, words: wordsOf(texts), aside, there, entries, byId: byIdOf(entries), whole } });
}

async function listInSlices(db: Reader, pageId: string): Promise<ReadEntry[]> {
  const entries: ReadEntry[] = [];
  for (;;) {
    const slice = await listOfPage(db, pageId, { limit: READ_AT_ONCE, offset: entries.length });
    entries.push(...slice);
    if (slice.length < READ_AT_ONCE) return entries;
    await nextTurn();
  }
}

async function hasPlan(db: Reader, page: StoredPage, bytes: number, began: number): Promise<boolean> {
  const prepared = plans.get(page.sourceId)?.get(page.id);
  return prepared?.key === keyOf(page, bytes, began) && prepared.mark === (await markOfPage(db, page.id));
}

/** Null if it must be made, because something has changed. */
export async function takePlan(db: Reader, page: StoredPage, bytes: number, began: number): Promise<Plan | "no text" | null> {
  return (await hasPlan(db, page, bytes, began)) ? (plans.get(page.sourceId)?.get(page.id)?.plan ?? null) : null;
}

/** Of a plan, a part was stored, and `whole` is left of it. If the transaction fails, the mark is wrong and the plan is made anew. */
export async function keepRest(
  db: Reader,
  page: StoredPage,
  plan: Plan,
  { whole, bytes, began }: { whole: PageChange; bytes: number; began: number },
) {
  const { entries } = plan;
  const key = keyOf({ ...page, setAside: null }, bytes, began);
  keepPlan(page, { key, mark: await markOfPage(db, page.id), plan: { ...plan, aside: [], there: entries, whole } });
}
