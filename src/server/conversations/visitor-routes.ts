/** One visitor's data, for the business that the visitor wrote to: what there is, all of it, and its erasure (product 20). */
import { visitorApi } from "../../contract/calls/visitors.schema.ts";
import type { VisitorDetails } from "../../contract/visitor.ts";
import { findAccount } from "../accounts/store.ts";
import { maySee } from "../accounts/visible.ts";
import type { AgentBook } from "../agents/book.ts";
import { listAgentNames } from "../agents/store.ts";
import { recordAudit } from "../audit/store.ts";
import { type Clock, dayOf } from "../platform/clock.ts";
import { notFound } from "../platform/errors.ts";
import { mount, type Viewer } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { Log } from "../platform/log.ts";
import type { Db, Reader, Tx } from "../platform/storage/db.ts";
import { type EndLive, eraseConversation, eraseDeleted } from "./keep.ts";
import { visitorLock } from "./store.ts";
import { writeVisitorFile } from "./visitor-file.ts";
import { deleteVisitor, findVisitor, listConversationsOf, type StoredVisitor } from "./visitors-store.ts";

interface Deps {
  db: Db;
  http: Http;
  clock: Clock;
  log: Log;
  timeZone: string;
  endLive: EndLive;
  book: Pick<AgentBook, "find">;
}

const READS: RateRule = { name: "visitors", max: 120, perMs: 60_000 };
const EXPORTS: RateRule = { name: "visitors.export", max: 20, perMs: 60_000 };
const ERASURES: RateRule = { name: "visitors.erase", max: 60, perMs: 60_000 };
const SLICE = 20;

export function visitorRoutes({ db, http, clock, log, timeZone, endLive, book }: Deps) {
  const findVisible = async (viewer: Viewer, id: string | undefined): Promise<StoredVisitor> => {
    const visitor = await findVisitor(db, id ?? "");
    if (!visitor || !maySee(viewer, visitor.accountId)) throw notFound();
    return visitor;
  };

  return mount("visitors", [
    http.endpoint(visitorApi.fetchVisitor, { limit: READS }, async ({ viewer, params }) =>
      present(db, await findVisible(viewer, params.id)),
    ),
    http.endpoint(visitorApi.exportVisitor, { limit: EXPORTS }, async ({ viewer, params, query }) => {
      const visitor = await findVisible(viewer, params.id);
      const agentName = await agentNameOf(db, visitor);
      const showsSources = (await book.find(visitor.agentId ?? ""))?.fields.showSources === true;
      const file = { visitor, agentName, showsSources, language: query.lang, timeZone, now: clock.now() };
      const name = `visitor-${visitor.id.replace(/[^A-Za-z0-9_-]/g, "")}-${dayOf(file.now, timeZone)}.html`;
      return http.download(name, "text/html; charset=utf-8", writeVisitorFile(db, file));
    }),
    http.endpoint(visitorApi.eraseVisitor, { limit: ERASURES }, async ({ viewer, params, address }) => {
      const visitor = await findVisible(viewer, params.id);
      const note = async (tx: Tx) => {
        const owner = visitor.accountId === null ? undefined : await findAccount(tx, visitor.accountId);
        const { agentId: chatId, accountId: userId, conversations, messages } = visitor;
        const before = { ...(owner && { user: owner.username }), chatId, userId, conversations, messages };
        await recordAudit(tx, { actor: viewer, address, action: "visitor.erase", subject: visitor.id, accountId: userId, before });
      };
      await eraseVisitor({ db, endLive }, visitor.id, note);
      await eraseDeleted(db, log);
      return { message: "The visitor's data was erased." };
    }),
  ]);
}

/** As often as a visitor may begin a new conversation while the ones before are erased. */
const ROUNDS = 20;

/**
 * Removes every conversation and then the visitor. `note` runs with the first one, before anything is removed, so that nothing is
 * erased without its line in the audit log; an erasure that was interrupted is repeated by whoever asked for it.
 */
async function eraseVisitor({ db, endLive }: Pick<Deps, "db" | "endLive">, id: string, note: (tx: Tx) => Promise<void>): Promise<void> {
  let isNoted = false;
  const noteOnce = async (tx: Tx) => {
    if (!isNoted) await note(tx);
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (;;) {
      const conversations = await listConversationsOf(db, id, "", SLICE);
      for (const conversation of conversations) {
        await eraseConversation({ db, endLive }, conversation, noteOnce);
        isNoted = true;
      }
      if (conversations.length < SLICE) break;
    }
    // A conversation that began meanwhile has open turns to refund, so it is never deleted together with its visitor.
    if (await db.transaction((tx) => deleteVisitor(tx, id), { lock: visitorLock(id) })) return;
  }
}

const agentNameOf = async (db: Reader, { agentId }: StoredVisitor) =>
  agentId === null ? "" : ((await listAgentNames(db, [agentId])).get(agentId) ?? "");

async function present(db: Reader, visitor: StoredVisitor): Promise<VisitorDetails> {
  const { externalId, name, email } = visitor;
  return {
    id: visitor.id,
    chatId: visitor.agentId ?? "",
    chatName: await agentNameOf(db, visitor),
    origin: visitor.origin,
    identity: externalId === null ? null : { id: externalId, name: name ?? "", email: email ?? "" },
    firstSeen: new Date(visitor.createdAt).toISOString(),
    lastSeen: new Date(visitor.lastSeenAt).toISOString(),
    conversations: visitor.conversations,
    messages: visitor.messages,
  };
}
