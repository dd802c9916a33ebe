/** The table of contents: every route of the product is mounted here, and nowhere else. */
import { Elysia } from "elysia";
import { ALL_CALLS } from "../contract/calls/all.schema.ts";
import { LARGEST_BODY } from "../contract/calls/call.schema.ts";
import { MAX_FRAME_BYTES } from "../contract/chat.ts";
import { DEFAULT_LANGUAGE } from "../contract/language.ts";
import { createPasswords } from "./accounts/passwords.ts";
import { authenticate, isSessionAlive } from "./accounts/sessions.ts";
import { listAccountNames, listPersonNames } from "./accounts/store.ts";
import { type AgentBook, createAgentBook, type LiveAgent } from "./agents/book.ts";
import { knowledgeRoutes } from "./agents/entries/routes.ts";
import type { ModelAsker } from "./agents/golden/model-tests.ts";
import { goldenRoutes } from "./agents/golden/routes.ts";
import { isVouchedFor } from "./agents/identify.ts";
import { createPreviews } from "./agents/previews.ts";
import { agentRoutes } from "./agents/routes.ts";
import { createSightings } from "./agents/sightings.ts";
import { createTickets } from "./agents/tickets.ts";
import { transferRoutes } from "./agents/transfer/routes.ts";
import { versionRoutes } from "./agents/versions/routes.ts";
import { warningRoutes } from "./agents/warnings/routes.ts";
import { createWarnings } from "./agents/warnings/warnings.ts";
import { auditRoutes } from "./audit/routes.ts";
import type { MakeBackup } from "./backups/own-process.ts";
import { backupRoutes } from "./backups/routes.ts";
import type { CompareDeps } from "./conversations/comparison/compare-answers.ts";
import { comparisonRoutes } from "./conversations/comparison/routes.ts";
import { privacyRoutes } from "./conversations/privacy-routes.ts";
import { questionRoutes } from "./conversations/question-routes.ts";
import { retentionRoutes } from "./conversations/retention-routes.ts";
import { conversationRoutes } from "./conversations/routes.ts";
import { findIdentifiedVisitor, visitorLock } from "./conversations/store.ts";
import { visitorRoutes } from "./conversations/visitor-routes.ts";
import { greetIn } from "./demo/demo.ts";
import { rebrand } from "./demo/rebrand.ts";
import { doctorRoutes } from "./doctor/routes.ts";
import { createPatient } from "./doctor/running-patient.ts";
import { createBrandPictures } from "./files/brand-pictures.ts";
import { fileRoutes } from "./files/routes.ts";
import type { Wire } from "./https/acme/wire.ts";
import { type Certificates, createCertificates } from "./https/certificates.ts";
import { createRetrieval } from "./knowledge/retrieve.ts";
import { createMailRoom, type MailRoom } from "./mail/mail.ts";
import { mailRoutes } from "./mail/routes.ts";
import type { Mail, SmtpServer } from "./mail/smtp.ts";
import { meaningRoutes } from "./meaning/routes.ts";
import { createMeaningSearch } from "./meaning/search.ts";
import type { Models } from "./models/calls/models.ts";
import { createEmbedders, type Embedders } from "./models/embeddings/embedders.ts";
import { modelRoutes } from "./models/routes.ts";
import { createLocalModels, type LocalModelStore } from "./models/vendors/local-models.ts";
import type { Node } from "./nodes/node.ts";
import { describeInstallation } from "./overview/metrics.ts";
import { metricsRoutes } from "./overview/metrics-routes.ts";
import { createOverview } from "./overview/overview.ts";
import { overviewRoutes } from "./overview/routes.ts";
import { paymentAdminRoutes } from "./payments/admin-routes.ts";
import { createPayments, type Payments } from "./payments/payments.ts";
import { receiptRoutes } from "./payments/receipt-routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { planRoutes } from "./plans/routes.ts";
import type { Clock } from "./platform/clock.ts";
import type { Config } from "./platform/config.ts";
import { originOf } from "./platform/config-https.ts";
import { type DiskSpace, readDisk, watchDisk } from "./platform/disk.ts";
import { busy, malformed, notFound } from "./platform/errors.ts";
import type { FileStore } from "./platform/files/file-store.ts";
import { createHealth, type Health } from "./platform/health.ts";
import type { Assets } from "./platform/http/assets.ts";
import type { Viewer } from "./platform/http/endpoint.ts";
import { createHttp, type Http, IDLE_SECONDS, refuseOddAddress } from "./platform/http/http.ts";
import { isOwn, transportHeaders } from "./platform/http/origin.ts";
import { createPeers, type Peers } from "./platform/http/peers.ts";
import { createRates } from "./platform/http/rates.ts";
import { createSharedRates, type SharedRates } from "./platform/http/shared-rates.ts";
import { createTurns, type Turns } from "./platform/http/turns.ts";
import type { Keys } from "./platform/keys.ts";
import type { Log } from "./platform/log.ts";
import { Metrics } from "./platform/metrics.ts";
import { type OpenFiles, watchOpenFiles } from "./platform/open-files.ts";
import { isAskedByMonitors, platformRoutes } from "./platform/routes.ts";
import type { Db, Tx } from "./platform/storage/db.ts";
import { createSiteReader, type SiteReader } from "./reading/site/site-reader.ts";
import { createModelAsker } from "./replies/ask-model.ts";
import { createReplyFigures } from "./replies/figures.ts";
import { createHub, type Hub } from "./replies/hub.ts";
import { linkRoutes } from "./replies/link-routes.ts";
import { Links } from "./replies/links.ts";
import { answerFromEntries } from "./replies/own-answer.ts";
import { refundConversation } from "./replies/record.ts";
import { replyRoutes } from "./replies/routes.ts";
import { createPageKind } from "./settings/page-kind.ts";
import { isFactorRequired } from "./settings/required-factor.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { createSettings, type SettingsSource } from "./settings/settings.ts";
import { sourceRoutes } from "./sources/routes.ts";
import { createSharedPace } from "./sources/shared-pace.ts";
import { spendingRoutes } from "./spending/routes.ts";
import { accountAdminRoutes } from "./users/admin-routes.ts";
import { factorRoutes } from "./users/factor-routes.ts";
import { memberRoutes } from "./users/member-routes.ts";
import { noticeRoutes } from "./users/notice-routes.ts";
import { requireOwnPassword } from "./users/own-password.ts";
import { ownAccountRoutes } from "./users/own-routes.ts";
import { recoveryRoutes } from "./users/recovery-routes.ts";
import { accountRoutes } from "./users/routes.ts";
import { setupRoutes } from "./users/setup-routes.ts";
import { staffRoutes } from "./users/staff-routes.ts";

export interface AppDeps {
  version: string;
  config: Config;
  db: Db;
  clock: Clock;
  log: Log;
  keys: Keys;
  assets: Assets;
  /** Uploaded files. */
  files: FileStore;
  models: Models;
  node: Node;
  /** By default, those of the vendors, of Ollama and of the data folder. */
  embedders?: Embedders;
  /** By default, by SMTP. */
  sendMail?: (server: SmtpServer, mail: Mail) => Promise<string>;
  /** By default, reads the web. */
  sites?: SiteReader;
  /** By default, in a process of its own. */
  makeBackup?: MakeBackup;
  /** To the certificate authority. By default, over the network. */
  wire?: Wire;
  /** How many open files this process may have; the number of sockets stays below it. */
  maxOpenFiles: number;
  /** While an upgrade has not confirmed this server, everything but its health is refused. By default, never. */
  isClosed?: () => boolean;
  /** By default, reads the disk of the data folder. */
  readDisk?: () => DiskSpace;
}

/** The parts that the background tasks and the shutdown need. */
export interface Live {
  hub: Hub;
  settings: SettingsSource;
  /** Its downloads continue until they are stopped. */
  links: Links;
  localModels: LocalModelStore;
  payments: Payments;
  health: Health;
  openFiles: OpenFiles;
  embedders: Embedders;
  mailRoom: MailRoom;
  sharedRates: SharedRates;
  sites: SiteReader;
  turns: Turns;
  /** Answers from an agent's entries, without a model. */
  ask: CompareDeps["ask"];
  asker: ModelAsker;
  book: AgentBook;
  peers: Peers;
  /** Null: this server has no certificates of its own. */
  certificates: Certificates | null;
}

/** Bun sends a ping 16 s before it would close a silent socket; many proxies close a silent one after 60 s. */
const SOCKET_IDLE_SECONDS = 46;
const BACKPRESSURE_LIMIT = 4 * 1024 * 1024;
/** The share of the open files that may be sockets: beyond the process's limit, new handshakes hang. */
const SOCKET_SHARE = 0.7;
/** Behind the TLS front, a socket takes the client's connection and both ends of the inner one. */
const FILES_BEHIND_FRONT = 3;

/** Creates every part that has state, once. */
function createParts(deps: AppDeps, closeIdle: () => number) {
  const { config, clock, log } = deps;
  const metrics = new Metrics();
  const rates = createRates(clock, config.rateScale, deps.node);
  const settings = createSettings(deps);
  const book = createAgentBook(deps);
  const previews = createPreviews({ ...deps, book });
  const turns = createTurns();
  const retrieval = createRetrieval({ turns, log, elapsed: () => clock.elapsed() });
  const links = new Links(deps);
  const embedders = deps.embedders ?? createEmbedders({ urls: deps.models.urls, clock, data: config.data });
  const meaning = createMeaningSearch({ ...deps, settings, embedders });
  const needsFactor = async (of: Pick<Viewer, "role" | "staff">) => isFactorRequired(of, await settings.read());
  const readSpace = deps.readDisk ?? (() => readDisk(config.data));
  const peers = createPeers(() => clock.elapsed());
  return {
    rates,
    sharedRates: createSharedRates(deps.keys, config.rateScale),
    settings,
    book,
    previews,
    turns,
    retrieval,
    readSpace,
    peers,
    certificates: config.https && createCertificates({ ...deps, domains: config.https.domains }),
    links,
    embedders,
    sites: deps.sites ?? createSiteReader({ publicUrl: config.publicUrl, clock, takeTurn: createSharedPace(deps) }),
    meaning,
    tickets: createTickets(deps),
    mailRoom: createMailRoom({ ...deps, settings }),
    sightings: createSightings(deps),
    warnings: createWarnings({ ...deps, turns, timeZone: config.tz }),
    passwords: createPasswords(),
    localModels: createLocalModels({ url: deps.models.urls.ollama, clock, log, onChange: () => deps.models.refreshOllama() }),
    payments: createPayments({ ...deps, settings }),
    health: createHealth(deps),
    openFiles: watchOpenFiles({ limit: deps.maxOpenFiles, log, closeIdle }),
    hub: createHub({
      ...{ ...deps, links, settings, rates, retrieval, meaning },
      ...{ disk: watchDisk(readSpace, deps), figures: createReplyFigures(metrics) },
    }),
    metrics,
    http: createHttp({
      authenticate: (token, business) => authenticate({ ...deps, isFactorRequired: needsFactor }, token, business),
      rates,
      log,
      trustedProxies: config.trustedProxies,
      peers,
      maxOpenFiles: deps.maxOpenFiles,
      scale: Math.max(config.rateScale, 1),
      metrics,
    }),
  };
}

type Parts = ReturnType<typeof createParts>;

/** Closes the open sockets of an agent that was deleted, or of a session that has ended. */
function recheckOnChanges(deps: AppDeps, { book, hub, previews }: Parts): void {
  const find = async (agent: LiveAgent): Promise<LiveAgent | null> => {
    if (!agent.preview) return agent.id === null ? null : book.find(agent.id);
    const preview = await previews.find(agent.preview.id);
    return preview && (await isSessionAlive(deps, agent.preview.tokenHash, agent.accountId)) ? preview : null;
  };
  const recheck = (id: string | null) =>
    void hub.recheck(id, find).catch((error) => deps.log.error("open sockets could not be checked", { error }));
  book.onChange(recheck);
  deps.db.onChange("sessions", () => recheck(null));
}

/** The functions that the routes of one subject need from subjects above it. */
function createCallbacks(deps: AppDeps, { hub, settings }: Parts) {
  return {
    /** Refunds the conversation's open turns and runs `also` in one transaction: a deleted turn would lose its reservation. */
    endLive: ({ id, visitorId, isOpen }: { id: string; visitorId: string; isOpen: boolean }, also: (tx: Tx) => Promise<unknown>) => {
      const refundAnd = async (tx: Tx) => {
        await refundConversation(tx, id);
        await also(tx);
      };
      return isOpen ? hub.reset(visitorId, refundAnd) : deps.db.transaction(refundAnd, { lock: visitorLock(visitorId) });
    },
    readPageKind: createPageKind(settings, deps.log),
  };
}

/** The largest body of any call, in bytes. */
const LARGEST_CALL = Math.max(...Object.values(ALL_CALLS).map((call) => ("maxBody" in call && call.maxBody) || 0));

/** The options with which Bun listens. */
function listenOptions(http: Http) {
  return {
    serve: {
      // Beyond it, Bun answers without a text. So bodies that are a little too large reach our own limits.
      maxRequestBodySize: LARGEST_CALL + LARGEST_BODY,
      idleTimeout: IDLE_SECONDS,
      // On an error, Bun's development page would show visitors source lines and the server's folder.
      development: false,
      error: (error: unknown) => http.errorResponse(error, null),
    },
    // Only here does Elysia pass these on; on the route they are ignored.
    websocket: {
      maxPayloadLength: MAX_FRAME_BYTES,
      idleTimeout: SOCKET_IDLE_SECONDS,
      sendPings: true,
      backpressureLimit: BACKPRESSURE_LIMIT,
      closeOnBackpressureLimit: false,
      perMessageDeflate: true,
    },
  };
}

export function createApp(deps: AppDeps) {
  const { config, db, clock, log, keys, models } = deps;
  const parts = createParts(deps, () => app.server?.closeIdleConnections() ?? 0);
  const { http, settings, rates, payments, localModels, hub, links, health, openFiles, embedders, sites } = parts;
  const { endLive, readPageKind } = createCallbacks(deps, parts);
  const { https } = config;
  const ownDomains = new Set(https?.domains.map((domain) => originOf(https, domain)));
  const isOwnOrigin = (origin: string, host: string | null) => ownDomains.has(origin) || isOwn(origin, host, config.publicUrl);
  const timeZone = config.tz;
  const ask: CompareDeps["ask"] = (asked) => answerFromEntries(parts, asked);
  const askOnce = (agent: LiveAgent, text: string) => answerFromEntries(parts, { agent, history: [], text, language: DEFAULT_LANGUAGE });
  const asker = createModelAsker({ ...deps, ...parts });
  const readPicture = createBrandPictures(deps);
  recheckOnChanges(deps, parts);
  describeInstallation(parts.metrics, { ...deps, ...parts, listener: () => app.server });
  const requests = parts.metrics.counter("sapa_http_requests_total", "Requests, also for files and pages.");

  const app = new Elysia(listenOptions(http))
    .headers(transportHeaders(config.publicUrl))
    .onRequest(({ request }) => {
      requests();
      refuseOddAddress(request);
      if (deps.isClosed?.() && !isAskedByMonitors(request)) throw busy();
    })
    .onError(({ error, code, request }) => {
      if (code === "NOT_FOUND") return http.errorResponse(notFound(), request);
      if (code === "PARSE" || code === "INVALID_COOKIE_SIGNATURE" || code === "VALIDATION") return http.errorResponse(malformed(), request);
      return http.errorResponse(error, request);
    })
    .use(accountRoutes({ ...deps, ...parts }))
    .use(accountAdminRoutes({ ...deps, ...parts }))
    .use(recoveryRoutes({ ...deps, ...parts }))
    .use(ownAccountRoutes({ ...deps, ...parts }))
    .use(factorRoutes({ ...deps, ...parts }))
    .use(memberRoutes({ ...deps, ...parts }))
    .use(staffRoutes({ ...deps, ...parts }))
    .use(agentRoutes({ ...deps, ...parts, isOwnOrigin, greetIn }))
    .use(knowledgeRoutes({ ...deps, ...parts, timeZone }))
    .use(sourceRoutes({ ...deps, http, timeZone }))
    .use(transferRoutes({ ...deps, http }))
    .use(warningRoutes({ ...deps, ...parts }))
    .use(versionRoutes({ db, ...parts, timeZone, ask: askOnce }))
    .use(goldenRoutes({ db, ...parts, timeZone, publicUrl: config.publicUrl, ask: askOnce, asker }))
    .use(fileRoutes({ ...deps, http }))
    .use(conversationRoutes({ db, http, rates, clock, log, timeZone, endLive }))
    .use(visitorRoutes({ ...parts, db, http, clock, log, timeZone, endLive }))
    .use(privacyRoutes({ ...parts, db, models }))
    .use(retentionRoutes({ db, http, settings }))
    .use(comparisonRoutes({ db, ...parts, ask }))
    .use(questionRoutes({ ...deps, ...parts, ask: (asked) => answerFromEntries(parts, asked) }))
    .use(planRoutes({ db, http }))
    .use(
      auditRoutes({
        ...{ db, http, clock, timeZone },
        listAccountNames: (ids) => listAccountNames(db, ids),
        listPersonNames: (ids) => listPersonNames(db, ids),
      }),
    )
    .use(overviewRoutes({ db, http, clock, timeZone, overview: createOverview({ ...deps, settings, readDisk: parts.readSpace }) }))
    .use(doctorRoutes({ http, patient: createPatient({ ...deps, ...parts }) }))
    .use(backupRoutes({ ...deps, http, settings, requirePassword: requireOwnPassword({ ...deps, ...parts }) }))
    .use(metricsRoutes({ ...parts, token: config.metricsToken }))
    .use(settingsRoutes({ http, clock, config, settings, models, also: rebrand }))
    .use(mailRoutes({ ...deps, http, settings, readPicture }))
    .use(modelRoutes({ db, http, models, localModels, settings }))
    .use(meaningRoutes({ db, http, embedders, settings }))
    .use(spendingRoutes({ db, http, settings, timeZone }))
    .use(paymentRoutes({ http, rates, clock, settings, payments }))
    .use(receiptRoutes({ http, payments, readPicture }))
    .use(paymentAdminRoutes({ http, settings, payments }))
    .use(noticeRoutes({ db, http, timeZone }))
    .use(setupRoutes({ db, http, config }))
    .use(linkRoutes({ ...deps, ...parts }))
    .use(
      replyRoutes({
        ...parts,
        keys,
        clock,
        log,
        isOwnOrigin,
        isSessionAlive: (tokenHash, accountId) => isSessionAlive(deps, tokenHash, accountId),
        findIdentified: (agentId, externalId) => findIdentifiedVisitor(db, agentId, externalId),
        isVouchedFor: (agentId, identity) => isVouchedFor(deps, agentId, identity),
        areFilesShort: openFiles.isShort,
        maxSockets: Math.floor((deps.maxOpenFiles * SOCKET_SHARE) / (https ? FILES_BEHIND_FRONT : 1)),
        // A small scale is for testing the limits, and must not refuse the few sockets of a browser.
        socketScale: Math.max(config.rateScale, 1),
      }),
    )
    .use(platformRoutes({ version: deps.version, assets: deps.assets, http, health, readPageKind }));

  const { mailRoom, sharedRates } = parts;
  const live: Live = {
    hub,
    links,
    settings,
    localModels,
    payments,
    health,
    openFiles,
    embedders,
    mailRoom,
    sharedRates,
    sites,
    turns: parts.turns,
    ask,
    asker,
    book: parts.book,
    peers: parts.peers,
    certificates: parts.certificates,
  };
  return { app, live };
}

export type App = ReturnType<typeof createApp>["app"];
