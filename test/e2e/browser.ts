/** The web application as visitors and owners open it: a fresh context for each visit. */
import type { BrowserContext, ConsoleMessage, Page, Route } from "playwright-core";
import type { GoldenExpectations } from "../../src/contract/golden.ts";
import type { KnowledgePage } from "../../src/contract/knowledge-calls.ts";
import { type Message, told } from "../../src/contract/messages/message.ts";
import type { Overview } from "../../src/contract/overview.ts";
import type { Receipt } from "../../src/contract/payment.ts";
import type { StaffRole } from "../../src/contract/staff-role.ts";
import { STEP_PICTURES } from "../../src/web/pages/landing/step-pictures.ts";
import { connect } from "../socket-client.ts";
import { until } from "../until.ts";
import { changeDatabase } from "./aftermath.ts";
import { type LiveBrowser, launchBrowser } from "./chromium.ts";
import type { Sapa } from "./sapa.ts";

export const PHONE = 390;
export const TABLET = 768;
export const DESKTOP = 1440;

export interface Owner {
  id: string;
  token: string;
  user: Record<string, unknown>;
}

export interface Visit {
  path?: string;
  /** Whose session the browser remembers; signed out when absent. */
  as?: Owner;
  width?: number;
  height?: number;
  theme?: "light" | "dark";
  /** What was chosen in this browser before; nothing when absent. */
  language?: "en" | "ms";
  /** The browser's own language. */
  locale?: string;
  permissions?: string[];
  reducedMotion?: "reduce" | "no-preference";
  /** Opens another tab of the same browser. */
  beside?: WebPage;
  /** Runs before the page is asked for: routes that fail, a clock. */
  before?: (page: Page) => Promise<unknown>;
}

export interface WebPage extends Page {
  /** Uncaught errors and refusals of the content security policy. */
  errors: string[];
  /** "METHOD /path" of each call to the server's API, in order. */
  calls: string[];
  /** Errors and warnings in the console, without what the browser writes about a call that fails and our own line about it. */
  complaints: string[];
}

export interface Web {
  visit(visit?: Visit): Promise<WebPage>;
  /** Closes every page and throws when one had an uncaught error. */
  closePages(): Promise<void>;
  dispose(): Promise<void>;
}

/** Opens the one browser of a test file. `sapa` may be started later. */
export async function openWeb(sapa: () => Sapa): Promise<Web> {
  const browser = await launchBrowser("web");
  const contexts: BrowserContext[] = [];
  const pages: WebPage[] = [];
  return {
    async visit(visit = {}) {
      const context = visit.beside?.context() ?? (await openContext(browser, sapa().url, visit));
      if (!visit.beside) contexts.push(context);
      const page = watch(await context.newPage());
      pages.push(page);
      await visit.before?.(page);
      // Each test waits for what it wants to see; fonts and pictures may come later.
      await page.goto(sapa().url + (visit.path ?? "/"), { waitUntil: "commit" });
      return page;
    },
    async closePages() {
      const errors = pages.splice(0).flatMap((page) => page.errors);
      await Promise.all(contexts.splice(0).map((context) => context.close()));
      if (errors.length > 0) throw new Error(`The page threw: ${errors.join("; ")}`);
    },
    dispose: () => browser.dispose(),
  };
}

async function openContext(browser: LiveBrowser, origin: string, visit: Visit): Promise<BrowserContext> {
  const { as, width = DESKTOP, height = width === PHONE ? 844 : 900, theme = "light", language } = visit;
  const localStorage: { name: string; value: string }[] = [];
  if (as) {
    const { token, ...user } = as.user;
    localStorage.push({ name: "user", value: JSON.stringify(user) }, { name: "token", value: as.token });
  }
  if (language) localStorage.push({ name: "sapa:language", value: language });
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: width === PHONE,
    colorScheme: theme,
    locale: visit.locale ?? (language === "ms" ? "ms-MY" : "en-MY"),
    timezoneId: "Asia/Kuala_Lumpur",
    permissions: visit.permissions,
    reducedMotion: visit.reducedMotion ?? "reduce",
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  // The browser asks us about every call from the first on: a route that is added to an open page would otherwise have
  // to switch that on, and now and then miss the next call. Nothing is served here.
  await context.route("**/.nobody-asks-for-this", (route) => route.abort());
  return context;
}

function watch(page: Page): WebPage {
  const watched = Object.assign(page, { errors: [] as string[], calls: [] as string[], complaints: [] as string[] });
  page.on("pageerror", (error) => watched.errors.push(String(error)));
  page.on("console", (message) => {
    const text = message.text();
    if (text.includes("Content Security Policy")) watched.errors.push(text);
    if (["error", "warning"].includes(message.type()) && !isAboutCall(message)) watched.complaints.push(text);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith("/api/")) watched.calls.push(`${request.method()} ${url.pathname}`);
  });
  return watched;
}

/** A call that failed or was left, or a page that does not exist. Scripts, styles and pictures must all be there. */
function isAboutCall(message: ConsoleMessage): boolean {
  const text = message.text();
  // Without a reason: the frame of the preview was replaced while its socket was being opened.
  if (/^WebSocket connection to '\S+' failed: $/.test(text)) return true;
  if (!text.startsWith("Failed to load resource")) return text.startsWith("admin: ApiError");
  const { pathname } = new URL(message.location().url);
  return !/^\/assets\/|\.js$/.test(pathname);
}

/** Sets how many of this month's messages an owner has used. */
export function setUsed(sapa: Sapa, ownerId: string, used: number): void {
  changeDatabase(sapa, (database) => {
    database.run(
      "insert into usage_months (account_id, month, used) values (?, strftime('%Y-%m', 'now', '+8 hours'), ?) on conflict do update set used = excluded.used",
      [ownerId, used],
    );
  });
}

export interface PaidPlan {
  id: number;
  name: string;
  priceSen: number;
  months?: number;
  /** Percent. */
  discount?: number;
  messages?: number;
  agents?: number;
  words?: number;
  entries?: number;
}

/** Puts a plan on sale. */
export function addPlan(sapa: Sapa, plan: PaidPlan): void {
  const { id, name, priceSen, months = 1, discount = 0, messages = 5_000, agents = 3, words = 2_000, entries = 50 } = plan;
  changeDatabase(sapa, (database) => {
    database.run(
      `insert into plans (id, name, msg_limit, chat_limit, knowledge_word_limit, add_knowledge_limit, price_sen, validity_months, discount_bp, created_at, updated_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)`,
      [id, name, messages, agents, words, entries, priceSen, months, discount * 100],
    );
  });
}

/** Gives an owner a plan for a year. */
export function givePlan(sapa: Sapa, ownerId: string, planId: number): void {
  changeDatabase(sapa, (database) => {
    database.run("update accounts set plan_id = ?, plan_valid_until = ? where id = ?", [planId, Date.now() + 365 * 86_400_000, ownerId]);
  });
}

/**
 * Answers a call as a failing server does. A text has no id, and stays as it is in every language. `message` empty: an
 * error page of a proxy instead of our own JSON.
 */
export function failWith(status: number, message: string | Message = "", code = "internal") {
  const { text, ref }: Message = typeof message === "string" ? { text: message } : message;
  return (route: Route) =>
    text === ""
      ? route.fulfill({ status, contentType: "text/html", body: "<h1>Bad Gateway</h1>" })
      : route.fulfill({ status, json: { message: text, error: { code, message: text, told: ref } } });
}

/** For pictures: one call of the page is answered as by a server that is starting again. */
const restartingAt = (url: string) => (page: Page) => page.route(url, failWith(503, told("busy"), "shutting_down"));

/** As if the server were gone. */
export const breakOff = (route: Route) => route.abort("connectionrefused");

/** A call that waits until the test has seen what it shows meanwhile. */
export interface HeldCall {
  /** The handler of a route; `pass` answers in the end, and lets the call through when absent. */
  hold(pass?: (route: Route) => Promise<unknown>): (route: Route) => Promise<void>;
  release(): void;
}

export function holdCall(): HeldCall {
  const released = Promise.withResolvers<void>();
  return {
    hold: (pass = (route) => route.continue()) => {
      return async (route) => {
        await released.promise;
        // The page may be gone by now; then the answer is not needed.
        await pass(route).catch(() => undefined);
      };
    },
    release: () => released.resolve(),
  };
}

/** Timers of exactly `ms` wait until `releaseTimers`: what they end can be seen however slow the machine is. */
export function holdTimers(page: Page, ms: number): Promise<unknown> {
  return page.addInitScript((ms) => {
    const held: (() => void)[] = [];
    const start = window.setTimeout;
    const holding = (run: () => void, after?: number, ...more: unknown[]) => {
      if (after !== ms) return start(run, after, ...more);
      held.push(run);
      return 0;
    };
    Object.assign(window, { setTimeout: holding, heldTimers: held });
  }, ms);
}

/** Ends the wait of those timers. One may start a moment after the page shows what it is about. */
export async function releaseTimers(page: Page): Promise<void> {
  const held = () => (window as unknown as { heldTimers: (() => void)[] }).heldTimers.length;
  await until(() => page.evaluate(held));
  await page.evaluate(() => {
    for (const run of (window as unknown as { heldTimers: (() => void)[] }).heldTimers.splice(0)) run();
  });
}

/** Lets the call through after `ms`. */
export function delay(ms: number) {
  return async (route: Route) => {
    await Bun.sleep(ms);
    // The page may be gone by now; then the answer is not needed.
    await route.continue().catch(() => undefined);
  };
}

/** The path with its query. */
export function pathOf(page: Page): string {
  const url = new URL(page.url());
  return url.pathname + url.search;
}

/** People and things to look at: `empty` has nothing yet, `begun` an agent on a website, `busy` everything, in lengths that hurt, `agency` 200 agents. */
export interface Furnished {
  empty: Owner;
  begun: Owner;
  busy: Owner;
  agency: Owner;
  admin: Owner;
  support: Owner;
  billing: Owner;
  chatId: string;
}

/** A picture that every installation serves. */
const PICTURE = `/assets/steps/${STEP_PICTURES["paste-en-light"]}`;

const LONG_NAME = "Kedai Kek dan Roti Canai Banjir Special Haji Mohd Yusof & Anak-Anak Sdn. Bhd.";

/** Entries with a warning of each kind that two lines can have. */
const WARNED = [
  "Kek pandan RM38",
  "Pandan cake: RM40",
  "We open daily from 9am to 6pm.",
  "Buka setiap hari, 10 pagi hingga 6 petang.",
  "Parking is free behind the building.",
  "# Parking\nFree parking at the back of our building.",
  "Promotion until 31 August 2020: buy two boxes and get a third one free.",
  "POS login: username admin, password Kopi#Susu2291",
];

/** Fills a fresh installation with plans, owners, agents and conversations. */
export async function furnish(sapa: Sapa): Promise<Furnished> {
  addPlan(sapa, { id: 2, name: "Starter", priceSen: 2_900, messages: 1_000, agents: 3, words: 1_000, entries: 20 });
  addPlan(sapa, { id: 3, name: "Pro Yearly", priceSen: 4_900, months: 12, discount: 20, messages: 10_000, agents: 10 });
  addPlan(sapa, { id: 4, name: "Business Half-Yearly", priceSen: 9_990, months: 6, discount: 10, messages: 50_000, agents: 30 });
  addPlan(sapa, { id: 5, name: "Agency", priceSen: 49_900, messages: 10_000, agents: 250, entries: 12 });
  const [empty, busy, token] = [await sapa.signUp("aisyah"), await sapa.signUp("kedai-seri.gombak_official"), await sapa.adminToken()];
  const paid = { user: busy.id, planId: 2, amount: 2_900, date: new Date().toISOString().slice(0, 10), method: "bank_transfer", note: "" };
  await sapa.call("POST", "/api/payments", { token, body: paid });
  const knowledge = [
    "We are open from seven in the morning to six in the evening, every day except Tuesday. On public holidays we open at nine and close when the last kuih is sold.",
    `[image]${sapa.url}${PICTURE}[/image]Pandan cake, RM38 a whole one`,
    "Delivery is RM7 within 5 km of our shop.",
  ];
  const chatId = await sapa.createAgent(busy.token, {
    chatName: "Kedai Seri",
    defaultMessage: "Selamat datang!",
    starterQuestions: ["Do you deliver?", "What do you sell?"],
    knowledge,
  });
  await change(sapa, { owner: busy.token, admin: token }, chatId);
  await addGolden(sapa, busy.token, chatId);
  await sapa.createAgent(busy.token, { chatName: LONG_NAME, toggleIconColor: "#B45309" });
  await sapa.createAgent(busy.token, { chatName: "Q", toggleIconColor: "#FFFFFF" });
  await converse(sapa, chatId);
  await recordPayments(sapa, token);
  fillLedger(sapa, [busy.id, empty.id]);
  setUsed(sapa, busy.id, 950);
  spreadUsage(sapa, busy.id, chatId);
  const agency = await sapa.signUp("agensi-digital");
  givePlan(sapa, agency.id, 5);
  fillAgency(sapa, agency.id);
  await sapa.call("POST", "/api/chats/agency-2/knowledge", { token: agency.token, body: { entries: WARNED } });
  const { body } = await sapa.call<{ id: string }>("POST", "/api/login", {
    body: { email: "admin@example.com", password: "admin-secret-1" },
  });
  const begun = await begin(sapa);
  // So that the owner's account log is not empty.
  await sapa.call("POST", `/api/users/${busy.id}/view`, { token });
  await sapa.call("PUT", `/api/users/${busy.id}`, { token, body: { email: "seri@gombak.example.com" } });
  // A new address ends the owner's sessions.
  const { body: again } = await sapa.call<{ token: string }>("POST", "/api/login", {
    body: { email: "seri@gombak.example.com", password: "secret-1" },
  });
  const [support, billing] = [await joinStaff(sapa, token, "support", "siti"), await joinStaff(sapa, token, "billing", "badrul")];
  return {
    empty,
    begun,
    busy: { id: busy.id, token: again.token, user: { ...again } },
    agency,
    admin: { id: body.id, token, user: { ...body } },
    support,
    billing,
    chatId,
  };
}

/** A new person of the staff, who has joined with a link. */
export async function joinStaff(sapa: Sapa, admin: string, role: StaffRole, username: string): Promise<Owner> {
  const made = await sapa.call<{ token: string }>("POST", "/api/staff/invitations", { token: admin, body: { role } });
  const input = { token: made.body.token, username, email: `${username}@example.com`, password: "secret-1" };
  const { body } = await sapa.call<{ id: string; token: string }>("POST", "/api/join/signup", { body: input });
  return { id: body.id, token: body.token, user: { ...body } };
}

/** The agent's first version is published, and so many changes are not; 0: its newest version is. */
export const withDraft = (changes: number) => async (page: Page) => {
  const published = changes > 0 ? 1 : 4;
  const draft = { published, publishedAt: "2026-11-20T04:00:00.000Z", newest: 4, changes, gate: "warn" };
  await page.route("**/api/chats/*/draft", (route) => route.fulfill({ json: draft }));
  const add = async (route: Route, more: object) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...more } });
  };
  await page.route(/\/api\/chats\/[^/]+\?/, (route) => add(route, { hasDraft: true }));
  await page.route(/\/versions\?/, (route) => add(route, { published }));
};

/** So that the agent has a history: an entry and two fields change, the latter by the administrator. */
async function change(sapa: Sapa, { owner, admin }: { owner: string; admin: string }, chatId: string): Promise<void> {
  const { entries } = (await sapa.call<KnowledgePage>("GET", `/api/chats/${chatId}/knowledge`, { token: owner })).body;
  const body = { entry: "Delivery is RM5 within 8 km." };
  await sapa.call("PUT", `/api/chats/${chatId}/knowledge/${entries[2]?.id}`, { token: owner, body });
  await sapa.call("PUT", `/api/chats/${chatId}`, { token: admin, body: { chatName: "Kedai Seri Gombak", defaultMessage: "Hello!" } });
  await sapa.call("PUT", `/api/chats/${chatId}`, { token: owner, body: { chatName: "Kedai Seri", defaultMessage: "Selamat datang!" } });
}

/** Test questions: two that pass, one that fails in several ways, and one that was not tested. */
async function addGolden(sapa: Sapa, token: string, chatId: string): Promise<void> {
  const add = (question: string, expects: Partial<GoldenExpectations>) =>
    sapa.call("POST", `/api/chats/${chatId}/golden`, { token, body: { question, expects } });
  await add("How much is delivery?", { says: ["RM5"] });
  await add("Do you sell bicycles?", { isUnknown: true });
  await add("Boleh saya tahu berapakah caj penghantaran ke alamat yang jauh dari kedai, contohnya ke Seremban atau Melaka?", {
    says: ["RM12", "hari yang sama"],
    neverSays: ["RM5"],
    language: "ms",
  });
  await sapa.call("POST", `/api/chats/${chatId}/golden/run`, { token });
  await add("When do you open on public holidays?", {});
}

const ASKED = ["Do you open on Sundays?", "Berapa harga satu set?", "Is there parking nearby?", "Boleh bayar guna kad?"];

/** At the limits: 200 agents, some with unanswered conversations, and all messages used. The first agent's knowledge is full. */
function fillAgency(sapa: Sapa, ownerId: string): void {
  setUsed(sapa, ownerId, 10_000);
  changeDatabase(sapa, (database) => {
    const agent = database.prepare(
      "insert into agents (id, account_id, name, toggle_icon_color, created_at, updated_at) values (?, ?, ?, ?, ?, ?)",
    );
    const visitor = database.prepare("insert into visitors (id, agent_id, created_at, last_seen_at) values (?, ?, 1, 1)");
    const conversation = database.prepare(
      "insert into conversations (id, agent_id, visitor_id, account_id, unanswered, message_count, last_sequence, created_at, updated_at) values (?, ?, ?, ?, 1, 1, 1, 1764000000000, 1764000000000)",
    );
    const message = database.prepare(
      "insert into messages (id, conversation_id, sequence, author, body, created_at) values (?, ?, 1, 'visitor', ?, 1764000000000)",
    );
    const usage = database.prepare(
      "insert into usage_days (agent_id, day, account_id, messages) values (?, date('now', '+8 hours', 'start of month'), ?, ?)",
    );
    const entry = database.prepare(
      "insert into knowledge (id, agent_id, position, kind, body, words, created_at, updated_at) values (?, 'agency-1', ?, 'text', ?, 9, ?, 1)",
    );
    const uses = database.prepare("insert into entry_uses (agent_id, entry_id, uses, last_used_at) values ('agency-1', ?, ?, 1)");
    database.transaction(() => {
      for (let n = 1; n <= 200; n++) {
        const id = `agency-${n}`;
        agent.run(
          id,
          ownerId,
          `${["Kedai", "Klinik", "Restoran"][n % 3]} ${n}`,
          ["#0B7A57", "#B45309", "#1D4ED8"][n % 3] ?? "",
          n,
          Date.now(),
        );
        usage.run(id, ownerId, (n * 37) % 60);
        for (let k = 0; k < (n % 7 === 1 ? 4 : 0); k++) {
          visitor.run(`${id}-${k}`, id);
          conversation.run(`${id}-${k}`, id, `${id}-${k}`, ownerId);
          message.run(`${id}-${k}`, `${id}-${k}`, ASKED[k] ?? "");
        }
      }
      for (let n = 1; n <= 12; n++) {
        entry.run(`fact-${n}`, n * 1_000, `Delivery to area ${n} costs RM${n + 4}, and is free for orders over RM${n * 10 + 50}.`, n);
        if (n % 3 > 0) uses.run(`fact-${n}`, n * 17);
      }
    })();
  });
}

/** An owner on the Free Plan who has done three steps of five. */
async function begin(sapa: Sapa): Promise<Owner> {
  const owner = await sapa.signUp("rotan-meru");
  const renamed = await sapa.call("PUT", `/api/users/${owner.id}`, { token: owner.token, body: { displayName: "Rotan Meru" } });
  const knowledge = ["When are you open?\nMonday to Saturday, 10 am to 7 pm.\n\nWhere are you?\nLot 12, Jalan Meru, 41050 Klang."];
  const chatId = await sapa.createAgent(owner.token, { chatName: "Rotan Meru", defaultMessage: "Welcome to Rotan Meru.", knowledge });
  changeDatabase(sapa, (database) => {
    database.run(
      "insert into sightings (agent_id, host, first_seen_at, last_seen_at) values (?, 'rotanmeru.my', ?1, ?1)".replaceAll(
        "?1",
        `${Date.now()}`,
      ),
      [chatId],
    );
    database.run("insert into preview_days (account_id, day, used) values (?, '2026-01-01', 1)", [owner.id]);
  });
  return { ...owner, user: { ...renamed.body } };
}

/** So that the administrator's list is not empty. */
async function recordPayments(sapa: Sapa, token: string): Promise<void> {
  const { id } = await sapa.signUp("warung-pak-mat");
  for (const [method, amount] of [
    ["bank_transfer", 2_900],
    ["cash", 2_500],
  ] as const) {
    const body = { user: id, planId: 2, amount, date: "2026-01-15", method, note: "Maybank ref 4711" };
    await sapa.call("POST", "/api/payments", { token, body });
  }
}

/** A year of payments and of what models cost, so that the administrator's chart has a shape. */
function fillLedger(sapa: Sapa, owners: readonly string[]): void {
  changeDatabase(sapa, (database) => {
    for (let ago = 0; ago < 12; ago++) {
      owners.forEach((owner, at) => {
        database.run(
          `insert into payments (id, account_id, plan_id, status, amount_sen, sandbox, collection_id, plan_snapshot, activated_at, created_at, updated_at)
          select ?1, ?2, 3, 'success', ?3, 0, 'c', '{"planName":"Pro Yearly","months":12}', at, at, at
          from (select unixepoch('now', ?4) * 1000 as at)`,
          [`ledger-${owner}-${ago}`, owner, 4_900 + ((ago * 7_919) % 30_000) * (at + 1), `-${ago * 30} days`],
        );
        for (const [kind, id] of [
          ["box", `${at}`],
          ["owner", owner],
        ] as const) {
          database.run(
            `insert into cost_months (month, kind, id, replies, unpriced, cost_micros)
            values (strftime('%Y-%m', 'now', '+8 hours', 'start of month', ?1), ?2, ?3, 10, ?4, ?5)`,
            [`-${ago} months`, kind, id, at, (900 + ((ago * 3_571) % 9_000)) * 20_000 * (at + 1)],
          );
        }
      });
    }
  });
}

async function converse(sapa: Sapa, chatId: string): Promise<void> {
  for (const question of ["When do you open?", "Do you sell durian by the lorry?"]) {
    const visitor = await connect(sapa.url, chatId);
    await visitor.ask(question);
  }
}

/** Thirty days of messages, so that the chart has a shape. */
function spreadUsage(sapa: Sapa, ownerId: string, chatId: string): void {
  changeDatabase(sapa, (database) => {
    for (let ago = 1; ago < 30; ago++) {
      database.run(
        "insert into usage_days (agent_id, day, account_id, messages) values (?, date('now', '+8 hours', ?), ?, ?) on conflict do nothing",
        [chatId, `-${ago} days`, ownerId, (ago * 37) % 53],
      );
    }
  });
}

export interface Screen {
  name: string;
  path: (made: Furnished) => string;
  /** Signed out when absent. */
  as?: "empty" | "begun" | "busy" | "agency" | "admin" | "support" | "billing";
  before?: (page: Page) => Promise<unknown>;
  /** Brings the page into the state that is meant, in whatever language; then it is ready to be looked at. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Seen when the page is ready. In a pane that scrolls, a picture shows this part. */
  ready: string;
  /** What a picture shows instead, where what is ready is not what the state is about. */
  about?: string;
  /** Esc does not close its dialog, because what it shows cannot be shown again. */
  isKept?: boolean;
}

const verify =
  (success: boolean, ms = 0) =>
  (page: Page) =>
    withPayments(page).then(() =>
      page.route("**/api/payments/verify", async (route) => {
        await Bun.sleep(ms);
        await route.fulfill({ json: { success } }).catch(() => undefined);
      }),
    );
/** The page does not go on by itself, as it would after three seconds. */
const staying = (before: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await holdTimers(page, 3_000);
  await before(page);
};
/** As if the administrator had closed sign-up, for this page alone: the server writes it into the document. */
const closeSignUp = (page: Page) =>
  page.route(/\/(login|signup)$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('data-sign-up="open"', 'data-sign-up="closed"') });
  });
/** As if the vectors of some agents were being made, for this page alone. */
async function searchByMeaning(page: Page): Promise<void> {
  const choice = "openai/text-embedding-3-small";
  const build = { progress: 0, isFailed: false, failure: null };
  const json = {
    choices: [choice, "ollama/nomic-embed-text:latest", "table/potion-multilingual"],
    problem: null,
    ready: 12,
    passages: 3_400,
    unfinished: 2,
    builds: [
      { ...build, chatId: "one", chatName: "Kedai Kek Seri", progress: 45 },
      {
        ...build,
        chatId: "two",
        chatName: "Klinik Gigi Cahaya dan Rakan-Rakan di Seremban",
        isFailed: true,
        failure: "this month's budget for models is used up",
      },
    ],
  };
  await page.route("**/api/meaning", (route) => route.fulfill({ json }));
  await page.route("**/api/settings", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), searchByMeaning: choice } });
  });
}
/** As if nothing had happened yet, for this page alone. */
async function emptyOverview(page: Page): Promise<void> {
  await page.route("**/api/overview/activity", async (route) => {
    const response = await route.fetch();
    const { months } = (await response.json()) as { months: { month: string }[] };
    const none = { revenueSen: 0, costMicros: 0, unpriced: 0 };
    await route.fulfill({
      response,
      json: { months: months.map(({ month }) => ({ month, ...none })), payments: [], owners: [], failing: [] },
    });
  });
  await page.route("**/api/overview/ledger?*", (route) => route.fulfill({ json: { month: "2026-11", rows: [], total: 0, totalPages: 1 } }));
  await page.route("**/api/overview", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Overview;
    const none = { users: 0, payingUsers: 0, agents: 0, messagesToday: 0, messagesThisMonth: 0, revenueThisMonth: 0, pendingPayments: 0 };
    const modelCost = { ...answer.modelCost, costMicros: 0, unpriced: 0, replies: 0 };
    const days = answer.days.map(({ day }) => ({ day, messages: 0 }));
    await route.fulfill({ response, json: { ...answer, ...none, flaggedPayments: 0, modelCost, days, models: [] } });
  });
}
/** The public address begins with https, for this page alone. */
const withHttps = (page: Page) =>
  page.route(/\/api\/users\/[^/?]+$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), publicUrl: "https://chat.rotanmeru.my" } });
  });
/** Presses the first action of a row of an administrator's list, which is in a sheet on phones. */
async function openRow(page: Page, at: number): Promise<void> {
  const row = page.locator("tbody tr").nth(at);
  const more = row.locator("[aria-haspopup=dialog]");
  if ((await more.count()) === 0) return row.locator("td:last-child button").first().click();
  await more.click();
  await page.locator("dialog[open] li button").first().click();
}
/** As if the owner had paid for years. */
const withPayments = (page: Page) =>
  page.route("**/api/billing*", async (route) => {
    const response = await route.fetch();
    const payments = Array.from({ length: 20 }, (_, n) => ({
      id: `payment-${n}`,
      paymentId: `bill-${n + 1}`,
      planId: 2,
      planName: "Starter",
      months: 1,
      amount: 2_900,
      status: (["success", "pending", "failed"] as const)[n < 2 ? 2 - n : 0],
      timestamp: new Date(Date.UTC(2026, 10 - n, 3)).toISOString(),
      receiptNumber: n < 2 ? null : String(120 - n),
      creditNote: n === 0 ? "CN-4" : null,
    }));
    await route.fulfill({ response, json: { ...(await response.json()), payments, total: 43, totalPages: 3 } });
  });
const RECEIPT: Receipt = {
  id: "receipt-1",
  kind: "receipt",
  number: "2026-0118",
  date: "2026-09-03",
  credits: null,
  planName: "Pro Yearly",
  months: 12,
  amount: 47_040,
  tax: { percent: 8, amount: 3_484, number: "W10-1808-32000001" },
  billId: "8X0Iyzaw",
  byHand: false,
  method: "billplz",
  sandbox: false,
  operator: { name: "Agensi Seri Sdn. Bhd.", address: "12, Jalan Ampang\n50450 Kuala Lumpur", tin: "C2584563200", brn: "201901000005" },
  paidBy: {
    name: "Kedai Seri Gombak Perniagaan dan Pembekalan Sdn. Bhd.",
    username: "kedai-seri-gombak",
    email: "kedai-seri.gombak_official@example.com",
    address: "3, Jalan Gombak\n53000 Kuala Lumpur",
    tin: "IG12345678901",
    brn: "",
  },
};
const CREDIT_NOTE: Receipt = {
  ...RECEIPT,
  id: "receipt-2",
  kind: "credit_note",
  number: "CN-2026-0004",
  date: "2026-09-05",
  credits: { number: RECEIPT.number, date: RECEIPT.date },
};
const submit = (page: Page) => page.locator("form button[type=submit]").click();
/** As if the operator had a message for all owners, for this page alone. `isKnown`: an earlier page has shown it. */
const withBanner = (level: "info" | "warning", isKnown: boolean) => async (page: Page) => {
  const texts = {
    en: "We update the server on Sunday, 29 November, from 6 to 6.30 am. Your agents answer again right afterwards.",
    ms: "Pelayan dikemas kini pada hari Ahad, 29 November, dari 6.00 hingga 6.30 pagi. Ejen anda menjawab semula selepas itu.",
  };
  const banner = { texts, level, from: "", until: "" };
  if (isKnown) await page.addInitScript((stored) => localStorage.setItem("sapa.banner", stored), JSON.stringify(banner));
  await page.route("**/api/users/*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), banner } });
  });
};
/** The administrator looks at an owner's account. */
async function lookAtAccount(page: Page): Promise<void> {
  const row = page.locator("tbody tr", { hasText: "kedai-seri.gombak_official" });
  const more = row.locator("[aria-haspopup=dialog]");
  if ((await more.count()) > 0) {
    await more.click();
    await page.locator("dialog[open] li button").nth(1).click();
  } else await row.locator("td:last-child button").nth(1).click();
  await page.locator("#agents-title").waitFor();
}
async function openAccountLog(page: Page): Promise<void> {
  await page.locator("button[aria-controls]").first().click();
  await page.getByRole("button", { name: /^(?:Account log|Log akaun)$/ }).click();
  await page.locator("dialog[open] ol li, dialog[open] p.border-t").first().waitFor();
}
/** For this page alone: the other pictures need the entry. */
async function pretendToDelete(page: Page): Promise<void> {
  const deleted = new Set<string>();
  await page.route("**/knowledge/fact-*", (route) => {
    deleted.add(new URL(route.request().url()).pathname.split("/").at(-1) ?? "");
    return route.fulfill({ json: { message: "Knowledge deleted successfully" } });
  });
  await page.route("**/knowledge?*", async (route) => {
    const response = await route.fetch();
    const page = (await response.json()) as KnowledgePage;
    const entries = page.entries.filter(({ id }) => !deleted.has(id));
    await route.fulfill({ response, json: { ...page, entries, count: page.count - deleted.size, total: page.total - deleted.size } });
  });
}
/** On a wide screen the preview is beside the page. */
async function seePreview(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 1_024) await page.frameLocator("iframe").getByRole("textbox").waitFor();
}
const tab = (name: string) => (page: Page) => page.locator(`#tab-${name}`).click();
const RETURN = "/payment/redirect?billplz%5Bid%5D=bill-1&billplz%5Bpaid%5D=true";
const editor = ({ chatId }: Furnished) => `/editor?chatId=${chatId}`;

async function fillSignup(page: Page): Promise<void> {
  for (const [name, value] of [
    ["username", "aisyah"],
    ["email", "new@example.com"],
    ["password", "secret-1"],
    ["confirmed", "secret-2"],
  ] as const)
    await page.locator(`input[name=${name}]`).fill(value);
  await submit(page);
  await page.locator("[aria-invalid=true]").waitFor();
}

async function fillLogin(page: Page): Promise<void> {
  await page.locator("input[name=email]").fill("nobody@example.com");
  await page.locator("input[name=password]").fill("wrong-password");
  await submit(page);
  await page.getByRole("alert").waitFor();
}

const OPERATOR = { mailReady: true, operatorName: "Perisian Seri Gombak Sdn. Bhd.", operatorContact: "help@seri-gombak.example.com" };
/** What anyone may know about mail and the operator. */
const withHelp = (more: object) => (page: Page) =>
  page.route("**/api/settings", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...more } });
  });
/** A link in this state, which can be used as often as a picture needs. */
const withLink = (state: "open" | "used" | "expired") => async (page: Page) => {
  await withHelp(OPERATOR)(page);
  await page.route("**/api/password/check", (route) => route.fulfill({ json: { state } }));
  await page.route("**/api/password/reset", (route) => route.fulfill({ json: { message: "" } }));
  await page.route("**/api/email/confirm", (route) => route.fulfill({ json: { email: "aisyah@example.com" } }));
};

/** The own account in another state. */
const withOwn = (more: object) => (page: Page) =>
  page.route("**/api/account", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...more } });
  });
/** An owner whose address is not confirmed. */
const withUnconfirmed = (isRequired: boolean) => (page: Page) =>
  page.route(/\/api\/users\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const unconfirmed = { email: "pemilik.kedai.kek.seri@perniagaan-keluarga.example.com", isRequired };
    await route.fulfill({ response, json: { ...(await response.json()), unconfirmed } });
  });
/** Sends the form of the open dialog, which is empty. */
async function submitIn(page: Page): Promise<void> {
  await page.locator("dialog[open] form").waitFor();
  await page.locator("dialog[open] button[type=submit]").click();
  await page.locator("dialog[open] [aria-invalid=true]").first().waitFor();
}

/** Asks in a chat page and waits for the reply; then clears the conversation, which can be undone for some seconds. */
function askAndReset(isReset: boolean) {
  return async (page: Page) => {
    await page.locator("textarea").fill("What do you sell?");
    await page.keyboard.press("Enter");
    await page.locator(".copy").waitFor();
    if (!isReset) return;
    await page.locator("header .icon").click();
    await page.locator(".line button").waitFor();
  };
}

/** Every screen (product 10.1) for visitors and owners, in the states that look different. */
export const SCREENS: readonly Screen[] = [
  { name: "landing", path: () => "/", ready: "#prices tbody tr" },
  { name: "signup", path: () => "/signup", ready: "form" },
  { name: "signup-refused", path: () => "/signup", ready: "form", prepare: fillSignup },
  {
    name: "signup-closed",
    path: () => "/signup",
    before: closeSignUp,
    ready: "main [role=status]",
  },
  { name: "login-closed", path: () => "/login", before: closeSignUp, ready: "form" },
  { name: "login", path: () => "/login", ready: "form" },
  { name: "login-refused", path: () => "/login", ready: "form", prepare: fillLogin },
  { name: "forgot-off", path: () => "/forgot", before: withHelp({}), ready: "main a" },
  { name: "forgot-off-named", path: () => "/forgot", before: withHelp({ ...OPERATOR, mailReady: false }), ready: "main a" },
  { name: "forgot", path: () => "/forgot", before: withHelp(OPERATOR), ready: "form" },
  {
    name: "forgot-refused",
    path: () => "/forgot",
    before: withHelp(OPERATOR),
    ready: "form",
    prepare: async (page) => {
      await page.locator("input[name=email]").fill("aisyah");
      await submit(page);
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  {
    name: "forgot-sent",
    path: () => "/forgot",
    before: withHelp(OPERATOR),
    ready: "form",
    prepare: async (page) => {
      await page.locator("input[name=email]").fill("pemilik.kedai.kek.seri@perniagaan-keluarga.example.com");
      await submit(page);
      await page.locator("main [role=status]").waitFor();
    },
  },
  { name: "reset", path: () => "/reset?token=none", before: withLink("open"), ready: "form" },
  { name: "reset-expired", path: () => "/reset?token=none", before: withLink("expired"), ready: "main a" },
  { name: "reset-used", path: () => "/reset?token=none", before: withLink("used"), ready: "main a" },
  { name: "reset-failed", path: () => "/reset?token=none", before: restartingAt("**/api/password/check"), ready: "[role=alert]" },
  {
    name: "reset-done",
    path: () => "/reset?token=none",
    before: withLink("open"),
    ready: "form",
    prepare: async (page) => {
      for (const field of await page.locator("form input").all()) await field.fill("a-new-secret-1");
      await submit(page);
      await page.locator("main [role=status]").waitFor();
    },
  },
  { name: "confirm", path: () => "/confirm?token=none", before: withLink("open"), ready: "main button" },
  {
    name: "confirm-done",
    path: () => "/confirm?token=none",
    before: withLink("open"),
    ready: "main button",
    prepare: async (page) => {
      await page.locator("main button").last().click();
      await page.locator("main [role=status]").waitFor();
    },
  },
  { name: "confirm-expired", path: () => "/confirm", before: withHelp(OPERATOR), ready: "main [role=status]" },
  { name: "start-name", path: () => "/start", as: "empty", ready: "form", prepare: seePreview },
  {
    name: "start-refused",
    path: () => "/start",
    as: "empty",
    ready: "form",
    prepare: async (page) => {
      await page.locator("form input").first().fill("");
      await submit(page);
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  { name: "start-asks", path: () => "/start?step=asks", as: "begun", ready: "form", prepare: seePreview },
  { name: "start-full", path: ({ chatId }) => `/start?step=asks&chatId=${chatId}`, as: "busy", ready: "form" },
  {
    name: "start-too-long",
    path: () => "/start?step=asks",
    as: "begun",
    ready: "form",
    prepare: (page) => page.locator("form textarea").nth(2).fill("Kerusi rotan RM180. ".repeat(200)),
  },
  { name: "start-look", path: () => "/start?step=look", as: "begun", ready: "form", prepare: seePreview },
  { name: "start-site", path: () => "/start?step=site", as: "begun", before: withHttps, ready: "main textarea" },
  {
    name: "start-failed",
    path: () => "/start",
    as: "begun",
    before: restartingAt("**/api/chats/*"),
    ready: "[role=alert]",
  },
  { name: "dashboard-begun", path: () => "/dashboard", as: "begun", ready: "#agents-title" },
  { name: "dashboard-empty", path: () => "/dashboard", as: "empty", ready: "#agents-title" },
  { name: "dashboard", path: () => "/dashboard", as: "busy", ready: "#agents-title" },
  {
    name: "dashboard-failed",
    path: () => "/dashboard",
    as: "busy",
    before: restartingAt("**/api/users/*"),
    ready: "[role=alert]",
  },
  {
    name: "dashboard-menu",
    path: () => "/dashboard",
    as: "busy",
    ready: "[aria-labelledby=agents-title] li",
    prepare: (page) => page.locator("[aria-labelledby=agents-title] li [aria-expanded]").first().click(),
  },
  { name: "banner", path: () => "/dashboard", as: "busy", before: withBanner("warning", false), ready: "aside a, aside button" },
  { name: "banner-quiet", path: () => "/dashboard", as: "busy", before: withBanner("info", true), ready: "aside button" },
  { name: "account-log", path: () => "/dashboard", as: "busy", ready: "#agents-title", prepare: openAccountLog },
  { name: "account-log-empty", path: () => "/dashboard", as: "empty", ready: "#agents-title", prepare: openAccountLog },
  { name: "view", path: () => "/awc?tab=users", as: "admin", ready: "tbody tr", prepare: lookAtAccount },
  {
    name: "view-editor",
    path: () => "/awc?tab=users",
    as: "admin",
    ready: "tbody tr",
    prepare: async (page) => {
      await lookAtAccount(page);
      await page.locator("a[href^='/editor?chatId=']:visible").first().click();
      await page.locator("#tab-basic").click();
      await page.locator("#editor-panel input").first().waitFor();
    },
  },
  {
    name: "view-knowledge",
    path: () => "/awc?tab=users",
    as: "admin",
    ready: "tbody tr",
    prepare: async (page) => {
      await lookAtAccount(page);
      await page.locator("a[href^='/editor?chatId=']:visible").first().click();
      await page.locator("#tab-knowledge").click();
      await page.locator("#editor-panel ol li").first().waitFor();
    },
  },
  { name: "banner-editor", path: editor, as: "busy", before: withBanner("warning", true), ready: "aside p.whitespace-pre-line" },
  { name: "dashboard-many", path: () => "/dashboard?sort=unanswered", as: "agency", ready: "main nav" },
  { name: "dashboard-none-found", path: () => "/dashboard?q=warung", as: "agency", ready: "main [role=status]:not(:empty)" },
  { name: "billing-empty", path: () => "/billing", as: "empty", ready: "#payments-title" },
  { name: "billing", path: () => "/billing", as: "busy", before: withPayments, ready: "tbody tr" },
  {
    name: "billing-failed",
    path: () => "/billing",
    as: "busy",
    before: restartingAt("**/api/billing*"),
    ready: "[role=alert]",
  },
  {
    name: "receipt",
    path: () => "/receipt/payment-1",
    as: "busy",
    before: (page) => page.route("**/api/payments/*/receipts", (route) => route.fulfill({ json: { receipts: [RECEIPT] } })),
    ready: "article dl",
  },
  {
    name: "receipt-credited",
    path: () => "/receipt/payment-1",
    as: "busy",
    before: (page) => page.route("**/api/payments/*/receipts", (route) => route.fulfill({ json: { receipts: [RECEIPT, CREDIT_NOTE] } })),
    ready: "article + article dl",
  },
  { name: "own-account", path: () => "/account", as: "busy", ready: "main section" },
  {
    name: "own-account-unconfirmed",
    path: () => "/account",
    as: "busy",
    before: withOwn({ verification: "ask", mailReady: true }),
    ready: "main section",
  },
  {
    name: "own-account-pending",
    path: () => "/account",
    as: "busy",
    before: withOwn({
      verification: "ask",
      mailReady: true,
      isEmailVerified: true,
      pendingEmail: "pemilik.baharu@perniagaan-keluarga.example.com",
    }),
    ready: "main section",
  },
  { name: "own-account-admin", path: () => "/account", as: "admin", ready: "main section" },
  { name: "own-account-failed", path: () => "/account", as: "busy", before: restartingAt("**/api/account"), ready: "[role=alert]" },
  {
    name: "own-account-email",
    path: () => "/account",
    as: "busy",
    before: withOwn({ verification: "ask", mailReady: true, isEmailVerified: true }),
    ready: "main section",
    prepare: async (page) => {
      await page.locator("main section").nth(1).locator("button").last().click();
      await submitIn(page);
    },
  },
  { name: "own-account-security", path: () => "/account?view=security", as: "busy", ready: "main section li" },
  { name: "own-account-conversations", path: () => "/account?view=conversations", as: "busy", ready: "main section form" },
  {
    name: "own-account-delete",
    path: () => "/account?view=delete",
    as: "busy",
    ready: "main section",
    prepare: async (page) => {
      await page.locator("main section").last().locator("button").last().click();
      await submitIn(page);
    },
  },
  { name: "unconfirmed", path: () => "/dashboard", as: "busy", before: withUnconfirmed(false), ready: "aside button" },
  { name: "unconfirmed-required", path: () => "/dashboard", as: "busy", before: withUnconfirmed(true), ready: "aside button" },
  {
    name: "account-menu",
    path: () => "/dashboard",
    as: "busy",
    ready: "#agents-title",
    prepare: (page) => page.locator("button[aria-controls]").first().click(),
  },
  { name: "chat-page", path: ({ chatId }) => `/embed/${chatId}?open=1`, ready: ".list .content" },
  { name: "chat-page-reply", path: ({ chatId }) => `/embed/${chatId}?open=1`, ready: ".list .content", prepare: askAndReset(false) },
  { name: "chat-page-cleared", path: ({ chatId }) => `/embed/${chatId}?open=1`, ready: ".list .content", prepare: askAndReset(true) },
  { name: "chat-page-gone", path: () => "/embed/no-such-agent?open=1", ready: "[role=alert]" },
  {
    name: "widget",
    path: ({ chatId }) => `/embed/${chatId}`,
    ready: ".launcher",
    prepare: async (page) => {
      await page.locator(".launcher").click();
      await page.locator(".list .content").waitFor();
    },
  },
  { name: "embed-code", path: ({ chatId }) => `/embed-code/${chatId}`, as: "busy", ready: "dialog textarea" },
  {
    name: "embed-code-link",
    path: ({ chatId }) => `/embed-code/${chatId}`,
    as: "busy",
    ready: "dialog textarea",
    prepare: async (page) => {
      await page.locator("dialog fieldset label").nth(1).click();
      await page.locator("dialog svg[role=img]").waitFor();
    },
  },
  { name: "editor-developers", path: (made) => `${editor(made)}&tab=developers`, as: "busy", ready: "#editor-panel textarea" },
  {
    name: "editor-embed",
    path: editor,
    as: "busy",
    ready: "#editor-panel input",
    prepare: async (page) => {
      await page.locator("a[href^='/embed-code/']").click();
      await page.locator("dialog[open] textarea").waitFor();
    },
  },
  { name: "editor-knowledge-full", path: () => "/editor?chatId=agency-1&tab=knowledge", as: "agency", ready: "#editor-panel ol li" },
  {
    name: "editor-knowledge-warnings",
    path: () => "/editor?chatId=agency-2&tab=knowledge",
    as: "agency",
    ready: "#editor-panel ol li [aria-expanded]",
  },
  {
    name: "editor-knowledge-warned",
    path: () => "/editor?chatId=agency-2&tab=knowledge",
    as: "agency",
    ready: "#editor-panel ol li [aria-expanded]",
    prepare: async (page) => {
      await page.locator("#editor-panel [role=status] button").click();
      await page.locator("#editor-panel select").waitFor({ state: "detached" });
    },
  },
  {
    name: "editor-knowledge-deleted",
    path: () => "/editor?chatId=agency-1&tab=knowledge",
    as: "agency",
    before: pretendToDelete,
    ready: "#editor-panel ol li",
    prepare: async (page) => {
      await page.locator("#editor-panel ol li button").last().click();
      await page.getByText(/^(?:Undo|Buat asal)$/i).waitFor();
    },
  },
  { name: "editor-gone", path: () => "/editor?chatId=no-such-agent", as: "busy", ready: "main h1, main [role=alert]" },
  { name: "editor-new", path: () => "/editor", as: "empty", ready: "#editor-panel input" },
  { name: "editor-basic", path: editor, as: "busy", ready: "#editor-panel input" },
  { name: "editor-appearance", path: editor, as: "busy", ready: "#editor-panel input", prepare: tab("appearance") },
  { name: "editor-knowledge", path: editor, as: "busy", ready: "#editor-panel input", prepare: tab("knowledge") },
  {
    name: "editor-knowledge-image",
    path: editor,
    as: "busy",
    ready: "#editor-panel input",
    prepare: async (page) => {
      await tab("knowledge")(page);
      await page.getByText(/^(?:Image \+ Text|Imej \+ Teks)$/).click();
    },
  },
  { name: "editor-knowledge-empty", path: () => "/editor", as: "busy", ready: "#editor-panel input", prepare: tab("knowledge") },
  { name: "editor-golden", path: (made) => `${editor(made)}&tab=golden`, as: "busy", ready: "#editor-panel li details" },
  { name: "editor-golden-empty", path: () => "/editor?chatId=agency-1&tab=golden", as: "agency", ready: "#editor-panel input" },
  { name: "editor-golden-new", path: () => "/editor?tab=golden", as: "busy", ready: "#golden-title" },
  {
    name: "editor-golden-edit",
    path: (made) => `${editor(made)}&tab=golden`,
    as: "busy",
    ready: "#editor-panel li details",
    prepare: async (page) => {
      await page.locator("#editor-panel li button").first().click();
      await page.locator("dialog[open] textarea").first().waitFor();
    },
  },
  { name: "editor-history", path: (made) => `${editor(made)}&tab=history`, as: "busy", ready: "#editor-panel ol li" },
  { name: "editor-publish", path: (made) => `${editor(made)}&tab=history`, as: "busy", before: withDraft(1), ready: "#editor-panel ol li" },
  { name: "editor-published", path: editor, as: "busy", before: withDraft(0), ready: "#editor-panel input" },
  {
    name: "editor-draft",
    path: (made) => `${editor(made)}&tab=history`,
    as: "busy",
    before: withDraft(1),
    ready: "[data-lower-bar] .btn-ghost",
    prepare: async (page) => {
      await page.locator("[data-lower-bar] .btn-ghost").click();
      await page.locator("dialog[open] ins").first().waitFor();
    },
  },
  { name: "editor-history-new", path: () => "/editor?tab=history", as: "busy", ready: "#history-title" },
  { name: "editor-version", path: (made) => `${editor(made)}&tab=history&version=2`, as: "busy", ready: "dialog[open] ins" },
  {
    name: "editor-version-restore",
    path: (made) => `${editor(made)}&tab=history&version=2`,
    as: "busy",
    ready: "dialog[open] ins",
    prepare: async (page) => {
      await page.locator("dialog[open] .btn-primary").click();
      await page.locator("dialog[open] .btn-primary[aria-busy]").waitFor();
    },
  },
  {
    name: "editor-preview",
    path: editor,
    as: "busy",
    ready: "#editor-panel input",
    prepare: async (page) => {
      const toggle = page.locator("header button[aria-pressed]");
      if ((await toggle.getAttribute("aria-pressed")) === "false") await toggle.click();
      await page.frameLocator("iframe").getByRole("textbox").waitFor();
    },
  },
  {
    name: "editor-try",
    path: editor,
    as: "busy",
    ready: "#editor-panel input",
    prepare: async (page) => {
      const toggle = page.locator("header button[aria-pressed]");
      if ((await toggle.getAttribute("aria-pressed")) === "false") await toggle.click();
      const tried = page.locator("section:has(> form input[type=text][placeholder])").last();
      await tried.locator("input").fill("How much is a pandan cake?");
      await tried.locator("button").first().click();
      await tried.locator("li button").first().click();
      await tried.locator("textarea").waitFor();
    },
  },
  {
    name: "editor-pictures",
    path: (made) => `${editor(made)}&tab=appearance`,
    as: "busy",
    before: (page) =>
      page.route("**/api/files?*", (route) => {
        const picture = { mediaType: "image/webp", bytes: 1_234_567, path: PICTURE, url: null };
        const pictures = [1, 2, 3].map((n) => ({ ...picture, hash: `${n}`, uploadedAt: `2026-11-0${n}T08:00:00.000Z` }));
        return route.fulfill({ json: { pictures, total: 3, totalPages: 1, bytes: 190_000_000 } });
      }),
    ready: "#editor-panel input",
    prepare: async (page) => {
      await page.getByText(/^(?:Uploaded pictures|Gambar yang dimuat naik)$/).click();
      await page.locator("dialog[open] li button").first().click();
    },
  },
  {
    name: "editor-leave",
    path: editor,
    as: "busy",
    ready: "#editor-panel input",
    prepare: async (page) => {
      await page.locator("#editor-panel input").first().fill("Kedai Seri Baru");
      await page.locator("header a[href='/dashboard']").first().click();
      await page.locator("dialog[open]").waitFor();
    },
  },
  { name: "conversations-gone", path: () => "/conversations/none", as: "empty", ready: "main [role=alert]" },
  { name: "conversations-empty", path: () => "/conversations/agency-2", as: "agency", ready: "main h2" },
  { name: "conversations", path: ({ chatId }) => `/conversations/${chatId}`, as: "busy", ready: "main li" },
  {
    name: "conversations-open",
    path: ({ chatId }) => `/conversations/${chatId}`,
    as: "busy",
    ready: "main li",
    prepare: async (page) => {
      await page.locator("main li a").first().click();
      await page.locator("main ol li").first().waitFor();
    },
  },
  ...(["visitor", "erase"] as const).map(
    (step): Screen => ({
      name: `conversations-${step}`,
      path: ({ chatId }) => `/conversations/${chatId}`,
      as: "busy",
      ready: "main li",
      prepare: async (page) => {
        await page.locator("main li a").first().click();
        await page.getByRole("button", { name: /^(?:Visitor|Pelawat)$/ }).click();
        await page.locator("dialog[open] dl").waitFor();
        if (step === "erase") await page.locator("dialog[open] .text-error").click();
      },
    }),
  ),
  { name: "privacy", path: ({ chatId }) => `/privacy/${chatId}`, ready: "main section" },
  { name: "licence", path: () => "/licence", ready: "main details" },
  { name: "privacy-missing", path: () => "/privacy/none", ready: "[role=alert]" },
  { name: "conversations-none-found", path: ({ chatId }) => `/conversations/${chatId}?q=warung`, as: "busy", ready: "main .btn-line" },
  {
    name: "conversations-older",
    path: ({ chatId }) => `/conversations/${chatId}?q=open`,
    as: "busy",
    before: (page) =>
      page.route("**/api/chats/*/conversations?*", async (route) => {
        const response = await route.fetch();
        const end = { searchedBackTo: "2026-03-14T08:00:00.000Z", searchAfter: "further" };
        await route.fulfill({ response, json: { ...(await response.json()), ...end } });
      }),
    ready: "main li",
  },
  { name: "plans", path: () => "/plans", as: "empty", ready: "main li button" },
  { name: "plans-paid", path: () => "/plans", as: "busy", ready: "main li button" },
  {
    name: "plans-refused",
    path: () => "/plans",
    as: "empty",
    ready: "main li button",
    prepare: async (page) => {
      await page.locator("main li button").first().click();
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "payment-processing", path: () => RETURN, as: "empty", before: verify(true, 60_000), ready: "main .loading" },
  { name: "payment-success", path: () => RETURN, as: "empty", before: staying(verify(true)), ready: "main a[href='/dashboard']" },
  { name: "payment-failed", path: () => RETURN, as: "empty", before: staying(verify(false)), ready: "main a[href='/plans']" },
  { name: "payment-callback", path: () => "/payment/callback", ready: "h1" },
  { name: "demo", path: () => "/demo", ready: "#menu-title" },
  { name: "not-found", path: () => "/no/such/page", as: "empty", ready: "h1" },
  { name: "admin-overview", path: () => "/awc", as: "admin", ready: "#ledger-title" },
  { name: "admin-overview-empty", path: () => "/awc", as: "admin", before: emptyOverview, ready: "#ledger-title" },
  {
    name: "admin-overview-failed",
    path: () => "/awc",
    as: "admin",
    before: (page) => page.route("**/api/overview*", failWith(500)),
    ready: "#admin-panel [role=status]",
  },
  { name: "admin-users", path: () => "/awc?tab=users", as: "admin", ready: "tbody tr" },
  {
    name: "admin-user",
    path: () => "/awc?tab=users",
    as: "admin",
    ready: "tbody tr",
    prepare: async (page) => {
      await openRow(page, 0);
      await page.locator("dialog[open] form").waitFor();
    },
  },
  {
    name: "admin-user-actions",
    path: () => "/awc?tab=users",
    as: "admin",
    ready: "tbody tr",
    prepare: async (page) => {
      const more = page.locator("tbody tr [aria-haspopup=dialog]").nth(1);
      if ((await more.count()) > 0) await more.click();
      else await page.locator("search [aria-expanded]").click();
    },
  },
  {
    name: "admin-messages",
    path: () => "/awc?tab=messages",
    as: "admin",
    ready: "tbody tr",
    prepare: async (page) => {
      await page.locator("tbody button[aria-expanded]").first().click();
      await page.locator("tbody section").waitFor();
    },
  },
  {
    name: "admin-plan",
    path: () => "/awc?tab=plans",
    as: "admin",
    ready: "tbody tr",
    prepare: async (page) => {
      await openRow(page, 2);
      await page.locator("dialog[open] form").waitFor();
    },
  },
  { name: "admin-plans", path: () => "/awc?tab=plans", as: "admin", ready: "tbody tr" },
  { name: "admin-audit", path: () => "/awc?tab=settings&view=audit", as: "admin", ready: "tbody tr" },
  {
    name: "settings-breach",
    path: () => "/awc?tab=settings&view=breach",
    as: "admin",
    ready: "main input",
    prepare: async (page) => {
      const [, to, noticed] = await page.locator("main input[type=datetime-local]").all();
      await to?.fill("2030-01-01T10:00");
      await noticed?.fill("2030-01-02T10:00");
      await page.locator("main textarea").first().waitFor();
    },
  },
  { name: "admin-payments", path: () => "/awc?tab=payments", as: "admin", ready: "tbody tr" },
  {
    name: "admin-record",
    path: () => "/awc?tab=payments",
    as: "admin",
    ready: "tbody tr",
    prepare: async (page) => {
      await page.locator("h2 + button.btn-primary").click();
      await page.locator("dialog[open] select").first().selectOption("3");
    },
  },
  ...["models", "failover", "budgets", "payments", "receipts", "mail", "signup", "data", "appearance"].map(
    (view): Screen => ({
      name: `settings-${view}`,
      path: () => `/awc?tab=settings&view=${view}`,
      as: "admin",
      ready: "form select:visible, form input:visible, form textarea:visible",
    }),
  ),
  {
    name: "settings-unsaved",
    path: () => "/awc?tab=settings&view=receipts",
    as: "admin",
    ready: "form input",
    prepare: (page) => page.locator("form input").first().fill("Kedai Sapa"),
  },
  {
    name: "settings-proposal",
    path: () => "/awc?tab=settings",
    as: "admin",
    ready: "form input",
    prepare: (page) => page.locator("form input.font-mono:enabled").first().fill("sk-a-key-of-a-vendor"),
  },
  { name: "settings-meaning", path: () => "/awc?tab=settings", as: "admin", before: searchByMeaning, ready: "form li" },
  {
    name: "settings-limits-refused",
    path: () => "/awc?tab=settings&view=limits",
    as: "admin",
    ready: "form",
    prepare: async (page) => {
      await page.locator("form input[type=number]").first().fill("0");
      await page.locator("form input[type=number]").nth(1).fill("90");
      await submit(page);
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  { name: "settings-limits", path: () => "/awc?tab=settings&view=limits", as: "admin", ready: "form" },
];
