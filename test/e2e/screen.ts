/** What a screen is, and what brings its page into the state that is meant, for that page alone. */
import type { Page, Route } from "playwright-core";
import type { KnowledgePage } from "../../src/contract/knowledge-calls.ts";
import { told } from "../../src/contract/messages/message.ts";
import type { Overview } from "../../src/contract/overview.ts";
import type { Receipt } from "../../src/contract/payment.ts";
import { failWith, holdTimers } from "./browser.ts";
import type { Furnished } from "./furnished.ts";

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

/** For pictures: one call of the page is answered as by a server that is starting again. */
export const restartingAt = (url: string) => (page: Page) => page.route(url, failWith(503, told("busy"), "shutting_down"));

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

export const verify =
  (success: boolean, ms = 0) =>
  async (page: Page) => {
    await withPayments(page);
    if (success) await withPaid(page);
    await page.route("**/api/payments/verify", async (route) => {
      await Bun.sleep(ms);
      await route.fulfill({ json: { success } }).catch(() => undefined);
    });
  };
/** The newest payment has succeeded. */
const withPaid = (page: Page) =>
  page.route("**/api/billing*", async (route) => {
    const response = await route.fetch();
    const [first] = PAYMENTS;
    const paid = { ...first, status: "success", receiptNumber: "121", creditNote: null };
    await route.fulfill({
      response,
      json: { ...(await response.json()), validUntil: "2026-12-24T15:59:59.000Z", payments: [paid], total: 1 },
    });
  });
/** The page does not go on by itself, as it would after three seconds. */
export const staying = (before: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await holdTimers(page, 3_000);
  await before(page);
};
/** As if the administrator had closed sign-up, for this page alone: the server writes it into the document. */
export const closeSignUp = (page: Page) =>
  page.route(/\/(login|signup)$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('data-sign-up="open"', 'data-sign-up="closed"') });
  });
/** As if the vectors of some agents were being made, for this page alone. */
export async function searchByMeaning(page: Page): Promise<void> {
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
export async function emptyOverview(page: Page): Promise<void> {
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
export const withHttps = (page: Page) =>
  page.route(/\/api\/users\/[^/?]+$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), publicUrl: "https://chat.rotanmeru.my" } });
  });
/** Presses the first action of a row of an administrator's list, which is in a sheet on phones. */
export async function openRow(page: Page, at: number): Promise<void> {
  const row = page.locator("tbody tr").nth(at);
  const more = row.locator("[aria-haspopup=dialog]");
  if ((await more.count()) === 0) return row.locator("td:last-child button").first().click();
  await more.click();
  await page.locator("dialog[open] li button").first().click();
}
/** As if the owner had paid for years. */
export const withPayments = (page: Page) =>
  page.route("**/api/billing*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), payments: PAYMENTS, total: 43, totalPages: 3 } });
  });
const PAYMENTS = Array.from({ length: 20 }, (_, n) => ({
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
export const RECEIPT: Receipt = {
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
export const CREDIT_NOTE: Receipt = {
  ...RECEIPT,
  id: "receipt-2",
  kind: "credit_note",
  number: "CN-2026-0004",
  date: "2026-09-05",
  credits: { number: RECEIPT.number, date: RECEIPT.date },
};
export const submit = (page: Page) => page.locator("form button[type=submit]").click();
/** As if the operator had a message for all owners, for this page alone. `isKnown`: an earlier page has shown it. */
export const withBanner = (level: "info" | "warning", isKnown: boolean) => async (page: Page) => {
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
export async function lookAtAccount(page: Page): Promise<void> {
  const row = page.locator("tbody tr", { hasText: "kedai-seri.gombak_official" });
  const more = row.locator("[aria-haspopup=dialog]");
  if ((await more.count()) > 0) {
    await more.click();
    await page.locator("dialog[open] li button").nth(1).click();
  } else await row.locator("td:last-child button").nth(1).click();
  await page.locator("#agents-title").waitFor();
}
export async function openAccountLog(page: Page): Promise<void> {
  await page.locator("button[aria-controls]").first().click();
  await page.getByRole("button", { name: /^(?:Account log|Log akaun)$/ }).click();
  await page.locator("dialog[open] ol li, dialog[open] p.border-t").first().waitFor();
}
/** For this page alone: the other pictures need the entry. */
export async function pretendToDelete(page: Page): Promise<void> {
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
export async function seePreview(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 1_024) await page.frameLocator("iframe").getByRole("textbox").waitFor();
}
export const tab = (name: string) => (page: Page) => page.locator(`#tab-${name}`).click();
export const RETURN = "/payment/redirect?billplz%5Bid%5D=bill-1&billplz%5Bpaid%5D=true";
export const editor = ({ chatId }: Furnished) => `/editor?chatId=${chatId}`;

export async function fillSignup(page: Page): Promise<void> {
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

export async function fillLogin(page: Page): Promise<void> {
  await page.locator("input[name=email]").fill("nobody@example.com");
  await page.locator("input[name=password]").fill("wrong-password");
  await submit(page);
  await page.getByRole("alert").waitFor();
}

export const OPERATOR = {
  mailReady: true,
  operatorName: "Perisian Seri Gombak Sdn. Bhd.",
  operatorContact: "help@seri-gombak.example.com",
};
/** What anyone may know about mail and the operator. */
export const withHelp = (more: object) => (page: Page) =>
  page.route("**/api/settings", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...more } });
  });
/** A link in this state, which can be used as often as a picture needs. */
export const withLink = (state: "open" | "used" | "expired") => async (page: Page) => {
  await withHelp(OPERATOR)(page);
  await page.route("**/api/password/check", (route) => route.fulfill({ json: { state } }));
  await page.route("**/api/password/reset", (route) => route.fulfill({ json: { message: "" } }));
  await page.route("**/api/email/confirm", (route) => route.fulfill({ json: { email: "aisyah@example.com" } }));
};

/** The own account in another state. */
export const withOwn = (more: object) => (page: Page) =>
  page.route("**/api/account", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...more } });
  });
/** An owner whose address is not confirmed. */
export const withUnconfirmed = (isRequired: boolean) => (page: Page) =>
  page.route(/\/api\/users\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const unconfirmed = { email: "pemilik.kedai.kek.seri@perniagaan-keluarga.example.com", isRequired };
    await route.fulfill({ response, json: { ...(await response.json()), unconfirmed } });
  });
/** Sends the form of the open dialog, which is empty. */
export async function submitIn(page: Page): Promise<void> {
  await page.locator("dialog[open] form").waitFor();
  await page.locator("dialog[open] button[type=submit]").click();
  await page.locator("dialog[open] [aria-invalid=true]").first().waitFor();
}

/** What a person would type who has the page in this language. */
export async function inLanguage(page: Page, english: string, malay: string): Promise<string> {
  return (await page.locator("html").getAttribute("lang")) === "ms" ? malay : english;
}

/** Asks in a chat page and waits for the reply; then clears the conversation, which can be undone for some seconds. */
export function askAndReset(isReset: boolean) {
  return async (page: Page) => {
    await page.locator("textarea").fill(await inLanguage(page, "What do you sell?", "Apa yang dijual?"));
    await page.keyboard.press("Enter");
    await page.locator(".copy").waitFor();
    if (!isReset) return;
    await page.locator("header .icon").click();
    await page.locator(".line button").waitFor();
  };
}
