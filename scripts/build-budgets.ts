/** What may be sent, in bytes after brotli. A build over a budget fails: weight creeps in a kilobyte at a time. */
import { DEMO_CHAT_ID } from "../src/contract/agent.ts";
import { AGENT_DEFAULTS } from "../src/contract/agent-fields.ts";
import { FRAME_TEXT } from "../src/contract/widget-text.ts";
import { createFramePages } from "../src/server/agents/frame-page.ts";
import type { PackedFile } from "./build-manifest.ts";
import { type WebBuild, withImports } from "./build-web.ts";
import type { WidgetBuild } from "./build-widget.ts";

const KB = 1_024;
/** Under 3 KB, and a thirtieth of the lightest other widget of bench/widget.ts (deep-chat's 91,850 bytes). */
const LOADER = 3_060;
/** Loader, the frame's page and its script; what the agent adds to the page counts with them. */
const LOADER_AND_FRAME = 12 * KB;
/** The frame's second part, which comes after the first paint. */
const TALK = 12 * KB;
/** Script and style that every page of the application loads first. */
const WEB_ENTRY = 140 * KB;
/** The landing page's script (a shop window opens fast on any line). */
const LANDING_SCRIPT = 120 * KB;
/** What any one further route adds. */
const WEB_ROUTE = 60 * KB;

export interface Measure {
  name: string;
  bytes: number;
  budget: number;
}

/** As long as a real one, as hard to compress, and the same in every build. */
const TICKET = ["a", "b"].map((text) => new Bun.CryptoHasher("sha512").update(text).digest("base64")).join("");

/** The framed page of an agent that says something, as a browser gets it. */
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
    place: { mode: "loader", scheme: "light" },
  } as const;
  const page = createFramePages(frame).render(look, { ticket: TICKET, origin: "https://shop.example.com" }, request);
  return (await page.arrayBuffer()).byteLength;
}

/** All measures of a build. */
export async function measure(files: PackedFile[], web: WebBuild, frame: WidgetBuild["frame"]): Promise<Measure[]> {
  const sizes = new Map(files.map((file) => [file.path, file.sizes.br ?? file.sizes.plain]));
  const sum = (paths: Iterable<string>) => [...paths].reduce((total, path) => total + (sizes.get(path) ?? 0), 0);
  const scripts = (names: Iterable<string>) => [...names].map((name) => `/assets/${name}`);
  const entry = withImports(web.entry, web.scripts);
  const measures = [
    { name: "widget loader", bytes: sum(["/embed.js"]), budget: LOADER },
    { name: "widget loader + frame", bytes: sum(["/embed.js", frame.script]) + (await weighFramePage(frame)), budget: LOADER_AND_FRAME },
    { name: "widget conversation (later)", bytes: sum([...sizes.keys()].filter((path) => path.startsWith("/assets/talk-"))), budget: TALK },
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

/** A table for people; over-budget lines are marked. */
export function describeMeasures(measures: Measure[]): string {
  const line = ({ name, bytes, budget }: Measure) =>
    `  ${name.padEnd(36)} ${(bytes / KB).toFixed(1).padStart(7)} KB of ${(budget / KB).toFixed(0).padStart(4)}${bytes > budget ? `   OVER BUDGET by ${bytes - budget} bytes` : ""}`;
  return measures.map(line).join("\n");
}
