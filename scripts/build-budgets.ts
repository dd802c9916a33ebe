/** The size budgets, in bytes after brotli. A build over a budget fails, because sizes grow unnoticed by small steps. */
import { DEMO_CHAT_ID } from "../src/contract/agent.ts";
import { AGENT_DEFAULTS } from "../src/contract/agent-fields.ts";
import { FRAME_TEXT } from "../src/contract/widget-text.ts";
import { createFramePages } from "../src/server/agents/frame-page.ts";
import { withImports } from "./build-join.ts";
import type { PackedFile } from "./build-manifest.ts";
import type { WebBuild } from "./build-web.ts";
import type { WidgetBuild } from "./build-widget.ts";

const KB = 1_024;
/** Under 3 KB, and a thirtieth of the smallest other widget in bench/widget.ts (deep-chat with 91,850 bytes). */
const LOADER = 3_060;
/** The loader, the frame's page with the agent's data, and the frame's script. */
const LOADER_AND_FRAME = 12 * KB;
/** The frame's second part, which is loaded after the first paint. */
const TALK = 12 * KB;
/** A part of the frame that is loaded when it is first needed. */
const PART = 2 * KB;
/** The scripts and styles that every page of the application loads first. The style sheet is one for all pages. */
const WEB_ENTRY = 144 * KB;
/** The landing page's scripts: it must open fast on any connection. */
const LANDING_SCRIPT = 120 * KB;
/** The scripts that any other route adds. */
const WEB_ROUTE = 60 * KB;

export interface Measure {
  name: string;
  bytes: number;
  budget: number;
}

/** A ticket that is as long and as hard to compress as a real one, and the same in every build. */
const TICKET = ["a", "b"].map((text) => new Bun.CryptoHasher("sha512").update(text).digest("base64")).join("");

/** The size of the framed page of an agent with a greeting, as a browser receives it. */
async function weighFramePage(frame: WidgetBuild["frame"]): Promise<number> {
  const agent = {
    ...AGENT_DEFAULTS,
    id: DEMO_CHAT_ID,
    chatName: "Kedai",
    defaultMessage: "Hello. Ask about our menu.",
    toggleIconColor: "#1F6B4F",
  };
  const request = new Request("http://localhost/embed", { headers: { "accept-encoding": "br" } });
  const look = {
    cacheKey: null,
    refused: undefined,
    describe: () => ({ agent, text: FRAME_TEXT.en }),
    frameAncestors: () => null,
    lang: "en",
    credit: { text: "", url: "" },
    place: { mode: "loader", scheme: "light" },
    isPage: false,
  } as const;
  const page = createFramePages(frame).render(look, { ticket: TICKET, origin: "https://shop.example.com" }, request);
  return (await page.arrayBuffer()).byteLength;
}

/** All measured sizes of a build, with their budgets. */
export async function measure(files: PackedFile[], web: WebBuild, frame: WidgetBuild["frame"]): Promise<Measure[]> {
  const sizes = new Map(files.map((file) => [file.path, file.sizes.br ?? file.sizes.plain]));
  const sum = (paths: Iterable<string>) => [...paths].reduce((total, path) => total + (sizes.get(path) ?? 0), 0);
  const scripts = (names: Iterable<string>) => [...names].map((name) => `/assets/${name}`);
  const entry = withImports(web.entry, web.scripts);
  const measures = [
    { name: "widget loader", bytes: sum(["/embed.js"]), budget: LOADER },
    { name: "widget loader + frame", bytes: sum(["/embed.js", frame.script]) + (await weighFramePage(frame)), budget: LOADER_AND_FRAME },
    { name: "widget conversation (later)", bytes: sum([...sizes.keys()].filter((path) => path.startsWith("/assets/talk-"))), budget: TALK },
    ...["invite", "copy", "sources", "consent"].map((part) => ({
      name: `widget ${part} (when needed)`,
      bytes: sum([...sizes.keys()].filter((path) => /^\/assets\/(\w+)[-.]/.exec(path)?.[1] === part)),
      budget: PART,
    })),
    { name: "web entry (script + style)", bytes: sum([...scripts(entry), `/assets/${web.style}`]), budget: WEB_ENTRY },
    { name: "landing page (script)", bytes: sum(scripts(withImports(web.landing, web.scripts))), budget: LANDING_SCRIPT },
  ];
  const lazy = new Set([...web.scripts.values()].flatMap((script) => script.lazy));
  for (const name of [...lazy].sort()) {
    const added = [...withImports(name, web.scripts)].filter((one) => !entry.has(one));
    measures.push({ name: `web route ${name.replace(/-[0-9a-z]+\.js$/, "")}`, bytes: sum(scripts(added)), budget: WEB_ROUTE });
  }
  return measures;
}

/** A table of the sizes, in which lines over their budget are marked. */
export function describeMeasures(measures: Measure[]): string {
  const line = ({ name, bytes, budget }: Measure) =>
    `  ${name.padEnd(36)} ${(bytes / KB).toFixed(1).padStart(7)} KB of ${(budget / KB).toFixed(0).padStart(4)}${bytes > budget ? `   OVER BUDGET by ${bytes - budget} bytes` : ""}`;
  return measures.map(line).join("\n");
}
