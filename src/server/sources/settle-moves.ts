/**
 * Pages that have another address for good, once a reading has ended. If the page there has most of the texts of the old one, it is
 * the same page: it keeps its entries, with what a person has made of them. Otherwise the old one is gone.
 */
import { listMoved } from "../knowledge/found-store.ts";
import { mergePage, type ReadEntry, toFresh } from "../knowledge/merge-page.ts";
import { findPageByUrl, movePage, type StoredPage, updatePage } from "../knowledge/page-store.ts";
import { listDropped, listOfPage } from "../knowledge/read-store.ts";
import type { Reader, Tx } from "../platform/storage/db.ts";
import { readFound, writeFound } from "./found.ts";

/** Each is compared with what was found at the new address. */
const SLICE = 20;

/** Settles the next of them. @returns whether there may be more */
export async function settleMoves(tx: Tx, sourceId: string): Promise<boolean> {
  const pages = await listMoved(tx, sourceId, SLICE);
  for (const page of pages) {
    const found = readFound(page.found);
    const to = found?.kind === "moved" ? found.to : page.url;
    const there = await findPageByUrl(tx, sourceId, to);
    if (there && there.id !== page.id && (await isSamePage(tx, page, there))) await movePage(tx, page, { to, there });
    else await updatePage(tx, page.id, { found: writeFound({ kind: "gone" }), foundWords: 0 });
  }
  return pages.length === SLICE;
}

async function isSamePage(db: Reader, page: StoredPage, there: StoredPage): Promise<boolean> {
  if (there.state === "same") return there.sameAs === page.url;
  // A page that counts itself has entries of its own.
  if (there.state !== "new" && there.state !== "proposed") return false;
  const found = readFound(there.found);
  if (found?.kind !== "read") return false;
  const entries = await listOfPage(db, page.id);
  return hasMost(entries, mergePage(entries, toFresh(found.texts), await listDropped(db, page.id)));
}

/** Whether the page has most of the texts that the entries were read from, perhaps in other words. */
function hasMost(entries: readonly ReadEntry[], { remove, conflict }: ReturnType<typeof mergePage>): boolean {
  const lost = remove.length + conflict.filter((one) => one.conflict === "").length;
  return entries.length > 0 && lost * 2 < entries.length;
}
