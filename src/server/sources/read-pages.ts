/** Reads the page, or the pages of the website, of a source. */
import { told } from "../../contract/messages/message.ts";
import type { SiteLook } from "../../contract/source.ts";
import { JobPaused } from "../jobs/job.ts";
import { countCounted, countSame, listMarked, settleNew } from "../knowledge/page-store.ts";
import { findSource, keepMemory, setLook } from "../knowledge/source-store.ts";
import { findLimits } from "../plans/allowance.ts";
import { nextTurn } from "../platform/steps.ts";
import type { Reader, Tx } from "../platform/storage/db.ts";
import type { Crawl } from "../reading/site/crawl.ts";
import { PageFailed, type PageMark, type PageOutcome } from "../reading/site/outcome.ts";
import { keepOutcome } from "./keep-outcome.ts";
import { step } from "./progress.ts";
import { READ_PERCENT, type Reading } from "./reading.ts";
import { compareMoves, settleMoves } from "./settle-moves.ts";

/** Pages of a website that are read, whatever the plan allows. */
export const MAX_SITE_PAGES = 2_000;
/** So many pages are proposed even if the plan has room for fewer, so that there is something to choose from. */
const MORE_PAGES = 20;
const MAX_QUESTIONS = 10;
/** After this time, other jobs have their turn: a large website takes half an hour, and a process runs few jobs at once. */
const TURN_MS = 10_000;
/**
 * It is stored how far the reading is after so many steps, or after a second for each of so many characters of it: those of a small
 * site are few, and of a large one half a million. After kill −9 the pages since then are asked for again, and give the same. A
 * process that never lives for long must get on all the same.
 */
const STEPS_TO_SAVE = 10;
const CHARACTERS_PER_SECOND = 50_000;

/** @throws PageFailed if nothing can be concluded about what is stored; JobInterrupted */
export async function readPages(reading: Reading): Promise<void> {
  await (reading.source.kind === "page" ? readOne(reading) : readSite(reading));
}

async function marksOf(db: Reader, sourceId: string): Promise<{ url: string; mark: PageMark }[]> {
  const pages = await listMarked(db, sourceId);
  return pages.map(({ url, hash, etag, lastModified }) => ({ url, mark: { hash: hash ?? "", etag, lastModified } }));
}

async function readOne(reading: Reading): Promise<void> {
  const { deps, job, source } = reading;
  const url = source.url ?? "";
  const known = (await marksOf(deps.db, source.id)).find((page) => page.url === url);
  const outcome = await deps.sites.readPage(url, known?.mark ?? null, job.signal, reading.agent.accountId);
  if (outcome.kind === "failed") throw new PageFailed(outcome.code);
  reading.now = { ...reading.now, phase: "store" };
  await step(job, reading.now, {}, async (tx: Tx) => {
    // It is stored at once, which says whether there is room for it.
    await keepOutcome(tx, source, { ...outcome, url }, null);
    await keepLook(tx, source.id, outcome);
  });
}

async function readSite(reading: Reading): Promise<void> {
  const { deps, job, source, agent } = reading;
  const known = await marksOf(deps.db, source.id);
  const room = await findRoom(deps.db, reading);
  const wordLimit = await findWordLimit(deps.db, reading);
  const maxPages = Math.min(Math.max(room, known.length) + MORE_PAGES, MAX_SITE_PAGES);
  const { memory } = source;
  const crawl = deps.sites.openSite({
    of: agent.accountId,
    start: source.url ?? "",
    maxPages,
    known,
    memory,
    checkpoint: reading.now.crawl,
  });
  const ends = deps.clock.elapsed() + TURN_MS;
  let unsaved = 0;
  let dueAt = deps.clock.elapsed() + saveAfterMs(reading);
  for await (const { outcome, done, total, pauseMs } of crawl.steps(job.signal)) {
    const isOver = pauseMs > 0 || deps.clock.elapsed() >= ends;
    const isSaved = isOver || ++unsaved >= STEPS_TO_SAVE || deps.clock.elapsed() >= dueAt;
    if (isSaved) {
      reading.now = { ...reading.now, crawl: crawl.checkpoint() };
      unsaved = 0;
      dueAt = deps.clock.elapsed() + saveAfterMs(reading);
    }
    const message = told("sources.readingSite", { done, total: Math.max(total, done) });
    const percent = (READ_PERCENT * done) / Math.max(total, 1);
    await step(job, isSaved ? reading.now : null, { percent, message }, async (tx: Tx) => {
      if (!outcome) return;
      await keepOutcome(tx, source, outcome, wordLimit);
      await keepLook(tx, source.id, outcome);
    });
    if (isOver) throw new JobPaused(pauseMs);
  }
  await settle(reading, crawl);
}

/** Before new pages are proposed or taken: some of them are known under another address. */
async function settleAllMoves(reading: Reading, crawl: Crawl): Promise<void> {
  const { deps, job, source } = reading;
  reading.now = { ...reading.now, crawl: crawl.checkpoint() };
  for (;;) {
    const verdicts = await compareMoves(deps.db, source.id);
    if (verdicts.size === 0) return;
    await step(job, reading.now, {}, (tx: Tx) => settleMoves(tx, source.id, verdicts));
    await nextTurn();
  }
}

const saveAfterMs = ({ now }: Reading): number => ((now.crawl?.length ?? 0) / CHARACTERS_PER_SECOND) * 1_000;

/** How many pages of the source may count. */
async function findRoom(db: Reader, { source, agent }: Reading): Promise<number> {
  const limits = await findLimits(db, agent.accountId);
  return limits === null ? MAX_SITE_PAGES : Math.max(limits.pageLimit - (await countCounted(db, agent.id, source.id)), 0);
}

/** Nearly all pages have the same text now. Nothing is concluded from that: the site is being worked on, or asks for a password. */
export class OneText extends Error {
  override name = "OneText";
}

/** Of fewer pages, a pair that has the same text says nothing. */
const LEAST_PAGES = 3;

/** Of the pages that count, most are found to have the text of another one. */
async function hasOneText(db: Reader, sourceId: string): Promise<boolean> {
  const { pages, same } = await countSame(db, sourceId);
  return pages >= LEAST_PAGES && same * 2 > pages;
}

/** How many words may be read in all; null: there is no limit. */
const findWordLimit = async (db: Reader, { agent }: Reading): Promise<number | null> =>
  (await findLimits(db, agent.accountId))?.totalWordLimit ?? null;

/** The reading has ended: pages that are new are proposed, or count if the owner wants it so and there is room for them. */
async function settle(reading: Reading, crawl: Crawl): Promise<void> {
  const { job, source, agent } = reading;
  if (await hasOneText(reading.deps.db, source.id)) throw new OneText();
  await settleAllMoves(reading, crawl);
  reading.now = { ...reading.now, phase: "store", crawl: null };
  await step(job, reading.now, { percent: READ_PERCENT }, async (tx: Tx) => {
    const latest = await findSource(tx, source.id);
    if (!latest) return;
    await keepMemory(tx, source.id, { memory: crawl.memory(), isCut: crawl.isCut });
    if (latest.chosenAt !== null && latest.takesNew) {
      const limits = await findLimits(tx, agent.accountId);
      const room = limits === null ? null : Math.max(limits.pageLimit - (await countCounted(tx, agent.id)), 0);
      await settleNew(tx, source.id, "taken", room);
    }
    await settleNew(tx, source.id, "proposed", null);
  });
}

/** What the first page shows of the brand is kept, and the questions of all pages. */
async function keepLook(tx: Tx, sourceId: string, outcome: PageOutcome): Promise<void> {
  if (outcome.kind !== "read") return;
  const stored = (await findSource(tx, sourceId))?.look;
  const before: SiteLook | null = stored ? JSON.parse(stored) : null;
  const { siteName, colours, logo } = before ?? outcome.look;
  const questions = [...new Set([...(before?.questions ?? []), ...outcome.look.questions])].slice(0, MAX_QUESTIONS);
  const look: SiteLook = { siteName, colours, logo: logo === null ? null : (URL.parse(logo)?.href ?? null), questions };
  if (JSON.stringify(look) !== stored) await setLook(tx, sourceId, JSON.stringify(look));
}
