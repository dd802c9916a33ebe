import { Elysia } from "elysia";
import { idempotencyKey } from "../../../contract/agent.schema.ts";
import { changedKnowledge, knowledgeMove, knowledgeSearch, newKnowledge } from "../../../contract/knowledge.schema.ts";
import { formatEntry } from "../../../contract/knowledge.ts";
import type { KnowledgePage, ListedEntry, StoredEntry } from "../../../contract/knowledge-calls.ts";
import { PAGE_SIZE, pagesOf } from "../../../contract/page.ts";
import { searchEntries } from "../../knowledge/search.ts";
import { findEntries, findEntry, type KnowledgeRecord, pageEntries, totalsOf } from "../../knowledge/store.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db.ts";
import { notFound } from "../../platform/errors.ts";
import { type Http, json, LARGEST_BODY, pageQuery, parseWith, type Viewer } from "../../platform/http.ts";
import type { RateRule } from "../../platform/rates.ts";
import { readVersionClaim, versionTag } from "../../platform/version-claim.ts";
import type { AgentBook } from "../book.ts";
import { findOwnAgent } from "../save.ts";
import { addEntries, changeEntry, moveEntry, removeAllEntries, removeEntry, versionOf } from "./save-entries.ts";

interface Deps {
  db: Db;
  clock: Clock;
  http: Http;
  book: AgentBook;
}

/** A search reads every entry of an agent. */
const READS: RateRule = { name: "knowledge.read", max: 240, perMs: 60_000 };
const WRITES: RateRule = { name: "knowledge.write", max: 240, perMs: 60_000 };
/** A page of long entries is large, so it has fewer of them than other lists. */
const MAX_PAGE = 50;
/** Takes the longest entry that there may be, in any script. */
const MAX_BODY = LARGEST_BODY;
const ENTRY_TOO_LARGE = "This is too much for one request. Split the text into several entries, or send fewer entries.";

const listQuery = pageQuery(PAGE_SIZE.knowledge, MAX_PAGE).extend({ search: knowledgeSearch });

export function knowledgeRoutes({ db, clock, http, book }: Deps) {
  const change = (viewer: Viewer, params: Record<string, string>) => ({ viewer, agentId: params.chatId ?? "", now: clock.now() });
  const write = { access: "signed-in", limit: WRITES } as const;
  const writeText = { ...write, maxBody: MAX_BODY, tooLarge: ENTRY_TOO_LARGE } as const;

  const findPage = async (agentId: string, search: string, page: { limit: number; offset: number }) => {
    if (search === "") {
      const records = await pageEntries(db, agentId, page);
      return { total: null, entries: records.map((record, at) => presentListed(record, page.offset + at + 1)) };
    }
    const found = await searchEntries({ db, clock }, agentId, search);
    const numbers = new Map(found.slice(page.offset, page.offset + page.limit).map(({ id, number }) => [id, number]));
    const records = await findEntries(db, agentId, [...numbers.keys()]);
    return { total: found.length, entries: records.map((record) => presentListed(record, numbers.get(record.id) ?? 0)) };
  };

  return new Elysia({ name: "knowledge" })
    .get(
      "/api/chats/:chatId/knowledge",
      http.endpoint({ access: "signed-in", limit: READS, query: listQuery }, async ({ viewer, params, query }) => {
        const agent = await findOwnAgent(db, viewer, params.chatId ?? "");
        const { search, page, limit } = query;
        const { entries, total } = await findPage(agent.id, search, { limit, offset: (page - 1) * limit });
        const count = (await totalsOf(db, agent.id)).entries;
        const answer: KnowledgePage = { entries, total: total ?? count, totalPages: pagesOf(total ?? count, limit), count };
        return json(answer);
      }),
    )
    .post(
      "/api/chats/:chatId/knowledge",
      http.endpoint({ ...writeText, body: newKnowledge }, async ({ viewer, params, body, request }) => {
        const requestKey = parseWith(idempotencyKey, request.headers.get("idempotency-key"));
        const { records, count } = await addEntries({ db, book }, change(viewer, params), body.entries, requestKey);
        return json({ message: "Knowledge added successfully", entries: records.map(presentEntry), count }, { status: 201 });
      }),
    )
    .get(
      "/api/chats/:chatId/knowledge/:entryId",
      http.endpoint({ access: "signed-in", limit: READS }, async ({ viewer, params }) => {
        const agent = await findOwnAgent(db, viewer, params.chatId ?? "");
        const record = await findEntry(db, agent.id, params.entryId ?? "");
        if (!record) throw notFound();
        const entry = presentEntry(record);
        return json({ entry }, { headers: versionTag(entry.version) });
      }),
    )
    .put(
      "/api/chats/:chatId/knowledge/:entryId",
      http.endpoint({ ...writeText, body: changedKnowledge }, async ({ viewer, params, body, request }) => {
        const claim = readVersionClaim(request);
        const record = await changeEntry({ db, book }, change(viewer, params), params.entryId ?? "", body.entry, claim);
        const entry = presentEntry(record);
        return json({ message: "Knowledge updated successfully", entry }, { headers: versionTag(entry.version) });
      }),
    )
    .post(
      "/api/chats/:chatId/knowledge/:entryId/move",
      http.endpoint({ ...write, body: knowledgeMove }, async ({ viewer, params, body }) => {
        await moveEntry({ db, book }, change(viewer, params), params.entryId ?? "", body);
        return json({ message: "Knowledge moved successfully" });
      }),
    )
    .delete(
      "/api/chats/:chatId/knowledge/:entryId",
      http.endpoint(write, async ({ viewer, params, request }) => {
        await removeEntry({ db, book }, change(viewer, params), params.entryId ?? "", readVersionClaim(request));
        return json({ message: "Knowledge deleted successfully" });
      }),
    )
    .delete(
      "/api/chats/:chatId/knowledge",
      http.endpoint(write, async ({ viewer, params }) => {
        await removeAllEntries({ db, book }, change(viewer, params));
        return json({ message: "All knowledge deleted successfully" });
      }),
    );
}

const presentEntry = (record: KnowledgeRecord): StoredEntry => ({
  id: record.id,
  entry: formatEntry(record.entry),
  words: record.words,
  version: versionOf(record),
});

const presentListed = (record: KnowledgeRecord, number: number): ListedEntry => ({ ...presentEntry(record), number });
