/** Websites that lead into the own network or never end, read by the built executable. It takes about a minute. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { SourceDetails, SourceFailure, SourceView } from "../../src/contract/source.ts";
import { reading as english } from "../../src/web/text/en/reading.ts";
import { reading as malay } from "../../src/web/text/ms/reading.ts";
import { changeDatabase } from "../e2e/aftermath.ts";
import { type Sapa, startSapa } from "../e2e/sapa.ts";
import { until } from "../until.ts";
import { inNetwork, METADATA_ADDRESS, PUBLIC_ADDRESS, serveNames } from "./own-network.ts";
import { LIMIT_MS } from "./scale.ts";

const FIVE_GB = 5_000_000_000;
const PIECE = new Uint8Array(1_000_000).fill(97);
const GROWN_MB = 100;

/** By name: what its addresses are, the first time, the second time, and so on. */
const ADDRESSES: Record<string, string[][]> = {
  // The first question is for robots.txt, the second one for the page.
  "changing.example": [[PUBLIC_ADDRESS], ["127.0.0.1"]],
  "both.example": [[PUBLIC_ADDRESS, METADATA_ADDRESS]],
  "inside.example": [["127.0.0.1"]],
};

inNetwork(import.meta.path, () => {
  let sapa: Sapa;
  let token: string;
  let agent: string;
  let site: ReturnType<typeof Bun.serve>;
  let names: Awaited<ReturnType<typeof serveNames>>;
  /** Servers of the own network, which no request may reach. */
  const inside: ReturnType<typeof Bun.serve>[] = [];
  const reached: string[] = [];
  let sentBytes = 0;

  const endless = (bytes: number, pauseMs = 0) =>
    new ReadableStream({
      async pull(stream) {
        if (pauseMs > 0) await Bun.sleep(pauseMs);
        sentBytes += PIECE.length;
        if (sentBytes > bytes) stream.close();
        else stream.enqueue(pauseMs > 0 ? PIECE.subarray(0, 10) : PIECE);
      },
    });

  function answer(request: Request): Response {
    const { hostname, pathname } = new URL(request.url);
    const to = (location: string) => new Response(null, { status: 302, headers: { location } });
    const page = (text: string) => new Response(text, { headers: { "content-type": "text/html" } });
    if (pathname === "/robots.txt" || pathname === "/sitemap.xml") return new Response("not here", { status: 404 });
    if (hostname === "loopback.example") return to(`http://127.0.0.1:${site.port}/admin`);
    if (hostname === "metadata.example") return to(`http://${METADATA_ADDRESS}/latest/meta-data/`);
    if (hostname === "named.example") return to(`http://inside.example:${site.port}/`);
    if (hostname === "circle.example") return to(pathname === "/" ? "/again" : "/");
    if (hostname === "chain.example") return to(`/${Number(pathname.slice(1)) + 1}`);
    if (hostname === "huge.example") return new Response(endless(FIVE_GB), { headers: { "content-type": "text/html" } });
    if (hostname === "slow.example") return new Response(endless(FIVE_GB, 200), { headers: { "content-type": "text/html" } });
    if (hostname === "calendar.example") {
      const at = pathname.startsWith("/calendar/") ? Number(pathname.slice(10, 14)) * 12 + Number(pathname.slice(15)) : 2026 * 12 + 1;
      const next = `/calendar/${Math.floor((at + 1) / 12)}/${String((at + 1) % 12).padStart(2, "0")}`;
      return page(
        `<h1>Month ${at}</h1><p>Nothing is planned in month ${at} of our hall.</p><a href="${next}">Next</a><a href="?view=${at}">Week</a>`,
      );
    }
    return page("<h1>Kedai</h1><p>We are open from nine to five on every day of the week.</p>");
  }

  beforeAll(async () => {
    site = Bun.serve({ hostname: PUBLIC_ADDRESS, port: 0, idleTimeout: 60, fetch: answer });
    for (const [hostname, port] of [
      ["127.0.0.1", site.port],
      [METADATA_ADDRESS, 80],
    ] as const) {
      const fetch = (request: Request) => {
        reached.push(request.url);
        return new Response("<h1>Secret</h1><p>This page is about the inside of the network.</p>", {
          headers: { "content-type": "text/html" },
        });
      };
      inside.push(Bun.serve({ hostname, port, fetch }));
    }
    const asked = new Map<string, number>();
    names = await serveNames((name) => {
      const times = asked.get(name) ?? 0;
      asked.set(name, times + 1);
      const all = ADDRESSES[name] ?? (name.endsWith(".example") ? [[PUBLIC_ADDRESS]] : []);
      return all[Math.min(times, all.length - 1)] ?? [];
    });
    sapa = await startSapa();
    token = (await sapa.signUp()).token;
    const room = "source_limit = 100, page_limit = 1000, total_word_limit = 1000000";
    changeDatabase(sapa, (database) => database.run(`update plans set ${room} where id = 1`));
    agent = await sapa.createAgent(token);
  });
  afterAll(async () => {
    await sapa.dispose();
    names.close();
    for (const server of [site, ...inside]) await server.stop(true);
  });

  const look = async (id: string) => (await sapa.call<SourceDetails>("GET", `/api/chats/${agent}/sources/${id}?limit=100`, { token })).body;
  async function add(kind: "page" | "site", name: string): Promise<SourceView> {
    const body = { kind, url: `http://${name}:${site.port}/` };
    const added = await sapa.call<{ source: SourceView }>("POST", `/api/chats/${agent}/sources`, { token, body });
    expect(added.status).toBe(202);
    return added.body.source;
  }
  async function ended(id: string): Promise<SourceDetails> {
    const isOver = async () => ["done", "failed"].includes((await look(id)).source.job?.state ?? "");
    await until(isOver, LIMIT_MS / 4);
    return look(id);
  }

  test("the network is as the tests need it: its names are found, and its servers answer", async () => {
    const { source } = await ended((await add("page", "shop.example")).id);
    expect(source.state).toBe("ready");
    expect((await fetch(`http://127.0.0.1:${site.port}/`)).status).toBe(200);
    expect((await fetch(`http://${METADATA_ADDRESS}/`)).status).toBe(200);
    expect(reached.splice(0).length).toBe(2);
  });

  test.each<[string, SourceFailure]>([
    ["loopback.example", "private_address"],
    ["metadata.example", "private_address"],
    ["named.example", "private_address"],
    ["inside.example", "private_address"],
    ["changing.example", "private_address"],
    ["both.example", "private_address"],
    ["circle.example", "redirect_loop"],
    ["chain.example", "redirect_loop"],
    ["huge.example", "too_large"],
  ])("%s is refused, and its owner reads why in both languages", async (name, code) => {
    const before = residentMb(sapa.pid);
    const { source } = await ended((await add("page", name)).id);
    const grown = residentMb(sapa.pid) - before;
    console.log(`${name}: ${code} | ${english[`why.${code}`]} | ${malay[`why.${code}`]} | ${grown.toFixed(0)} MB more`);
    expect([source.state, source.failure, source.entries]).toEqual(["failed", code, 0]);
    expect(source.job?.told?.id).toBe("sources.failed");
    expect(reached).toEqual([]);
    expect(grown).toBeLessThan(GROWN_MB);
    expect(malay[`why.${code}`]).not.toBe(english[`why.${code}`]);
  });

  test("a page that never ends is given up, and the owner reads that it is tried again", async () => {
    const { id } = await add("page", "slow.example");
    const isTriedAgain = async () => (await look(id)).source.job?.told?.id === "sources.trying";
    expect(await until(isTriedAgain, LIMIT_MS / 4)).toBe(true);
  });

  test("an endless calendar ends", async () => {
    const { source, pages } = await ended((await add("site", "calendar.example")).id);
    console.log(`calendar: ${source.state}, ${pages.length} pages`);
    expect(source.state).toBe("proposed");
    expect(pages.length).toBeLessThan(20);
  });
});

/** The memory of a process, in megabytes. */
const residentMb = (pid: number): number => (Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4_096) / 1e6;
