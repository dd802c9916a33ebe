/**
 * The job that reads a source: it reads its pages, and then makes knowledge of what it has found. Every step is stored together
 * with the point from which the next run goes on, so that nothing is lost or done twice, however often the process ends.
 */
import { told } from "../../contract/messages/message.ts";
import type { SourceFailure, UnreadPart } from "../../contract/source.ts";
import { findAccount } from "../accounts/store.ts";
import { findAgent, type StoredAgent } from "../agents/store.ts";
import { type Job, JobDelayed, JobFailed, JobInterrupted, type JobKind, JobPaused } from "../jobs/job.ts";
import { countFound } from "../knowledge/found-store.ts";
import { forgetFound } from "../knowledge/page-store.ts";
import { findSource } from "../knowledge/source-store.ts";
import { DomainError } from "../platform/errors.ts";
import { nextTurn } from "../platform/steps.ts";
import { StorageRefused, type Tx } from "../platform/storage/db.ts";
import { DocumentUnreadable } from "../reading/document.ts";
import { ReadersBusy } from "../reading/files/turns.ts";
import { ReaderFailed } from "../reading/own-process.ts";
import { FAILURES, PageFailed } from "../reading/site/outcome.ts";
import { endReadingOf, failReading } from "./end-reading.ts";
import { newProgress, type Progress, readProgress, step } from "./progress.ts";
import { readDocument } from "./read-document.ts";
import { OneText, readPages } from "./read-pages.ts";
import { READ_PERCENT, type ReadDeps, type Reading } from "./reading.ts";
import { ENDED, READ_SOURCE, readPayload } from "./start-reading.ts";
import { storeSlice } from "./store-found.ts";
import { preparePlans } from "./store-plan.ts";

/** A run that was killed counts as a failure of the job, and may happen often; failures of the source are counted apart. */
const MAX_FAILURES = 1_000;
/** The pauses after runs that have failed: about a quarter of an hour together. */
const PAUSES_MS = [10_000, 60_000, 240_000, 600_000];
const MAX_TRIES = PAUSES_MS.length + 1;
/** Runs for which the server had no time: more than an hour. */
const MAX_BUSY = 12;

const retryMs = (failures: number): number => PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? 0;

export function createReadSource(deps: ReadDeps): JobKind {
  return { name: READ_SOURCE, maxFailures: MAX_FAILURES, retryMs, work: (job) => work(deps, job) };
}

async function work(deps: ReadDeps, job: Job): Promise<void> {
  const { sourceId, onlyStore, hasFailed } = readPayload.parse(job.payload);
  const source = await findSource(deps.db, sourceId);
  if (!source) return;
  const agent = await readableAgent(deps, source.agentId);
  const now = readProgress(job.checkpoint) ?? newProgress(onlyStore ? "store" : "read", deps.db.now);
  const reading: Reading = { deps, job, source, agent, now, hasFailed };
  try {
    if (now.phase === "read") await read(reading);
    await store(reading);
  } catch (error) {
    await settleFailure(reading, error);
  }
}

/** An agent that was deleted can be put back for a moment, and then all goes on. @throws JobDelayed while nothing may be read */
async function readableAgent({ db }: ReadDeps, agentId: string): Promise<StoredAgent> {
  const agent = await findAgent(db, agentId);
  if (!agent) throw new JobDelayed("the agent was deleted");
  const account = await findAccount(db, agent.accountId);
  if (!account || account.suspendedAt !== null) throw new JobDelayed("the account is suspended");
  return agent;
}

async function read(reading: Reading): Promise<void> {
  const { job, source, now } = reading;
  if (job.checkpoint === null) {
    const message = { file: told("sources.readingFile"), page: told("sources.readingPage"), site: told("sources.readingPage") }[
      source.kind
    ];
    await step(job, now, { percent: 0, message }, (tx) => forgetFound(tx, source.id));
  }
  if (source.kind === "file") await readDocument(reading);
  else await readPages(reading);
}

async function store(reading: Reading): Promise<void> {
  const { deps, job, source } = reading;
  for (let total = 0; ; ) {
    const left = await countFound(deps.db, source.id);
    total = Math.max(total, left);
    // The owner may choose more pages while these are stored.
    if (left === 0 && (await endReadingOf(reading))) return;
    const percent = READ_PERCENT + ((100 - READ_PERCENT) * (total - left)) / Math.max(total, 1);
    const message = told("sources.storing", { done: total - left, total });
    await preparePlans(deps.db, source.id, reading.now.began);
    await step(job, reading.now, { percent, message }, (tx) => storeSlice(tx, source, reading.now.began));
    if (!(await findAgent(deps.db, source.agentId))) throw new JobDelayed("the agent was deleted");
    // On SQLite, none of this has waited for anything.
    await nextTurn();
  }
}

/** @throws always: JobDelayed or the error, if the job is to run again, or JobFailed once the failure is stored with the source */
async function settleFailure(reading: Reading, error: unknown): Promise<never> {
  const { deps, job, source, now } = reading;
  // These say nothing about the source.
  const isOurs =
    error instanceof JobInterrupted ||
    error instanceof JobDelayed ||
    error instanceof JobPaused ||
    error instanceof StorageRefused ||
    job.signal.aborted;
  if (isOurs || error instanceof JobFailed) throw error;
  const { code, isPermanent, unread } = failureOf(error);
  const again = nextTry(reading, error, code);
  if (!isPermanent && again) {
    await step(job, again, { message: told(code === "busy" ? "sources.busy" : "sources.trying") });
    throw code === "internal" ? error : new JobDelayed(error instanceof Error ? error.message : code);
  }
  if (code === "internal") deps.log.error("a source could not be read", { source: source.id, error });
  const failed = told("sources.failed");
  await step(job, now, { message: failed, result: ENDED }, (tx: Tx) => failReading(tx, reading, { code, unread }));
  throw new JobFailed(failed.text);
}

/** What is stored if the job runs again; null: that would be once too often. */
function nextTry({ source, now }: Reading, error: unknown, code: SourceFailure): Progress | null {
  // Other files are read meanwhile, and this one has had no turn.
  if (error instanceof ReadersBusy) return now;
  if (code === "busy") return now.busy + 1 < MAX_BUSY ? { ...now, busy: now.busy + 1 } : null;
  // A person who has just misspelled a name should not wait for four more tries.
  if (code === "no_name" && source.fetchedAt === null) return null;
  return now.tries + 1 < MAX_TRIES ? { ...now, tries: now.tries + 1 } : null;
}

interface Failure {
  code: SourceFailure;
  /** Another run would fail as well. */
  isPermanent: boolean;
  unread: UnreadPart[];
}

function failureOf(error: unknown): Failure {
  if (error instanceof OneText) return { code: "one_text", isPermanent: true, unread: [] };
  if (error instanceof PageFailed) return { code: error.code, isPermanent: FAILURES[error.code].isPermanent, unread: [] };
  if (error instanceof DocumentUnreadable) return { code: error.reasons[0]?.why ?? "empty", isPermanent: true, unread: error.reasons };
  if (error instanceof ReadersBusy || error instanceof ReaderFailed) return { code: "busy", isPermanent: false, unread: [] };
  // The only thing that is refused while found pages are stored: the history of an agent whose changes wait is full.
  if (error instanceof DomainError && error.code === "too_large") return { code: "draft_full", isPermanent: true, unread: [] };
  return { code: "internal", isPermanent: false, unread: [] };
}
