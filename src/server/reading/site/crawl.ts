/** Reads a site page by page. Its state is stored after each page, so that a reading that was interrupted goes on. */
import type { Clock } from "../../platform/clock.ts";
import { createRest } from "../../platform/steps.ts";
import { CommonLines, type Line } from "./common-lines.ts";
import { type CrawlState, newState, readMemory, readState } from "./crawl-state.ts";
import type { Fetched } from "./fetch.ts";
import { findInSitemaps } from "./find-in-sitemaps.ts";
import { FAILURES, PageFailed, type PageMark, type PageOutcome } from "./outcome.ts";
import { type FoundAddress, findAddress, isSameSite, onOrigin, pageKey, seenKey, Traps, toPageAddress } from "./page-address.ts";
import { fetchHtml, outcomeOf, type PageReading, renewed, sourceOf } from "./read-page.ts";
import { isSameText } from "./sketch.ts";

export interface SiteRequest {
  /** The account for which the site is read. */
  of?: string;
  /** As a person entered it: any page of the site, with or without a scheme. */
  start: string;
  /** Pages with text that are read. */
  maxPages: number;
  /** The pages that are stored. They are read even if nothing leads to them any more. */
  known: readonly { url: string; mark: PageMark }[];
  /** `memory()` of the last reading that ended; null before. */
  memory: string | null;
  /** `checkpoint()` of a reading that was interrupted; null to begin. */
  checkpoint: string | null;
}

export interface SiteStep {
  /** Null: a request gave no outcome, because the page is asked for again later, or leads to another one that is read anyway. */
  outcome: PageOutcome | null;
  /** The site asks to wait as long before the next request; usually 0. */
  pauseMs: number;
  /** Pages that are read, and that will be as far as is known. */
  done: number;
  total: number;
}

/** A page that was fetched and has no outcome yet. `error`: it was not fetched. */
interface Waiting {
  address: string;
  tries: number;
  fetched?: Fetched;
  /** Of a page that has changed. */
  lines?: Line[];
  error?: PageFailed;
}

/** Pages of different parts of the site that are fetched before the first is read, to learn what they have in common. */
const SAMPLE = 8;
/** So many failures in a row that may pass mean that the site is down. */
const MAX_FAILURES = 5;
/**
 * Pages that take more time or memory than a page may, in all. A site with more of them is read no further, unless it has far
 * more pages that do not: each of them holds a place of the reader for as long as a page may.
 */
const MAX_COSTLY = 3;
const PAGES_PER_COSTLY = 20;
const MAX_TRIES = 2;
const LONGEST_WAIT_MS = 60_000;
/** The sample is not awaited for longer: a slow site should give outcomes within the turn of its job. */
const SAMPLE_MS = 20_000;
/** Characters of addresses that are remembered: they are stored with each checkpoint. */
const MAX_CHARACTERS = 500_000;
/** Addresses that are remembered for each page that may be read. */
const ADDRESSES_PER_PAGE = 4;
const SPARE_ADDRESSES = 200;

export class Crawl {
  readonly #start: string;
  readonly #state: CrawlState;
  readonly #common: CommonLines;
  readonly #known: ReadonlyMap<string, { url: string; mark: PageMark }>;
  readonly #seen: Set<string>;
  readonly #traps: Traps;
  readonly #isLearned: boolean;
  #waiting: Waiting[] = [];
  #pauseMs = 0;

  /** @throws PageFailed "bad_address" */
  constructor(
    private readonly request: SiteRequest,
    private readonly reading: PageReading,
    private readonly clock: Clock,
  ) {
    const start = toPageAddress(request.start);
    if (start === null) throw new PageFailed("bad_address");
    this.#start = start;
    const memory = readMemory(request.memory);
    this.#state = readState(request.checkpoint) ?? newState(start, memory);
    this.#isLearned = memory !== null && memory.lines.length > 0;
    this.#common = new CommonLines(this.#state.common);
    this.#known = new Map(request.known.map((page) => [pageKey(page.url), page]));
    this.#seen = new Set(this.#state.seen);
    this.#traps = new Traps(this.#state.traps);
  }

  /** More pages were found than `maxPages`. */
  get isCut(): boolean {
    return this.#state.isCut;
  }

  /** What to store as the job's checkpoint together with what the last step gave. */
  checkpoint(): string {
    const todo = [...this.#waiting.map(({ address, tries }): [string, number] => [address, tries]), ...this.#state.todo];
    const counted = this.#waiting.filter(({ lines }) => lines).map(({ address }) => address);
    const [seen, traps, common] = [[...this.#seen], this.#traps.toState(), this.#common.toState()];
    const state: CrawlState = { ...this.#state, todo, seen, traps, common, counted };
    return JSON.stringify(state);
  }

  /** What to store of the site once all steps are done. */
  memory(): string {
    return JSON.stringify(this.#common.toMemory());
  }

  /**
   * Each page's outcome, in turn, and a step without one whenever a request gave none.
   * @throws PageFailed when the first page cannot be read, robots.txt cannot be had, or the site is down; later steps may
   * go on from the last checkpoint. @throws the signal's reason
   */
  async *steps(signal: AbortSignal): AsyncGenerator<SiteStep> {
    const sampleUntil = this.clock.elapsed() + SAMPLE_MS;
    for (;;) {
      await this.#fetchAhead(signal, sampleUntil);
      const next = this.#waiting.shift();
      const pauseMs = this.#takePause();
      if (!next) {
        if (pauseMs === 0) return;
        yield this.#step(null, pauseMs);
        continue;
      }
      const outcomes = await this.#settle(next, signal);
      for (const outcome of outcomes.slice(0, -1)) yield this.#step(outcome, 0);
      yield this.#step(outcomes.at(-1) ?? null, pauseMs);
    }
  }

  #step(outcome: PageOutcome | null, pauseMs: number): SiteStep {
    if (outcome?.kind === "read" || outcome?.kind === "unchanged") this.#state.pages++;
    return { outcome, pauseMs, done: this.#state.pages, total: this.#total() };
  }

  /** What was fetched already is settled before the site is left in peace, because it is not kept. */
  #takePause(): number {
    if (this.#waiting.length > 0) return 0;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = 0;
    return pauseMs;
  }

  #total(): number {
    return Math.min(this.request.maxPages, this.#state.pages + this.#waiting.length + this.#state.todo.length);
  }

  async #fetchAhead(signal: AbortSignal, sampleUntil: number): Promise<void> {
    const isSample = !this.#isLearned && this.#state.common.pages < SAMPLE && this.#state.pages === 0;
    const ahead = () => (isSample && this.clock.elapsed() < sampleUntil ? SAMPLE : 1);
    while (this.#pauseMs === 0 && this.#waiting.length < ahead()) {
      const [address, tries] = this.#takeNext() ?? [];
      if (address === undefined || tries === undefined) return;
      this.#waiting.push(await this.#fetch(address, tries, signal));
      if (this.#state.origin === null) return;
    }
  }

  /** While the sample is fetched, pages of parts of the site that it does not have are first. */
  #takeNext(): [string, number] | null {
    const { todo, pages, requests } = this.#state;
    const isFull = pages + this.#waiting.length >= this.request.maxPages || requests >= this.request.maxPages * 3 + SPARE_ADDRESSES;
    if (isFull) {
      // Pages that wait may turn out to have no text, and then leave room.
      if (todo.length > 0 && this.#waiting.length === 0) this.#state.isCut = true;
      return null;
    }
    const parts = new Set(this.#waiting.map(({ address }) => partOf(address)));
    const other = this.#waiting.length > 0 ? todo.findIndex(([address]) => !parts.has(partOf(address))) : 0;
    return todo.splice(Math.max(other, 0), 1)[0] ?? null;
  }

  async #fetch(address: string, tries: number, signal: AbortSignal): Promise<Waiting> {
    const isFirst = this.#state.origin === null;
    this.#state.requests++;
    this.#seen.add(seenKey(address));
    try {
      const fetched = await fetchHtml(new URL(address), this.reading, signal, {
        markOf: (url) => this.#known.get(pageKey(url.href))?.mark ?? null,
        mayGo: (to, from) => isSameSite(to, from) || (isFirst && this.#mayBeginAt(to)),
      });
      this.#state.failures = 0;
      if (isFirst) await this.#begin(fetched.url, signal);
      if (fetched.status === 304) return { address, tries, fetched };
      return { address, tries, fetched, lines: await this.#learn(address, fetched, signal) };
    } catch (error) {
      if (!(error instanceof PageFailed) || isFirst) throw error;
      this.#pauseMs = Math.min(error.retryAfterMs ?? 0, LONGEST_WAIT_MS);
      this.#countCostly(error);
      await this.#endIfDown(error, signal);
      return { address, tries, error };
    }
  }

  /**
   * The address of a site may lead to another one when nothing was read yet: its owner sees what was found, and chooses. Later,
   * somebody else may have the name.
   */
  #mayBeginAt(url: URL): boolean {
    if (this.request.memory === null && this.#known.size === 0) return true;
    return this.request.known.some((page) => isSameSite(new URL(page.url), url));
  }

  /** The first page says where the site is. */
  async #begin(url: URL, signal: AbortSignal): Promise<void> {
    this.#state.origin = url.origin;
    this.#seen.add(seenKey(url.href));
    const rest = createRest();
    for (const { url: known } of this.#known.values()) {
      const found = findAddress(known, url.origin);
      if (found) this.#add(found);
      if (rest.isDue()) await rest.take();
    }
    const most = this.request.maxPages * ADDRESSES_PER_PAGE;
    for (const found of await findInSitemaps(url, this.reading, most, signal)) this.#add(found);
  }

  /** Learns from a page: its lines, and the pages that it leads to. @throws PageFailed */
  async #learn(address: string, fetched: Fetched, signal: AbortSignal): Promise<Line[]> {
    const setting = { ...sourceOf(fetched), origin: this.#state.origin ?? fetched.url.origin };
    const view = await this.reading.ask("view", fetched.bytes, setting, signal);
    if (!view) throw new PageFailed("not_a_page");
    if (!this.#state.counted.includes(address)) this.#common.addPage(view.lines);
    for (const link of view.links) {
      if (this.#seen.has(link.key)) continue;
      if (this.#isFull() || !this.#traps.isTrap(link)) this.#add(link);
    }
    return view.lines;
  }

  #add({ address, key }: FoundAddress): void {
    if (this.#seen.has(key)) return;
    if (this.#isFull()) this.#state.isCut = true;
    else {
      this.#seen.add(key);
      this.#state.characters += address.length;
      this.#state.todo.push([address, 0]);
    }
  }

  #isFull(): boolean {
    const { characters } = this.#state;
    return this.#seen.size >= this.request.maxPages * ADDRESSES_PER_PAGE + SPARE_ADDRESSES || characters >= MAX_CHARACTERS;
  }

  /** @throws PageFailed "too_long", if it happens again and again */
  #countCostly(error: PageFailed): void {
    if (error.code !== "too_long") return;
    this.#state.costly++;
    if (this.#state.costly >= MAX_COSTLY + Math.floor(this.#state.pages / PAGES_PER_COSTLY)) throw error;
  }

  /** After many failures the first page is asked again: if that fails as well, the site is down. */
  async #endIfDown(error: PageFailed, signal: AbortSignal): Promise<void> {
    if (FAILURES[error.code].isPermanent) {
      this.#state.failures = 0;
      return;
    }
    if (++this.#state.failures < MAX_FAILURES) return;
    await fetchHtml(new URL(this.#start), this.reading, signal);
    this.#state.failures = 0;
  }

  async #settle(waiting: Waiting, signal: AbortSignal): Promise<PageOutcome[]> {
    signal.throwIfAborted();
    const { address, tries, fetched, lines, error } = waiting;
    const known = this.#known.get(pageKey(address));
    const url = known?.url ?? address;
    if (error) {
      if (!FAILURES[error.code].isPermanent && tries + 1 < MAX_TRIES) {
        this.#state.todo.push([address, tries + 1]);
        return [];
      }
      return [error.code === "not_found" && known ? { kind: "gone", url } : { kind: "failed", url, code: error.code }];
    }
    if (!fetched) return [];
    const target = this.#targetOf(address, fetched);
    // While a site is being worked on, all its pages lead to the same one.
    if (target !== null && known && fetched.isMoment) return [{ kind: "failed", url, code: "moved" }];
    if (target === null) return [await this.#outcome(url, fetched, lines, signal)];
    const to = this.#known.get(pageKey(target))?.url ?? onOrigin(target, this.#state.origin ?? target);
    const left: PageOutcome[] = known ? [{ kind: "moved", url, to }] : [];
    if (this.#seen.has(seenKey(target))) return left;
    this.#seen.add(seenKey(target));
    return [...left, await this.#outcome(to, fetched, lines, signal)];
  }

  /** The address to which the page redirects if it is another page. */
  #targetOf(address: string, { url }: Fetched): string | null {
    const target = toPageAddress(url.href);
    return target === null || pageKey(target) === pageKey(address) || address === this.#start ? null : target;
  }

  async #outcome(address: string, fetched: Fetched, lines: Line[] | undefined, signal: AbortSignal): Promise<PageOutcome> {
    const known = this.#known.get(pageKey(address));
    const url = known?.url ?? address;
    if (!lines) {
      if (!known) return { kind: "failed", url, code: "broken" };
      this.#state.texts.push([known.mark.hash, url]);
      return { kind: "unchanged", url, mark: renewed(known.mark, fetched) };
    }
    const among = this.#common.among(lines);
    const common = lines.flatMap((line, at) => (among.has(line) ? [at] : []));
    const setting = { ask: this.reading.ask, signal, common, keepsFacts: address === this.#start };
    const outcome = await this.#read(url, fetched, known?.mark ?? null, setting);
    if (outcome.kind === "failed") return outcome;
    const { mark } = outcome;
    const [, of] = this.#state.texts.find(([hash]) => isSameText(hash, mark.hash)) ?? [];
    if (of !== undefined) return { kind: "duplicate", url, of, mark };
    this.#state.texts.push([mark.hash, url]);
    return outcome;
  }

  /** A page that cannot be read within its limits does not end the reading of the others. */
  async #read(...page: Parameters<typeof outcomeOf>): ReturnType<typeof outcomeOf> {
    try {
      return await outcomeOf(...page);
    } catch (error) {
      if (!(error instanceof PageFailed)) throw error;
      this.#countCostly(error);
      return { kind: "failed", url: page[0], code: error.code };
    }
  }
}

/** The part of the site that a page belongs to. */
const partOf = (address: string): string => new URL(address).pathname.split("/")[1] ?? "";
