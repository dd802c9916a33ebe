/** Every screen (product 10.1), in the states that look different. Tests of accessibility, pictures and the bench use this list. */
import { ADMIN_STATES } from "./admin-states.ts";
import { backupState } from "./backup-states.ts";
import { failWith } from "./browser.ts";
import { BUSINESS_STATES } from "./business-states.ts";
import { EDITOR_STATES } from "./editor-states.ts";
import { FACTOR_STATES } from "./factor-states.ts";
import { findingOf } from "./findings.ts";
import { PICTURE } from "./furnished.ts";
import { GOLDEN_STATES } from "./golden-states.ts";
import { MEMBERS_STATES } from "./members-states.ts";
import { OWNER_STATES } from "./owner-states.ts";
import {
  askAndReset,
  CREDIT_NOTE,
  closeSignUp,
  editor,
  emptyOverview,
  fillLogin,
  fillSignup,
  inLanguage,
  lookAtAccount,
  OPERATOR,
  openAccountLog,
  openRow,
  pretendToDelete,
  RECEIPT,
  RETURN,
  restartingAt,
  type Screen,
  searchByMeaning,
  seePreview,
  staying,
  submit,
  submitIn,
  tab,
  verify,
  withBanner,
  withDraft,
  withHelp,
  withHttps,
  withLink,
  withOwn,
  withPayments,
  withUnconfirmed,
} from "./screen.ts";
import { SOURCE_STATES } from "./source-states.ts";
import { STAFF_STATES } from "./staff-states.ts";

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
    ready: "[data-lower-bar] .link-plain",
    prepare: async (page) => {
      await page.locator("[data-lower-bar] .link-plain").click();
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
      await tried.locator("input").fill(await inLanguage(page, "How much is a pandan cake?", "Berapa harga kek pandan?"));
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
  { name: "privacy-missing", path: () => "/privacy/none", ready: "main p[role=status]" },
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
  { name: "payment-processing", path: () => RETURN, as: "empty", before: verify(true, 60_000), ready: "main h1" },
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
    name: "settings-health",
    path: () => "/awc?tab=settings&view=health",
    as: "admin",
    ready: "main button.btn-primary",
    prepare: async (page) => {
      await page.route("**/api/doctor", (route) => route.fulfill({ json: findingOf(route.request().postDataJSON().check) }));
      await page.locator("main button.btn-primary").click();
      await page.locator("main button.btn-primary:enabled").waitFor();
    },
  },
  {
    name: "settings-backups",
    path: () => "/awc?tab=settings&view=backups",
    as: "admin",
    ready: "main code",
    before: (page) => page.route("**/api/backups", (route) => route.fulfill({ json: backupState() })),
  },
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

/** The same with the states of each part of the product, which have files of their own. */
export const ALL_SCREENS: readonly Screen[] = [
  ...SCREENS,
  ...OWNER_STATES,
  ...FACTOR_STATES,
  ...MEMBERS_STATES,
  ...STAFF_STATES,
  ...BUSINESS_STATES,
  ...EDITOR_STATES,
  ...GOLDEN_STATES,
  ...SOURCE_STATES,
  ...ADMIN_STATES,
];
