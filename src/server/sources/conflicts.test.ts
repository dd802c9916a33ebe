/** The list of entries in conflict, of one source and of all. */
import { afterEach, expect, test } from "bun:test";
import { type SourceApp, sourceApp } from "../../../test/sources.ts";
import type { KnowledgePage } from "../../contract/knowledge-calls.ts";
import { sql } from "../platform/storage/db.ts";

let app: SourceApp;
afterEach(() => app.sapa.close());

const page = (title: string, body: string) => `<title>${title}</title><body><h1>${title}</h1>${body}</body>`;
const PAGES = {
  "shop.example/menu": page("Menu", "<p>Nasi lemak costs RM 4.50 with egg and sambal.</p>"),
  "shop.example/parking": page("Parking", "<p>Parking is behind the shop, and free for guests.</p>"),
};
const list = async (query: string): Promise<KnowledgePage> => (await app.call("GET", `/knowledge?only=conflicting${query}`)).body;

/** Reads both pages, and gives each so many entries in conflict, those of the first page before those of the second one. */
async function readTwo(conflicts: number): Promise<[string, string]> {
  const menu = await app.addSite("shop.example/menu", "page");
  const parking = await app.addSite("shop.example/parking", "page");
  await app.work();
  await app.sapa.db.transaction(async (tx) => {
    for (const [at, { id }] of [menu, parking].entries()) {
      for (let number = 0; number < conflicts; number++) {
        const position = 2 ** 50 + at * 1_000 + number;
        await tx.run(sql`
          insert into knowledge (id, agent_id, position, kind, body, words, source_id, pinned_at, conflict, created_at, updated_at)
          values (${`${id} ${number}`}, ${app.chatId}, ${position}, 'text', ${`Mine ${number}`}, 2, ${id}, 1, ${`Theirs ${number}`}, 1, 1)`);
      }
    }
  });
  return [menu.id, parking.id];
}

test("of a source, exactly its own conflicts are listed, page by page, however many another source has before them", async () => {
  app = await sourceApp({ ...PAGES });
  const [menu, parking] = await readTwo(35);
  const all = await list("&limit=10");
  expect([all.total, all.totalPages]).toEqual([70, 7]);
  for (const source of [menu, parking]) {
    const pages = await Promise.all([1, 2, 3, 4].map((number) => list(`&limit=10&source=${source}&page=${number}`)));
    expect(pages.map(({ total, totalPages, entries }) => [total, totalPages, entries.length])).toEqual([
      [35, 4, 10],
      [35, 4, 10],
      [35, 4, 10],
      [35, 4, 5],
    ]);
    const entries = pages.flatMap((one) => one.entries);
    expect(new Set(entries.map(({ origin }) => origin?.sourceId))).toEqual(new Set([source]));
    expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: 35 }, (_, at) => at + 1));
  }
});

test("a source of another owner has no conflicts here, and neither has one that was deleted", async () => {
  app = await sourceApp({ ...PAGES });
  const [menu] = await readTwo(2);
  const other = await app.sapa.signUp("other");
  const chat = await app.sapa.createAgent(other.token);
  const foreign = await app.sapa.call("GET", `/api/chats/${chat}/knowledge?only=conflicting&source=${menu}`, { token: other.token });
  expect([foreign.status, foreign.body.total, foreign.body.entries]).toEqual([200, 0, []]);
  await app.call("DELETE", `/sources/${menu}`);
  expect(await list(`&source=${menu}`)).toMatchObject({ total: 0, entries: [] });
  expect((await list("")).total).toBe(2);
});
