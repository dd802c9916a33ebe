import { agentApi } from "../../contract/calls/agents.schema.ts";
import { embeddingApi } from "../../contract/calls/embedding.schema.ts";
import { isHostAllowed, parseDomains } from "../../contract/domain.ts";
import { type Language, pickLanguage } from "../../contract/language.ts";
import { told } from "../../contract/messages/message.ts";
import { FRAME_TEXT, REFUSAL_TEXT } from "../../contract/widget-text.ts";
import { findAccount } from "../accounts/store.ts";
import { isOfBusiness, maySee } from "../accounts/visible.ts";
import { totalsOf } from "../knowledge/store.ts";
import { LIST_TOO_LARGE, readWholeList } from "../knowledge/whole-list.ts";
import { usedOfAgent } from "../plans/usage-store.ts";
import { type Clock, monthOf } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { DomainError, notFound, presentError } from "../platform/errors.ts";
import { json, Reply } from "../platform/http/answer.ts";
import type { Assets } from "../platform/http/assets.ts";
import { mount, preflight } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import { packed } from "../platform/http/pack.ts";
import type { RateRule } from "../platform/http/rates.ts";
import { readQuery } from "../platform/http/receive.ts";
import { readVersionClaim, versionTag } from "../platform/http/version-claim.ts";
import type { Keys } from "../platform/keys.ts";
import type { Db } from "../platform/storage/db.ts";
import type { SettingsSource } from "../settings/settings.ts";
import type { AgentBook, LiveAgent } from "./book.ts";
import { duplicateAgent } from "./duplicate.ts";
import { createFramePages, readPlace } from "./frame-page.ts";
import { rotateIdentifySecret } from "./identify.ts";
import { presentOwnAgent, presentPublicAgent } from "./present.ts";
import { type Previews, TRIAL } from "./previews.ts";
import { changeAgent, createAgent, deleteAgent, findOwnAgent, restoreAgent, versionOf } from "./save.ts";
import { type AgentFields, listSightings, type StoredAgent } from "./store.ts";
import { frameAncestors, mayEmbed, readEmbedding, TICKET_TTL_MS, type Tickets } from "./tickets.ts";

interface Deps {
  version: string;
  config: Config;
  db: Db;
  clock: Clock;
  http: Http;
  book: AgentBook;
  previews: Previews;
  tickets: Tickets;
  keys: Keys;
  assets: Assets;
  settings: Pick<SettingsSource, "read">;
  /** Whether an origin is this server's own. */
  isOwnOrigin(origin: string, host: string | null): boolean;
  /** The agent's texts for a visitor of this language; only the demo agents have them in more than one. */
  greetIn(language: Language, id: string | null, fields: AgentFields): AgentFields;
}

const WRITES: RateRule = { name: "agents.write", max: 120, perMs: 60_000 };
const SAVES = { limit: WRITES, tooLarge: LIST_TOO_LARGE };
const OPENS: RateRule = { name: "agents.open", max: 240, perMs: 60_000 };

/** The loader asks from other people's pages, without credentials. */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "content-type",
  "access-control-max-age": "86400",
};

export function agentRoutes(deps: Deps) {
  const { db, clock, http, book, previews, tickets } = deps;
  const pages = createFramePages(deps.assets.frame);

  const presentOwn = async (agent: StoredAgent, { knowledge }: { knowledge: "list" | "none" }) => {
    const totals = await totalsOf(db, agent.id);
    return presentOwnAgent(agent, {
      knowledge: knowledge === "list" ? await readWholeList(db, agent.id, totals) : null,
      knowledgeCount: totals.entries,
      messageCount: await usedOfAgent(db, agent.id, monthOf(clock.now(), deps.config.tz)),
    });
  };

  /** Whether visitors get the offline text: the agent is paused, or its account suspended. Only read where the page would say otherwise. */
  const isAway = async ({ fields, accountId, preview }: LiveAgent): Promise<boolean> => {
    if (fields.paused) return true;
    if (fields.tagline !== "" || preview) return false;
    return ((await findAccount(db, accountId))?.suspendedAt ?? null) !== null;
  };

  /** The framed page, with a ticket if it may start a visitor session. */
  const framePage = async (request: Request, agent: LiveAgent | null, shownId: string): Promise<Response> => {
    const query = readQuery(request);
    const given = readEmbedding(request);
    const isPage = given.isTopLevel && query.get("open") === "1" && !agent?.preview;
    // A chat that is a page of its own is embedded in this server's site, wherever the link to it was found.
    const embedding = isPage ? { origin: deps.config.publicUrl ?? new URL(request.url).origin, isTopLevel: false } : given;
    const isOwn = (origin: string) => !isPage && deps.isOwnOrigin(origin, request.headers.get("host"));
    const isAllowed = agent !== null && mayEmbed(embedding, agent.fields.domain, isOwn);
    const lang = pickLanguage(query.get("lang"), request.headers.get("accept-language")?.replaceAll(" ", ""));
    const away = agent !== null && (await isAway(agent));
    const { poweredByText, poweredByUrl } = await deps.settings.read();
    const refused = agent === null ? "not_found" : isAllowed ? undefined : "domain";
    return pages.render(
      {
        cacheKey: agent?.preview ? null : `${agent?.key} ${agent?.revision} ${away}`,
        refused,
        describe: () => ({
          agent: agent && isAllowed ? presentPublicAgent(shownId, deps.greetIn(lang, agent.id, agent.fields)) : null,
          refused,
          preview: agent?.preview ? true : undefined,
          text: {
            ...FRAME_TEXT[lang],
            ...(refused ? { refusal: REFUSAL_TEXT[lang][refused] } : {}),
            ...(away ? { atOnce: undefined } : {}),
          },
        }),
        frameAncestors: () => (agent?.preview ? "frame-ancestors 'self'" : frameAncestors(agent?.fields.domain ?? "")),
        lang,
        credit: { text: poweredByText, url: poweredByUrl },
        place: readPlace(query),
        isPage,
        status: agent ? 200 : 404,
      },
      { ticket: agent && isAllowed ? tickets.issue({ chat: agent.key, origin: embedding.origin }) : null, origin: embedding.origin },
      request,
    );
  };

  /** Whether the page of a loader may show the agent. Browsers send no origin from our own pages. */
  const mayShow = (request: Request, agent: LiveAgent): boolean => {
    const origin = request.headers.get("origin");
    if (origin === null || agent.fields.domain === "" || deps.isOwnOrigin(origin, request.headers.get("host"))) return true;
    return isHostAllowed(URL.parse(origin)?.host ?? "", parseDomains(agent.fields.domain).patterns);
  };

  return mount("agents", [
    http.endpoint(agentApi.fetchAgent, { limit: OPENS }, async ({ viewer, params, request, query }) => {
      const chatId = params.chatId;
      const agent = await book.find(chatId);
      // The loader on another site must be able to read that the agent does not exist.
      if (!agent) return json(presentError(notFound()).body, { status: 404, headers: CORS });
      const isOwn = viewer && maySee(viewer, agent.accountId);
      if (isOwn) {
        const own = await findOwnAgent(db, viewer, chatId);
        return new Reply(await presentOwn(own, query), { headers: { vary: "authorization", ...versionTag(versionOf(own)) } });
      }
      const refusal = query.lang && { refusal: mayShow(request, agent) ? "" : REFUSAL_TEXT[query.lang].domain };
      const fields = query.lang ? deps.greetIn(query.lang, agent.id, agent.fields) : agent.fields;
      const { body, headers } = packed(JSON.stringify({ ...presentPublicAgent(chatId, fields), ...refusal }), request);
      return new Response(body, {
        headers: {
          ...CORS,
          ...headers,
          "content-type": "application/json; charset=utf-8",
          "x-content-type-options": "nosniff",
          "cache-control": "max-age=30",
          vary: "authorization, accept-encoding, origin",
        },
      });
    }),
    http.endpoint(agentApi.createAgent, SAVES, async ({ viewer, body, query, requestKey }) => {
      const agent = await createAgent({ db }, viewer, body, requestKey);
      return { id: agent.id, message: "New chat created successfully!", chat: await presentOwn(agent, query) };
    }),
    http.endpoint(agentApi.saveAgent, SAVES, async ({ viewer, params, body, query, request }) => {
      const agent = await changeAgent({ db }, viewer, params.chatId, body, readVersionClaim(request));
      const answer = { id: agent.id, message: "Changes saved successfully!", chat: await presentOwn(agent, query) };
      return new Reply(answer, { headers: versionTag(versionOf(agent)) });
    }),
    http.endpoint(agentApi.duplicateAgent, SAVES, async ({ viewer, params, body, query, requestKey }) => {
      const agent = await duplicateAgent({ db }, viewer, { id: params.chatId, name: body.chatName, requestKey });
      return { id: agent.id, message: "Chat duplicated successfully!", chat: await presentOwn(agent, query) };
    }),
    http.endpoint(agentApi.deleteAgent, { limit: WRITES }, async ({ viewer, params, address }) => {
      await deleteAgent({ db }, viewer, address, params.chatId);
      return { message: "Chat deleted successfully!" };
    }),
    http.endpoint(agentApi.restoreAgent, { limit: WRITES }, async ({ viewer, params, address }) => {
      await restoreAgent({ db }, viewer, address, params.chatId);
      return { message: "Chat restored." };
    }),
    http.endpoint(agentApi.listSightings, async ({ viewer, params }) => {
      const agent = await findOwnAgent(db, viewer, params.chatId);
      const hosts = await listSightings(db, agent.id);
      return { hosts: hosts.map(({ host, lastSeenAt, opens }) => ({ host, lastSeen: new Date(lastSeenAt).toISOString(), opens })) };
    }),
    http.endpoint(agentApi.createIdentifySecret, { limit: WRITES }, async ({ viewer, params, address }) => {
      const agent = await findOwnAgent(db, viewer, params.chatId);
      return { secret: await rotateIdentifySecret({ db, keys: deps.keys }, { actor: viewer, address }, agent) };
    }),
    http.endpoint(embeddingApi.validateDomain, { limit: OPENS }, async ({ body }) => {
      const agent = await book.find(body.chatId);
      const isValid = agent !== null && isHostAllowed(body.domain, parseDomains(agent.fields.domain).patterns);
      // The loader takes the text from this answer: each byte of its own is loaded on every page view.
      const message = body.lang && { message: REFUSAL_TEXT[body.lang].domain };
      return new Reply({ valid: isValid, ...message }, { headers: CORS });
    }),
    http.endpoint(agentApi.requestTicket, { limit: OPENS }, async ({ params }) => {
      const agent = await book.find(params.chatId);
      if (!agent) throw notFound();
      // A restricted agent's tickets are part of the framed page, which browsers refuse to show on other domains.
      if (agent.fields.domain !== "") throw new DomainError("forbidden", told("agents.domainRefused"));
      return { ticket: tickets.issue({ chat: agent.key, origin: "" }), expiresIn: TICKET_TTL_MS / 1000 };
    }),
    preflight(agentApi.fetchAgent, CORS),
    preflight(embeddingApi.validateDomain, CORS),
    http.endpoint(agentApi.openPreview, SAVES, async ({ viewer, body }) => {
      const previewId = await previews.open(viewer, body.chatId || undefined, body.draft);
      return { previewId };
    }),
    http.endpoint(agentApi.updatePreview, SAVES, async ({ viewer, params, body }) => {
      await previews.update(viewer, params.previewId, body.draft);
    }),
    http.endpoint(agentApi.tryPreview, { limit: WRITES }, async ({ viewer, params }) => {
      const agent = await previews.find(params.previewId);
      if (!agent || !isOfBusiness(viewer, agent.accountId)) throw notFound();
      return { ticket: tickets.issue({ chat: `${TRIAL}${params.previewId}`, origin: "" }), expiresIn: TICKET_TTL_MS / 1000 };
    }),
    http.endpoint(embeddingApi.framePreview, { limit: OPENS }, async ({ request }) => {
      const previewId = readQuery(request).get("preview") ?? "";
      return framePage(request, await previews.find(previewId), "preview");
    }),
    http.endpoint(embeddingApi.frameAgent, { limit: OPENS }, async ({ request, params }) => {
      const chatId = params.chatId;
      return framePage(request, await book.find(chatId), chatId);
    }),
  ]);
}
