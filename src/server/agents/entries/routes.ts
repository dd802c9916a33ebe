import { knowledgeApi } from "../../../contract/calls/knowledge.schema.ts";
import type { EntryDates, KnowledgeOrder, KnowledgePage, ListedEntry, StoredEntry } from "../../../contract/knowledge-calls.ts";
import { told } from "../../../contract/messages/message.ts";
import { pagesOf } from "../../../contract/page.ts";
import { entryBeside } from "../../../contract/warning.ts";
import { ALWAYS, validityOf } from "../../knowledge/dates.ts";
import { type Conflicting, countConflicting, listConflicting } from "../../knowledge/read-store.ts";
import { searchEntries } from "../../knowledge/search.ts";
import { findEntries, findEntry, type KnowledgeRecord, pageEntries, totalsOf } from "../../knowledge/store.ts";
import { findUses } from "../../knowledge/uses-store.ts";
import type { Clock } from "../../platform/clock.ts";
import { notFound } from "../../platform/errors.ts";
import { Reply } from "../../platform/http/answer.ts";
import type { Viewer } from "../../platform/http/endpoint.ts";
import { mount } from "../../platform/http/endpoint.ts";
import type { Http } from "../../platform/http/http.ts";
import type { RateRule } from "../../platform/http/rates.ts";
import { readVersionClaim, versionTag } from "../../platform/http/version-claim.ts";
import type { Db } from "../../platform/storage/db.ts";
import { findOwnAgent } from "../save.ts";
import type { StoredAgent } from "../store.ts";
import type { Warnings } from "../warnings/warnings.ts";
import { presentEntries } from "./present-entries.ts";
import { addEntries, changeEntry, moveEntry, removeAllEntries, removeEntry, restoreEntry } from "./save-entries.ts";

interface Deps {
  db: Db;
  clock: Clock;
  http: Http;
  timeZone: string;
  warnings: Warnings;
}

/** A search reads every entry of an agent. */
const READS: RateRule = { name: "knowledge.read", max: 240, perMs: 60_000 };
const WRITES: RateRule = { name: "knowledge.write", max: 240, perMs: 60_000 };
const ENTRY_TOO_LARGE = told("knowledge.tooMuchAtOnce");
const WRITE = { limit: WRITES };
const WRITE_TEXT = { limit: WRITES, tooLarge: ENTRY_TOO_LARGE };

export function knowledgeRoutes({ db, clock, http, timeZone, warnings }: Deps) {
  const change = (viewer: Viewer, params: { chatId: string }) => ({ viewer, agentId: params.chatId });

  const present = (records: readonly KnowledgeRecord[]) => presentEntries({ db, timeZone }, records);
  const presentOne = async (record: KnowledgeRecord): Promise<StoredEntry> => {
    const [entry] = await present([record]);
    if (!entry) throw notFound();
    return entry;
  };
  const validOf = (dates: EntryDates | null) => (dates === null ? ALWAYS : validityOf(dates, timeZone));

  const presentPage = async (agentId: string, records: readonly KnowledgeRecord[], numberOf: (id: string, at: number) => number) => {
    const ids = records.map(({ id }) => id);
    const uses = await findUses(db, agentId, ids);
    const entries = await present(records);
    return entries.map((entry, at): ListedEntry => ({ ...entry, number: numberOf(entry.id, at), uses: uses.get(entry.id) ?? 0 }));
  };

  /** Entries with warnings. */
  const findWarned = async (agent: StoredAgent, { limit, offset }: { limit: number; offset: number }) => {
    const all = await warnings.of(agent);
    const shown = new Set(all.map(entryBeside));
    const places = all.flatMap((warning) => warning.places).filter(({ entryId }) => shown.has(entryId));
    const numbers = new Map(places.toSorted((a, b) => a.number - b.number).map(({ entryId, number }) => [entryId, number]));
    const records = await findEntries(db, agent.id, [...numbers.keys()].slice(offset, offset + limit));
    return { total: numbers.size, entries: await presentPage(agent.id, records, (id) => numbers.get(id) ?? 0) };
  };

  /** Entries in conflict with their pages. */
  const findConflicting = async (of: Conflicting, place: { limit: number; offset: number }) => {
    const records = await findEntries(db, of.agentId, await listConflicting(db, of, place));
    const entries = await presentPage(of.agentId, records, (_id, at) => place.offset + at + 1);
    return { total: await countConflicting(db, of), entries };
  };

  const findPage = async (agentId: string, search: string, page: { order: KnowledgeOrder; limit: number; offset: number }) => {
    if (search === "") {
      const records = await pageEntries(db, agentId, page);
      return { total: null, entries: await presentPage(agentId, records, (_id, at) => page.offset + at + 1) };
    }
    const found = await searchEntries({ db, clock }, agentId, search);
    const numbers = new Map(found.slice(page.offset, page.offset + page.limit).map(({ id, number }) => [id, number]));
    const records = await findEntries(db, agentId, [...numbers.keys()]);
    return { total: found.length, entries: await presentPage(agentId, records, (id) => numbers.get(id) ?? 0) };
  };

  return mount("knowledge", [
    http.endpoint(knowledgeApi.listEntries, { limit: READS }, async ({ viewer, params, query }) => {
      const agent = await findOwnAgent(db, viewer, params.chatId);
      const { search, order, only, source: sourceId, page, limit } = query;
      const place = { limit, offset: (page - 1) * limit };
      const find = {
        all: () => findPage(agent.id, search, { order, ...place }),
        warned: () => findWarned(agent, place),
        conflicting: () => findConflicting({ agentId: agent.id, sourceId }, place),
      }[only ?? "all"];
      const { entries, total }: { entries: ListedEntry[]; total: number | null } = await find();
      const { entries: count, typed } = await totalsOf(db, agent.id);
      const answer: KnowledgePage = { entries, total: total ?? count, totalPages: pagesOf(total ?? count, limit), count, typed };
      return answer;
    }),
    http.endpoint(knowledgeApi.addEntries, WRITE_TEXT, async ({ viewer, params, body, requestKey }) => {
      const newTexts = { texts: body.entries, valid: validOf(body.dates) };
      const { records, count } = await addEntries({ db }, change(viewer, params), newTexts, requestKey);
      return { message: "Knowledge added successfully", entries: await present(records), count };
    }),
    http.endpoint(knowledgeApi.fetchEntry, { limit: READS }, async ({ viewer, params }) => {
      const agent = await findOwnAgent(db, viewer, params.chatId);
      const record = await findEntry(db, agent.id, params.entryId);
      if (!record) throw notFound();
      const entry = await presentOne(record);
      return new Reply({ entry }, { headers: versionTag(entry.version) });
    }),
    http.endpoint(knowledgeApi.updateEntry, WRITE_TEXT, async ({ viewer, params, body, request }) => {
      const claim = readVersionClaim(request);
      const changed = { text: body.entry, ...(body.dates !== undefined && { valid: validOf(body.dates) }) };
      const record = await changeEntry({ db }, change(viewer, params), params.entryId, changed, claim);
      const entry = await presentOne(record);
      return new Reply({ message: "Knowledge updated successfully", entry }, { headers: versionTag(entry.version) });
    }),
    http.endpoint(knowledgeApi.moveEntry, WRITE, async ({ viewer, params, body }) => {
      await moveEntry({ db }, change(viewer, params), params.entryId, body);
      return { message: "Knowledge moved successfully" };
    }),
    http.endpoint(knowledgeApi.removeEntry, WRITE, async ({ viewer, params, request }) => {
      await removeEntry({ db }, change(viewer, params), params.entryId, readVersionClaim(request));
      return { message: "Knowledge deleted successfully" };
    }),
    http.endpoint(knowledgeApi.restoreEntry, WRITE, async ({ viewer, params }) => {
      const record = await restoreEntry({ db }, change(viewer, params), params.entryId);
      return { message: "Knowledge restored successfully", entry: await presentOne(record) };
    }),
    http.endpoint(knowledgeApi.removeAllEntries, WRITE, async ({ viewer, params }) => {
      await removeAllEntries({ db }, change(viewer, params));
      return { message: "All knowledge deleted successfully" };
    }),
  ]);
}
