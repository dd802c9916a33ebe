/**
 * What storing a page with a text changes about its entries. Of a long text, that is found out in slices before its parts are
 * stored, each in a transaction of its own, because a transaction that compares ten thousand entries would delay visitors.
 */
import { asEntries, readAside, type SetAside } from "../knowledge/aside-store.ts";
import { findUnread, listFound, listPagesById } from "../knowledge/found-store.ts";
import { freshSteps, mergePage, mergeSteps, type PageChange, type ReadEntry, toFresh } from "../knowledge/merge-page.ts";
import type { StoredPage } from "../knowledge/page-store.ts";
import { listDropped, listOfPage, markOfPage } from "../knowledge/read-store.ts";
import { nextTurn, runInSlices } from "../platform/steps.ts";
import type { Reader } from "../platform/storage/db.ts";
import { type Found, readLongSteps, wordsOf } from "./found.ts";

/** Bytes. A shorter text is compared in the transaction that stores it, which takes a few milliseconds. */
export const LONG_BYTES = 60_000;
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
  /** Another version of the program has stored what was found. */
  plan: Plan | "unreadable";
}

/** As many as jobs run at once in a process: each of them stores one page at a time. */
const MOST_PLANS = 8;
/** By page, the oldest first. Every process may make them anew. */
const plans = new Map<string, Prepared>();

function keepPlan(pageId: string, prepared: Prepared): void {
  forgetPlan(pageId);
  for (const oldest of [...plans.keys()].slice(0, Math.max(plans.size + 1 - MOST_PLANS, 0))) plans.delete(oldest);
  plans.set(pageId, prepared);
}

/** It holds all texts of the page. */
export const forgetPlan = (pageId: string): boolean => plans.delete(pageId);

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

/** The plan for a text that is not long. */
export async function planOf(db: Reader, page: StoredPage, found: Extract<Found, { kind: "read" }>): Promise<Plan> {
  const aside = readAside(asideOf(page));
  const there = await listOfPage(db, page.id);
  const entries = withAside(there, aside);
  return {
    found,
    words: wordsOf(found.texts),
    aside,
    there,
    entries,
    byId: byIdOf(entries),
    whole: mergePage(entries, toFresh(found.texts), await listDropped(db, page.id)),
  };
}

/** Makes the plan for the page that is stored next, if its text is long and there is none yet. `began`: when the reading did. */
export async function preparePlan(db: Reader, sourceId: string, began: number): Promise<void> {
  const [next] = await listFound(db, sourceId, 1);
  if (!next || next.bytes <= LONG_BYTES) return;
  const listed = await findUnread(db, next.id);
  if (!listed || (await hasPlan(db, listed, next.bytes, began))) return;
  forgetPlan(next.id);
  const [page] = await listPagesById(db, [next.id]);
  if (!page?.found) return;
  const key = keyOf(page, next.bytes, began);
  const found = await runInSlices(readLongSteps(page.found), nextTurn);
  // Whatever changes while the entries are read is not in this mark, so the plan will not be used.
  const mark = await markOfPage(db, page.id);
  if (!found) {
    keepPlan(page.id, { key, mark, plan: "unreadable" });
    return;
  }
  const { texts, ...rest } = found;
  const there = await listInSlices(db, page.id);
  const aside = readAside(asideOf(page));
  const entries = withAside(there, aside);
  const fresh = await runInSlices(freshSteps(texts), nextTurn);
  const whole = await runInSlices(mergeSteps(entries, fresh, await listDropped(db, page.id)), nextTurn);
  keepPlan(page.id, { key, mark, plan: { found: rest, words: wordsOf(texts), aside, there, entries, byId: byIdOf(entries), whole } });
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
  const prepared = plans.get(page.id);
  return prepared?.key === keyOf(page, bytes, began) && prepared.mark === (await markOfPage(db, page.id));
}

/** The plan for a long text; null if it must be made, because something has changed. */
export async function takePlan(db: Reader, page: StoredPage, bytes: number, began: number): Promise<Plan | "unreadable" | null> {
  return (await hasPlan(db, page, bytes, began)) ? (plans.get(page.id)?.plan ?? null) : null;
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
  keepPlan(page.id, { key, mark: await markOfPage(db, page.id), plan: { ...plan, aside: [], there: entries, whole } });
}
