import { Elysia } from "elysia";
import { z } from "zod";
import { type ConversationDetails, type ConversationPage, MESSAGES_PAGE, SEARCH_MAX } from "../../contract/conversation.ts";
import { PAGE_SIZE } from "../../contract/page.ts";
import { findOwnAgent } from "../agents/save.ts";
import type { Clock } from "../platform/clock.ts";
import type { Db, Tx } from "../platform/db.ts";
import { notFound } from "../platform/errors.ts";
import { type Http, json, pageQuery, type Viewer } from "../platform/http.ts";
import type { RateRule } from "../platform/rates.ts";
import { refundConversation } from "../replies/record.ts";
import { presentConversation, presentItem } from "./present.ts";
import {
  clearUnanswered,
  deleteConversation,
  findConversation,
  listConversations,
  listMessages,
  listOpenings,
  type StoredConversation,
} from "./store.ts";

interface Deps {
  db: Db;
  http: Http;
  clock: Clock;
  /** Ends what is live of an open conversation, and stores `also` with its end. */
  endLive(conversation: StoredConversation, also: (tx: Tx) => Promise<void>): Promise<void>;
}

/** A search reads every message of an agent. */
const SEARCHES: RateRule = { name: "conversations", max: 120, perMs: 60_000 };

const listQuery = pageQuery(PAGE_SIZE.conversations).extend({
  unanswered: z.enum(["0", "1"]).default("0"),
  q: z.string().trim().max(SEARCH_MAX).default(""),
});
const detailsQuery = z.object({ after: z.coerce.number().int().min(0).default(0) });

export function conversationRoutes({ db, http, clock, endLive }: Deps) {
  /** A conversation of one's own agents, or any for the administrator. */
  const findVisible = async (viewer: Viewer, id: string | undefined): Promise<StoredConversation> => {
    const conversation = await findConversation(db, id ?? "");
    const isVisible = conversation && (viewer.role === "admin" || conversation.accountId === viewer.accountId);
    if (!isVisible) throw notFound();
    return conversation;
  };

  return new Elysia({ name: "conversations" })
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
          totalPages: Math.max(1, Math.ceil(total / query.limit)),
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
          items: messages.map(presentItem),
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
      http.endpoint({ access: "signed-in" }, async ({ viewer, params }) => {
        const conversation = await findVisible(viewer, params.id);
        await endLive(conversation, async (tx) => {
          await refundConversation(tx, conversation.id, clock.now());
          await deleteConversation(tx, conversation.id);
        });
        return json({ message: "Conversation deleted." });
      }),
    );
}
