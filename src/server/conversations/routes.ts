import { Elysia } from "elysia";
import { z } from "zod";
import {
  type AdminConversation,
  type AdminConversationPage,
  type ConversationDetails,
  type ConversationPage,
  EXPORT_FORMATS,
  LISTED_MESSAGES,
  MESSAGES_PAGE,
  PREVIEW_USER,
  SEARCH_MAX,
} from "../../contract/conversation.ts";
import { dayRange } from "../../contract/page.schema.ts";
import { PAGE_SIZE, pagesOf } from "../../contract/page.ts";
import { findOwnAgent } from "../agents/save.ts";
import { recordAudit } from "../audit/store.ts";
import { type Clock, instantsOf } from "../platform/clock.ts";
import type { Db, Tx } from "../platform/db.ts";
import { notFound } from "../platform/errors.ts";
import { download, type Http, json, pageQuery, type Viewer } from "../platform/http.ts";
import type { Log } from "../platform/log.ts";
import type { RateRule } from "../platform/rates.ts";
import { refundConversation } from "../replies/record.ts";
import { eraseDeleted } from "./keep.ts";
import { presentConversation, presentItem, presentPricedItem, textOf } from "./present.ts";
import { searchConversations } from "./search.ts";
import {
  type ArchiveFilter,
  clearUnanswered,
  deleteConversation,
  filterFor,
  findConversation,
  listArchive,
  listConversations,
  listLatest,
  listMessages,
  listOpenings,
  listThese,
  type RecordedMessage,
  type StoredConversation,
} from "./store.ts";

interface Deps {
  db: Db;
  http: Http;
  clock: Clock;
  log: Log;
  timeZone: string;
  /** Ends what is live of an open conversation, and stores `also` with its end. */
  endLive(conversation: StoredConversation, also: (tx: Tx) => Promise<void>): Promise<void>;
}

/** A search reads every message of an agent. */
const SEARCHES: RateRule = { name: "conversations", max: 120, perMs: 60_000 };

const listQuery = pageQuery(PAGE_SIZE.conversations).extend({
  unanswered: z.enum(["0", "1"]).default("0"),
  q: z.string().trim().max(SEARCH_MAX).default(""),
});
const archiveQuery = pageQuery(PAGE_SIZE.conversations).extend({
  q: z.string().trim().max(SEARCH_MAX).default(""),
  /** An agent's or an owner's. */
  id: z.string().trim().max(64).default(""),
  ...dayRange,
});
const EXPORTS: RateRule = { name: "conversations.export", max: 60, perMs: 60_000 };
const exportQuery = z.object({ format: z.enum(EXPORT_FORMATS).default("json") });
const detailsQuery = z.object({ after: z.coerce.number().int().min(0).default(0) });

export function conversationRoutes({ db, http, clock, log, timeZone, endLive }: Deps) {
  /** A conversation of one's own agents, or any for the administrator. */
  const findVisible = async (viewer: Viewer, id: string | undefined): Promise<StoredConversation> => {
    const conversation = await findConversation(db, id ?? "");
    const isVisible = conversation && (viewer.role === "admin" || conversation.accountId === viewer.accountId);
    if (!isVisible) throw notFound();
    return conversation;
  };

  const presentRow = async (conversation: StoredConversation, opening: string): Promise<AdminConversation> => {
    const latest = await listLatest(db, conversation.id, LISTED_MESSAGES);
    const messages = JSON.stringify(latest.map(({ sender, text }) => ({ sender, text })));
    return { ...presentConversation(conversation, opening), messages };
  };
  const presentRows = async (conversations: readonly StoredConversation[]): Promise<AdminConversation[]> => {
    const openings = await listOpenings(
      db,
      conversations.map(({ id }) => id),
    );
    return Promise.all(conversations.map((conversation) => presentRow(conversation, openings.get(conversation.id) ?? "")));
  };

  const presentFor = ({ role }: Viewer) => (role === "admin" ? presentPricedItem : presentItem);

  /** What an id in the address narrows the list to; null: nothing has it. */
  const narrowTo = async (id: string): Promise<ArchiveFilter | null> => {
    if (id === "") return {};
    return id === PREVIEW_USER ? { accountId: null } : filterFor(db, id);
  };

  /** The whole of a conversation, a page at a time. */
  const readAll = async function* (id: string): AsyncGenerator<RecordedMessage[]> {
    for (let after = 0; ; ) {
      const messages = await listMessages(db, id, after, MESSAGES_PAGE);
      if (messages.length > 0) yield messages;
      if (messages.length < MESSAGES_PAGE) return;
      after = messages.at(-1)?.sequence ?? 0;
    }
  };

  return new Elysia({ name: "conversations" })
    .get(
      "/api/conversations",
      http.endpoint({ access: "admin", limit: SEARCHES, query: archiveQuery }, async ({ query }) => {
        const { page, limit, q } = query;
        const narrowed = await narrowTo(query.id);
        const filter = { ...narrowed, ...instantsOf(query, timeZone) };
        const offset = (page - 1) * limit;
        if (narrowed === null)
          return json({ conversations: [], total: 0, totalPages: 1, searchedBackTo: null } satisfies AdminConversationPage);
        const found = q === "" ? null : await searchConversations({ db, clock }, filter, q);
        const { conversations, total } = found
          ? { conversations: await listThese(db, found.ids.slice(offset, offset + limit)), total: found.ids.length }
          : await listArchive(db, filter, { limit, offset });
        const answer: AdminConversationPage = {
          conversations: await presentRows(conversations),
          total,
          totalPages: pagesOf(total, limit),
          searchedBackTo: found?.backTo == null ? null : new Date(found.backTo).toISOString(),
        };
        return json(answer);
      }),
    )
    .get(
      "/api/conversations/:id/export",
      http.endpoint({ access: "signed-in", limit: EXPORTS, query: exportQuery }, async ({ viewer, params, query }) => {
        const conversation = await findVisible(viewer, params.id);
        const head = presentConversation(conversation, "");
        const isText = query.format === "text";
        const present = presentFor(viewer);
        const parts = async function* () {
          if (!isText)
            yield `${JSON.stringify({ id: head.id, chatId: head.chatId, userId: head.userId, timestamp: head.timestamp }).slice(0, -1)},"messages":[`;
          let isFirst = true;
          for await (const messages of readAll(conversation.id)) {
            yield isText
              ? messages.map(textOf).join("")
              : `${isFirst ? "" : ","}${messages.map((one) => JSON.stringify(present(one))).join(",")}`;
            isFirst = false;
          }
          if (!isText) yield "]}";
        };
        const type = isText ? "text/plain; charset=utf-8" : "application/json";
        return download(`sapa-conversation-${conversation.id.replace(/[^A-Za-z0-9_-]/g, "")}.${isText ? "txt" : "json"}`, type, parts());
      }),
    )
    .get(
      "/api/chats/:chatId/conversations",
      http.endpoint({ access: "signed-in", limit: SEARCHES, query: listQuery }, async ({ viewer, params, query }) => {
        const agent = await findOwnAgent(db, viewer, params.chatId ?? "");
        const filter = { agentId: agent.id, unansweredOnly: query.unanswered === "1", search: query.q };
        const { conversations, total } = await listConversations(db, filter, {
          limit: query.limit,
          offset: (query.page - 1) * query.limit,
        });
        const openings = await listOpenings(
          db,
          conversations.map((conversation) => conversation.id),
        );
        const page: ConversationPage = {
          conversations: conversations.map((conversation) => presentConversation(conversation, openings.get(conversation.id) ?? "")),
          total,
          totalPages: pagesOf(total, query.limit),
        };
        return json(page);
      }),
    )
    .get(
      "/api/conversations/:id",
      http.endpoint({ access: "signed-in", query: detailsQuery }, async ({ viewer, params, query }) => {
        const conversation = await findVisible(viewer, params.id);
        const messages = await listMessages(db, conversation.id, query.after, MESSAGES_PAGE);
        const openings = await listOpenings(db, [conversation.id]);
        const details: ConversationDetails = {
          ...presentConversation(conversation, openings.get(conversation.id) ?? ""),
          items: messages.map(presentFor(viewer)),
          next: messages.length === MESSAGES_PAGE ? (messages.at(-1)?.sequence ?? null) : null,
        };
        return json(details);
      }),
    )
    .post(
      "/api/conversations/:id/answered",
      http.endpoint({ access: "signed-in" }, async ({ viewer, params }) => {
        const conversation = await findVisible(viewer, params.id);
        await db.transaction((tx) => clearUnanswered(tx, conversation.id));
        return json({ message: "Marked as answered." });
      }),
    )
    .delete(
      "/api/conversations/:id",
      http.endpoint({ access: "signed-in" }, async ({ viewer, params, address }) => {
        const conversation = await findVisible(viewer, params.id);
        const { id, agentId, accountId, messageCount } = conversation;
        await endLive(conversation, async (tx) => {
          await refundConversation(tx, id, clock.now());
          await deleteConversation(tx, conversation);
          if (viewer.role !== "admin") return;
          const before = { chatId: agentId, userId: accountId, messageCount };
          await recordAudit(tx, { actor: viewer, address, action: "conversation.delete", subject: id, before, now: clock.now() });
        });
        await eraseDeleted(db, log);
        return json({ message: "Conversation deleted." });
      }),
    );
}
