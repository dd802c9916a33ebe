/** For pictures: files and websites in every state, answered for one page alone instead of by the server. */
import type { Page, Route } from "playwright-core";
import type { KnowledgePage } from "../../src/contract/knowledge-calls.ts";
import type { JobView, SourceDetails, SourceList, SourcePage, SourcePageDetails, SourceView } from "../../src/contract/source.ts";

const AT = "2026-11-23T02:15:00.000Z";
const NEXT = "2026-11-30T02:15:00.000Z";
const job = (more: Partial<JobView>): JobView => ({ id: "job", state: "done", progress: 100, message: "Done", told: null, ...more });

const source = (id: string, more: Partial<SourceView>): SourceView => ({
  ...{ id, kind: "file", name: id, url: null, state: "ready", failure: null, job: job({}), schedule: "off", nextSyncAt: null },
  ...{ takesNew: true, isCut: false, fetchedAt: AT, checkedAt: AT, createdAt: AT, pages: 1, entries: 12, words: 1_840 },
  ...{ proposed: 0, retired: 0, unread: 0, conflicts: 0 },
  ...more,
});
const NOTHING = { pages: 0, entries: 0, words: 0, fetchedAt: null } as const;

const SITE = source("site", {
  ...{ kind: "site", name: "Rotan Meru: perabot rotan buatan tangan dari Klang", url: "https://rotanmeru.my/" },
  ...{ schedule: "weekly", nextSyncAt: NEXT, pages: 38, entries: 214, words: 21_430, conflicts: 1, retired: 1, isCut: true },
});
const PROPOSED = source("site", {
  ...{ kind: "site", name: "Rotan Meru", url: "https://rotanmeru.my/", state: "proposed", proposed: 23, isCut: true },
  ...{ ...NOTHING, fetchedAt: AT },
});
const READING = source("site", {
  ...{ kind: "site", name: "https://rotanmeru.my/", url: "https://rotanmeru.my/", state: "waiting", checkedAt: AT, ...NOTHING },
  job: job({
    ...{ state: "running", progress: 42, message: "Reading the website: 17 of 40 pages" },
    told: { id: "sources.readingSite", params: { done: 17, total: 40 } },
  }),
});
const REFUSED = source("site", {
  ...{ kind: "site", name: "https://intranet.rotanmeru.my/", url: "https://intranet.rotanmeru.my/", ...NOTHING },
  ...{ state: "failed", failure: "private_address", job: job({ state: "failed", progress: null, message: "" }) },
});

/** A list with a source in each state, with names that hurt. */
const MANY: SourceView[] = [
  source("menu", { name: "Menu Raya 2026.pdf" }),
  source("prices", { name: "harga-borong-perabot-rotan-dan-buluh_semenanjung_FINAL-v3 (salinan).xlsx", state: "partly", unread: 2 }),
  source("scan", { name: "imbasan.pdf", state: "failed", failure: "no_text", ...NOTHING, job: job({ state: "failed" }) }),
  source("faq", {
    ...{ kind: "page", name: "Soalan lazim", url: "https://rotanmeru.my/faq" },
    state: "failed",
    failure: "timeout",
    schedule: "daily",
  }),
  SITE,
  source("reading", {
    ...{ name: "brosur.docx", state: "waiting", ...NOTHING },
    job: job({ state: "running", progress: 60, message: "Reading the file", told: { id: "sources.readingFile", params: {} } }),
  }),
];

const page = (n: number, more: Partial<SourcePage>): SourcePage => ({
  ...{ id: `page-${n}`, url: `https://rotanmeru.my/produk/kerusi-${n}`, title: `Kerusi rotan model ${n}`, state: "read", failure: null },
  ...{ unread: [], sameAs: null, entries: 4, words: 380, fetchedAt: AT, checkedAt: AT, changedAt: null },
  excerpt: `Kerusi rotan model ${n}, dianyam dengan tangan di Klang. RM${180 + n * 10}, siap dalam tujuh hari. Every chair is made to order and comes with a two-year guarantee.`,
  ...more,
});
const PAGES: SourcePage[] = [
  page(1, { title: "Harga", url: "https://rotanmeru.my/harga", changedAt: AT }),
  page(2, {}),
  page(3, { state: "missing" }),
  page(4, { state: "retired", title: "Promosi Merdeka", entries: 0 }),
  page(5, { state: "same", sameAs: "https://rotanmeru.my/produk/kerusi-2", entries: 0, words: 0 }),
  page(6, { state: "failed", failure: "robots", entries: 0, words: 0, title: "" }),
  page(7, { state: "failed", failure: "word_limit", entries: 0, words: 0 }),
  page(8, { state: "left_out", entries: 0 }),
];
const FILE_PAGES = [
  page(1, {
    ...{ url: null, title: "Menu Raya 2026.pdf" },
    unread: [2, 3, 4, 9].map((number) => ({ page: number, why: "no_text" as const })),
  }),
];
const FOUND = Array.from({ length: 23 }, (_, n) => page(n + 1, { state: "proposed" }));
const LOOK = {
  siteName: "Rotan Meru",
  colours: ["#8a4b14", "#f2c14e", "#2f4858"],
  logo: "https://rotanmeru.my/logo.png",
  questions: [
    "Berapa harga kerusi rotan?",
    "Do you deliver to Sabah?",
    "How long does a repair take?",
    "Bila kedai buka?",
    "Can I visit the workshop?",
  ],
};
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4" fill="#8a4b14"/></svg>';
const DETAILS: SourcePageDetails = {
  page: page(1, {}),
  texts: [
    { heading: "Harga › Kerusi", page: null, text: "Kerusi rotan: RM190\nKerusi malas: RM420\nBangku: RM95", entryId: "entry-1" },
    {
      heading: "Harga › Meja",
      page: null,
      text: "Coffee table: RM240. Dining table for six: RM1,450, with glass RM1,690.",
      entryId: "entry-2",
    },
  ],
  change: {
    at: AT,
    changes: [
      { before: "Kerusi rotan: RM180\nKerusi malas: RM420", after: "Kerusi rotan: RM190\nKerusi malas: RM420\nBangku: RM95" },
      { before: "Free delivery in Klang until 31 October.", after: null },
    ],
  },
};
const CONFLICT: KnowledgePage = {
  entries: [
    {
      ...{ id: "entry-1", entry: "Rattan chair: RM180, with cushion RM215. Ask for our price for six or more.", words: 15, version: "1" },
      ...{ number: 1, uses: 12 },
      origin: {
        ...{
          sourceId: "site",
          kind: "site",
          sourceName: "Rotan Meru",
          pageId: "page-1",
          url: "https://rotanmeru.my/harga",
          title: "Harga",
        },
        ...{ heading: "Kerusi", page: null, fetchedAt: AT, isPinned: true, conflict: "Rattan chair: RM190, with cushion RM230." },
      },
    },
  ],
  ...{ total: 1, totalPages: 1, count: 40, typed: 3 },
};

const left = (used: number, limit: number | null) => ({ used, limit });
const ROOM = { sources: left(6, 10), pages: left(44, 100), words: left(29_380, 50_000) };
const FULL = { sources: left(1, 1), pages: left(1, 1), words: left(480, 500) };

interface Shown {
  sources: SourceView[];
  room?: SourceList["room"];
}

const listOf = ({ sources, room = ROOM }: Shown): SourceList => ({ sources, total: sources.length, totalPages: 1, room });

function detailsOf(shown: SourceView, state: string | null): SourceDetails {
  const isFile = shown.kind === "file";
  const all = shown.proposed > 0 ? FOUND : isFile ? FILE_PAGES : PAGES;
  const pages = all.filter((one) => state === null || one.state === state);
  return { source: shown, look: isFile ? null : LOOK, pages, total: pages.length, totalPages: 1 };
}

const answering = (shown: Shown) => async (page: Page) => {
  await page.route(/\/api\/chats\/[^/]+\/sources(?:[/?]|$)/, (route: Route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const [, id, , pageId] = /\/sources(?:\/([^/]+)(\/pages\/([^/]+))?)?/.exec(pathname) ?? [];
    const found = shown.sources.find((one) => one.id === id);
    if (pageId) return route.fulfill({ json: { ...DETAILS, page: { ...DETAILS.page, id: pageId } } });
    if (id && !found)
      return route.fulfill({ status: 404, json: { message: "Not found", error: { code: "not_found", message: "Not found" } } });
    return route.fulfill({ json: found ? detailsOf(found, searchParams.get("state")) : listOf(shown) });
  });
  await page.route(LOOK.logo, (route) => route.fulfill({ contentType: "image/svg+xml", body: LOGO }));
  await page.route(/\/knowledge\?.*only=conflicting/, (route) => route.fulfill({ json: CONFLICT }));
};

/** What the fake server has. */
export const FAKE_SOURCES = {
  none: answering({ sources: [], room: { sources: left(0, 10), pages: left(0, 100), words: left(0, 50_000) } }),
  notIncluded: answering({ sources: [], room: { sources: left(0, 0), pages: left(0, 0), words: left(0, 0) } }),
  many: answering({ sources: MANY }),
  full: answering({ sources: [source("menu", { name: "menu.pdf", words: 480 })], room: FULL }),
  proposed: answering({ sources: [PROPOSED] }),
  reading: answering({ sources: [READING] }),
  refused: answering({ sources: [REFUSED] }),
  learned: answering({ sources: [source("site", { ...SITE, conflicts: 0, retired: 0, isCut: false })] }),
};

/** Entries that were read: one as it is, one that a person has changed, and one whose source says something else. */
export const withReadEntries = (page: Page) =>
  page.route(/\/knowledge\?(?!.*only=)/, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as KnowledgePage;
    const [origin] = CONFLICT.entries.map((entry) => entry.origin);
    if (!origin) throw new Error("the fake has no origin");
    const file = {
      ...origin,
      kind: "file" as const,
      sourceName: "price-list.pdf",
      url: null,
      title: "price-list.pdf",
      page: 2,
      heading: "",
    };
    const origins = [{ ...file, isPinned: false, conflict: null }, { ...file, page: 7, conflict: null }, origin];
    const entries = list.entries.map((entry, at) => ({ ...entry, origin: origins[at] ?? origin }));
    await route.fulfill({ response, json: { ...list, entries } });
  });
