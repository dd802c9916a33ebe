/** Comments, tests and documents refer only to files, headings and rules that are in the repository. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const ROOT = join(import.meta.dir, "../..");
/** A landed migration is never edited, so the two names in the first one stay as they are. */
const SEARCHED = /^(?:src|test|scripts|bench|docs)\/.*\.(?:ts|tsx|css|sh|grit|md|html|c)$|^(?:[A-Z]+\.md|install\.sh|Dockerfile)$/;
/** The tests of the checkers plant paths that must not exist. */
const SKIPPED = /\/generated\/|\/node_modules\/|^test\/unit\/references\.test\.ts$|^test\/boundaries\.test\.ts$/;

const DECISIONS = "docs/decisions/";
const PRODUCT = "docs/product.md";

/** References to notes and tickets outside the repository, which readers do not have. */
const OUTSIDE = /\b(?:design|spec|house|next|look|looks|findings)\.md\b|§ ?\d|\(facts: |\bfacts:|\b[Ii]ssue #?\d+|\bfindings\//g;
/** Standards that are published under section numbers. */
const STANDARD = /\bRFC \d+,? §[\d.]+/g;
/** `product 3.4`, `product 2.9 to 2.12, 8`: every number after the word. */
const RULES = /\bproduct ((?:\d+(?:\.\d+)?(?:,? (?:and|to) |, (?=\d)|(?=\D|$)))+)/g;
/** A path from the root, anywhere in a text. */
const PATH =
  /(?<![\w./@-])((?:src|test|docs|scripts|bench|migrations)\/[\w./@-]*[\w-]\.(?:ts|tsx|md|sh|sql|css|json|grit|html|txt|c))(#[\w-]+)?(?![\w*])/g;
const LINK = /\]\(([^)\s]+)\)/g;
/** A source file by its name or the end of its path: in a comment, or between backticks in a document. */
const NAMED_IN_PAGE = /`((?:[\w-]+\/)*\w[\w.-]*\.tsx?)`/g;
const NAMED_IN_COMMENT = /(?<![\w./@*{-])((?:[\w-]+\/)*[\w-]+(?:\.schema|\.test)?\.tsx?)(?![\w*.])/g;
/** Paths of examples, in an owner's own project. */
const EXAMPLES = new Set(["app/layout.tsx"]);
const COMMENT = /^\s*(?:\/?\*|\/\/).*$/gm;

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

function listFiles(): string[] {
  const paths = ["src", "test", "scripts", "bench", "docs"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  return [...paths, ...readdirSync(ROOT)].filter((path) => SEARCHED.test(path) && !SKIPPED.test(path)).sort();
}

const FILES = [...new Bun.Glob("{src,test,docs,scripts,bench}/**/*.{ts,tsx}").scanSync(ROOT)];

/** The anchor that GitHub makes from a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(" ", "-");

const anchorsOf = (path: string) => new Set([...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading)));

const ruleNumbers = (): Set<string> => {
  const text = read(PRODUCT);
  const rules = [...text.matchAll(/^- \*\*(\d+\.\d+)\*\* /gm)].map(([, number = ""]) => number);
  const sections = [...text.matchAll(/^## (\d+)\. /gm)].map(([, number = ""]) => number);
  return new Set([...rules, ...sections]);
};

/** The broken references of one file with the content `text`. */
function findBroken(path: string, text: string, rules: ReadonlySet<string>): string[] {
  const broken: string[] = [];
  for (const [found] of text.replace(STANDARD, "").matchAll(OUTSIDE)) broken.push(`${path}: "${found}" is not in the repository`);
  for (const [, numbers = ""] of text.matchAll(RULES)) {
    for (const [number] of numbers.matchAll(/\d+(?:\.\d+)?/g)) {
      if (!rules.has(number)) broken.push(`${path}: there is no rule ${number} in ${PRODUCT}`);
    }
  }
  const target = (to: string, anchor = "") => {
    if (!existsSync(join(ROOT, to))) broken.push(`${path}: ${to} does not exist`);
    else if (anchor !== "" && !anchorsOf(to).has(anchor.slice(1))) broken.push(`${path}: ${to} has no heading ${anchor}`);
  };
  const isPage = path.endsWith(".md");
  const named = isPage
    ? [...text.matchAll(NAMED_IN_PAGE)]
    : [...text.matchAll(COMMENT)].flatMap(([comment]) => [...comment.matchAll(NAMED_IN_COMMENT)]);
  for (const [, name = ""] of named) {
    if (!isGenerated(name) && !EXAMPLES.has(name) && !FILES.some((file) => file === name || file.endsWith(`/${name}`)))
      broken.push(`${path}: there is no ${name}`);
  }
  for (const [, to = "", anchor] of text.matchAll(PATH)) if (!isGenerated(to)) target(to, anchor);
  if (!isPage) return broken;
  for (const [, link = ""] of text.replace(/```[\s\S]*?```/g, "").matchAll(LINK)) {
    if (/^(?:https?|mailto):/.test(link)) continue;
    const [to = "", anchor] = link.split("#");
    target(to === "" ? path : normalize(join(dirname(path), to)), anchor === undefined ? "" : `#${anchor}`);
  }
  return broken;
}

const isGenerated = (path: string) => path.includes("/generated/");

describe("references", () => {
  const rules = ruleNumbers();

  test("in comments, tests and documents point to files, headings and rules that exist", () => {
    const broken = listFiles().flatMap((path) => findBroken(path, read(path), rules));
    expect(broken).toEqual([]);
  });

  test("to things that do not exist are found", () => {
    const planted: [path: string, text: string][] = [
      ["src/a.ts", "/** As agreed (design.md). */"],
      ["src/a.ts", "/** Source: the plan, §3. */"],
      ["src/a.ts", "// measured (facts: performance)"],
      ["docs/a.md", "Decided in Issue 6."],
      ["src/a.ts", "/** A limit (product 2.99). */"],
      ["src/a.ts", "/** Limits (product 2.1 to 2.98, 99). */"],
      ["src/a.ts", "/** See docs/decisions/2026-11-21-there-is-none.md. */"],
      ["src/a.ts", "/** See docs/product.md#99-nothing. */"],
      ["docs/a.md", "[the ranking](../src/server/knowledge/rank.ts)"],
      ["docs/a.md", "[nowhere](product.md#nowhere)"],
      ["docs/a.md", "It is in `src/server/knowledge/rank.ts`."],
      ["docs/a.md", "It is in `knowledge/rank.ts`, beside `no-such-file.ts`."],
      ["src/a.ts", "/** As no-such-file.ts decides. */"],
    ];
    for (const [path, text] of planted) expect([text, findBroken(path, text, rules).length > 0]).toEqual([text, true]);
    expect(findBroken("src/a.ts", "/** Product 2.1 in full: product 2.1, 2.4 to 2.6 and 8 (RFC 9110 §12.5.3). */", rules)).toEqual([]);
  });
});

describe("the rules of the product", () => {
  test("are numbered in order, without a gap", () => {
    const numbers = [...read(PRODUCT).matchAll(/^(?:## (\d+)\. |- \*\*(\d+\.\d+)\*\* )/gm)].map(([, section, rule]) => section ?? rule);
    const expected: string[] = [];
    for (const number of numbers) {
      const [section = "", rule] = (number ?? "").split(".");
      const last = expected.at(-1)?.split(".") ?? ["0"];
      expected.push(rule === undefined ? String(Number(last[0]) + 1) : `${section}.${last[0] === section ? Number(last[1] ?? 0) + 1 : 1}`);
    }
    expect(numbers).toEqual(expected);
  });
});

describe("the index of decisions", () => {
  const pages = readdirSync(join(ROOT, DECISIONS)).filter((name) => name !== "README.md");
  const index = read(`${DECISIONS}README.md`);

  test("links every page once", () => {
    const linked = [...index.matchAll(/^- \[.+?\]\((.+?)\)/gm)].map(([, name]) => name ?? "");
    expect(linked.sort()).toEqual(pages.sort());
  });

  test.each(pages)("%s has the date, the decision, its reasons and its costs", (name) => {
    const text = read(DECISIONS + name);
    expect(text).toContain(name.slice(0, 10));
    for (const part of ["Decision", "Why", "Cost|What it costs"]) {
      expect([part, new RegExp(`\\*\\*(?:${part})\\b`).test(text)]).toEqual([part, true]);
    }
  });
});
