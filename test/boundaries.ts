/** The import rules of CONTRIBUTING.md as tables, and the checker that applies them to source files. */
import { dirname, join } from "node:path";

/** The server's subjects. Each may import those before it in this list and none after it, types included. */
export const SUBJECTS = [
  "platform",
  "nodes",
  "jobs",
  "audit",
  "accounts",
  "models",
  "settings",
  "mail",
  "https",
  "files",
  "backups",
  "notices",
  "plans",
  "knowledge",
  "reading",
  "agents",
  "sources",
  "meaning",
  "conversations",
  "terms",
  "spending",
  "replies",
  "payments",
  "users",
  "overview",
  "doctor",
  "demo",
  "upkeep",
] as const;

/** The files and folders that may import every subject, in the same order. */
const TOPS = ["app.ts", "tasks.ts", "cli", "main.ts"];
const FLOORS: readonly string[] = [...SUBJECTS, ...TOPS];

/** An import of a file: the imported names (empty for a whole module), and the source as a path from the root or a package. */
export interface Import {
  names: string;
  from: string;
}

/** A rule for a kind of file. A file must follow every rule that applies to it. */
interface Rule {
  name: string;
  fits: RegExp;
  refuses: (imported: Import, path: string) => boolean;
}

const isPackage = (from: string) => !from.startsWith("src/");
const isElysia = ({ from }: Import) => /^(?:elysia|@elysiajs|@elysia)(?:\/|$)/.test(from);
const PURE = /\/(?:limits|prompt|signature|tokens)\.ts$/;
const STORE = /^src\/server\/\w+\/(?:.+\/)?(?:[\w-]+-)?store\.ts$/;
const ROUTES = /^src\/server\/\w+\/(?:.+\/)?(?:[\w-]+-)?routes\.ts$/;
const isSchema = (from: string) => from.endsWith(".schema.ts");

const floorOf = (path: string): number => {
  const [, room = ""] = /^src\/server\/([\w.-]+)/.exec(path) ?? [];
  return FLOORS.indexOf(room === "generated" ? "platform" : room);
};

const RULES: readonly Rule[] = [
  {
    name: "the contract imports nothing else, and runs in browsers",
    fits: /^src\/contract\//,
    refuses: ({ from }) => (isPackage(from) ? from !== "zod" : !from.startsWith("src/contract/")),
  },
  {
    name: "zod and schemas are for *.schema.ts: the widget imports the rest of the contract (types alone are erased)",
    fits: /^src\/contract\/(?!.*\.schema\.ts$)/,
    refuses: ({ names, from }) => !names.startsWith("type ") && (from === "zod" || isSchema(from)),
  },
  {
    name: "the web application imports the contract, and neither the server nor the widget",
    fits: /^src\/web\//,
    refuses: (imported) => /^src\/(?:server|widget)\//.test(imported.from) || /^(?:node:|bun)/.test(imported.from) || isElysia(imported),
  },
  {
    name: "the widget imports the contract without its schemas, and Preact (as react)",
    fits: /^src\/widget\//,
    refuses: ({ from }) =>
      isPackage(from)
        ? !/^(?:preact|@preact|react|react-dom)(?:\/|$)/.test(from)
        : !/^src\/(?:widget|contract)\//.test(from) || isSchema(from),
  },
  {
    name: "the server imports the contract, and neither front end",
    fits: /^src\/server\//,
    refuses: ({ from }) => /^src\/(?:web|widget)\//.test(from),
  },
  {
    name: "a subject imports only what is below it in the order of subjects",
    fits: /^src\/server\//,
    refuses: ({ from }, path) => from.startsWith("src/server/") && floorOf(from) > floorOf(path),
  },
  {
    name: "only app.ts mounts the routes of a subject",
    fits: /^src\/server\/(?!app\.ts$)/,
    refuses: ({ from }, path) => ROUTES.test(from) && dirname(from) !== dirname(path),
  },
  {
    name: "only routes, app.ts and platform import Elysia",
    fits: /^src\/server\//,
    refuses: (imported, path) => isElysia(imported) && !ROUTES.test(path) && !/^src\/server\/(?:app\.ts|platform\/)/.test(path),
  },
  {
    name: "only stores and platform contain SQL",
    fits: /^src\/server\//,
    refuses: ({ names, from }, path) =>
      from === "src/server/platform/storage/db.ts" &&
      /\bsql(?:List)?\b/.test(names) &&
      !STORE.test(path) &&
      !path.startsWith("src/server/platform/"),
  },
  {
    name: "only platform imports a database driver",
    fits: /^src\/server\/(?!platform\/)/,
    refuses: ({ names, from }) => from === "bun:sqlite" || (from === "bun" && /\b(?:SQL|sql|postgres)\b/.test(names)),
  },
  {
    name: "a store imports only platform, the contract and its own folder",
    fits: STORE,
    refuses: ({ from }, path) =>
      !isPackage(from) && !/^src\/(?:contract|server\/platform)\//.test(from) && (dirname(from) !== dirname(path) || ROUTES.test(from)),
  },
  {
    name: "limits.ts, prompt.ts, signature.ts and tokens.ts import only the contract and each other",
    fits: PURE,
    refuses: ({ from }) => (isPackage(from) ? !from.startsWith("node:crypto") : !from.startsWith("src/contract/") && !PURE.test(from)),
  },
  {
    name: "main.ts imports only cli and platform",
    fits: /^src\/server\/main\.ts$/,
    refuses: ({ from }) => !isPackage(from) && !/^src\/server\/(?:cli|platform)\//.test(from),
  },
  {
    name: "only platform/config-environment.ts reads the environment",
    fits: /^src\/(?!server\/platform\/config-environment\.ts$)/,
    refuses: ({ names, from }) => /^(?:node:)?process$/.test(from) && (names === "" || /\benv\b/.test(names)),
  },
];

const IMPORT = /^\s*(?:import|export)\b([^;"']*?)\bfrom\s*"([^"]+)"|\bimport\s*\(\s*"([^"]+)"\s*\)|^\s*import\s*"([^"]+)"/gm;

/** Every import and re-export of a file, including types and `import("…")`. */
export function importsOf(path: string, code: string): Import[] {
  return [...code.matchAll(IMPORT)].map(([, names = "", named, dynamic, plain]) => {
    const from = named ?? dynamic ?? plain ?? "";
    return { names: names.trim(), from: from.startsWith(".") ? join(dirname(path), from) : from };
  });
}

/** The rules that each file breaks, as "path: imported (rule)". `files` is code by path from the root. */
export function findViolations(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, code]) =>
    importsOf(path, code).flatMap((imported) =>
      RULES.filter(({ fits, refuses }) => fits.test(path) && refuses(imported, path)).map(
        ({ name }) => `${path}: ${imported.from} (${name})`,
      ),
    ),
  );
}

/** Each circle of imports, types included, as the list of its files. */
export function findCircles(files: ReadonlyMap<string, string>): string[][] {
  const next = new Map(
    [...files].map(([path, code]) => [
      path,
      importsOf(path, code)
        .map(({ from }) => from)
        .filter((from) => files.has(from)),
    ]),
  );
  const done = new Set<string>();
  const circles: string[][] = [];
  const visit = (path: string, way: string[]) => {
    const at = way.indexOf(path);
    if (at >= 0) circles.push(way.slice(at));
    if (at >= 0 || done.has(path)) return;
    for (const target of next.get(path) ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const path of next.keys()) visit(path, []);
  return circles;
}

/** The end of the bracketed text that begins at `start`, which is the position of the opening bracket. */
function closingOf(code: string, start: number): number {
  const [open, close] = code[start] === "{" ? ["{", "}"] : ["(", ")"];
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    if (code[at] === open) depth++;
    else if (code[at] === close && --depth === 0) return at;
  }
  return code.length;
}

/** The code without whole transactions and without functions that get a `tx`: outside of them, a failure may be caught. */
function withoutTransactions(code: string): string {
  const part = /\btransaction(?=\()|\(tx\b[^)]*\) => (?=\{)/.exec(code);
  if (!part) return code;
  const end = closingOf(code, part.index + part[0].length);
  return `${code.slice(0, part.index)}${withoutTransactions(code.slice(end + 1))}`;
}

/**
 * Places that catch the error of a statement of a transaction, as "path: code". Such a transaction cannot be committed
 * (`Tx` in src/server/platform/storage/db.ts), so its body must not go on.
 */
export function findCaughtStatements(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, code]) => {
    const tried = [...code.matchAll(/\btry \{/g)].map(({ index }) => code.slice(index, closingOf(code, index + "try ".length) + 1));
    const caught = [...code.matchAll(/[^;]*?\.catch\(|\ballSettled\([^;]*/g)].map(([text]) => text.split(/\n\s*\n|[{}]\n/).at(-1) ?? "");
    return [...tried, ...caught].filter((text) => /\btx\b/.test(withoutTransactions(text))).map((text) => `${path}: ${text.trim()}`);
  });
}
