/**
 * Websites and files through the whole product: 200 pages over real connections and a second reading of them; and imports whose
 * processes are killed at random moments. It takes about five minutes.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SourceDetails, SourceView } from "../../src/contract/source.ts";
import { matchStore } from "../../src/server/files/store-mark.ts";
import { Runner } from "../../src/server/jobs/runner.ts";
import { createOutbound } from "../../src/server/platform/outbound/outbound.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { readFile } from "../../src/server/reading/files/read-file.ts";
import { createSiteReader } from "../../src/server/reading/site/site-reader.ts";
import { createReadSource } from "../../src/server/sources/read-source.ts";
import { type TestApp, testApp } from "../app.ts";
import { changeDatabase, look } from "../e2e/aftermath.ts";
import { type Sapa, startSapa } from "../e2e/sapa.ts";
import { type Fixture, makeFixture, plainLine } from "../site-fixture.ts";
import { formOf } from "../sources.ts";
import { until } from "../until.ts";
import { killUntil } from "./killing.ts";
import { LIMIT_MS, rounds } from "./scale.ts";
import { SITE } from "./sources-process.ts";

const ROOM = "source_limit = 1000, page_limit = 100000, total_word_limit = 10000000, chat_limit = 1000";
let fixture: Fixture;
let site: ReturnType<typeof Bun.serve>;
let asked: { path: string; status: number }[] = [];
/** The pages of the site, and how long each takes to answer. */
let pages = 200;
let answerMs = 0;

beforeAll(() => {
  fixture = makeFixture();
  const tagged = fixture.pages.map(({ path, html }) => [path, { html, etag: `"${Bun.hash(html).toString(36)}"` }] as const);
  const at = new Map(tagged);
  const order = fixture.pages.map(({ path }) => path);
  site = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (answerMs > 0) await Bun.sleep(answerMs);
      const page = order.indexOf(pathname) < pages ? at.get(pathname) : undefined;
      const headers = { "content-type": "text/html; charset=utf-8", etag: page?.etag ?? "" };
      const isSame = page !== undefined && request.headers.get("if-none-match") === page.etag;
      const status = page ? (isSame ? 304 : 200) : 404;
      asked.push({ path: pathname, status });
      return new Response(isSame ? null : (page?.html ?? "not here"), { status, headers });
    },
  });
});
afterAll(() => site.stop(true));

const address = () => `http://${SITE}:${site.port}/`;
const rowsOf = (sapa: TestApp, agentId: string) =>
  sapa.db.all<{ body: string; origin: string }>(sql`select * from knowledge where agent_id = ${agentId} order by id`);
const sorted = (rows: readonly { body: string }[]) => rows.map(({ body }) => body).sort();

test(
  "a website of 200 pages becomes knowledge without its navigation, and a second reading rewrites nothing",
  async () => {
    asked = [];
    const sites = createSiteReader({
      publicUrl: null,
      intervalMs: 0,
      outbound: createOutbound({ resolve: async () => ["127.0.0.1"], isAllowed: (_, port) => port === site.port }),
    });
    const sapa = await testApp({ sites });
    const { token } = await sapa.signUp("owner");
    await sapa.db.transaction((tx) => tx.run({ strings: [`update plans set ${ROOM} where id = 1`], values: [] }));
    const chatId = await sapa.createAgent(token);
    const runner = new Runner({ ...sapa, kinds: [createReadSource({ ...sapa, sites, readFile })], tasks: [] });
    const call = (method: string, path: string, body?: unknown) => sapa.call(method, `/api/chats/${chatId}${path}`, { token, body });
    const work = async () => {
      await runner.look();
      await runner.idle();
    };
    const began = performance.now();
    const { source }: { source: SourceView } = (await call("POST", "/sources", { kind: "site", url: address() })).body;
    await work();
    const proposed: SourceDetails = (await call("GET", `/sources/${source.id}`)).body;
    expect(proposed.source).toMatchObject({ state: "proposed", proposed: 200, entries: 0 });
    await call("POST", `/sources/${source.id}/choose`, { all: true });
    await work();
    const seconds = (performance.now() - began) / 1_000;

    const before = await rowsOf(sapa, chatId);
    const texts = before.map(({ body }) => body);
    const has = (...parts: string[]) => texts.some((text) => parts.every((part) => text.includes(part)));
    const marked = fixture.pages.flatMap((page) => page.marked);
    const prices = fixture.pages.flatMap((page) => page.prices);
    const around = new Set(fixture.around.map(plainLine));
    const lines = texts.flatMap((text) => text.split("\n").map(plainLine)).filter((line) => line !== "");
    const versions = async () => (await call("GET", "/versions")).body.newest;
    const newest = await versions();

    asked = [];
    await call("POST", `/sources/${source.id}/sync`);
    await work();
    const figures = {
      seconds,
      entries: before.length,
      marked: marked.filter((text) => has(text)).length / marked.length,
      prices: prices.filter(([name, price]) => has(name, price)).length / prices.length,
      navigation: lines.filter((line) => around.has(line)).length / lines.length,
      unchanged: asked.filter(({ status }) => status === 304).length / asked.length,
    };
    console.log(JSON.stringify(figures));
    expect(figures.seconds).toBeLessThan(90);
    expect(figures.marked).toBeGreaterThanOrEqual(0.95);
    expect(figures.prices).toBeGreaterThanOrEqual(0.95);
    expect(figures.navigation).toBeLessThanOrEqual(0.02);
    expect(figures.unchanged).toBeGreaterThanOrEqual(0.95);
    expect(await rowsOf(sapa, chatId)).toEqual(before);
    expect(await versions()).toBe(newest);
    expect((await call("GET", `/sources/${source.id}`)).body.source).toMatchObject({ state: "ready", pages: 200 });
    await sapa.close();
  },
  LIMIT_MS,
);

test(
  "however often the process that reads a website is killed, every reading ends once, and no entry is lost or doubled",
  async () => {
    [pages, answerMs] = [30, 15];
    const folder = mkdtempSync(join(tmpdir(), "sapa-sources-"));
    const sapa = await testApp({ folder });
    await matchStore(sapa, true);
    const { token } = await sapa.signUp("owner");
    await sapa.db.transaction((tx) => tx.run({ strings: [`update plans set ${ROOM} where id = 1`], values: [] }));
    const start = async () => {
      const command = [process.execPath, join(import.meta.dir, "sources-process.ts"), folder, String(site.port)];
      const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
      await child.stdout.getReader().read();
      return {
        async kill() {
          child.kill("SIGKILL");
          await child.exited;
        },
      };
    };
    /** Reads the site for a new agent. */
    const importSite = async (lifeMs: () => number) => {
      const chatId = await sapa.createAgent(token);
      const call = (method: string, path: string, body?: unknown) => sapa.call(method, `/api/chats/${chatId}${path}`, { token, body });
      const { source }: { source: SourceView } = (await call("POST", "/sources", { kind: "site", url: address() })).body;
      const isDone = async () => {
        const job = (await call("GET", `/sources/${source.id}?limit=1`)).body.source.job;
        expect(["waiting", "running", "done"]).toContain(job.state);
        return job.state === "done";
      };
      let kills = await killUntil(isDone, start, lifeMs);
      await call("POST", `/sources/${source.id}/choose`, { all: true });
      kills += await killUntil(isDone, start, lifeMs);
      const details: SourceDetails = (await call("GET", `/sources/${source.id}`)).body;
      expect(details.source).toMatchObject({ state: "ready", pages: 30 });
      return { kills, texts: sorted(await rowsOf(sapa, chatId)) };
    };
    const { texts, kills: none } = await importSite(() => LIMIT_MS);
    expect([none, texts.length > 30]).toEqual([0, true]);
    let kills = 0;
    for (; kills < rounds(50); ) {
      const imported = await importSite(() => Math.random() * 700);
      kills += imported.kills;
      expect(imported.texts).toEqual(texts);
    }
    console.log(`killed ${kills} times`);
    await sapa.close();
    rmSync(folder, { recursive: true });
  },
  LIMIT_MS,
);

test(
  "however often the built server is killed while it reads files, each file is read once, and no entry is lost or doubled",
  async () => {
    const data = mkdtempSync(join(tmpdir(), "sapa-files-"));
    const list = (at: number) =>
      [
        "Name;Price;About",
        ...Array.from({ length: 2_500 }, (_, row) => `Room ${at}-${row};RM ${row + 50};With a view of garden ${row}`),
      ].join("\n");
    let sapa: Sapa = await startSapa({ data });
    const { token } = await sapa.signUp();
    changeDatabase(sapa, (database) => database.run(`update plans set ${ROOM} where id = 1`));
    await sapa.kill();
    const start = async () => {
      sapa = await startSapa({ data });
      return sapa;
    };
    const openJobs = () =>
      look(
        data,
        (database) =>
          database.query<{ n: number }, []>("select count(*) as n from jobs where kind = 'read source' and ended_at is null").get()?.n,
      );
    const agents: string[] = [];
    let kills = 0;
    for (; kills < rounds(50); ) {
      await start();
      const agent = await sapa.createAgent(token);
      agents.push(agent);
      const { type, bytes } = await formOf("rooms.csv", list(agents.length));
      const added = await fetch(`${sapa.url}/api/chats/${agent}/sources`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": type },
        body: bytes,
      });
      expect(added.status).toBe(202);
      await Bun.sleep(Math.random() * 300);
      await sapa.kill();
      kills +=
        1 +
        (await killUntil(
          async () => openJobs() === 0,
          start,
          () => Math.random() * 900,
        ));
    }
    await start();
    await until(async () => openJobs() === 0, LIMIT_MS / 4);
    await sapa.stop();
    for (const [at, agent] of agents.entries()) {
      const rows = look(data, (database) =>
        database.query<{ body: string }, [string]>("select body from knowledge where agent_id = ?").all(agent),
      );
      const names = rows.flatMap(({ body }) => [...body.matchAll(/Room \d+-\d+(?=:)/g)].map(([name]) => name));
      expect([names.length, new Set(names).size, names.every((name) => name.startsWith(`Room ${at + 1}-`))]).toEqual([2_500, 2_500, true]);
    }
    console.log(`killed ${kills} times, ${agents.length} files`);
    rmSync(data, { recursive: true });
  },
  LIMIT_MS,
);
