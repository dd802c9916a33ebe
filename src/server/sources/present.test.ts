/** What clients are told of entries that were read. */
import { afterEach, expect, test } from "bun:test";
import { planOf } from "../../../test/plans.ts";
import { type SourceApp, sourceApp } from "../../../test/sources.ts";
import type { KnowledgePage } from "../../contract/knowledge-calls.ts";
import type { SourcePageDetails } from "../../contract/source.ts";
import { firstTexts } from "../knowledge/read-store.ts";
import type { Reader, Sql } from "../platform/storage/db.ts";

let app: SourceApp;
afterEach(() => app.sapa.close());

test("the beginning of a page is found without comparing its entries with each other", async () => {
  app = await sourceApp({});
  const { db } = app.sapa;
  const asked: Sql[] = [];
  const all: Reader["all"] = (query) => {
    asked.push(query);
    return db.all(query);
  };
  await firstTexts({ ...db, all }, ["a", "b"], 300);
  for (const query of asked) expect(await planOf(db, query)).not.toMatch(/CORRELATED|SubPlan/);
  expect(asked.length).toBe(1);
});

test("a page's texts say which entries they are, and typed entries are counted apart", async () => {
  app = await sourceApp({});
  await app.call("POST", "/knowledge", { entry: "We deliver in Klang." });
  const added = await app.addFile("prices.csv", "Name;Price\nChair;RM 120\n");
  await app.work();
  const { pages } = await app.look(added.id);
  const list = (await app.call("GET", "/knowledge")).body as unknown as KnowledgePage;
  expect([list.count, list.typed]).toEqual([2, 1]);
  const read = list.entries.find(({ origin }) => origin !== undefined);
  const details = (await app.call("GET", `/sources/${added.id}/pages/${pages[0]?.id}`)).body as unknown as SourcePageDetails;
  expect(details.texts.map(({ entryId }) => entryId)).toEqual([read?.id ?? ""]);
});
