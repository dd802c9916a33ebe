/** Screens of owners in states that a furnished installation does not have. For pictures; answers are changed for one page alone. */
import type { Page, Route } from "playwright-core";
import type { AskedAgain, QuestionGroup, QuestionGroupPage } from "../../src/contract/question.ts";
import type { VersionPage, VersionSummary } from "../../src/contract/version.ts";
import { ago, changing, failing, waiting } from "./altered.ts";
import type { Screen } from "./screen.ts";

const day = (days: number) => ago(days).slice(0, 10);

const group = (latest: number, ...wordings: [string, number][]): QuestionGroup => ({
  count: wordings.reduce((sum, [, count]) => sum + count, 0),
  latest: ago(latest),
  wordings: wordings.map(([text, count]) => ({ text, count })),
});
const LONG_QUESTION =
  "Assalamualaikum, saya nak tanya, kalau saya order kek pandan saiz besar untuk majlis kahwin anak saya di Seremban pada hujung minggu, berapa hari awal perlu saya tempah dan berapa depositnya?";
const GROUPS: QuestionGroupPage = {
  groups: [
    group(0, ["Berapa harga kerusi?", 1_150], ["how much is a chair", 41], ["kerusi rotan berapa ringgit ye?", 12], ["chair price pls", 1]),
    group(1, ["Do you deliver to Sabah?", 9], ["boleh hantar ke Kota Kinabalu?", 2]),
    group(2, [LONG_QUESTION, 1]),
    group(3, ["hi", 1]),
  ],
  total: 43,
  totalPages: 3,
};
/** All wordings of the second group have an answer now, and the first two of the first group. */
const ANSWERED = new Set(["Berapa harga kerusi?", "how much is a chair", "Do you deliver to Sabah?", "boleh hantar ke Kota Kinabalu?"]);

async function withGroups(page: Page): Promise<void> {
  await page.route("**/questions?*", (route) => route.fulfill({ json: GROUPS }));
  await page.route("**/questions/ask", (route: Route) => {
    const { questions } = route.request().postDataJSON() as { questions: string[] };
    const json: AskedAgain = { answered: questions.map((question) => ANSWERED.has(question)) };
    return route.fulfill({ json });
  });
}

const version = (number: number, more: Partial<VersionSummary>): VersionSummary => ({
  number,
  at: ago((120 - number) / 3),
  author: "owner",
  authorName: "kedai-seri.gombak_official",
  action: "edit",
  detail: "",
  fields: [],
  added: 0,
  changed: 0,
  removed: 0,
  moved: 0,
  publishedAt: null,
  failedTests: null,
  overriddenBy: "",
  ...more,
});
const manyVersions = changing(
  "**/versions?*",
  (): VersionPage => ({
    versions: [
      version(120, { fields: ["chatName", "defaultMessage", "toggleIconColor", "starterQuestions", "tagline"], changed: 3, removed: 1 }),
      version(119, { action: "restore", detail: "96" }),
      version(118, { author: "admin", authorName: "", fields: ["focus"] }),
      version(117, {
        author: "source",
        authorName: "",
        action: "read",
        detail: "https://www.kedai-kek-seri-gombak.com.my/menu",
        added: 41,
      }),
      version(116, { moved: 1 }),
      version(115, { author: "system", authorName: "", action: "other", changed: 1 }),
      version(2, { action: "copy", detail: "Kedai Kek dan Roti Canai Banjir Special Haji Mohd Yusof & Anak-Anak Sdn. Bhd." }),
      version(1, { action: "start" }),
    ],
    total: 120,
    totalPages: 6,
    newest: 120,
    published: null,
  }),
);

/** Entries that wait for their first day, that are used now, and whose last day is over. */
const withDates = changing("**/knowledge?*", (answer: { entries: object[] }) => ({
  ...answer,
  entries: answer.entries.map((entry, at) => ({
    ...entry,
    dates: [
      { from: day(-20), until: null, state: "waiting" },
      { from: null, until: day(-5), state: "current" },
      { from: day(40), until: day(10), state: "ended" },
    ][at],
  })),
}));

const openDates = (from: string, until: string) => async (page: Page) => {
  await page.getByText(/^(?:Only for some dates|Untuk tarikh tertentu sahaja)$/).click();
  await page.locator("input[type=date]").first().fill(from);
  await page.locator("input[type=date]").last().fill(until);
};

const conversations = (name: string, more: Omit<Screen, "name" | "path" | "as">, query = "?unanswered=1"): Screen => ({
  name: `conversations-${name}`,
  path: ({ chatId }) => `/conversations/${chatId}${query}`,
  as: "busy",
  ...more,
});
const editor = (name: string, query: string, more: Omit<Screen, "name" | "path" | "as">): Screen => ({
  name: `editor-${name}`,
  path: ({ chatId }) => `/editor?chatId=${chatId}${query}`,
  as: "busy",
  ...more,
});
const owner = (name: string, path: string, more: Omit<Screen, "name" | "path" | "as">): Screen => ({
  name,
  path: () => path,
  as: "busy",
  ...more,
});

export const OWNER_STATES: readonly Screen[] = [
  conversations("groups", {
    before: withGroups,
    ready: "section details",
    prepare: (page) => page.locator("section summary").first().click(),
  }),
  conversations("groups-grouping", { before: waiting("**/questions?*"), ready: "section p[role=status]" }),
  conversations("groups-failed", { before: failing("**/questions?*"), ready: "section [role=alert]" }),
  conversations("loading", { before: waiting("**/conversations?*"), ready: "main [role=status] [aria-hidden]" }, ""),
  conversations("failed", { before: failing("**/conversations?*"), ready: "main [role=alert]" }, ""),
  editor("history-many", "&tab=history", { before: manyVersions, ready: "#editor-panel ol li" }),
  editor("history-failed", "&tab=history", { before: failing("**/versions?*"), ready: "#editor-panel [role=alert]" }),
  editor("history-delete", "&tab=history", {
    ready: "#editor-panel ol li",
    prepare: async (page) => {
      await page.locator("#editor-panel .btn-ghost:visible").last().click();
      await page.locator("dialog[open] .btn-error").waitFor();
    },
  }),
  editor("dates", "&tab=knowledge", { before: withDates, ready: "#editor-panel ol li", prepare: openDates(day(0), day(-30)) }),
  editor("dates-refused", "&tab=knowledge", {
    ready: "#editor-panel ol li",
    prepare: async (page) => {
      await openDates(day(0), day(10))(page);
      await page.locator("[aria-invalid=true]").waitFor();
    },
  }),
  editor("full-entry", "&tab=knowledge", {
    ready: "#editor-panel ol li",
    prepare: (page) => page.locator("#editor-panel textarea").first().fill("Kek pandan RM38. ".repeat(333)),
  }),
  editor("loading", "", { before: waiting("**/api/chats/*"), ready: "[role=status]" }),
  editor("failed", "", { before: failing("**/api/chats/*"), ready: "[role=alert]" }),
  owner("dashboard-loading", "/dashboard", { before: waiting("**/api/users/*"), ready: "main [role=status]" }),
  owner("dashboard-deleted", "/dashboard", {
    before: (page) =>
      page.route("**/api/chats/*", (route) =>
        route.request().method() === "DELETE" ? route.fulfill({ json: { message: "Chat deleted successfully" } }) : route.fallback(),
      ),
    ready: "#agents-title",
    prepare: async (page) => {
      await page.locator("#agents-title").waitFor();
      await page.locator("section:has(#agents-title) li button").last().click();
      await page.locator("[role=status] button, dialog[open] .btn-error").first().waitFor();
    },
  }),
  owner("billing-loading", "/billing", { before: waiting("**/api/billing*"), ready: "main [role=status]" }),
  owner("plans-payable", "/plans", {
    before: changing("**/api/billing?*", (answer: object) => ({ ...answer, canPay: "yes" })),
    ready: "main li .btn-primary",
  }),
  owner("plans-loading", "/plans", { before: waiting("**/api/plans*"), ready: "main [role=status]" }),
  owner("plans-failed", "/plans", { before: failing("**/api/plans*"), ready: "main [role=alert]" }),
];
