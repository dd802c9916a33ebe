import { knowledgeApi } from "../../../contract/calls/knowledge.schema.ts";
import { formatEntry } from "../../../contract/knowledge.ts";
import type { KnowledgeOrder, KnowledgePage, ListedEntry, StoredEntry } from "../../../contract/knowledge-calls.ts";
import { told } from "../../../contract/messages/message.ts";
import { pagesOf } from "../../../contract/page.ts";
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
import { addEntries, changeEntry, moveEntry, removeAllEntries, removeEntry, restoreEntry, versionOf } from "./save-entries.ts";

interface Deps {
  db: Db;
  clock: Clock;
  http: Http;
}

/** A search reads every entry of an agent. */
const READS: RateRule = { name: "knowledge.read", max: 240, perMs: 60_000 };
const WRITES: RateRule = { name: "knowledge.write", max: 240, perMs: 60_000 };
const ENTRY_TOO_LARGE = told("knowledge.tooMuchAtOnce");
const WRITE = { limit: WRITES };
const WRITE_TEXT = { limit: WRITES, tooLarge: ENTRY_TOO_LARGE };

export function knowledgeRoutes({ db, clock, http }: Deps) {
  const change = (viewer: Viewer, params: { chatId: string }) => ({ viewer, agentId: params.chatId });

  const presentPage = async (agentId: string, records: readonly KnowledgeRecord[], numberOf: (id: string, at: number) => number) => {
    const ids = records.map(({ id }) => id);
    const uses = await findUses(db, agentId, ids);
    return records.map((record, at): ListedEntry => {
      return { ...presentEntry(record), number: numberOf(record.id, at), uses: uses.get(record.id) ?? 0 };
    });
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
      const { search, order, page, limit } = query;
      const { entries, total } = await findPage(agent.id, search, { order, limit, offset: (page - 1) * limit });
      const count = (await totalsOf(db, agent.id)).entries;
      const answer: KnowledgePage = { entries, total: total ?? count, totalPages: pagesOf(total ?? count, limit), count };
      return answer;
    }),
    http.endpoint(knowledgeApi.addEntries, WRITE_TEXT, async ({ viewer, params, body, requestKey }) => {
      const { records, count } = await addEntries({ db }, change(viewer, params), body.entries, requestKey);
      return { message: "Knowledge added successfully", entries: records.map(presentEntry), count };
    }),
    http.endpoint(knowledgeApi.fetchEntry, { limit: READS }, async ({ viewer, params }) => {
      const agent = await findOwnAgent(db, viewer, params.chatId);
      const record = await findEntry(db, agent.id, params.entryId);
      if (!record) throw notFound();
      const entry = presentEntry(record);
      return new Reply({ entry }, { headers: versionTag(entry.version) });
    }),
    http.endpoint(knowledgeApi.updateEntry, WRITE_TEXT, async ({ viewer, params, body, request }) => {
      const claim = readVersionClaim(request);
      const record = await changeEntry({ db }, change(viewer, params), params.entryId, body.entry, claim);
      const entry = presentEntry(record);
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
      return { message: "Knowledge restored successfully", entry: presentEntry(record) };
    }),
    http.endpoint(knowledgeApi.removeAllEntries, WRITE, async ({ viewer, params }) => {
      await removeAllEntries({ db }, change(viewer, params));
      return { message: "All knowledge deleted successfully" };
    }),
  ]);
}

const presentEntry = (record: KnowledgeRecord): StoredEntry => ({
  id: record.id,
  entry: formatEntry(record.entry),
  words: record.words,
  version: versionOf(record),
});
