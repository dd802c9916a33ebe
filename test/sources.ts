/** For tests of sources: the server with websites in memory, and its jobs, which run when the test says so. */
import type { SourceDetails, SourcePage, SourceView } from "../src/contract/source.ts";
import { matchStore } from "../src/server/files/store-mark.ts";
import { Runner } from "../src/server/jobs/runner.ts";
import { sql } from "../src/server/platform/storage/db.ts";
import { toTexts } from "../src/server/reading/entries.ts";
import { READ_LIMITS } from "../src/server/reading/files/limits.ts";
import { readBytes } from "../src/server/reading/files/read-bytes.ts";
import type { readFile } from "../src/server/reading/files/read-file.ts";
import { createSiteReader } from "../src/server/reading/site/site-reader.ts";
import { createReadSource } from "../src/server/sources/read-source.ts";
import { createFakeClock, type TestApp, testApp } from "./app.ts";
import { askHere, fakeSite } from "./fake-site.ts";

type Pages = Parameters<typeof fakeSite>[0];

export interface SourceApp {
  sapa: TestApp;
  pages: Pages;
  asked: ReturnType<typeof fakeSite>["asked"];
  owner: { id: string; token: string };
  chatId: string;
  /** Calls a route of the agent. */
  call(method: string, path: string, body?: unknown): ReturnType<TestApp["call"]>;
  addSite(url: string, kind?: "page" | "site"): Promise<SourceView>;
  addFile(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<SourceView>;
  /** Runs all jobs that are due, until none is. */
  work(): Promise<void>;
  look(id: string): Promise<SourceDetails>;
  pageAt(id: string, url: string): Promise<SourcePage>;
  /** The texts of the agent's entries, sorted. */
  texts(): Promise<string[]>;
  entries(): Promise<
    { id: string; entry: string; origin?: { url: string | null; heading: string; isPinned: boolean; conflict: string | null } }[]
  >;
}

/** Form data as a request sends it. */
export async function formOf(name: string, content: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set("file", new File([content], name));
  const sent = new Response(form);
  return { type: sent.headers.get("content-type") ?? "", bytes: new Uint8Array(await sent.arrayBuffer()) };
}

/** Files are read in the process of the test: it knows what they have. */
const readHere: typeof readFile = async (file, limits = READ_LIMITS) => toTexts(await readBytes(file, limits), file.maxWords);

/** `beforeReading` runs before each reading of a file, and may make it fail. */
export async function sourceApp(
  pages: Pages,
  limits = { sources: 10, pages: 100, words: 100_000 },
  beforeReading: () => Promise<void> = async () => undefined,
): Promise<SourceApp> {
  const read: typeof readFile = async (...asked) => {
    await beforeReading();
    return readHere(...asked);
  };
  const { outbound, asked } = fakeSite(pages);
  const clock = createFakeClock();
  const sapa = await testApp({ clock, sites: createSiteReader({ ask: askHere, publicUrl: null, clock, outbound, intervalMs: 0 }) });
  await matchStore(sapa, true);
  const owner = await sapa.signUp("owner");
  await sapa.db.transaction((tx) =>
    tx.run(sql`
      update plans set chat_limit = 10, knowledge_word_limit = 500, add_knowledge_limit = 100, source_limit = ${limits.sources},
        page_limit = ${limits.pages}, total_word_limit = ${limits.words} where id = 1`),
  );
  const chatId = await sapa.createAgent(owner.token);
  const call: SourceApp["call"] = (method, path, body) => sapa.call(method, `/api/chats/${chatId}${path}`, { token: owner.token, body });
  const runner = new Runner({ ...sapa, kinds: [createReadSource({ ...sapa, sites: sapa.live.sites, readFile: read })], tasks: [] });
  const entries: SourceApp["entries"] = async () => (await call("GET", "/knowledge?limit=50")).body.entries;
  return {
    sapa,
    pages,
    asked,
    owner,
    chatId,
    call,
    entries,
    addSite: async (url, kind = "site") => (await call("POST", "/sources", { kind, url })).body.source,
    async addFile(name, content) {
      const { type, bytes } = await formOf(name, content);
      const path = `/api/chats/${chatId}/sources`;
      return (await sapa.call("POST", path, { token: owner.token, raw: bytes, headers: { "content-type": type } })).body.source;
    },
    async work() {
      for (let before = -1; ; ) {
        await runner.look();
        await runner.idle();
        const runs = (await sapa.db.get<{ n: number }>(sql`select coalesce(sum(runs), 0) as n from jobs`))?.n ?? 0;
        if (runs === before) return;
        before = runs;
      }
    },
    look: async (id) => (await call("GET", `/sources/${id}?limit=100`)).body,
    pageAt: async (id, url) => {
      const { pages: all } = (await call("GET", `/sources/${id}?limit=100`)).body as SourceDetails;
      const page = all.find((one) => one.url === url);
      if (!page) throw new Error(`there is no page at ${url}`);
      return page;
    },
    texts: async () => (await entries()).map(({ entry }) => entry).sort(),
  };
}
