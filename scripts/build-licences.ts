/**
 * The libraries that the executable contains, with their licences, as the page at /licence shows them. They are those of
 * package.json, with all that they depend on, and those whose output is in what browsers load.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Licences } from "../src/contract/licence.ts";
import { BuildError, ROOT, WEB } from "./build-paths.ts";

/** Tools and files that are no dependencies at run time. */
const IN_OUTPUT = ["@fontsource-variable/plus-jakarta-sans", "daisyui", "tailwindcss"];
/** Bun builds the executable and is in it; it is no package. */
const BUN = { name: "Bun", licence: "MIT, with JavaScriptCore and WebKit under LGPL-2.1", home: "https://bun.com/docs/project/license" };
const TEXT_NAME = /^(?:licen[cs]e|copying)(?:[.-].*)?$/i;

interface Package {
  name: string;
  version: string;
  license?: string | { type?: string };
  dependencies?: Record<string, string>;
}

const readPackage = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Package;

/** The folder of a package as Node resolves it from another one; null for an optional package that is not installed. */
function findFolder(name: string, from: string): string | null {
  for (let place = from; place.startsWith(ROOT); place = join(place, "..")) {
    const folder = join(place, "node_modules", name);
    if (existsSync(join(folder, "package.json"))) return folder;
  }
  return null;
}

/** The folders of all packages that the given ones need, in the order of their names. */
function collect(names: readonly string[]): string[] {
  const found = new Set<string>();
  const open = names.map((name) => ({ name, from: ROOT }));
  for (let next = open.pop(); next; next = open.pop()) {
    const folder = findFolder(next.name, next.from);
    if (folder === null || found.has(folder)) continue;
    found.add(folder);
    // What only describes types is not in the executable.
    const needed = Object.keys(readPackage(folder).dependencies ?? {}).filter((name) => !name.startsWith("@types/"));
    open.push(...needed.map((name) => ({ name, from: folder })));
  }
  return [...found].sort((one, other) => (readPackage(one).name < readPackage(other).name ? -1 : 1));
}

/** @throws BuildError for a library that does not say its licence. */
export function readLicences(): Licences {
  const own = readPackage(ROOT);
  const texts: string[] = [];
  const libraries = collect([...Object.keys(own.dependencies ?? {}), ...IN_OUTPUT]).map((folder) => {
    const { name, version, license } = readPackage(folder);
    const licence = typeof license === "string" ? license : license?.type;
    if (!licence) throw new BuildError(`${name} does not say its licence in package.json: look for it before it is used`);
    return { name, version, licence, text: indexOf(texts, readText(folder)) };
  });
  // The same version of a library may be installed in several folders.
  const once = new Map(libraries.map((library) => [`${library.name}@${library.version}`, library]));
  return { libraries: [{ ...BUN, version: Bun.version, text: null }, ...once.values()], texts };
}

function readText(folder: string): string {
  // Sorted: a file system may list them in any order, and every build must choose the same one.
  const file = readdirSync(folder)
    .sort()
    .find((name) => TEXT_NAME.test(name));
  return file === undefined ? "" : readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
}

/** The place of a text among the texts, at which it is put if it is new; null for no text. */
function indexOf(texts: string[], text: string): number | null {
  if (text === "") return null;
  const at = texts.indexOf(text);
  return at === -1 ? texts.push(text) - 1 : at;
}

/** Writes dist/web/licences.json. */
export async function buildLicences(): Promise<void> {
  await Bun.write(join(WEB, "licences.json"), JSON.stringify(readLicences()));
}
