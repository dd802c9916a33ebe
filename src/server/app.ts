/** The table of contents: every route of the product is mounted here, and nowhere else. */
import { Elysia } from "elysia";
import { MAX_FRAME_BYTES } from "../contract/chat.ts";
import { createPasswords } from "./accounts/passwords.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { authenticate, isSessionAlive } from "./accounts/sessions.ts";
import { createAgentBook, type LiveAgent } from "./agents/book.ts";
import { isVouchedFor } from "./agents/identify.ts";
import { createPreviews } from "./agents/previews.ts";
import { agentRoutes } from "./agents/routes.ts";
import { createSightings } from "./agents/sightings.ts";
import { createTickets } from "./agents/tickets.ts";
import { auditRoutes } from "./audit/routes.ts";
import { conversationRoutes } from "./conversations/routes.ts";
import { findIdentifiedVisitor } from "./conversations/store.ts";
import { createRetrieval } from "./knowledge/retrieve.ts";
import { createLocalModels, type LocalModelStore } from "./models/local-models.ts";
import type { Models } from "./models/models.ts";
import { modelRoutes } from "./models/routes.ts";
import { noticeRoutes } from "./notices/routes.ts";
import { createOverview } from "./overview/overview.ts";
import { overviewRoutes } from "./overview/routes.ts";
import { paymentAdminRoutes } from "./payments/admin-routes.ts";
import { createPayments, type Payments } from "./payments/payments.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { planRoutes } from "./plans/routes.ts";
import type { Assets } from "./platform/assets.ts";
import type { Clock } from "./platform/clock.ts";
import type { Config } from "./platform/config.ts";
import type { Db } from "./platform/db.ts";
import { malformed, notFound } from "./platform/errors.ts";
import { createHttp, LARGEST_BODY, refuseShortHost } from "./platform/http.ts";
import type { Keys } from "./platform/keys.ts";
import type { Log } from "./platform/log.ts";
import { createRates } from "./platform/rates.ts";
import { platformRoutes } from "./platform/routes.ts";
import { createHub, type Hub } from "./replies/hub.ts";
import { replyRoutes } from "./replies/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { createSettings, type SettingsSource } from "./settings/settings.ts";

export interface AppDeps {
  version: string;
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  keys: Keys;
  assets: Assets;
  models: Models;
  /** Open files that this process may have; sockets stay below it. */
  maxOpenFiles: number;
}

/** What lives beside the routes: for the background tasks and for shutting down. */
export interface Live {
  hub: Hub;
  settings: SettingsSource;
  /** Downloads go on until they are stopped. */
  localModels: LocalModelStore;
  payments: Payments;
  /** Agents that a plan paused or woke: the next message sees them as they are. */
  forgetAgents(ids: readonly string[]): void;
  /** Another process has written: forget what was remembered, and look again at every open socket. */
  onForeignChange(): void;
}

/** Bun pings 16 s before it would close a silent socket; many proxies cut one after 60 s. */
const SOCKET_IDLE_SECONDS = 46;
const BACKPRESSURE_LIMIT = 4 * 1024 * 1024;
const HTTP_IDLE_SECONDS = 60;
/** Of the open files, how many may be sockets: past the process's limit new handshakes hang (facts: performance §2). */
const SOCKET_SHARE = 0.7;
const MAX_SOCKETS_OF_ADDRESS = 200;

export function createApp(deps: AppDeps) {
  const { config, db, clock, log, keys } = deps;
  const rates = createRates(clock, config.rateScale);
  const passwords = createPasswords();
  const settings = createSettings(deps);
  const book = createAgentBook(deps);
  const previews = createPreviews(deps);
  const tickets = createTickets(deps);
  const sightings = createSightings(deps);
  const retrieval = createRetrieval();
  const localModels = createLocalModels({ url: deps.models.urls.ollama, clock, log, onChange: () => deps.models.refreshOllama() });
  const payments = createPayments({ ...deps, book, settings });
  const hub = createHub({ ...deps, settings, retrieval });
  const http = createHttp({ authenticate: (token) => authenticate(deps, token), rates, log, trustedProxies: config.trustedProxies });

  const isOwnOrigin = (origin: string, request: Request): boolean => {
    if (config.publicUrl !== null && origin === config.publicUrl) return true;
    return URL.canParse(origin) && new URL(origin).host === (request.headers.get("host") ?? "").toLowerCase();
  };

  const isAlive = async (agent: LiveAgent): Promise<boolean> => {
    if (agent.preview) return previews.find(agent.preview.id) !== null && (await isSessionAlive(deps, agent.preview.tokenHash));
    return agent.id !== null && (await book.find(agent.id)) !== null;
  };
  const recheck = (id: string | null) =>
    void hub.recheck(id, isAlive).catch((error) => log.error("open sockets could not be checked", { error }));
  book.onChange(recheck);

  const forgetAgents = (ids: readonly string[]) => {
    for (const id of ids) book.forget(id);
  };

  const live: Live = {
    hub,
    settings,
    localModels,
    payments,
    forgetAgents(ids) {
      for (const id of ids) book.forget(id);
    },
    onForeignChange() {
      settings.forget();
      book.forgetAll();
    },
  };

  const app = new Elysia({
    serve: { maxRequestBodySize: 16 * LARGEST_BODY, idleTimeout: HTTP_IDLE_SECONDS },
    // Only here does Elysia pass these on; on the route they are ignored (facts: security §0 point 6).
    websocket: {
      maxPayloadLength: MAX_FRAME_BYTES,
      idleTimeout: SOCKET_IDLE_SECONDS,
      sendPings: true,
      backpressureLimit: BACKPRESSURE_LIMIT,
      closeOnBackpressureLimit: false,
      perMessageDeflate: true,
    },
  })
    .onRequest(({ request }) => refuseShortHost(request))
    .onError(({ error, code, request }) => {
      if (code === "NOT_FOUND") return http.errorResponse(notFound(), request);
      if (code === "PARSE" || code === "INVALID_COOKIE_SIGNATURE" || code === "VALIDATION") return http.errorResponse(malformed(), request);
      return http.errorResponse(error, request);
    })
    .use(accountRoutes({ ...deps, http, rates, passwords, onSessionsEnded: () => recheck(null), forgetAgents }))
    .use(agentRoutes({ ...deps, http, book, previews, tickets, isOwnOrigin }))
    .use(
      conversationRoutes({
        db,
        http,
        clock,
        log,
        timeZone: config.tz,
        endLive: ({ visitorId, isOpen }, also) => (isOpen ? hub.reset(visitorId, also) : db.transaction(also)),
      }),
    )
    .use(planRoutes({ db, http, clock }))
    .use(auditRoutes({ db, http, clock, timeZone: config.tz }))
    .use(overviewRoutes({ http, overview: createOverview({ ...deps, settings }) }))
    .use(settingsRoutes({ http, settings, models: deps.models }))
    .use(modelRoutes({ db, http, clock, models: deps.models, localModels, settings, timeZone: config.tz }))
    .use(paymentRoutes({ http, rates, clock, settings, payments }))
    .use(paymentAdminRoutes({ http, settings, payments }))
    .use(noticeRoutes({ db, http, clock, timeZone: config.tz }))
    .use(
      replyRoutes({
        hub,
        book,
        previews,
        tickets,
        sightings,
        settings,
        rates,
        keys,
        clock,
        log,
        http,
        isOwnOrigin,
        isSessionAlive: (tokenHash) => isSessionAlive(deps, tokenHash),
        findIdentified: (agentId, externalId) => findIdentifiedVisitor(db, agentId, externalId),
        isVouchedFor: (agentId, identity) => isVouchedFor(deps, agentId, identity, clock.now()),
        maxSockets: Math.floor(deps.maxOpenFiles * SOCKET_SHARE),
        maxSocketsOfAddress: Math.floor(MAX_SOCKETS_OF_ADDRESS * Math.max(config.rateScale, 1)),
      }),
    )
    .use(platformRoutes({ version: deps.version, assets: deps.assets, http }));

  return { app, live };
}

export type App = ReturnType<typeof createApp>["app"];
