/** The screens of files and websites, in the editor and in the guided start. For pictures; the answers are a fake server's. */
import type { Page } from "playwright-core";
import { MESSAGES } from "../../src/contract/messages/table.ts";
import { failWith } from "./browser.ts";
import { FAKE_SOURCES, withReadEntries } from "./fake-sources.ts";
import type { Furnished } from "./furnished.ts";
import type { Screen } from "./screen.ts";

const at =
  (more: string) =>
  ({ chatId }: Furnished) =>
    `/editor?chatId=${chatId}&tab=knowledge&view=sources${more}`;
const LIST = "#editor-panel section[aria-labelledby=sources-title] li";
const DETAILS = "#editor-panel h3 bdi";
const inList = (name: string, before: (page: Page) => Promise<unknown>, ready = LIST): Screen => ({
  ...{ name, path: at(""), as: "busy", before, ready },
});
const inDetails = (name: string, source: string, before: (page: Page) => Promise<unknown>, ready = DETAILS): Screen => ({
  ...{ name, path: at(`&source=${source}`), as: "busy", before, ready },
});
const inStart = (name: string, before: (page: Page) => Promise<unknown>, ready: string): Screen => ({
  ...{ name, path: () => "/start?step=asks", as: "begun", before, ready },
});
/** Files are being dragged over the page. */
const drag = (page: Page) =>
  page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "menu.pdf"));
    document.querySelector("#source-add")?.dispatchEvent(new DragEvent("dragenter", { bubbles: true, dataTransfer }));
  });
/** What the server says about a picture; pages show it in their own language. */
const PICTURE_REFUSED = {
  message: MESSAGES["sources.picture"],
  error: { code: "invalid_input", message: MESSAGES["sources.picture"], told: { id: "sources.picture" } },
};
/** Two files that the browser refuses, and one that the server does. */
async function addRefused(page: Page): Promise<void> {
  await page.route(/\/sources$/, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 422, json: PICTURE_REFUSED }) : route.fallback(),
  );
  await page.locator("#source-add input[type=file]").setInputFiles([
    {
      name: "katalog-penuh-2026-dengan-gambar-resolusi-tinggi-untuk-cetakan.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.alloc(21 * 1_024 * 1_024),
    },
    { name: "kosong.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
    { name: "kerusi.png", mimeType: "image/png", buffer: Buffer.from("x") },
  ]);
  await page.locator("#editor-panel [role=alert]").nth(2).waitFor();
}
const press = (selector: string) => (page: Page) => page.locator(selector).first().click();

export const SOURCE_STATES: readonly Screen[] = [
  inList("sources-empty", FAKE_SOURCES.none, "#source-add"),
  inList("sources-not-included", FAKE_SOURCES.notIncluded, "#editor-panel a[href='/plans']"),
  inList("sources-many", FAKE_SOURCES.many),
  inList("sources-full", FAKE_SOURCES.full),
  { ...inList("sources-dragging", FAKE_SOURCES.many), prepare: drag },
  { ...inList("sources-refused", FAKE_SOURCES.many), prepare: addRefused },
  {
    ...inList("sources-wrong-link", FAKE_SOURCES.none, "#source-add"),
    prepare: async (page) => {
      await page.locator("#source-add form button[type=submit]").click();
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  {
    ...inList("sources-delete", FAKE_SOURCES.many),
    prepare: async (page) => {
      const row = page.locator(LIST).nth(1);
      await row.locator("[aria-expanded]").click();
      await row.locator("[aria-expanded] + div button").click();
      await page.locator(`${LIST} .btn-error`).waitFor();
    },
  },
  inList("sources-failed", (page) => page.route(/\/sources/, failWith(500)), "#editor-panel [role=alert]"),
  {
    name: "sources-new",
    path: () => "/editor?tab=knowledge&view=sources",
    as: "busy",
    ready: "#editor-panel form .btn-primary, #editor-panel .btn-line:visible",
  },
  inDetails("source-file", "menu", FAKE_SOURCES.many, "#editor-panel ol.border-s-2 li"),
  {
    ...inDetails("source-site", "site", FAKE_SOURCES.many),
    prepare: async (page) => {
      await page.locator("#conflicts-title").waitFor();
      await press("section[aria-labelledby=pages-title] button[aria-expanded=false]")(page);
      await page.locator("#editor-panel ins").first().waitFor();
    },
  },
  inDetails("source-proposed", "site", FAKE_SOURCES.proposed, "#choose-title"),
  inDetails("source-gone", "no-such-source", FAKE_SOURCES.many, "#editor-panel [role=status].rounded-control:visible"),
  {
    name: "editor-knowledge-read",
    path: ({ chatId }) => `/editor?chatId=${chatId}&tab=knowledge`,
    as: "busy",
    before: withReadEntries,
    ready: "#editor-panel ol li bdi",
  },
  {
    name: "editor-knowledge-edit-read",
    path: ({ chatId }) => `/editor?chatId=${chatId}&tab=knowledge`,
    as: "busy",
    before: withReadEntries,
    ready: "#editor-panel ol li bdi",
    prepare: press("#editor-panel ol li .btn-square"),
  },
  { name: "editor-knowledge-start", path: () => "/editor?chatId=agency-3&tab=knowledge", as: "agency", ready: "#start-title" },
  inStart("start-read", FAKE_SOURCES.none, "form input"),
  inStart("start-reading", FAKE_SOURCES.reading, "[role=progressbar]"),
  inStart("start-not-read", FAKE_SOURCES.refused, "form input"),
  inStart("start-proposed", FAKE_SOURCES.proposed, "#choose-title"),
  inStart("start-learned", FAKE_SOURCES.learned, "form textarea"),
];
