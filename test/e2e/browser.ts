/** The web application as visitors and owners open it: a fresh context for each visit. */
import type { BrowserContext, ConsoleMessage, Page, Route } from "playwright-core";
import type { Message } from "../../src/contract/messages/message.ts";
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
      await Promise.all(contexts.splice(0).map(closeContext));
      if (errors.length > 0) throw new Error(`The page threw: ${errors.join("; ")}`);
    },
    dispose: () => browser.dispose(),
  };
}

/** A request that a test answers itself may still be under way, and would fail when its page is closed. */
export async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
  await context.close();
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
