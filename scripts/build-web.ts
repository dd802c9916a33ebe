/** Builds the React application: scripts split by route, with content hashes in their names, and the two pages for them. */
import { existsSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../src/contract/language.ts";
import { EARLY_PAGES } from "../src/contract/page.ts";
import type { ShellName } from "../src/web/ui/page/Shell.tsx";
import { BuildError, hashOf, ROOT, SOURCE, WEB, WEB_ASSETS } from "./build-paths.ts";
import { buildStyle } from "./build-style.ts";
import { drawLanding, drawShell } from "./prerender.tsx";

const FONT = join(ROOT, "node_modules/@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2");
/** The font's address in index.html and app.css; the build replaces it with the hashed name. */
const FONT_ADDRESS = "/assets/fonts/plus-jakarta-sans.woff2";

/** What each page shows before its code has arrived. */
const SHELLS: Record<(typeof EARLY_PAGES)[number], ShellName> = {
  "/dashboard": "app",
  "/editor": "editor",
  "/start": "app",
  "/signup": "entrance",
  "/login": "entrance",
};

const SIGN_UP = ["open", "closed"] as const;

/** One script of the application and the scripts that load with it. */
export interface WebScript {
  name: string;
  /** Files that must be loaded before it can start. */
  imports: string[];
  /** Files that it loads when they are needed. */
  lazy: string[];
}

export interface WebBuild {
  /** The application's first script. */
  entry: string;
  /** The landing page's first script. */
  landing: string;
  style: string;
  scripts: Map<string, WebScript>;
}

/** Builds src/web into dist/web. */
export async function buildWeb(): Promise<WebBuild> {
  await mkdir(WEB_ASSETS, { recursive: true });
  const font = await copyHashed(FONT, "plus-jakarta-sans");
  const [{ entry, landing, scripts }, css] = await Promise.all([buildScripts(), buildStyle(join(SOURCE.web, "app.css"), "app")]);
  const sheet = css.replaceAll(FONT_ADDRESS, `/assets/${font}`);
  const style = `app-${hashOf(sheet)}.css`;
  await Bun.write(join(WEB_ASSETS, style), sheet);
  const publicFolder = join(SOURCE.web, "public");
  if (existsSync(publicFolder)) await cp(publicFolder, WEB, { recursive: true });
  const built = { style, font, scripts };
  for (const signUp of SIGN_UP) {
    const end = signUp === "open" ? "" : `-${signUp}`;
    for (const language of LANGUAGES) {
      const drawn = await drawLanding(language, signUp === "open");
      await writePage(`landing${language === DEFAULT_LANGUAGE ? "" : `-${language}`}${end}.html`, {
        ...built,
        ...drawn,
        language,
        signUp,
        entry: landing,
        isComplete: true,
      });
      if (language !== DEFAULT_LANGUAGE) continue;
      const { description } = drawn;
      const page = { ...built, language, signUp, entry, title: "Sapa", description };
      await writePage(`index${end}.html`, { ...page, content: drawShell("app") });
      for (const path of EARLY_PAGES) {
        const document = { ...page, content: drawShell(SHELLS[path]), early: codeOf(path, scripts) };
        await writePage(`${earlyName(path)}${end}.html`, document);
      }
    }
  }
  return { entry, landing, style, scripts };
}

async function copyHashed(path: string, name: string): Promise<string> {
  const content = await Bun.file(path).bytes();
  const target = `${name}-${hashOf(content)}.${path.split(".").at(-1)}`;
  await Bun.write(join(WEB_ASSETS, target), content);
  return target;
}

async function buildScripts(): Promise<Pick<WebBuild, "entry" | "landing" | "scripts">> {
  const built = await Bun.build({
    entrypoints: [join(SOURCE.web, "main.tsx"), join(SOURCE.web, "landing.tsx")],
    outdir: WEB_ASSETS,
    root: SOURCE.web,
    target: "browser",
    format: "esm",
    splitting: true,
    minify: true,
    jsx: { runtime: "automatic", development: false },
    define: { "process.env.NODE_ENV": '"production"' },
    naming: { entry: "[name]-[hash].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
  });
  const entryNamed = (start: string) => {
    const found = built.outputs.find((output) => output.kind === "entry-point" && basename(output.path).startsWith(`${start}-`));
    if (!found) throw new BuildError(`src/web/${start}.tsx: the build made no script`);
    return basename(found.path);
  };
  const scripts = new Map<string, WebScript>();
  for (const output of built.outputs) {
    const name = basename(output.path);
    if (name.endsWith(".css")) throw new BuildError(`${name}: CSS is imported by app.css, not by scripts`);
    if (name.endsWith(".js")) scripts.set(name, readImports(name, await output.text()));
  }
  return { entry: entryNamed("main"), landing: entryNamed("landing"), scripts };
}

function readImports(name: string, code: string): WebScript {
  const found = new Bun.Transpiler({ loader: "js" }).scanImports(code).map((one) => ({ kind: one.kind, name: basename(one.path) }));
  const namesOf = (isLazy: boolean) => found.filter((one) => (one.kind === "dynamic-import") === isLazy).map((one) => one.name);
  return { name, imports: namesOf(false), lazy: namesOf(true) };
}

/** A script and all scripts that must be loaded before it runs. */
export function withImports(start: string, scripts: Map<string, WebScript>): Set<string> {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const next of scripts.get(name)?.imports ?? []) visit(next);
  };
  visit(start);
  return seen;
}

/** The name of the document of one of `EARLY_PAGES`, without its ending. */
export const earlyName = (path: string): string => `page-${path.slice(1)}`;

/** The script of a page: its component's file, such as Dashboard.tsx. */
function codeOf(path: string, scripts: Map<string, WebScript>): string {
  const component = `${path.charAt(1).toUpperCase()}${path.slice(2)}-`;
  const name = [...scripts.keys()].find((one) => one.startsWith(component));
  if (!name) throw new BuildError(`${path}: the build made no script ${component}…`);
  return name;
}

interface Page {
  entry: string;
  /** Whether the content is all that the page shows at first. */
  isComplete?: boolean;
  /** A script that is loaded together with the application. */
  early?: string;
  style: string;
  font: string;
  scripts: Map<string, WebScript>;
  /** Whether sign-up is open. The server sends the matching page, so that it does not change while it is being read. */
  signUp: (typeof SIGN_UP)[number];
  /** The HTML in #root before any script runs. */
  content: string;
  title: string;
  description: string;
  language: Language;
}

const MARKS = ["styles", "scripts", "content", "title", "description", "sign-up"].map((name) => `<!--${name}-->`);
const LANGUAGE = 'lang="en"';

async function writePage(
  name: string,
  { entry, style, font, scripts, signUp, content, title, description, language, early = entry, isComplete = false }: Page,
): Promise<void> {
  const template = await Bun.file(join(SOURCE.web, "index.html")).text();
  for (const mark of [...MARKS, LANGUAGE]) {
    if (!template.includes(mark)) throw new BuildError(`src/web/index.html has no ${mark}`);
  }
  const needed = new Set([...withImports(entry, scripts), ...withImports(early, scripts)]);
  needed.delete(entry);
  // The landing page is complete without its scripts, which must not take the line from its style and its font.
  const priority = isComplete ? ' fetchpriority="low"' : "";
  const preloads = [...needed].map((name) => `<link rel="modulepreload"${priority} href="/assets/${name}">`);
  const html = template
    .replaceAll("<!--title-->", title)
    .replaceAll("<!--description-->", description)
    .replace(LANGUAGE, `lang="${language}"`)
    .replace("<!--sign-up-->", signUp)
    .replace("<!--content-->", () => content)
    .replaceAll(FONT_ADDRESS, `/assets/${font}`)
    .replace("<!--styles-->", `<link rel="stylesheet" href="/assets/${style}">`)
    .replace("<!--scripts-->", [...preloads, `<script type="module"${priority} src="/assets/${entry}"></script>`].join("\n    "));
  await Bun.write(join(WEB, name), html);
}
