/** What an owner does with a source besides adding it, and with its pages. Each operation checks and writes in one transaction. */
import { told } from "../../contract/messages/message.ts";
import type { ChosenPages } from "../../contract/source.schema.ts";
import type { SourceSchedule } from "../../contract/source.ts";
import { findOwnAgent } from "../agents/save.ts";
import { type StoredAgent, touchKnowledge } from "../agents/store.ts";
import { keepVersion, madeBy } from "../agents/versions/keep-version.ts";
import { putBackAside, putBackForGood, readAside, type SetAside, setAllAside, wordsOfAside } from "../knowledge/aside-store.ts";
import { countChosen, findPage, forgetRead, type StoredPage, takeChosen, updatePage } from "../knowledge/page-store.ts";
import { refuseGrowth } from "../knowledge/room.ts";
import { findSource, findSourceOf, type StoredSource, setChosen, setSchedule, setState, setTakesNew } from "../knowledge/source-store.ts";
import { totalsOf } from "../knowledge/store.ts";
import { findLimits } from "../plans/allowance.ts";
import { conflict, invalid, notFound } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { findState, isUnused, nextSync } from "./end-reading.ts";
import { refusePages } from "./room.ts";
import { startReading, stopReadingFor } from "./start-reading.ts";

/** Which source an owner changes. */
export interface SourceChange {
  viewer: Viewer;
  agentId: string;
  sourceId: string;
}

interface Found {
  tx: Tx;
  agent: StoredAgent;
  source: StoredSource;
}

/** @returns the source as it is then. @throws DomainError not_found */
async function changeSource(
  db: Db,
  { viewer, agentId, sourceId }: SourceChange,
  act: (found: Found) => Promise<void>,
): Promise<StoredSource> {
  return db.transaction(
    async (tx) => {
      const agent = await findOwnAgent(tx, viewer, agentId);
      const source = await findSourceOf(tx, agent.id, sourceId);
      if (!source) throw notFound();
      await act({ tx, agent, source });
      return (await findSource(tx, source.id)) ?? source;
    },
    { isGrowth: true },
  );
}

/** @throws DomainError not_found; invalid, for the schedule of a file */
export function setOptions(db: Db, change: SourceChange, options: { schedule?: SourceSchedule; takesNew?: boolean }) {
  return changeSource(db, change, async ({ tx, source }) => {
    const { schedule, takesNew } = options;
    if (schedule !== undefined && schedule !== source.schedule) {
      if (source.kind === "file") throw invalid({ schedule: told("sources.fileSchedule") });
      await setSchedule(tx, source.id, schedule, nextSync(schedule, tx.now));
    }
    if (takesNew !== undefined) await setTakesNew(tx, source.id, takesNew);
  });
}

/** A source of which nothing is in use is read as if it were new. @throws DomainError not_found */
export function syncSource(db: Db, change: SourceChange) {
  return changeSource(db, change, async ({ tx, agent, source }) => {
    if (await isUnused(tx, source)) await forgetRead(tx, source);
    await startReading(tx, source, agent);
  });
}

/** @throws DomainError not_found */
export function cancelReading(db: Db, change: SourceChange) {
  return changeSource(db, change, ({ tx, agent, source }) => stopReadingFor(tx, source, agent.accountId));
}

/** @throws DomainError not_found; conflict, if nothing waits for a choice; invalid, if nothing is chosen; plan_limit */
export function choosePages(db: Db, change: SourceChange, chosen: ChosenPages) {
  return changeSource(db, change, async ({ tx, agent, source }) => {
    const waiting = await countChosen(tx, source.id, { all: true, ids: [] });
    if (waiting.pages === 0) throw conflict(told("sources.nothingChosen"));
    const taken = await countChosen(tx, source.id, chosen);
    if (taken.pages === 0 && source.chosenAt === null) throw invalid({ ids: told("sources.chooseOne") });
    await refusePages(tx, agent.id, await findLimits(tx, agent.accountId), taken);
    await takeChosen(tx, source.id, chosen);
    await setChosen(tx, source.id);
    await startReading(tx, source, { accountId: agent.accountId, onlyStore: true });
  });
}

/** @throws DomainError not_found */
async function findPageOf({ tx, source }: Found, pageId: string): Promise<StoredPage> {
  const page = source.kind === "site" ? await findPage(tx, source.id, pageId) : undefined;
  if (!page || page.state === "new") throw notFound();
  return page;
}

const changedPage = () => conflict(told("sources.pageState"));

/** @throws DomainError not_found; conflict, if it was not left out; plan_limit */
export function takePage(db: Db, change: SourceChange, pageId: string) {
  return changeSource(db, change, async (found) => {
    const { tx, agent, source } = found;
    const page = await findPageOf(found, pageId);
    if (page.state !== "left_out" && page.state !== "proposed") throw changedPage();
    const words = page.found === null ? wordsOfAside(readAside(page.setAside)) : page.foundWords;
    await refusePages(tx, agent.id, await findLimits(tx, agent.accountId), { pages: 1, words });
    await setChosen(tx, source.id);
    if (page.found === null && page.hash !== null && page.setAside !== null) return takeBack(change, found, page);
    // Without a text that waits, the page is asked for as if it were new.
    const forgotten = page.found === null ? { hash: null, etag: null, lastModified: null } : {};
    await updatePage(tx, page.id, { state: "taken", ...forgotten });
    await startReading(tx, source, { accountId: agent.accountId, onlyStore: page.found !== null });
  });
}

/** The page has not changed since it was left out, so its entries are as they were then. */
async function takeBack({ viewer }: SourceChange, { tx, agent, source }: Found, page: StoredPage): Promise<void> {
  const aside = readAside(page.setAside);
  await refuseEntries(tx, agent, aside);
  await keepVersion(tx, agent.id, madeBy(viewer, agent, "edit"), async () => {
    await putBackAside(tx, { agentId: agent.id, sourceId: source.id, pageId: page.id }, aside);
    await touchKnowledge(tx, agent.id);
  });
  await updatePage(tx, page.id, { state: "read", failure: null, setAside: null });
  await settleState(tx, source);
}

async function refuseEntries(tx: Tx, agent: StoredAgent, aside: readonly SetAside[]): Promise<void> {
  const before = await totalsOf(tx, agent.id);
  const words = wordsOfAside(aside);
  const after = { ...before, entries: before.entries + aside.length, words: before.words + words, readWords: before.readWords + words };
  refuseGrowth(before, after, await findLimits(tx, agent.accountId));
}

async function settleState(tx: Tx, source: StoredSource): Promise<void> {
  const { state, failure } = await findState(tx, source);
  await setState(tx, source.id, state, failure);
}

/** @throws DomainError not_found; conflict, if it has no text of its own */
export function leavePage(db: Db, change: SourceChange, pageId: string) {
  return changeSource(db, change, async (found) => {
    const { tx, agent, source } = found;
    const page = await findPageOf(found, pageId);
    if (page.state === "left_out" || page.state === "same" || (page.state === "failed" && page.hash === null)) throw changedPage();
    await keepVersion(tx, agent.id, madeBy(change.viewer, agent, "edit"), () => emptyPage(tx, agent, page));
    await settleState(tx, source);
  });
}

/** The entries are set aside as they are, so that the page can be taken again. */
async function emptyPage(tx: Tx, agent: StoredAgent, page: StoredPage): Promise<void> {
  const aside = await setAllAside(tx, agent.id, page.id);
  const all = [...readAside(page.setAside), ...aside];
  await updatePage(tx, page.id, { setAside: all.length > 0 ? JSON.stringify(all) : null, state: "left_out", failure: null });
  if (aside.length > 0) await touchKnowledge(tx, agent.id);
}

/** What was set aside counts again, and follows the page no more. @throws DomainError not_found; conflict, if it is not retired; plan_limit, too_large */
export function restorePage(db: Db, change: SourceChange, pageId: string) {
  return changeSource(db, change, async ({ tx, agent, source }) => {
    const page = await findPage(tx, source.id, pageId);
    if (!page || page.state === "new") throw notFound();
    if (page.state !== "retired") throw changedPage();
    const aside = readAside(page.setAside);
    await refusePages(tx, agent.id, await findLimits(tx, agent.accountId), { pages: 1, words: wordsOfAside(aside) });
    await refuseEntries(tx, agent, aside);
    await keepVersion(tx, agent.id, madeBy(change.viewer, agent, "edit"), async () => {
      await putBackForGood(tx, { agentId: agent.id, sourceId: source.id, pageId: page.id }, aside);
      await touchKnowledge(tx, agent.id);
    });
    await updatePage(tx, page.id, { state: "read", failure: null, setAside: null });
    await settleState(tx, source);
  });
}
