import { conversationApi } from "../../contract/calls/conversations.schema.ts";
import type { SearchQuery } from "../../contract/conversation.schema.ts";
import {
  type AdminConversation,
  type AdminConversationPage,
  type ConversationDetails,
  type ConversationPage,
  LISTED_MESSAGES,
  MESSAGES_PAGE,
  PREVIEW_USER,
  type SearchEnd,
} from "../../contract/conversation.ts";
import { pagesOf } from "../../contract/page.ts";
import { findAccount } from "../accounts/store.ts";
import { maySee } from "../accounts/visible.ts";
import { findOwnAgent } from "../agents/save.ts";
import { recordAudit } from "../audit/store.ts";
import { type Clock, dayOf, instantsOf } from "../platform/clock.ts";
import { CSV_TYPE, csvParts } from "../platform/csv.ts";
import { notFound } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import { mount } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule, Rates } from "../platform/http/rates.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/storage/db.ts";
import {
  type ArchiveFilter,
  clearUnanswered,
  filterFor,
  findConversation,
  listArchive,
  listMessages,
  listOpenings,
  listThese,
  type RecordedMessage,
  type StoredConversation,
  withoutVisitor,
} from "./archive-store.ts";
import { listConsents } from "./consents-store.ts";
import { ARCHIVE_COLUMNS, archiveCells, nothing, readArchive, readNames } from "./export.ts";
import { type EndLive, eraseConversation, eraseDeleted } from "./keep.ts";
import { consentText, presentConsent, presentConversation, presentItem, presentListed, presentPricedItem, textOf } from "./present.ts";
import { createSearch } from "./search.ts";
import { listLatest, visitorLock } from "./store.ts";
import { findVisitorNamed } from "./visitors-store.ts";

interface Deps {
  db: Db;
  http: Http;
  rates: Rates;
  clock: Clock;
  log: Log;
  timeZone: string;
  endLive: EndLive;
}

const LISTS: RateRule = { name: "conversations", max: 120, perMs: 60_000 };
/** Limit by account: a search may take a second of computing time. */
const SEARCHES: RateRule = { name: "conversations.search", max: 30, perMs: 60_000 };

const NOTHING_FOUND = { total: 0, totalPages: 1, searchedBackTo: null, searchAfter: null };
const EXPORTS: RateRule = { name: "conversations.export", max: 60, perMs: 60_000 };

export function conversationRoutes({ db, http, rates, clock, log, timeZone, endLive }: Deps) {
  const search = createSearch({ db, clock });

  /** A page of the matching conversations: of the whole list, or of the results of a search. */
  const readPage = async (
    { viewer, request, query }: { viewer: Viewer; request: Request; query: SearchQuery },
    filter: ArchiveFilter,
  ): Promise<{ conversations: StoredConversation[]; total: number; totalPages: number } & SearchEnd> => {
    const { page, limit, q: text, after = null } = query;
    const offset = (page - 1) * limit;
    if (text === "") {
      const { conversations, total } = await listArchive(db, filter, { limit, offset });
      return { conversations, total, totalPages: pagesOf(total, limit), searchedBackTo: null, searchAfter: null };
    }
    // A visitor is found by the id, or by the one that the owner's server has given: that may be a word that others write, too.
    const visitorId = await findVisitorNamed(db, filter.agentId, text);
    // Staff have no account.
    const accountId = viewer.accountId || viewer.userId;
    rates.spend(SEARCHES, accountId);
    const { ids, stoppedAt } = await search({ accountId, filter, text, after, signal: request.signal });
    const first =
      visitorId !== null && after === null
        ? await listArchive(db, { ...filter, visitorId }, { limit, offset })
        : { conversations: [], total: 0 };
    const others = visitorId === null ? ids : await withoutVisitor(db, ids, visitorId);
    const from = Math.max(0, offset - first.total);
    const rest = others.slice(from, from + limit - first.conversations.length);
    const total = first.total + others.length;
    return {
      conversations: [...first.conversations, ...(await listThese(db, rest))],
      total,
      totalPages: pagesOf(total, limit),
      searchedBackTo: stoppedAt && new Date(stoppedAt.updatedAt).toISOString(),
      searchAfter: stoppedAt && `${stoppedAt.updatedAt}.${stoppedAt.id}`,
    };
  };

  /** A conversation that the viewer may see: of the owner's agents, or any for the administrator. */
  const findVisible = async (viewer: Viewer, id: string | undefined): Promise<StoredConversation> => {
    const conversation = await findConversation(db, id ?? "");
    const isVisible = conversation && maySee(viewer, conversation.accountId);
    if (!isVisible) throw notFound();
    return conversation;
  };

  const withOpenings = async <Row>(
    conversations: readonly StoredConversation[],
    present: (conversation: StoredConversation, opening: string) => Row | Promise<Row>,
  ): Promise<Row[]> => {
    const openings = await listOpenings(
      db,
      conversations.map(({ id }) => id),
    );
    return Promise.all(conversations.map((one) => present(one, openings.get(one.id) ?? "")));
  };
  /** The rows of the administrator's list, with the names of agents and owners. */
  const presentRows = async (conversations: readonly StoredConversation[]): Promise<AdminConversation[]> => {
    const namesOf = await readNames(db, conversations);
    return withOpenings(conversations, async (conversation, opening) =>
      presentListed(conversation, opening, namesOf(conversation), await listLatest(db, conversation.id, LISTED_MESSAGES)),
    );
  };

  const presentFor = ({ role }: Viewer) => (role === "admin" ? presentPricedItem : presentItem);

  /** The filter for an id in the address; null if no agent or owner with conversations has this id. */
  const narrowTo = async (id: string): Promise<ArchiveFilter | null> => {
    if (id === "") return {};
    return id === PREVIEW_USER ? { accountId: null } : filterFor(db, id);
  };

  const readConsent = async (id: string) => presentConsent((await listConsents(db, [id])).get(id));

  /** Reads a whole conversation, page by page. */
  const readAll = async function* (id: string): AsyncGenerator<RecordedMessage[]> {
    for (let after = 0; ; ) {
      const messages = await listMessages(db, id, after, MESSAGES_PAGE);
      if (messages.length > 0) yield messages;
      if (messages.length < MESSAGES_PAGE) return;
      after = messages.at(-1)?.sequence ?? 0;
    }
  };

  return mount("conversations", [
    http.endpoint(conversationApi.searchArchive, { limit: LISTS }, async (call) => {
      const narrowed = await narrowTo(call.query.id);
      if (narrowed === null) return { ...NOTHING_FOUND, conversations: [] } satisfies AdminConversationPage;
      const { conversations, ...page } = await readPage(call, { ...narrowed, ...instantsOf(call.query, timeZone) });
      const answer: AdminConversationPage = { ...page, conversations: await presentRows(conversations) };
      return answer;
    }),
    http.endpoint(conversationApi.exportArchive, { limit: EXPORTS }, async ({ query }) => {
      const narrowed = await narrowTo(query.id);
      const slices = narrowed === null ? nothing() : readArchive(db, { ...narrowed, ...instantsOf(query, timeZone) });
      const parts = csvParts(ARCHIVE_COLUMNS, slices, archiveCells, () => clock.sleep(0));
      return http.download(`conversations-${dayOf(clock.now(), timeZone)}.csv`, CSV_TYPE, parts);
    }),
    http.endpoint(conversationApi.exportConversation, { limit: EXPORTS }, async ({ viewer, params, query }) => {
      const conversation = await findVisible(viewer, params.id);
      const head = presentConversation(conversation, "");
      const isText = query.format === "text";
      const present = presentFor(viewer);
      const consent = await readConsent(conversation.id);
      const parts = async function* () {
        const { id, chatId, userId, timestamp } = head;
        if (isText) yield consent ? consentText(consent) : "";
        else yield `${JSON.stringify({ id, chatId, userId, timestamp, ...(consent && { consent }) }).slice(0, -1)},"messages":[`;
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
      return http.download(`conversation-${conversation.id.replace(/[^A-Za-z0-9_-]/g, "")}.${isText ? "txt" : "json"}`, type, parts());
    }),
    http.endpoint(conversationApi.listConversations, { limit: LISTS }, async (call) => {
      const agent = await findOwnAgent(db, call.viewer, call.params.chatId);
      const filter = { agentId: agent.id, visitorsOnly: true, unansweredOnly: call.query.unanswered === "1" };
      const { conversations, ...page } = await readPage(call, filter);
      const answer: ConversationPage = { ...page, conversations: await withOpenings(conversations, presentConversation) };
      return answer;
    }),
    http.endpoint(conversationApi.fetchConversation, async ({ viewer, params, query }) => {
      const conversation = await findVisible(viewer, params.id);
      const messages = await listMessages(db, conversation.id, query.after, MESSAGES_PAGE);
      const [head] = await withOpenings([conversation], presentConversation);
      const details: ConversationDetails = {
        ...(head ?? presentConversation(conversation, "")),
        visitorId: conversation.visitorId,
        consent: await readConsent(conversation.id),
        items: messages.map(presentFor(viewer)),
        next: messages.length === MESSAGES_PAGE ? (messages.at(-1)?.sequence ?? null) : null,
      };
      return details;
    }),
    http.endpoint(conversationApi.markAnswered, async ({ viewer, params }) => {
      const conversation = await findVisible(viewer, params.id);
      await db.transaction((tx) => clearUnanswered(tx, conversation.id), { lock: visitorLock(conversation.visitorId) });
      return { message: "Marked as answered." };
    }),
    http.endpoint(conversationApi.deleteConversation, async ({ viewer, params, address }) => {
      const conversation = await findVisible(viewer, params.id);
      const { id, agentId, accountId, messageCount } = conversation;
      await eraseConversation({ db, endLive }, conversation, async (tx) => {
        const owner = accountId === null ? undefined : await findAccount(tx, accountId);
        const before = { ...(owner && { user: owner.username }), chatId: agentId, userId: accountId, messageCount };
        await recordAudit(tx, { actor: viewer, address, action: "conversation.delete", subject: id, accountId, before });
      });
      await eraseDeleted(db, log);
      return { message: "Conversation deleted." };
    }),
  ]);
}
