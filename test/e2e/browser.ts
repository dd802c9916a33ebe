/** The web application as visitors and owners open it: one Chromium, a fresh context for each visit. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import type { Sapa } from "./sapa.ts";
import { launchBrowser } from "./widget-page.ts";

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
  /** Whose session the browser remembers; nobody's when absent. */
  as?: Owner;
  width?: number;
  height?: number;
  theme?: "light" | "dark";
  language?: "en" | "ms";
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
}

export interface Web {
  visit(visit?: Visit): Promise<WebPage>;
  /** Closes every page and throws when one had an uncaught error. */
  closePages(): Promise<void>;
  dispose(): Promise<void>;
}

/** Opens the one browser of a test file. `sapa` may be started later. */
export async function openWeb(sapa: () => Sapa): Promise<Web> {
  const browser = await launchBrowser("refused");
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

function openContext(browser: Browser, origin: string, visit: Visit): Promise<BrowserContext> {
  const { as, width = DESKTOP, height = width === PHONE ? 844 : 900, theme = "light", language } = visit;
  const localStorage: { name: string; value: string }[] = [];
  if (as) {
    const { token, ...user } = as.user;
    localStorage.push({ name: "user", value: JSON.stringify(user) }, { name: "token", value: as.token });
  }
  if (language) localStorage.push({ name: "sapa:language", value: language });
  return browser.newContext({
    viewport: { width, height },
    hasTouch: width === PHONE,
    colorScheme: theme,
    locale: "en-MY",
    timezoneId: "Asia/Kuala_Lumpur",
    permissions: visit.permissions,
    reducedMotion: visit.reducedMotion ?? "reduce",
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
}

function watch(page: Page): WebPage {
  const watched = Object.assign(page, { errors: [] as string[], calls: [] as string[] });
  page.setDefaultTimeout(8_000);
  page.on("pageerror", (error) => watched.errors.push(String(error)));
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) watched.errors.push(message.text());
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith("/api/")) watched.calls.push(`${request.method()} ${url.pathname}`);
  });
  return watched;
}

/** Opens the database beside the running server, as the command line does. */
export function changeDatabase(sapa: Sapa, change: (database: Database) => void): void {
  const database = new Database(join(sapa.data, "sapa.db"));
  database.run("pragma busy_timeout = 2000");
  change(database);
  database.close();
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

/** Answers a call as a failing server does. `message` empty: an error page of a proxy instead of our own JSON. */
export function failWith(status: number, message = "", code = "internal") {
  return (route: Route) =>
    message === ""
      ? route.fulfill({ status, contentType: "text/html", body: "<h1>Bad Gateway</h1>" })
      : route.fulfill({ status, json: { message, error: { code, message } } });
}

/** As if the server were gone. */
export const breakOff = (route: Route) => route.abort("connectionrefused");

/** Lets the call through after `ms`. */
export function delay(ms: number) {
  return async (route: Route) => {
    await Bun.sleep(ms);
    // The page may be gone by now; then nobody waits for the answer.
    await route.continue().catch(() => undefined);
  };
}

/** The path with its query. */
export function pathOf(page: Page): string {
  const url = new URL(page.url());
  return url.pathname + url.search;
}
