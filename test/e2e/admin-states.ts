/**
 * The administrator's screens in states that a fresh installation does not have: full, empty, failing and loading lists,
 * dialogs, and what owners see of the administrator. For pictures; answers are changed for one page alone.
 */
import type { Page, Route } from "playwright-core";
import type { AdminConversation } from "../../src/contract/conversation.ts";
import { told } from "../../src/contract/messages/message.ts";
import type { Activity, Overview } from "../../src/contract/overview.ts";
import type { AdminPayment } from "../../src/contract/payment.ts";
import type { AdminUser } from "../../src/contract/user.ts";
import { ago, answering, both, changing, failing, waiting } from "./altered.ts";
import { breakOff } from "./browser.ts";
import type { Screen } from "./screen.ts";

const LONG_OWNER = "syarikat-perniagaan-hajjah-salmah.dan-anak";
const LONG_AGENT = "Kedai Kek dan Roti Canai Banjir Special Haji Mohd Yusof & Anak-Anak Sdn. Bhd.";

/** Everything is set up, and some things need attention. */
const running = both(
  changing("**/api/overview", (answer: Overview) => ({
    ...answer,
    setup: { model: true, backup: true, https: true, payments: true, mail: true, password: true },
    users: 12_480,
    payingUsers: 1_204,
    agents: 31_077,
    messagesToday: 48_210,
    messagesThisMonth: 1_204_338,
    days: answer.days.map((day, at) => ({ ...day, messages: 20_000 + ((at * 7_919) % 30_000) })),
    revenueThisMonth: 12_048_090,
    pendingPayments: 3,
    flaggedPayments: 1,
    modelCost: { costMicros: 8_412_330_000, unpriced: 12, replies: 90_000, budget: "near", isUnbounded: false },
    models: [
      {
        model: "google/gemini-3.5-pro-preview-2026-11",
        answers: 80_000,
        failures: 3,
        firstTokenP50Ms: 820,
        firstTokenP95Ms: 2_410,
        lastAnswerAt: ago(0),
        lastError: null,
      },
      {
        model: "openai/gpt-6-luna",
        answers: 4,
        failures: 40,
        firstTokenP50Ms: null,
        firstTokenP95Ms: null,
        lastAnswerAt: null,
        lastError: { at: ago(0), words: "no key is stored" },
      },
    ],
    disk: { ...answer.disk, isLow: true },
    lastBackup: ago(1),
    oldestBackup: ago(30),
  })),
  changing("**/api/overview/activity", (answer: Activity) => ({
    ...answer,
    payments: (["success", "pending", "failed"] as const).map((status, at) => ({
      id: `latest-${at}`,
      userId: at === 2 ? null : "someone",
      username: ["kedai-seri", LONG_OWNER, ""][at] ?? "",
      planName: at === 1 ? "Business Half-Yearly" : "Starter",
      amount: [2_900, 53_946, 2_900][at] ?? 0,
      status,
      sandbox: at === 0,
      timestamp: ago(at),
    })),
    failing: [
      { chatId: "a", chatName: LONG_AGENT, userId: "x", username: LONG_OWNER, failed: 31, limited: 0, lastAt: ago(0) },
      { chatId: "b", chatName: "Klinik Gigi Cahaya", userId: "y", username: "klinik", failed: 0, limited: 1, lastAt: ago(1) },
    ],
  })),
);

const manyUsers = changing("**/api/users?*", (answer: { users: AdminUser[] }) => {
  const owner = answer.users.find(({ role }) => role === "owner") ?? answer.users[0];
  const users = Array.from({ length: 30 }, (_, n) => ({
    ...owner,
    id: `user-${n}`,
    role: "owner" as const,
    username: n % 7 === 2 ? LONG_OWNER : `${["kedai", "klinik", "restoran"][n % 3]}-${n}`,
    email: n % 9 === 3 ? null : n % 7 === 2 ? `${LONG_OWNER}@perniagaan-kita.com.my` : `owner${n}@example.com`,
    planId: n % 5 === 1 ? 4 : 1,
    planName: n % 5 === 1 ? "Business Half-Yearly" : "Free Plan",
    suspendedAt: n % 7 === 2 || n === 4 ? ago(3) : null,
    createdAt: ago(n * 11),
    agents: (n * 7) % 60,
    messagesThisMonth: (n * 7_919) % 60_000,
  }));
  return { users, total: 302, totalPages: 11 };
});
const payment = (n: number): AdminPayment => ({
  id: `payment-${n}`,
  paymentId: n === 3 ? "" : `8x${n}0ghue7`,
  userId: n === 4 ? null : `user-${n}`,
  username: n === 4 ? "" : n === 2 ? LONG_OWNER : `kedai-${n}`,
  planId: 2,
  planName: n === 2 ? "Business Half-Yearly Special for Restaurants" : "Starter",
  months: 1,
  amount: n === 2 ? 5_394_600 : 2_900,
  status: (["pending", "success", "failed"] as const)[n % 3] ?? "success",
  timestamp: ago(n),
  method: n === 3 ? "bank_transfer" : "billplz",
  note: "Maybank ref 4711",
  sandbox: n === 1 || n === 5,
  flagged: n === 2 ? "This bill was paid, but the account no longer exists. Refund it at the billing provider." : null,
  receiptNumber: n % 3 === 1 ? String(n) : null,
  creditNote: null,
  lastUpdate: ago(n),
});
const manyPayments = answering("**/api/payments?*", {
  payments: Array.from({ length: 20 }, (_, n) => payment(n)),
  total: 1_204,
  totalPages: 61,
});

const manyConversations = changing("**/api/conversations?*", (answer: { conversations: AdminConversation[] }) => {
  const [first] = answer.conversations;
  const conversations = Array.from({ length: 20 }, (_, n) => ({
    ...first,
    id: n === 0 ? first?.id : `conversation-${n}`,
    chatName: n % 4 === 1 ? LONG_AGENT : n === 6 ? "" : "Kedai Seri",
    username: n % 4 === 1 ? LONG_OWNER : n === 6 ? "" : "kedai-seri",
    opening: [
      "Assalamualaikum, saya nak tanya, kalau saya order kek pandan saiz besar untuk majlis kahwin anak saya, berapa hari awal?",
      "hi",
      "",
    ][n % 3],
    messageCount: n === 1 ? 1_240 : n + 1,
    timestamp: ago(n * 3),
  }));
  const end = { searchedBackTo: null, searchAfter: null };
  return { conversations, total: 1_000, totalPages: 50, ...end };
});

const press =
  (selector: string, waitFor: string, nth = 0) =>
  async (page: Page) => {
    await page.locator(selector).nth(nth).click();
    await page.locator(waitFor).first().waitFor();
  };
/** Reads the first conversation of the list: with the first button of its row, or on a card in the sheet with its actions. */
const readFirst = async (page: Page) => {
  const sheet = page.locator("tbody [aria-haspopup=dialog]").first();
  if ((await sheet.count()) > 0) await sheet.click();
  await page.locator("dialog[open] li button, tbody tr td:last-child button").first().click();
  await page.locator("dialog[open] ol li").first().waitFor();
};
const refuse = (selector: string) => async (page: Page) => {
  await page.locator("dialog[open] button[type=submit]").click();
  await page.locator(selector).first().waitFor();
};
/** The last action of the first row that has several; it deletes. */
const askToDelete = async (page: Page) => {
  const more = page.locator("tbody tr [aria-haspopup=dialog]").first();
  if ((await more.count()) > 0) {
    await more.click();
    await page.locator("dialog[open] li button").last().click();
  } else {
    const last = page.locator("tbody tr").first().locator("td:last-child");
    const menu = last.locator("[aria-expanded]");
    if ((await menu.count()) > 0) await menu.click();
    await last.locator("button").last().click();
  }
  await page.locator("dialog[open] .btn-error").waitFor();
};

/** Opens the dialog for a link with which the first owner of the list chooses a new password. */
const openLink = async (page: Page) => {
  const more = page.locator("tbody tr [aria-haspopup=dialog]").first();
  if ((await more.count()) > 0) {
    await more.click();
    await page.locator("dialog[open] li button").first().click();
  } else await page.locator("tbody tr").first().locator("td:last-child button").first().click();
  await page.locator("dialog[open] .link-plain").nth(1).click();
  await page.locator("dialog[open] .btn-primary").waitFor();
};

const TABS = ["users", "messages", "plans", "payments"] as const;
const CALLS = { users: "users?*", messages: "conversations?*", plans: "plans*", payments: "payments?*" } as const;

const invitations = answering("**/api/invitations?*", {
  invitations: [
    {
      id: "1",
      note: "Puan Salmah, Kedai Kek Seri Gombak, jumpa di ekspo PKS Shah Alam",
      createdAt: ago(1),
      expiresAt: ago(-13),
      usedAt: null,
      username: "",
    },
    { id: "2", note: "", createdAt: ago(20), expiresAt: ago(6), usedAt: null, username: "" },
    { id: "3", note: "Klinik Gigi", createdAt: ago(30), expiresAt: ago(16), usedAt: ago(28), username: LONG_OWNER },
  ],
  total: 43,
  totalPages: 3,
});
const invited = changing("**/api/settings", (answer: object) => ({ ...answer, signUpMode: "invited" }));

const auditEntry = (n: number, action: string, more: object = {}) => ({
  id: `audit-${n}`,
  at: ago(n),
  actor: "admin",
  address: "203.0.113.7",
  action,
  subject: "someone",
  subjectName: "kedai-seri",
  before: null,
  after: null,
  ...more,
});
const audit = answering("**/api/audit?*", {
  entries: [
    auditEntry(0, "user.view"),
    auditEntry(1, "user.update", { before: { planId: 1 }, after: { planId: 3, planValidUntil: ago(-365) } }),
    auditEntry(2, "settings.update", {
      before: { "timeouts.firstTokenMs": 20_000, billplzSandbox: true, "limits.signUps": 100 },
      after: { "timeouts.firstTokenMs": 30_000, billplzSandbox: false, "limits.signUps": 5 },
    }),
    auditEntry(3, "user.suspend", { subjectName: LONG_OWNER }),
    auditEntry(4, "user.failed_sign_ins", { actor: "server", address: null, after: { attempts: 40, addresses: 1 } }),
    auditEntry(5, "payment.record", { after: { user: "kedai-seri", amount: 2_900, plan: 2 } }),
    auditEntry(6, "conversation.delete", { before: { messageCount: 1 } }),
    auditEntry(7, "admin.reset_password", { actor: "command line", address: null }),
    auditEntry(8, "plan.update", {
      subject: "2",
      before: { name: "Starter", priceSen: 2_900 },
      after: { name: "Starter", priceSen: 3_900 },
    }),
    auditEntry(9, "user.update", { before: { username: "seri", email: null }, after: { username: LONG_OWNER, email: "a@example.com" } }),
  ],
  total: 1_204,
  totalPages: 41,
  actions: ["user.view", "user.update", "settings.update"],
});

const cost = (replies: number, costMicros: number, unpriced = 0) => ({
  replies,
  costMicros,
  unpriced,
  inputTokens: replies * 900,
  outputTokens: replies * 120,
});
const costs = answering("**/api/costs?*", {
  month: ago(0).slice(0, 7),
  box: cost(90_000, 8_412_330_000, 12),
  boxBudget: "near",
  tests: cost(212, 4_240_000),
  owners: [
    { userId: "u1", username: LONG_OWNER, budget: "used up", ...cost(60_000, 6_000_330_000, 12) },
    { userId: "u2", username: "klinik", budget: "fine", ...cost(120, 4_100) },
    { userId: "u3", username: "", budget: "none", ...cost(1, 0, 1) },
  ],
  total: 43,
  totalPages: 5,
});
const { text: error, ref } = told("ollama.unknownModel");
const UNKNOWN_MODEL = { error, told: ref };
const ollama = answering("**/api/models/ollama", {
  isFound: true,
  models: [
    { name: "qwen3:8b", bytes: 5_200_000_000 },
    { name: "nomic-embed-text:latest", bytes: 274_000_000 },
  ],
  pulls: [
    {
      name: "hf.co/bartowski/Llama-3.3-70B-Instruct-GGUF:Q4_K_M",
      step: "pulling",
      total: 42e9,
      completed: 12e9,
      state: "running",
      error: null,
    },
    { name: "no-such-model", step: "", total: 0, completed: 0, state: "failed", ...UNKNOWN_MODEL },
  ],
});
const fallback = changing("**/api/settings", (answer: object) => ({
  ...answer,
  failover: ["gpt-4o", "claude-sonnet-4", "ollama/qwen3:8b"],
}));
const openAll = (page: Page) =>
  page.locator("details").evaluateAll((all) => {
    for (const one of all) one.setAttribute("open", "");
  });

const admin = (name: string, query: string, ready: string, more: Partial<Screen> = {}): Screen => ({
  name: `admin-${name}`,
  path: () => `/awc${query}`,
  as: "admin",
  ready,
  ...more,
});
const settings = (name: string, view: string, ready: string, more: Partial<Screen> = {}): Screen => ({
  ...admin("", `?tab=settings&view=${view}`, ready, more),
  name: `settings-${name}`,
});

export const ADMIN_STATES: readonly Screen[] = [
  admin("overview-running", "", "#failing-agents", { before: running }),
  admin("overview-loading", "", "#admin-panel [role=status]", { before: waiting("**/api/overview{,/*}") }),
  ...TABS.flatMap((tab) => [
    admin(`${tab}-failed`, `?tab=${tab}`, "#admin-panel [role=status] button, #admin-panel [role=alert]", {
      before: failing(`**/api/${CALLS[tab]}`),
    }),
    admin(`${tab}-loading`, `?tab=${tab}`, "#admin-panel .loading, #admin-panel [aria-hidden] .rounded-full", {
      before: waiting(`**/api/${CALLS[tab]}`),
    }),
  ]),
  admin("users-many", "?tab=users&page=3&plan=2&from=2026-01-01", "tbody tr", { before: manyUsers }),
  admin("users-none", "?tab=users&q=warung-tak-ada", "#admin-panel p:visible"),
  admin("user-new-refused", "?tab=users", "tbody tr", {
    prepare: both(press("search .btn-primary", "dialog[open] form"), refuse("dialog [aria-invalid=true]")),
  }),
  admin("user-link", "?tab=users", "tbody tr", {
    before: both(manyUsers, answering("**/api/people/*/reset-link", { token: "x".repeat(43), expiresAt: ago(-1) })),
    prepare: both(openLink, press("dialog[open] .btn-primary", "dialog[open] textarea")),
  }),
  admin("settings-mail-trouble", "?tab=settings&view=mail", "[role=status]", {
    before: answering("**/api/mail", {
      isReady: false,
      hasPublicUrl: false,
      waiting: 12,
      trouble: {
        destination: "pemilik.kedai.kek.seri@perniagaan-keluarga.example.com",
        words:
          "451 4.7.1 <pemilik.kedai.kek.seri@perniagaan-keluarga.example.com>: Recipient address rejected: Greylisted, see https://mail.example.com/help/greylisting",
        isGivenUp: false,
        at: ago(0),
      },
    }),
  }),
  admin("settings-mail-tested", "?tab=settings&view=mail", "form input", {
    before: answering("**/api/mail/test", {
      ok: false,
      message: "The mail server refused the login.",
      told: { id: "mail.failed.logIn" },
      answer: "535 5.7.8 Error: authentication failed: (reason unavailable)",
    }),
    prepare: async (page) => {
      await page.locator("form section").nth(1).locator("button").last().click();
      await page.locator("form [role=alert]").waitFor();
    },
  }),
  admin("user-delete", "?tab=users", "tbody tr", { before: manyUsers, prepare: askToDelete }),
  admin("messages-many", "?tab=messages", "tbody tr", { before: manyConversations }),
  admin("messages-none", "?tab=messages&q=durian+sepuluh+lori", "#admin-panel p:visible"),
  admin("messages-read", "?tab=messages", "tbody tr", { prepare: readFirst }),
  admin("messages-delete", "?tab=messages", "tbody tr", { prepare: askToDelete }),
  admin("payments-many", "?tab=payments", "tbody tr", { before: manyPayments }),
  admin("payments-none", "?tab=payments", "#admin-panel p:visible", {
    before: answering("**/api/payments?*", { payments: [], total: 0, totalPages: 1 }),
  }),
  admin("payment", "?tab=payments", "tbody tr", {
    before: manyPayments,
    prepare: async (page) => {
      const row = page.locator("tbody tr").nth(2);
      const more = row.locator("[aria-haspopup=dialog]");
      if ((await more.count()) > 0) {
        await more.click();
        await page.locator("dialog[open] li button").nth(1).click();
      } else await row.locator("td:last-child button").nth(1).click();
      await page.locator("dialog[open] form").waitFor();
    },
  }),
  admin("record-refused", "?tab=payments", "tbody tr", {
    prepare: both(press("h2 + button.btn-primary", "dialog[open] form"), refuse("dialog [aria-invalid=true]")),
  }),
  admin("plan-new", "?tab=plans", "tbody tr", { prepare: press("#admin-panel .btn-primary", "dialog[open] form") }),
  admin("plan-delete", "?tab=plans", "tbody tr", {
    prepare: async (page) => {
      const row = page.locator("tbody tr").nth(2);
      const more = row.locator("[aria-haspopup=dialog]");
      if ((await more.count()) > 0) {
        await more.click();
        await page.locator("dialog[open] li button").last().click();
      } else await row.locator("td:last-child button").last().click();
      await page.locator("dialog[open] .btn-error").waitFor();
    },
  }),
  settings("loading", "models", "#admin-panel [role=status]", { before: waiting("**/api/settings") }),
  settings("failed", "models", "#admin-panel [role=alert]", { before: failing("**/api/settings") }),
  settings("audit-many", "audit", "tbody tr", { before: audit }),
  settings("audit-none", "audit&q=tiada", "#admin-panel p:visible"),
  settings("failover-many", "failover", "form ol li", { before: fallback, prepare: openAll }),
  settings("budgets-many", "budgets", "table tbody tr", { before: costs }),
  settings("ollama", "models", "form [role=progressbar]", { before: ollama }),
  settings("invitations", "signup", "form ul li", {
    before: both(invitations, invited, (page) =>
      page.route("**/api/invitations", (route: Route) =>
        route.request().method() === "POST"
          ? route.fulfill({
              json: {
                id: "9",
                note: "Puan Salmah",
                createdAt: ago(0),
                expiresAt: ago(-14),
                usedAt: null,
                username: "",
                token: "Zk3vN8pQ1sT6wX9yB2cD5fG7hJ0kL4mR",
              },
            })
          : route.fallback(),
      ),
    ),
    prepare: press("form ul ~ button, form .btn-line:not(.btn-sm)", "form [role=status] textarea"),
  }),
  settings("brand", "appearance", "form input[type=color]", {
    prepare: async (page) => {
      await page.locator("form input[type=text]").first().fill("Sembang Perniagaan Agensi Seri Gombak");
      // It is too light for text on a light page.
      await page.locator("form input.font-mono").first().fill("#ffd400");
      await page.locator("form button[type=submit]").waitFor();
    },
  }),
  settings("banner", "appearance", "form textarea", {
    prepare: async (page) => {
      await page
        .locator("form textarea")
        .first()
        .fill("Planned maintenance on Saturday, 28 November, from 2 to 3 am. Agents do not answer during this time.");
      // The bar that appears with the first change may move the choice.
      await page.locator("form button[type=submit]").waitFor();
      await page.locator("form label:has(input[type=radio])").nth(1).click();
    },
  }),
  settings("save-failed", "receipts", "form input", {
    before: (page) => page.route("**/api/settings", (route) => (route.request().method() === "PUT" ? breakOff(route) : route.fallback())),
    prepare: async (page) => {
      await page.locator("form input").first().fill("Kedai Sapa");
      await page.locator("form button[type=submit]").click();
      await page.locator("form [role=alert]").waitFor();
    },
  }),
  settings("leave", "receipts", "form input", {
    prepare: async (page) => {
      await page.locator("form input").first().fill("Kedai Sapa");
      await page.locator("[role=tab]").nth(1).click();
      await page.locator("dialog[open]").waitFor();
    },
  }),
  settings("data-ask", "data", "form input", {
    prepare: async (page) => {
      await page.locator("form input").first().fill("1");
      await page.locator("form button[type=submit]").click();
      await page.locator("dialog[open]").waitFor();
    },
  }),
];
