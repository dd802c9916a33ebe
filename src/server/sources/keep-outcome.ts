/**
 * Keeps what reading one page gave, until the reading of its source has ended. Nothing that counts changes here: if the reading
 * fails, nothing is concluded from what it has found so far.
 */
import type { SourceFailure } from "../../contract/source.ts";
import {
  deletePage,
  findPageByUrl,
  insertPage,
  isDecided,
  movePage,
  type StoredPage,
  type StoredPageState,
  updatePage,
} from "../knowledge/page-store.ts";
import type { StoredSource } from "../knowledge/source-store.ts";
import type { Tx } from "../platform/storage/db.ts";
import type { PageOutcome } from "../reading/site/outcome.ts";
import { columnsOf, type Found, foundOf, wordsOf, writeFound } from "./found.ts";

type Source = Pick<StoredSource, "id" | "kind">;

/** What reading a page gave. A page may also have more words than the plan has room for in all. */
type Outcome = Exclude<PageOutcome, { kind: "failed" }> | { kind: "failed"; url: string; code: SourceFailure };

/** `wordLimit`: of the plan, for all that is read; null: there is none. Of a page with more, nothing is kept (product 19.2). */
export async function keepOutcome(tx: Tx, source: Source, given: PageOutcome, wordLimit: number | null): Promise<void> {
  const isLong = given.kind === "read" && wordLimit !== null && wordsOf(given.texts.texts) > wordLimit;
  const outcome: Outcome = isLong ? { kind: "failed", url: given.url, code: "word_limit" } : given;
  const page = await findPageByUrl(tx, source.id, outcome.url);
  if (!page) return keepNew(tx, source, outcome);
  if (outcome.kind === "unchanged") return keepUnchanged(tx, page, outcome.mark);
  // A link to a page that is gone says nothing new.
  if (page.state === "retired" && outcome.kind !== "read") return;
  if (holdsText(page)) return updatePage(tx, page.id, { found: writeFound(toFound(outcome)), foundWords: 0 });
  await keepUncounted(tx, source, page, outcome);
}

/** Its text counts, or counted until the page was retired. */
const holdsText = ({ state, hash }: StoredPage): boolean =>
  state === "read" || state === "missing" || state === "retired" || (state === "failed" && hash !== null);

function toFound(outcome: Exclude<Outcome, { kind: "unchanged" }>): Found {
  if (outcome.kind === "read") return foundOf(outcome.texts, outcome.mark);
  if (outcome.kind === "duplicate") return { kind: "same", of: outcome.of, mark: outcome.mark };
  if (outcome.kind === "failed") return { kind: "failed", code: outcome.code };
  return outcome.kind === "gone" ? { kind: "gone" } : { kind: "moved", to: outcome.to };
}

async function keepNew(tx: Tx, { id: sourceId }: Source, outcome: Outcome): Promise<void> {
  const { url } = outcome;
  if (outcome.kind === "read") {
    const id = await insertPage(tx, sourceId, { url, title: outcome.texts.title, state: "new" });
    return setText(tx, id, outcome, "new");
  }
  if (outcome.kind === "duplicate") {
    const id = await insertPage(tx, sourceId, { url, title: "", state: "same" });
    return updatePage(tx, id, { sameAs: outcome.of, ...outcome.mark });
  }
  if (outcome.kind !== "failed") return;
  const id = await insertPage(tx, sourceId, { url, title: "", state: "failed" });
  await updatePage(tx, id, { failure: outcome.code });
}

/** A page without text of its own takes its mark at once, because nothing that counts rests on it. */
async function setText(tx: Tx, id: string, outcome: Extract<Outcome, { kind: "read" }>, state: StoredPageState): Promise<void> {
  const found = foundOf(outcome.texts, outcome.mark);
  const { title, mark } = found;
  const text = { title, ...columnsOf(found), fetchedAt: tx.now };
  await updatePage(tx, id, { ...text, ...mark, state, failure: null, sameAs: null });
}

/** A page that counts nowhere is forgotten, unless a person has decided about it. One that is left out stays so. */
async function keepGone(tx: Tx, page: StoredPage): Promise<void> {
  if (!(await isDecided(tx, page))) return deletePage(tx, page.id);
  if (page.state === "left_out") return updatePage(tx, page.id, {});
  const forgotten = { hash: null, etag: null, lastModified: null, found: null, foundWords: 0 };
  await updatePage(tx, page.id, { ...forgotten, state: "retired", failure: "not_found" });
}

/** What its owner has decided holds at its new address. The text there is found when that address is asked for, earlier or later. */
async function keepMoved(tx: Tx, page: StoredPage, to: string): Promise<void> {
  const there = await findPageByUrl(tx, page.sourceId, to);
  if (page.state !== "left_out" || (there && there.state !== "new")) return keepGone(tx, page);
  await movePage(tx, page, { to, there });
}

/** The site says that it is there, and as it was. */
async function keepUnchanged(tx: Tx, page: StoredPage, mark: Pick<StoredPage, "hash" | "etag" | "lastModified">): Promise<void> {
  const isBack = page.state === "missing" || page.state === "failed";
  await updatePage(tx, page.id, { ...mark, ...(isBack ? { state: "read", failure: null } : {}) });
}

/** Of a page that waits for a choice, was left out, has the text of another one, or was never read. */
async function keepUncounted(tx: Tx, { kind }: Source, page: StoredPage, outcome: Exclude<Outcome, { kind: "unchanged" }>) {
  const isOpen = page.state === "same" || page.state === "failed";
  if (outcome.kind === "read") return setText(tx, page.id, outcome, isOpen && kind === "site" ? "new" : page.state);
  if (outcome.kind === "gone") return keepGone(tx, page);
  if (outcome.kind === "moved") return keepMoved(tx, page, outcome.to);
  if (outcome.kind === "failed") return page.state === "failed" ? updatePage(tx, page.id, { failure: outcome.code }) : undefined;
  if (page.state !== "left_out" && page.state !== "taken")
    await updatePage(tx, page.id, { state: "same", failure: null, sameAs: outcome.of, ...outcome.mark, found: null, foundWords: 0 });
}
