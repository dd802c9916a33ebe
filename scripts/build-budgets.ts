/** What may be sent, in bytes after brotli. A build over a budget fails: weight creeps in a kilobyte at a time. */
import type { PackedFile } from "./build-manifest.ts";
import { type WebBuild, withImports } from "./build-web.ts";

const KB = 1_024;
const LOADER = 3 * KB;
const LOADER_AND_FRAME = 12 * KB;
/** The frame's second part, which comes after the first paint. */
const TALK = 12 * KB;
/** Script and style that every page of the application loads first. */
const WEB_ENTRY = 140 * KB;
/** The landing page's script (issue 4: a shop window opens fast on any line). */
const LANDING_SCRIPT = 120 * KB;
/** What any one further route adds. */
const WEB_ROUTE = 60 * KB;

export interface Measure {
  name: string;
  bytes: number;
  budget: number;
}

/** All measures of a build. */
export function measure(files: PackedFile[], web: WebBuild, frame: { script: string; style: string }): Measure[] {
  const sizes = new Map(files.map((file) => [file.path, file.sizes.br ?? file.sizes.plain]));
  const sum = (paths: Iterable<string>) => [...paths].reduce((total, path) => total + (sizes.get(path) ?? 0), 0);
  const scripts = (names: Iterable<string>) => [...names].map((name) => `/assets/${name}`);
  const entry = withImports(web.entry, web.scripts);
  const measures = [
    { name: "widget loader", bytes: sum(["/embed.js"]), budget: LOADER },
    { name: "widget loader + frame", bytes: sum(["/embed.js", frame.script, frame.style]), budget: LOADER_AND_FRAME },
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
    `  ${name.padEnd(36)} ${(bytes / KB).toFixed(1).padStart(7)} KB of ${(budget / KB).toFixed(0).padStart(4)}${bytes > budget ? "   OVER BUDGET" : ""}`;
  return measures.map(line).join("\n");
}
