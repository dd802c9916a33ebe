/**
 * Joins the many small scripts into which Bun splits the application. Bun makes one for each set of pages that share code, but
 * every file costs a request, and a browser makes only six at a time over HTTP/1.1. Here, what the pages that people open
 * first load together becomes one file.
 */
import { gzipSync } from "node:zlib";
import type { BunPlugin } from "bun";
import { BuildError, hashOf } from "./build-paths.ts";

/** A script that Bun made. */
export interface Script {
  code: string;
  /** Scripts that must be loaded before it can start. */
  imports: string[];
  /** Scripts that it loads when they are needed. */
  lazy: string[];
}

export type Scripts = ReadonlyMap<string, Script>;

interface Plan {
  scripts: Scripts;
  /** The first script of the application, and that of the landing page. */
  main: string;
  landing: string;
  /** The scripts of the pages that people open first. */
  early: readonly string[];
}

const ALWAYS_LOADED = new Set(["base", "main", "landing"]);
/** What only two of the first pages share is a file of its own if it has more bytes after gzip than this. */
const WORTH_A_FILE = 8 * 1_024;
/** What one of the first pages shares with pages that are opened later is not worth a request below this size after gzip. */
const WORTH_A_REQUEST = 1_536;

export function readScript(code: string): Script {
  const imports = new Bun.Transpiler({ loader: "js" }).scanImports(code);
  const namesOf = (isLazy: boolean) =>
    imports.filter(({ kind }) => (kind === "dynamic-import") === isLazy).map(({ path }) => path.replace(/^.*\//, ""));
  return { code, imports: namesOf(false), lazy: namesOf(true) };
}

/** A script and all scripts that must be loaded before it runs. */
export function withImports(start: string, scripts: ReadonlyMap<string, Pick<Script, "imports">>): Set<string> {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const next of scripts.get(name)?.imports ?? []) visit(next);
  };
  visit(start);
  return seen;
}

const lazyOf = (scripts: Scripts) => new Set([...scripts.values()].flatMap((script) => script.lazy));

/** As if what is loaded when it is needed were imported. */
const everyImport = (scripts: Scripts) =>
  new Map([...scripts].map(([name, { imports, lazy }]) => [name, { imports: [...imports, ...lazy] }]));

interface Joined {
  /** The code of each script by its name, which has a hash of the content. */
  scripts: Map<string, string>;
  /** The new script of each old one. */
  names: Map<string, string>;
}

/** Joins and minifies the scripts. */
export async function joinScripts(plan: Plan): Promise<Joined> {
  const groupOf = groupScripts(plan);
  const groups = Map.groupBy(groupOf.keys(), (name) => groupOf.get(name) ?? name);
  refuseCircles(groups, groupOf, plan.scripts);
  const drafts = new Map<string, string>();
  const grouped = { scripts: plan.scripts, groupOf, exported: nameExports(plan.scripts, groupOf) };
  for (const [group, members] of groups) drafts.set(group, await joinGroup(group, members, grouped));
  const final = nameByContent(drafts, lazyOf(plan.scripts));
  const nameOf = (group: string) => final.get(group) ?? group;
  const scripts = new Map([...drafts].map(([group, code]) => [nameOf(group), code.replaceAll(PLACE, (_, id: string) => nameOf(id))]));
  return { scripts, names: new Map([...groupOf].map(([script, group]) => [script, nameOf(group)])) };
}

/**
 * Which scripts become one. A script that is loaded when it is needed stays by itself, and so does what no first page needs.
 * What a script imports is loaded by at least the same pages, so groups do not import each other.
 */
function groupScripts({ scripts, main, landing, early }: Plan): Map<string, string> {
  const lazy = lazyOf(scripts);
  const inMain = withImports(main, scripts);
  const inLanding = withImports(landing, scripts);
  const onLanding = withImports(landing, everyImport(scripts));
  const pages = early.map((page) => withImports(page, scripts));
  const inAnyPage = new Set([...lazy].flatMap((name) => [...withImports(name, scripts)]));
  const chosen = [...scripts.keys()].map((name): [string, string] => {
    const users = [...pages.keys()].filter((index) => pages[index]?.has(name));
    if (lazy.has(name)) return [name, name];
    // Neither of the two first scripts may run on the other's pages, because code that both need came with it.
    if (onLanding.has(name) && (inMain.has(name) || users.length > 0)) return [name, "base"];
    if (inLanding.has(name) && !inAnyPage.has(name)) return [name, "landing"];
    if (inMain.has(name)) return [name, "main"];
    const isTiny = users.length === 1 && gzipSync(scripts.get(name)?.code ?? "").length < WORTH_A_REQUEST;
    return [name, users.length > 1 || isTiny ? `shared${users.join("")}` : name];
  });
  const shared = Map.groupBy(
    chosen.filter(([, group]) => group.startsWith("shared")),
    ([, group]) => group,
  );
  const isLarge = (group: string) => {
    const code = shared.get(group)?.map(([name]) => scripts.get(name)?.code ?? "");
    return code !== undefined && gzipSync(code.join("")).length > WORTH_A_FILE;
  };
  // The first script comes before every file that pages share, so what needs such a file goes there and not into the first script.
  const groups = new Map(chosen);
  const largeBelow = (name: string) => [...withImports(name, scripts)].map((one) => groups.get(one) ?? one).find(isLarge);
  const place = (name: string, group: string) => (shared.has(group) && !isLarge(group) ? (largeBelow(name) ?? "main") : group);
  return new Map(chosen.map(([name, group]) => [name, place(name, group)]));
}

/** @throws BuildError when two groups import each other: one of them would run before what it needs. */
function refuseCircles(groups: ReadonlyMap<string, readonly string[]>, groupOf: ReadonlyMap<string, string>, scripts: Scripts): void {
  const importsOf = (members: readonly string[]) => members.flatMap((name) => scripts.get(name)?.imports ?? []);
  const next = [...groups].map(([group, members]): [string, { imports: string[] }] => {
    const others = new Set(importsOf(members).map((name) => groupOf.get(name) ?? name));
    others.delete(group);
    return [group, { imports: [...others] }];
  });
  const graph = new Map(next);
  for (const [group, { imports }] of graph) {
    const circle = imports.find((other) => withImports(other, graph).has(group));
    if (circle) throw new BuildError(`the scripts ${group} and ${circle} would import each other (scripts/build-join.ts)`);
  }
}

/** Where the name of a group's script goes once it is known. */
const placeOf = (group: string) => `./{${group}}`;
const PLACE = /(?<=\.\/)\{([^{}]+)\}/g;

/** The imports and the lazy imports in a script as Bun writes it without removing spaces. */
const STATIC = /^import ?\{([^}]*)\} ?from ?"\.\/([^"]+)";/gm;
const LAZY = /\bimport\("\.\/([^"]+)"\)/g;

/** What one script imports from another. */
interface Taken {
  from: string;
  names: string[];
}

function readTaken(code: string): Taken[] {
  return [...code.matchAll(STATIC)].map(([, list = "", from = ""]) => {
    const names = list.split(",").map((one) => one.trim().split(/\s+as\s+/)[0] ?? "");
    return { from, names: names.filter((name) => name !== "") };
  });
}

interface Grouped {
  scripts: Scripts;
  groupOf: ReadonlyMap<string, string>;
  /** What scripts of other groups import from a script, with the name under which its group exports it. */
  exported: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Scripts that are loaded when they are needed keep the names of their exports; others get short ones. */
function nameExports(scripts: Scripts, groupOf: ReadonlyMap<string, string>): Grouped["exported"] {
  const exported = new Map<string, Map<string, string>>();
  const counts = new Map<string, number>();
  for (const [importer, { code }] of scripts) {
    for (const { from, names } of readTaken(code)) {
      const group = groupOf.get(from) ?? from;
      if (group === groupOf.get(importer)) continue;
      const given = exported.get(from) ?? new Map<string, string>();
      exported.set(from, given);
      for (const name of names) {
        if (given.has(name)) continue;
        const count = counts.get(group) ?? 0;
        counts.set(group, count + 1);
        given.set(name, group === from ? name : `_${count.toString(36)}`);
      }
    }
  }
  return exported;
}

/** The scripts of other groups are replaced by what the group takes from them, under the names that their groups export. */
async function joinGroup(group: string, members: readonly string[], { scripts, groupOf, exported }: Grouped): Promise<string> {
  const files: Record<string, string> = {};
  const taken = new Map<string, Set<string>>();
  for (const member of members) {
    const code = scripts.get(member)?.code ?? "";
    const goTo = (_: string, lazy: string) => loadTogether([...withImports(lazy, scripts)].map((one) => groupOf.get(one) ?? one));
    files[`/joined/${member}`] = code.replace(LAZY, goTo);
    for (const { from, names } of readTaken(code)) {
      taken.set(from, new Set([...(taken.get(from) ?? []), ...names]));
    }
    for (const from of scripts.get(member)?.imports ?? []) if (!taken.has(from)) taken.set(from, new Set());
  }
  for (const [from, names] of taken) {
    if (groupOf.get(from) === group) continue;
    const list = [...names].map((name) => `${exported.get(from)?.get(name)} as ${name}`);
    files[`/joined/${from}`] = list.length === 0 ? "" : `export { ${list.join(", ")} } from "${placeOf(groupOf.get(from) ?? from)}";`;
  }
  const isAlone = members.length === 1 && members[0] === group;
  const entry = isAlone ? `/joined/${group}` : "/joined/entry.js";
  if (!isAlone) {
    const give = (member: string) =>
      [...(exported.get(member) ?? [])].map(([name, given]) => `export { ${name} as ${given} } from "./${member}";`);
    files[entry] = members.flatMap((member) => [`import "./${member}";`, ...give(member)]).join("\n");
  }
  const built = await Bun.build({ entrypoints: [entry], files, target: "browser", format: "esm", minify: true, plugins: [laterNames] });
  const [script] = built.outputs;
  if (!script || built.outputs.length !== 1) throw new BuildError(`${group}: expected one script, but got ${built.outputs.length}`);
  return await script.text();
}

/** Loads a script, and what it imports at the same time instead of after it. */
function loadTogether([first = "", ...more]: string[]): string {
  const others = new Set(more.filter((group) => !ALWAYS_LOADED.has(group)));
  const loads = [first, ...others].map((group) => `import("${placeOf(group)}")`);
  return loads.length === 1 ? `import("${placeOf(first)}")` : `Promise.all([${loads.join(", ")}]).then(([first]) => first)`;
}

const laterNames: BunPlugin = {
  name: "later-names",
  setup(build) {
    build.onResolve({ filter: /^\.\/\{/ }, ({ path }) => ({ path, external: true }));
  },
};

/** Names with a hash of the script and of all that it may load, whose names it contains. */
function nameByContent(drafts: ReadonlyMap<string, string>, lazy: ReadonlySet<string>): Map<string, string> {
  const nextOf = new Map([...drafts].map(([group, code]) => [group, { imports: [...code.matchAll(PLACE)].map(([, id = ""]) => id) }]));
  const named = [...drafts].map(([group]): [string, string] => {
    const all = [...withImports(group, nextOf)].map((one) => drafts.get(one) ?? "");
    const label = !group.includes(".") ? group : lazy.has(group) ? group.replace(/-[0-9a-z]+\.js$/, "") : "part";
    return [group, `${label}-${hashOf(all.join("\n"))}.js`];
  });
  return new Map(named);
}
