/**
 * Imports of websites by the built executable, which is killed at random moments: while it reads, while it makes knowledge of
 * what it has read, and while it reads again what has changed. It asks each site once a second, as it always does, so eight
 * small sites are read at once. It takes about six minutes.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SourceView } from "../../src/contract/source.ts";
import { changeDatabase, look } from "../e2e/aftermath.ts";
import { type Sapa, startSapa } from "../e2e/sapa.ts";
import { killUntil } from "./killing.ts";
import { inNetwork, PUBLIC_ADDRESS, serveNames } from "./own-network.ts";
import { LIMIT_MS, rounds } from "./scale.ts";

/** A process reads eight sources at once. More pages than the reader fetches before it stores the first one. */
const SITES = 8;
const PAGES = 12;
const PATHS = Array.from({ length: PAGES }, (_, at) => (at === 0 ? "/" : `/bilik/${at}`));
const ROOM = "source_limit = 1000, page_limit = 100000, total_word_limit = 10000000, chat_limit = 1000";
const NEWS = "Sarapan percuma";

const sentenceOf = (at: number) => `Bilik nombor ${at} menghadap laut dan muat untuk ${at + 2} orang.`;
/** Every second page says something else once the site has changed. */
function pageAt(at: number, isChanged: boolean): string {
  const news = isChanged && at % 2 === 1 ? `${NEWS} di bilik ${at}, harga` : `Harga bilik ${at} ialah`;
  const links = PATHS.map((path) => `<li><a href="${path}">${path}</a></li>`).join("");
  return `<!doctype html><html lang="ms"><title>Bilik ${at}</title><nav><ul>${links}</ul></nav><main><h1>Bilik ${at}</h1>
    <p>${sentenceOf(at)}</p><p>${news} RM ${100 + at} semalam.</p></main><footer>Homestay Seri Pagi</footer></html>`;
}

inNetwork(import.meta.path, () => {
  let site: ReturnType<typeof Bun.serve>;
  let names: Awaited<ReturnType<typeof serveNames>>;
  /** Sites whose second page and every other one after it have changed. */
  const changed = new Set<string>();

  beforeAll(async () => {
    site = Bun.serve({
      hostname: PUBLIC_ADDRESS,
      port: 0,
      fetch(request) {
        const { hostname, pathname } = new URL(request.url);
        const at = PATHS.indexOf(pathname);
        if (at < 0) return new Response("not here", { status: 404 });
        const html = pageAt(at, changed.has(hostname));
        const etag = `"${Bun.hash(html).toString(36)}"`;
        if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers: { etag } });
        return new Response(html, { headers: { "content-type": "text/html; charset=utf-8", etag } });
      },
    });
    names = await serveNames((name) => (name.endsWith(".example") ? [PUBLIC_ADDRESS] : []));
  });
  afterAll(async () => {
    names.close();
    await site.stop(true);
  });

  test(
    "however often the built server is killed while it reads websites, each reading ends once, and no entry is lost or doubled",
    async () => {
      const data = mkdtempSync(join(tmpdir(), "sapa-websites-"));
      let sapa: Sapa = await startSapa({ data });
      const owners: string[] = [];
      for (let at = 0; at < SITES; at++) owners.push((await sapa.signUp()).token);
      changeDatabase(sapa, (database) => database.run(`update plans set ${ROOM} where id = 1`));
      await sapa.kill();

      const ask = <Query>(query: string, ...values: string[]) =>
        look(data, (database) => database.query<Query, string[]>(query).all(...values));
      const isDone = async () => ask("select 1 from jobs where kind = 'read source' and ended_at is null").length === 0;
      const textsOf = (agent: string) =>
        ask<{ body: string }>("select body from knowledge where agent_id = ? order by body", agent).map(({ body }) => body);
      /** Begins readings, and kills the server until all of them have ended. @returns how often it was killed before that */
      const endDespiteKills = (begin: () => Promise<unknown>, lifeMs: () => number) => {
        let hasBegun = false;
        const start = async () => {
          sapa = await startSapa({ data });
          if (!hasBegun) await begin();
          hasBegun = true;
          return sapa;
        };
        return killUntil(isDone, start, lifeMs);
      };

      interface Import {
        host: string;
        token: string;
        agent: string;
        source: string;
      }
      let made = 0;
      /** Each owner's agent reads a site of its own, and again once that has changed. Gives the texts after both. */
      const importSites = async (tokens: string[], lives: { reading: () => number; storing: () => number; again: () => number }) => {
        const imports: Import[] = [];
        const call = async <Answer>({ token, agent }: Pick<Import, "token" | "agent">, path: string, body?: unknown) => {
          const answer = await sapa.call<Answer>("POST", `/api/chats/${agent}/sources${path}`, { token, body });
          expect(answer.status).toBe(202);
          return answer.body;
        };
        const add = async (token: string) => {
          const agent = await sapa.createAgent(token);
          const host = `shop${++made}.example`;
          const { source } = await call<{ source: SourceView }>({ token, agent }, "", {
            kind: "site",
            url: `http://${host}:${site.port}/`,
          });
          imports.push({ host, token, agent, source: source.id });
        };
        let kills = await endDespiteKills(async () => {
          for (const token of tokens) await add(token);
        }, lives.reading);
        kills += await endDespiteKills(async () => {
          for (const one of imports) await call(one, `/${one.source}/choose`, { all: true });
        }, lives.storing);
        const first = imports.map(({ agent }) => textsOf(agent));
        for (const { host } of imports) changed.add(host);
        kills += await endDespiteKills(async () => {
          for (const one of imports) await call(one, `/${one.source}/sync`);
        }, lives.again);
        for (const { agent, source } of imports) {
          const jobs = ask("select state from jobs where kind = 'read source' and payload like ?", `%${source}%`);
          expect(jobs).toEqual([{ state: "done" }, { state: "done" }, { state: "done" }]);
          const versions = ask("select action from agent_versions where agent_id = ? and action = 'read'", agent);
          expect(versions.length).toBe(2);
          expect(ask("select state from sources where id = ?", source)).toEqual([{ state: "ready" }]);
        }
        return { kills, first, second: imports.map(({ agent }) => textsOf(agent)) };
      };

      const long = () => LIMIT_MS;
      const { kills: none, ...undisturbed } = await importSites(owners.slice(0, 1), { reading: long, storing: long, again: long });
      const [first = [], second = []] = [undisturbed.first[0], undisturbed.second[0]];
      const marked = PATHS.map((_, at) => sentenceOf(at));
      const timesIn = (texts: string[], text: string) => texts.filter((one) => one.includes(text)).length;
      expect(none).toBe(0);
      expect(marked.map((text) => timesIn(first, text))).toEqual(marked.map(() => 1));
      expect([timesIn(first, NEWS), timesIn(second, NEWS)]).toEqual([0, PAGES / 2]);
      expect(second.length).toBe(first.length);

      const below = (ms: number) => () => Math.random() * ms;
      let kills = 0;
      let readings = 0;
      while (kills < rounds(50)) {
        const imported = await importSites(owners, { reading: below(11_500), storing: below(150), again: below(3_000) });
        kills += imported.kills;
        readings += 2 * SITES;
        expect(imported.first).toEqual(owners.map(() => first));
        expect(imported.second).toEqual(owners.map(() => second));
        console.log(`killed ${kills} times, ${readings} readings`);
      }
      expect(look(data, (database) => database.query("pragma integrity_check").get())).toEqual({ integrity_check: "ok" });
      rmSync(data, { recursive: true });
    },
    3 * LIMIT_MS,
  );
});
