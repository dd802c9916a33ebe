/** Builds the React application: scripts split by route, with content hashes in their names, and the two pages for them. */
import { existsSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { BunPlugin } from "bun";
import { BRAND_HEAD, BRAND_ICON, MARKS } from "../src/contract/brand-page.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../src/contract/language.ts";
import { EARLY_PAGES } from "../src/contract/page.ts";
import { sectionsOf } from "../src/web/routes.tsx";
import type { ShellName } from "../src/web/ui/page/Shell.tsx";
import { joinScripts, readScript, type Script, withImports } from "./build-join.ts";
import { BuildError, hashOf, ROOT, SOURCE, WEB, WEB_ASSETS } from "./build-paths.ts";
import { buildStyle } from "./build-style.ts";
import { drawLanding, drawShells } from "./prerender.tsx";

const FONT = join(ROOT, "node_modules/@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2");
/** The font's address in index.html and app.css; the build replaces it with the hashed name. */
const FONT_ADDRESS = "/assets/fonts/plus-jakarta-sans.woff2";

const SIGN_UP = ["open", "closed"] as const;

/** What a page shows before its code has arrived. */
function shellOf(path: (typeof EARLY_PAGES)[number], signUp: (typeof SIGN_UP)[number]): ShellName {
  if (path === "/signup") return signUp === "open" ? "signup" : "signup-closed";
  const shells = { "/dashboard": "dashboard", "/editor": "editor", "/start": "app", "/login": "login" } as const;
  return shells[path];
}

/** One script of the application: the scripts that load with it, and those that it loads when they are needed. */
export type WebScript = Pick<Script, "imports" | "lazy">;

/** The files of a page's texts by language. */
type TextFiles = Partial<Record<Language, string[]>>;

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
  const [{ entry, landing, scripts, textsOf }, css, early] = await Promise.all([
    buildScripts(),
    buildStyle(join(SOURCE.web, "app.css"), "app"),
    buildEarly(),
  ]);
  const sheet = css.replaceAll(FONT_ADDRESS, `/assets/${font}`) + LANGUAGES.map(onlyInDocumentOf).join("");
  const style = `app-${hashOf(sheet)}.css`;
  await Bun.write(join(WEB_ASSETS, style), sheet);
  const publicFolder = join(SOURCE.web, "public");
  if (existsSync(publicFolder)) await cp(publicFolder, WEB, { recursive: true });
  const built = { style, font, early, scripts };
  for (const signUp of SIGN_UP) {
    const end = signUp === "open" ? "" : `-${signUp}`;
    for (const language of LANGUAGES) {
      const drawn = await drawLanding(language, signUp === "open");
      const name = `landing${language === DEFAULT_LANGUAGE ? "" : `-${language}`}${end}.html`;
      await writePage(name, { ...built, ...drawn, language, signUp, entry: landing, isComplete: true });
      if (language !== DEFAULT_LANGUAGE) continue;
      const page = { ...built, language, signUp, entry, isComplete: false, title: MARKS.name, description: drawn.description };
      await writePage(`index${end}.html`, { ...page, content: await drawShells("app") });
      for (const path of EARLY_PAGES) {
        const code = codeOf(path, scripts.keys());
        const content = await drawShells(shellOf(path, signUp));
        await writePage(`${earlyName(path)}${end}.html`, { ...page, content, code, texts: textsOf(path) });
      }
    }
  }
  return { entry, landing, style, scripts };
}

/** Bones are in the document once in each language. */
const onlyInDocumentOf = (language: Language) => `html:not([lang="${language}"]) [data-bones="${language}"]{display:none}`;

/** Builds the application's first script, which its documents load by itself. */
async function buildEarly(): Promise<string> {
  const built = await Bun.build({ entrypoints: [join(SOURCE.web, "early.ts")], target: "browser", format: "iife", minify: true });
  const [script] = built.outputs;
  if (!script || built.outputs.length !== 1) throw new BuildError("src/web/early.ts: expected one script");
  const code = await script.text();
  const name = `early-${hashOf(code)}.js`;
  await Bun.write(join(WEB_ASSETS, name), code);
  return name;
}

async function copyHashed(path: string, name: string): Promise<string> {
  const content = await Bun.file(path).bytes();
  const target = `${name}-${hashOf(content)}.${path.split(".").at(-1)}`;
  await Bun.write(join(WEB_ASSETS, target), content);
  return target;
}

/**
 * The application is written with React's API and built with Preact, as the widget is: React's own code is 60 KB more on
 * every first visit (docs/decisions/2026-11-23-pages-that-open-fast.md).
 */
const PREACT: Record<string, string> = {
  react: "preact/compat",
  "react-dom": "preact/compat",
  "react-dom/client": "preact/compat/client",
  "react/jsx-runtime": "preact/jsx-runtime",
};

const withPreact: BunPlugin = {
  name: "preact",
  setup(build) {
    build.onResolve({ filter: /^react(-dom)?($|\/)/ }, ({ path, importer }) => {
      const other = PREACT[path];
      if (!other) throw new BuildError(`${importer} imports ${path}, for which Preact has nothing`);
      return { path: Bun.resolveSync(other, ROOT) };
    });
  },
};

interface BuiltScripts extends Pick<WebBuild, "entry" | "landing" | "scripts"> {
  /** The files of a page's texts. */
  textsOf(path: string): TextFiles;
}

async function buildScripts(): Promise<BuiltScripts> {
  const built = await Bun.build({
    metafile: true,
    entrypoints: [join(SOURCE.web, "main.tsx"), join(SOURCE.web, "landing.tsx")],
    root: SOURCE.web,
    target: "browser",
    format: "esm",
    splitting: true,
    minChunkSize: 16 * 1_024,
    modulePreload: false,
    // The rest is removed when the scripts are joined.
    minify: { syntax: true, whitespace: false, identifiers: false },
    plugins: [withPreact],
    jsx: { runtime: "automatic", development: false },
    define: { "process.env.NODE_ENV": '"production"' },
    naming: { entry: "[name]-[hash].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name]-[hash].[ext]" },
  });
  const entryNamed = (start: string) => {
    const found = built.outputs.find((output) => output.kind === "entry-point" && basename(output.path).startsWith(`${start}-`));
    if (!found) throw new BuildError(`src/web/${start}.tsx: the build made no script`);
    return basename(found.path);
  };
  const made = new Map<string, Script>();
  for (const output of built.outputs) {
    const name = basename(output.path);
    if (!name.endsWith(".js")) throw new BuildError(`${name}: only scripts are imported by scripts (CSS by app.css)`);
    made.set(name, readScript(await output.text()));
  }
  const first = { main: entryNamed("main"), landing: entryNamed("landing") };
  const early = EARLY_PAGES.map((path) => codeOf(path, made.keys()));
  const { scripts, names } = await joinScripts({ scripts: made, ...first, early });
  for (const [name, code] of scripts) await Bun.write(join(WEB_ASSETS, name), code);
  const nameOf = (old: string) => names.get(old) ?? old;
  const read = new Map([...scripts].map(([name, code]): [string, WebScript] => [name, readScript(code)]));
  const sources = Object.entries(built.metafile?.outputs ?? {}).map(([path, { entryPoint }]) => ({ entryPoint, name: basename(path) }));
  const fileOf = (source: string) => {
    const found = sources.find(({ entryPoint }) => entryPoint?.endsWith(source));
    if (!found) throw new BuildError(`${source}: the build made no script`);
    return nameOf(found.name);
  };
  const textsOf = (path: string): TextFiles =>
    Object.fromEntries(
      LANGUAGES.map((language) => {
        const sources = sectionsOf(path).map((section) => `/text/${language}/${section}.ts`);
        // The texts of every page are in the first script in the default language, in which the server answers.
        const others = [`/text/${language}/common.ts`, `/text/${language}/messages.ts`, "/contract/messages/stored.ts"];
        return [language, [...sources, ...(language === DEFAULT_LANGUAGE ? [] : others)].map(fileOf)];
      }),
    );
  return { entry: nameOf(first.main), landing: nameOf(first.landing), scripts: read, textsOf };
}

/** The name of the document of one of `EARLY_PAGES`, without its ending. */
export const earlyName = (path: string): string => `page-${path.slice(1)}`;

/** The script of a page: its component's file, such as Dashboard.tsx. */
function codeOf(path: string, scripts: Iterable<string>): string {
  const component = `${path.charAt(1).toUpperCase()}${path.slice(2)}-`;
  const name = [...scripts].find((one) => one.startsWith(component));
  if (!name) throw new BuildError(`${path}: the build made no script ${component}…`);
  return name;
}

interface Page {
  /** The script with which the page starts. */
  entry: string;
  /** The small script that runs before the page is painted. */
  early: string;
  /** Whether the content is all that the page shows at first. */
  isComplete: boolean;
  /** The page's own code, which is loaded together with the application. */
  code?: string;
  texts?: TextFiles;
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

const HOLES = ["styles", "scripts", "content", "title", "description", "sign-up", "name"].map((name) => `<!--${name}-->`);
const LANGUAGE = 'lang="en"';

async function writePage(name: string, page: Page): Promise<void> {
  const { style, font, signUp, content, title, description, language } = page;
  const template = await Bun.file(join(SOURCE.web, "index.html")).text();
  for (const mark of [...HOLES, LANGUAGE, BRAND_HEAD, BRAND_ICON]) {
    if (!template.includes(mark)) throw new BuildError(`src/web/index.html has no ${mark}`);
  }
  const html = template
    .replaceAll("<!--name-->", MARKS.name)
    .replaceAll("<!--title-->", title)
    .replaceAll("<!--description-->", description)
    .replace(LANGUAGE, `lang="${language}"`)
    .replace("<!--sign-up-->", signUp)
    .replace("<!--content-->", () => content)
    .replaceAll(FONT_ADDRESS, `/assets/${font}`)
    .replace("<!--styles-->", `<link rel="stylesheet" href="/assets/${style}">`)
    .replace("<!--scripts-->", () => earlyTag(page));
  await Bun.write(join(WEB, name), html);
}

/** The tag of the first script, which loads the page's other scripts (src/web/early.ts). */
function earlyTag({ early, entry, code = entry, texts = {}, isComplete, scripts }: Page): string {
  const addresses = (...names: string[]) =>
    [...new Set(names.flatMap((name) => [...withImports(name, scripts)]))]
      .filter((name) => name !== entry)
      .map((name) => `/assets/${name}`);
  const files = {
    entry: `/assets/${entry}`,
    with: addresses(entry, code),
    texts: Object.fromEntries(Object.entries(texts).map(([language, names]) => [language, addresses(...names)])),
    isComplete,
  };
  return `<script async blocking="render" src="/assets/${early}" data-files='${JSON.stringify(files)}'></script>`;
}
