/** Screens of the editor in states that a furnished installation does not have. For pictures; answers are changed for one page alone. */
import type { Page } from "playwright-core";
import type { GoldenPage, GoldenQuestion } from "../../src/contract/golden.ts";
import { told } from "../../src/contract/messages/message.ts";
import type { DraftState } from "../../src/contract/version.ts";
import type { KnowledgeWarning, WarningKind, WarningPage } from "../../src/contract/warning.ts";
import { ago, answering, both, changing, failing, waiting } from "./altered.ts";
import { failWith } from "./browser.ts";
import { type Screen, withDraft } from "./screen.ts";

const LONG_QUESTION =
  "Assalamualaikum, kalau saya order kek pandan saiz besar untuk majlis kahwin anak saya di Seremban, berapa hari awal perlu saya tempah?";

const golden = (n: number, question: string, run: Partial<NonNullable<GoldenQuestion["run"]>> | null): GoldenQuestion => ({
  id: `golden-${n}`,
  question,
  expects: { says: [], neverSays: [], entryId: null, isUnknown: false, language: null },
  entryTitle: null,
  run: run && { at: ago(1), answer: "We deliver within 10 km for RM5.", failures: [], isCurrent: true, ...run },
  modelRun: null,
});
/** As many as an agent can have; the agent has changed since they were tested. */
const manyGolden: GoldenPage = {
  questions: [
    golden(1, LONG_QUESTION, {
      isCurrent: false,
      answer: "",
      failures: [
        { fault: "unanswered", text: "" },
        { fault: "missing", text: "tiga hari" },
      ],
    }),
    golden(2, "Do you sell bicycles?", { isCurrent: false, failures: [{ fault: "answered", text: "" }] }),
    golden(3, "Boleh bayar guna DuitNow?", {
      isCurrent: false,
      failures: [
        { fault: "entryGone", text: "" },
        { fault: "language", text: "" },
        { fault: "otherEntry", text: "" },
      ],
    }),
    ...Array.from({ length: 15 }, (_, n) => golden(n + 4, `What does the cake number ${n + 1} cost?`, { isCurrent: false })),
    golden(19, "Is there parking?", null),
  ],
  passed: 171,
  failed: 28,
  untested: 1,
  total: 200,
  totalPages: 10,
};

const QUOTES: Readonly<Record<WarningKind, readonly string[]>> = {
  price: ["Kek pandan RM38", "Pandan cake: RM40"],
  time: ["We open daily from 9am to 6pm.", "Buka setiap hari, 10 pagi hingga 6 petang."],
  phone: ["WhatsApp 012-345 6789", "WhatsApp kami di 013-987 6543 untuk tempahan"],
  duplicate: ["Parking is free.", "# Parking\nFree parking."],
  covered: ["Parking is free.", "Parking is free, at the back of our building, for up to two hours."],
  past: ["Promotion until 31 August 2020: buy two boxes and get a third one free."],
  secret: ["POS login: username admin, password Kopi#Susu2291"],
  unfindable: ["— — —"],
  long: [`${"Our cakes are baked every morning, with coconut milk from Sabak Bernam and eggs from Sekinchan. ".repeat(2)}`],
};
/** A warning of each kind about the first entry, and what another entry says. */
const allWarnings = changing("**/warnings?*", (_: WarningPage): WarningPage => {
  const warnings = (Object.keys(QUOTES) as WarningKind[]).map((kind): KnowledgeWarning => {
    const places = QUOTES[kind].map((quote, at) => ({ entryId: at === 0 ? "fact-12" : "fact-11", number: 12 - at, quote }));
    return { key: kind, kind, places, day: "2020-08-31" };
  });
  return { warnings, total: warnings.length, totalPages: 1, entries: 2 };
});

const wait: DraftState = { published: 1, publishedAt: ago(4), newest: 4, changes: 1, gate: "warn" };

const editor = (name: string, query: string, more: Omit<Screen, "name" | "path" | "as">): Screen => ({
  name: `editor-${name}`,
  path: ({ chatId }) => `/editor?chatId=${chatId}${query}`,
  as: "busy",
  ...more,
});
const agency = (name: string, query: string, more: Omit<Screen, "name" | "path" | "as">): Screen => ({
  name: `editor-${name}`,
  path: () => `/editor?chatId=${query}`,
  as: "agency",
  ...more,
});

/** Opens "Try it" and asks. */
const tryIt = (question: string) => async (page: Page) => {
  const toggle = page.locator("header button[aria-pressed]");
  if ((await toggle.getAttribute("aria-pressed")) === "false") await toggle.click();
  const tried = page.locator("section:has(> form input[type=text][placeholder])").last();
  await tried.locator("input").fill(question);
  await tried.locator("button").first().click();
  await tried.locator("[role=status]").waitFor();
};

export const EDITOR_STATES: readonly Screen[] = [
  editor("history-loading", "&tab=history", { before: waiting("**/versions?*"), ready: "#editor-panel [role=status] .rounded-full" }),
  editor("version-gone", "&tab=history&version=999", { ready: "dialog[open] [role=status].rounded-control" }),
  editor("version-failed", "&tab=history&version=2", { before: failing("**/versions/2?*"), ready: "dialog[open] [role=alert]" }),
  editor("draft-long", "", {
    before: both(withDraft(1), answering("**/draft", { ...wait, changes: 1_204 })),
    ready: "[data-lower-bar] .link-plain",
  }),
  editor("draft-unsaved", "", {
    before: withDraft(1),
    ready: "[data-lower-bar] .link-plain",
    prepare: async (page) => {
      await page.locator("#editor-panel input").first().fill("Kedai Seri Baru");
      await page.locator("[data-lower-bar] .link-plain").click();
      await page.locator("dialog[open] ins").first().waitFor();
    },
  }),
  editor("draft-failed", "", { before: both(withDraft(1), failing("**/draft")), ready: "[data-lower-bar] .btn-line" }),
  editor("publish-ask", "&tab=history", {
    before: withDraft(1),
    ready: "#editor-panel fieldset label",
    prepare: async (page) => {
      await page.locator("#editor-panel fieldset label").first().click();
      await page.locator("dialog[open]").waitFor();
    },
  }),
  editor("golden-loading", "&tab=golden", { before: waiting("**/golden?*"), ready: "#editor-panel [role=status] .rounded-full" }),
  editor("golden-failed", "&tab=golden", { before: failing("**/golden?*"), ready: "#editor-panel [role=alert]" }),
  editor("golden-full", "&tab=golden", {
    before: both(answering("**/golden?*", manyGolden), (page) =>
      page.route("**/golden", (route) =>
        route.request().method() === "POST"
          ? failWith(409, told("golden.tooMany", { max: 200 }), "golden.tooMany")(route)
          : route.fallback(),
      ),
    ),
    ready: "#editor-panel li details",
    prepare: async (page) => {
      await page.locator("#editor-panel input").first().fill("Do you have parking?");
      await page.locator("[aria-labelledby=golden-title] form button").click();
      await page.locator("#editor-panel [aria-invalid=true]").waitFor();
    },
  }),
  agency("warnings-all", "agency-1&tab=knowledge", { before: allWarnings, ready: "#editor-panel ol li [aria-expanded]" }),
  agency("warnings-none", "agency-2&tab=knowledge", {
    before: (page) =>
      page.route("**/warnings?*", (route) => route.fulfill({ json: { warnings: [], total: 0, totalPages: 1, entries: 0 } })),
    ready: "#editor-panel [role=status] p",
  }),
  editor("knowledge-loading", "&tab=knowledge", { before: waiting("**/knowledge?*"), ready: "#editor-panel [role=status] .rounded-full" }),
  editor("knowledge-failed", "&tab=knowledge", { before: failing("**/knowledge?*"), ready: "#editor-panel [role=alert]" }),
  agency("knowledge-none-found", "agency-1&tab=knowledge", {
    ready: "#editor-panel ol li",
    prepare: async (page) => {
      await page.locator("#editor-panel input[type=search]").fill("bicycle");
      await page.locator("#editor-panel ol li").first().waitFor({ state: "detached" });
    },
  }),
  agency("knowledge-delete-all", "agency-1&tab=knowledge", {
    ready: "#editor-panel ol li",
    prepare: async (page) => {
      await page.getByText(/^(?:Delete all|Padam semua)$/).click();
      await page.locator("#editor-panel .btn-error").waitFor();
    },
  }),
  editor("try-none", "", { ready: "#editor-panel input", prepare: tryIt("Do you repair bicycles?") }),
  editor("try-failed", "", {
    before: failing("**/api/previews/*/trial"),
    ready: "#editor-panel input",
    prepare: tryIt("How much is delivery?"),
  }),
  editor("conflict", "", {
    before: (page) =>
      page.route("**/api/chats/*", (route) =>
        route.request().method() === "PUT" ? failWith(409, told("agents.changedMeanwhile"), "changed_meanwhile")(route) : route.fallback(),
      ),
    ready: "#editor-panel input",
    prepare: async (page) => {
      await page.locator("#editor-panel input").first().fill("Kedai Seri Baru");
      await page.locator("header .btn-primary").click();
      await page.locator("main > .sticky [role=status] button").first().waitFor();
    },
  }),
  editor("pictures-none", "&tab=appearance", {
    ready: "#editor-panel input",
    prepare: async (page) => {
      await page.getByText(/^(?:Uploaded pictures|Gambar yang dimuat naik)$/).click();
      await page.locator("dialog[open] p").first().waitFor();
    },
  }),
  {
    name: "dashboard-importing",
    path: () => "/dashboard",
    as: "busy",
    before: waiting("**/api/chats/import*"),
    ready: "#agents-title",
    prepare: async (page) => {
      await page.locator("input[type=file]").setInputFiles({ name: "agent.zip", mimeType: "application/zip", buffer: Buffer.from("PK") });
      await page.locator("[aria-busy=true]").waitFor();
    },
  },
  {
    name: "dashboard-import-failed",
    path: () => "/dashboard",
    as: "busy",
    ready: "#agents-title",
    prepare: async (page) => {
      await page.locator("input[type=file]").setInputFiles({ name: "agent.zip", mimeType: "application/zip", buffer: Buffer.from("PK") });
      await page.locator("[role=status] .border-error").waitFor();
    },
  },
];
