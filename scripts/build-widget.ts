/** Builds the code that runs on host pages: the loader, and the framed page's scripts and styles. Each byte counts. */
import { basename, join } from "node:path";
import type { BunPlugin } from "bun";
import { minify } from "terser";
import { AGENT_DEFAULTS, publicValues } from "../src/contract/agent-fields.ts";
import { BuildError, hashOf, SOURCE, WEB, WEB_ASSETS } from "./build-paths.ts";
import { buildStyle } from "./build-style.ts";

export interface WidgetBuild {
  frame: { script: string; style: string; talk: string; pageStyle: string };
}

/**
 * The widget is written with React's API and built with Preact's core: the compatibility layer and hooks would add 2.4 KB
 * that it does not use (docs/decisions/2026-11-21-widget-in-three-parts.md). The conversation's part uses the frame's
 * Preact, so that the first part is one file: a third, shared file would cost a round trip before the first paint.
 */
const OWN_PREACT: Record<string, string> = {
  react: 'export { Component, createRef, Fragment } from "preact";',
  "react/jsx-runtime": 'export { Fragment, jsx, jsxs } from "preact/jsx-runtime";',
  "react-dom/client": `
    import { Component, createRef, Fragment, hydrate } from "preact";
    import { jsx } from "preact/jsx-runtime";
    globalThis.sapaPreact = { Component, createRef, Fragment, jsx };
    export const hydrateRoot = (element, content) => hydrate(content, element);`,
};
const LENT_PREACT: Record<string, string> = {
  react: "export const { Component, createRef, Fragment } = globalThis.sapaPreact;",
  "react/jsx-runtime": "export const { Fragment, jsx } = globalThis.sapaPreact; export const jsxs = jsx;",
};

function replaceReact(name: string, replacements: Record<string, string>): BunPlugin {
  return {
    name,
    setup(build) {
      build.onResolve({ filter: /^react(-dom)?($|\/)/ }, ({ path, importer }) => {
        if (!replacements[path]) throw new BuildError(`${importer} imports ${path}, which the widget does not have`);
        return { path, namespace: name };
      });
      build.onResolve({ filter: /^preact($|\/)/ }, ({ path }) => ({ path: Bun.resolveSync(path, import.meta.dir) }));
      build.onLoad({ filter: /.*/, namespace: name }, ({ path }) => ({ contents: replacements[path] ?? "", loader: "js" }));
    },
  };
}

/** Makes one part import a later one by its built address. */
function importLater(source: RegExp, address: string): BunPlugin {
  return {
    name: "import-later",
    setup(build) {
      build.onResolve({ filter: source }, () => ({ path: address, external: true }));
    },
  };
}

/** Importing one constant from a file that imports zod would add 20 KB to the widget (measured). */
const noZod: BunPlugin = {
  name: "no-zod",
  setup(build) {
    build.onResolve({ filter: /^zod($|\/)|\.schema\.ts$/ }, ({ path, importer }) => {
      throw new BuildError(`${importer} imports ${path}: zod must not reach the widget`);
    });
  },
};

/** Of the table of an agent's fields, the widget uses the public values of a new agent. The rows would add 0.6 KB after brotli. */
const onlyDefaults: BunPlugin = {
  name: "only-defaults",
  setup(build) {
    const contents = `export const AGENT_DEFAULTS = ${JSON.stringify(publicValues(AGENT_DEFAULTS))};`;
    build.onLoad({ filter: /\/contract\/agent-fields\.ts$/ }, () => ({ contents, loader: "js" }));
  },
};

/** Builds src/widget into dist/web. */
export async function buildWidget(): Promise<WidgetBuild> {
  const lent = replaceReact("lent-preact", LENT_PREACT);
  const [loader, invite, copy, sources, consent, style, pageStyle] = await Promise.all([
    bundle(SOURCE.loader, "iife"),
    bundle(SOURCE.invite, "esm"),
    bundle(SOURCE.copy, "esm", lent),
    bundle(SOURCE.sources, "esm", lent),
    bundle(SOURCE.consent, "esm", lent),
    buildStyle(SOURCE.frameStyle, "frame"),
    buildStyle(SOURCE.pageStyle, "page"),
  ]);
  const parts = [
    importLater(/\/copy\.tsx$/, await writeHashed("copy", "js", copy)),
    importLater(/\/sources\.tsx$/, await writeHashed("sources", "js", sources)),
    importLater(/\/consent\.tsx$/, await writeHashed("consent", "js", consent)),
  ];
  const talk = await bundle(SOURCE.talk, "esm", lent, ...parts);
  const talkAddress = await writeHashed("talk", "js", talk);
  const own = replaceReact("own-preact", OWN_PREACT);
  const script = await bundle(SOURCE.frame, "esm", own, importLater(/\/talk\.tsx$/, talkAddress));
  await Bun.write(join(WEB, "embed.js"), loader);
  // The loader has this address written out.
  await Bun.write(join(WEB_ASSETS, "invite.js"), invite);
  return {
    frame: {
      script: await writeHashed("frame", "js", script),
      style: style.trim(),
      talk: talkAddress,
      pageStyle: pageStyle.trim(),
    },
  };
}

async function writeHashed(name: string, extension: string, content: string): Promise<string> {
  const file = `${name}-${hashOf(content)}.${extension}`;
  await Bun.write(join(WEB_ASSETS, file), content);
  return `/assets/${file}`;
}

/** The loader is a plain script in a function, so that it defines no names on a host page; the frame's parts are modules. */
async function bundle(entry: string, format: "iife" | "esm", ...plugins: BunPlugin[]): Promise<string> {
  const built = await Bun.build({
    entrypoints: [entry],
    target: "browser",
    format,
    minify: true,
    jsx: { runtime: "automatic", development: false },
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [noZod, onlyDefaults, ...plugins],
  });
  const scripts = built.outputs.filter((output) => output.path.endsWith(".js"));
  const [script] = scripts;
  if (!script || built.outputs.length !== 1)
    throw new BuildError(`${basename(entry)}: expected one script, but the build made ${built.outputs.length} files`);
  return await shrink(await script.text(), format);
}

/**
 * The properties that may be renamed: of the loader's Options, and of the frame's components and its ParentPage. No object
 * of the browser, on the wire or in another file has a property with one of these names.
 */
const OWN_NAMES = {
  iife: /^(isHidden|isOpen|wantsText)$/,
  esm: /^(buttonRef|changeLook|fetchTalk|giveUp|hearParent|inputRef|lookAt|onDraft|onSend|onTheme|owed|renderBox|renderEarly|tellSize|withTalk)$/,
};

/** Makes the code 5 % smaller after brotli than Bun's minifier. `unsafe_arrows` is safe: no function is used as a class. */
async function shrink(code: string, format: "iife" | "esm"): Promise<string> {
  const isLoader = format === "iife";
  const shrunk = await minify(code, {
    ecma: 2020,
    module: !isLoader,
    toplevel: true,
    compress: { passes: 3, unsafe_arrows: isLoader },
    mangle: { properties: { regex: OWN_NAMES[format] } },
  });
  if (!shrunk.code) throw new BuildError("terser left nothing");
  return shrunk.code;
}
