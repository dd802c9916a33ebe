/**
 * Pages that have another address for good, once a reading has ended. If the page there has most of the texts of the old one, it is
 * the same page: it keeps its entries, with what a person has made of them. Otherwise the old one is gone.
 */
import { listMoved } from "../knowledge/found-store.ts";
import { freshSteps, mergeSteps, type PageChange, type ReadEntry } from "../knowledge/merge-page.ts";
import { findPageByUrl, movePage, type StoredPage, updatePage } from "../knowledge/page-store.ts";
import { listDropped, listOfPage, markOfPage } from "../knowledge/read-store.ts";
import { nextTurn, runInSlices } from "../platform/steps.ts";
import type { Reader, Tx } from "../platform/storage/db.ts";
import { readFound, readLongSteps, writeFound } from "./found.ts";

/** Pages of one transaction. */
const SLICE = 20;

interface Verdict {
  isSame: boolean;
  /** Of the pages that were compared. */
  mark: string;
}
/** By page. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** Compares the next of them with what was found at their new addresses, in slices. @returns none if no page has moved */
export async function compareMoves(db: Reader, sourceId: string): Promise<Verdicts> {
  const verdicts = new Map<string, Verdict>();
  for (const page of await listMoved(db, sourceId, SLICE)) {
    const { there, mark } = await findMove(db, page);
    verdicts.set(page.id, { mark, isSame: there !== undefined && (await isSamePage(db, page, there)) });
  }
  return verdicts;
}

/** Settles what was compared. What has changed since is left for the next comparison. */
export async function settleMoves(tx: Tx, sourceId: string, verdicts: Verdicts): Promise<void> {
  for (const page of await listMoved(tx, sourceId, SLICE)) {
    const { to, there, mark } = await findMove(tx, page);
    const verdict = verdicts.get(page.id);
    if (verdict?.mark !== mark) continue;
    if (verdict.isSame && there) await movePage(tx, page, { to, there });
    else await updatePage(tx, page.id, { found: writeFound({ kind: "gone" }), foundWords: 0 });
  }
}

async function findMove(db: Reader, page: StoredPage) {
  const found = readFound(page.found);
  const to = found?.kind === "moved" ? found.to : page.url;
  const other = await findPageByUrl(db, page.sourceId, to);
  const there = other?.id === page.id ? undefined : other;
  const { id, state, sameAs, found: text } = there ?? {};
  return { to, there, mark: JSON.stringify([page.found, id, state, sameAs, text?.length, await markOfPage(db, page.id)]) };
}

async function isSamePage(db: Reader, page: StoredPage, there: StoredPage): Promise<boolean> {
  if (there.state === "same") return there.sameAs === page.url;
  // A page that counts itself has entries of its own.
  if ((there.state !== "new" && there.state !== "proposed") || there.found === null) return false;
  const found = await runInSlices(readLongSteps(there.found), nextTurn);
  if (!found) return false;
  const entries = await listOfPage(db, page.id);
  const fresh = await runInSlices(freshSteps(found.texts), nextTurn);
  return hasMost(entries, await runInSlices(mergeSteps(entries, fresh, await listDropped(db, page.id)), nextTurn));
}

/** Whether the page has most of the texts that the entries were read from, perhaps in other words. */
function hasMost(entries: readonly ReadEntry[], { remove, conflict }: PageChange): boolean {
  const lost = remove.length + conflict.filter((one) => one.conflict === "").length;
  return entries.length > 0 && lost * 2 < entries.length;
}
