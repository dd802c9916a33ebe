import { sourceApi } from "../../contract/calls/sources.schema.ts";
import { FILE_MAX_MEGABYTES } from "../../contract/limits.ts";
import { told } from "../../contract/messages/message.ts";
import { pagesOf } from "../../contract/page.ts";
import { newSource } from "../../contract/source.schema.ts";
import type { SourceView } from "../../contract/source.ts";
import { maySee } from "../accounts/visible.ts";
import { presentEntries } from "../agents/entries/present-entries.ts";
import { findOwnAgent } from "../agents/save.ts";
import { findJob } from "../jobs/store.ts";
import { countPages, findPage, listPages } from "../knowledge/page-store.ts";
import { countSources, findSourceOf, listSources, type StoredSource } from "../knowledge/source-store.ts";
import { findLimits } from "../plans/allowance.ts";
import { notFound } from "../platform/errors.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import { parseWith, readJson, readNamedPart } from "../platform/http/receive.ts";
import type { Db } from "../platform/storage/db.ts";
import { addAddress, addFile, replaceFile } from "./add-source.ts";
import {
  cancelReading,
  choosePages,
  leavePage,
  restorePage,
  type SourceChange,
  setOptions,
  syncSource,
  takePage,
} from "./change-source.ts";
import { presentJob, presentPage, presentPages, presentSource, presentSources, readLook } from "./present.ts";
import { removeSource, restoreSource } from "./remove-source.ts";
import { findSourceRoom } from "./room.ts";
import { settleConflict } from "./settle-conflict.ts";

interface Deps {
  db: Db;
  http: Http;
  files: FileStore;
  timeZone: string;
}

/** The progress of a reading is asked for once a second. */
const READS: RateRule = { name: "sources.read", max: 600, perMs: 60_000 };
const WRITES: RateRule = { name: "sources.write", max: 120, perMs: 60_000 };
/** Each makes the server read something. */
const ADDS: RateRule = { name: "sources.add", max: 30, perMs: 60_000 };

const ADD = { limit: ADDS, tooLarge: told("sources.fileTooLarge", { megabytes: FILE_MAX_MEGABYTES }) };
const WRITE = { limit: WRITES };
const READ = { limit: READS };

interface SourceParams {
  chatId: string;
  sourceId: string;
}

const changeOf = (viewer: Viewer, { chatId, sourceId }: SourceParams): SourceChange => ({ viewer, agentId: chatId, sourceId });

export function sourceRoutes(deps: Deps) {
  return mount("sources", [...listRoutes(deps), ...changeRoutes(deps), ...pageRoutes(deps), ...otherRoutes(deps)]);
}

type Answer = (changed: Promise<StoredSource>) => Promise<{ source: SourceView }>;

const answerWith =
  (db: Db): Answer =>
  async (changed) => ({ source: await presentSource(db, await changed) });

async function findOwnSource(db: Db, viewer: Viewer, { chatId, sourceId }: SourceParams): Promise<StoredSource> {
  const agent = await findOwnAgent(db, viewer, chatId);
  const source = await findSourceOf(db, agent.id, sourceId);
  if (!source) throw notFound();
  return source;
}

/** The sources of an agent, and adding another one. */
function listRoutes({ db, http, files }: Deps) {
  const answer = answerWith(db);
  return [
    http.endpoint(sourceApi.addSource, ADD, async ({ viewer, params, body, request, requestKey }) => {
      const wanted = { viewer, agentId: params.chatId, requestKey };
      const file = await readNamedPart(request, body);
      if (file) return answer(addFile({ db, files }, wanted, file));
      return answer(addAddress({ db, files }, wanted, parseWith(newSource, readJson(new TextDecoder().decode(body)))));
    }),
    http.endpoint(sourceApi.listSources, READ, async ({ viewer, params, query: { page, limit } }) => {
      const agent = await findOwnAgent(db, viewer, params.chatId);
      const sources = await listSources(db, agent.id, { limit, offset: (page - 1) * limit });
      const total = await countSources(db, agent.id);
      const room = await findSourceRoom(db, agent.id, await findLimits(db, agent.accountId));
      return { sources: await presentSources(db, sources), total, totalPages: pagesOf(total, limit), room };
    }),
    http.endpoint(sourceApi.fetchSource, READ, async ({ viewer, params, query: { page, limit, state } }) => {
      const source = await findOwnSource(db, viewer, params);
      const pages = await listPages(db, source.id, { state, limit, offset: (page - 1) * limit });
      const total = await countPages(db, source.id, state);
      const shown = { source: await presentSource(db, source), look: readLook(source), pages: await presentPages(db, pages) };
      return { ...shown, total, totalPages: pagesOf(total, limit) };
    }),
  ];
}

/** What an owner does with a whole source. */
function changeRoutes({ db, http, files }: Deps) {
  const answer = answerWith(db);
  return [
    http.endpoint(sourceApi.changeSource, WRITE, ({ viewer, params, body }) => answer(setOptions(db, changeOf(viewer, params), body))),
    http.endpoint(sourceApi.removeSource, WRITE, async ({ viewer, params }) => {
      await removeSource(db, changeOf(viewer, params));
      return { message: "Source deleted successfully" };
    }),
    http.endpoint(sourceApi.restoreSource, WRITE, ({ viewer, params }) => answer(restoreSource(db, changeOf(viewer, params)))),
    http.endpoint(sourceApi.syncSource, { limit: ADDS }, ({ viewer, params }) => answer(syncSource(db, changeOf(viewer, params)))),
    http.endpoint(sourceApi.cancelSource, WRITE, ({ viewer, params }) => answer(cancelReading(db, changeOf(viewer, params)))),
    http.endpoint(sourceApi.replaceFile, ADD, async ({ viewer, params, body, request }) => {
      const source = await findOwnSource(db, viewer, params);
      const file = (await readNamedPart(request, body)) ?? { name: source.name, bytes: body };
      return answer(replaceFile({ db, files }, { viewer, agentId: params.chatId }, source.id, file));
    }),
    http.endpoint(sourceApi.choosePages, WRITE, ({ viewer, params, body }) => answer(choosePages(db, changeOf(viewer, params), body))),
  ];
}

/** The pages of a source. */
function pageRoutes({ db, http }: Deps) {
  const answer = answerWith(db);
  return [
    http.endpoint(sourceApi.fetchSourcePage, READ, async ({ viewer, params }) => {
      const source = await findOwnSource(db, viewer, params);
      const page = await findPage(db, source.id, params.pageId);
      if (!page || page.state === "new") throw notFound();
      return presentPage(db, page);
    }),
    http.endpoint(sourceApi.takePage, WRITE, ({ viewer, params }) => answer(takePage(db, changeOf(viewer, params), params.pageId))),
    http.endpoint(sourceApi.leavePage, WRITE, ({ viewer, params }) => answer(leavePage(db, changeOf(viewer, params), params.pageId))),
    http.endpoint(sourceApi.restorePage, WRITE, ({ viewer, params }) => answer(restorePage(db, changeOf(viewer, params), params.pageId))),
  ];
}

/** Entries in conflict with their source, and the jobs that read sources. */
function otherRoutes({ db, http, timeZone }: Deps) {
  return [
    http.endpoint(sourceApi.settleConflict, WRITE, async ({ viewer, params, body }) => {
      const place = { viewer, agentId: params.chatId, entryId: params.entryId };
      const record = await settleConflict(db, place, body.keep);
      const [entry = null] = record ? await presentEntries({ db, timeZone }, [record]) : [];
      return { message: "Conflict settled", entry };
    }),
    http.endpoint(sourceApi.fetchJob, READ, async ({ viewer, params }) => {
      const job = await findJob(db, params.jobId);
      const isOwn = job && job.accountId !== null && maySee(viewer, job.accountId);
      if (!isOwn) throw notFound();
      return { job: presentJob(job) };
    }),
  ];
}
