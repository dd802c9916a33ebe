/** What runs on other people's sites: the loader, and the framed page's script and style. Each byte counts. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { BunPlugin } from "bun";
import { BuildError, hashOf, SOURCE, WEB, WEB_ASSETS } from "./build-paths.ts";
import { buildStyle } from "./build-style.ts";

export interface WidgetBuild {
  frame: { script: string; style: string };
}

const PREACT: Record<string, string> = {
  react: "preact/compat",
  "react-dom": "preact/compat",
  "react-dom/client": "preact/compat/client",
  "react/jsx-runtime": "preact/jsx-runtime",
  "react/jsx-dev-runtime": "preact/jsx-runtime",
};

/** The widget is written in React's API and built with Preact (design.md §1). */
const preactInsteadOfReact: BunPlugin = {
  name: "preact-instead-of-react",
  setup(build) {
    build.onResolve({ filter: /^react(-dom)?($|\/)/ }, ({ path, importer }) => {
      const replacement = PREACT[path];
      if (!replacement) throw new BuildError(`${importer} imports ${path}, for which Preact has nothing`);
      return { path: Bun.resolveSync(replacement, import.meta.dir) };
    });
  },
};

/** One constant from a file that imports zod costs the widget 20 KB (measured). */
const noZod: BunPlugin = {
  name: "no-zod",
  setup(build) {
    build.onResolve({ filter: /^zod($|\/)|\.schema\.ts$/ }, ({ path, importer }) => {
      throw new BuildError(`${importer} imports ${path}: zod must not reach the widget`);
    });
  },
};

/** Builds src/widget into dist/web. */
export async function buildWidget(): Promise<WidgetBuild> {
  const [loader, script, style] = await Promise.all([bundle(SOURCE.loader), bundle(SOURCE.frame), buildFrameStyle()]);
  const scriptName = `frame-${hashOf(script)}.js`;
  const styleName = `frame-${hashOf(style)}.css`;
  await Promise.all([
    Bun.write(join(WEB, "embed.js"), loader),
    Bun.write(join(WEB_ASSETS, scriptName), script),
    Bun.write(join(WEB_ASSETS, styleName), style),
  ]);
  return { frame: { script: `/assets/${scriptName}`, style: `/assets/${styleName}` } };
}

async function bundle(entry: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [entry],
    target: "browser",
    // Neither may leave a name in a host page's or frame's global scope.
    format: "iife",
    minify: true,
    jsx: { runtime: "automatic", development: false },
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [noZod, preactInsteadOfReact],
  });
  const scripts = built.outputs.filter((output) => output.path.endsWith(".js"));
  const [script] = scripts;
  if (!script || built.outputs.length !== 1)
    throw new BuildError(`${basename(entry)}: one script was expected, ${built.outputs.length} files came`);
  return await script.text();
}

async function buildFrameStyle(): Promise<string> {
  if (!existsSync(SOURCE.frameStyle)) throw new BuildError("src/widget/frame/frame.css is missing");
  return await buildStyle(SOURCE.frameStyle, "frame");
}
