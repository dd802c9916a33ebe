/** A page that uses a section of texts which its route does not load would show keys instead of texts. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { importsOf } from "../boundaries.ts";

const ROOT = resolve(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** The sections of texts that a file and its imports use. Files that are loaded later are checked separately. */
function sectionsUsedBy(start: string): Set<string> {
  const sections = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const code = read(path).replace(/\bimport\("[^"]+"\)/g, "");
    for (const [, section = ""] of code.matchAll(/useTranslation\("(\w+)"\)/g)) sections.add(section);
    for (const { from } of importsOf(path, code)) if (/^src\/web\/.*\.tsx?$/.test(from)) visit(from);
  };
  visit(start);
  return sections;
}

/** The pages that a file loads later, each with the sections that are loaded with it. */
function openedIn(path: string): { page: string; sections: Set<string> }[] {
  const opened = [...read(path).matchAll(/import\("\.\/([^"]+)"\)\)\.\w+((?:,\s*"\w+")*)/g)];
  return opened.map(([, page = "", sections = ""]) => ({
    page: join(path, "..", page),
    sections: new Set([...sections.matchAll(/"(\w+)"/g)].map(([, section = ""]) => section)),
  }));
}

test("a page's route loads every section of texts that the page uses", () => {
  const pages = openedIn("src/web/routes.tsx");
  const tabs = openedIn("src/web/pages/admin/Admin.tsx");
  for (const tab of tabs) tab.sections.add("admin");
  expect([pages.length, tabs.length]).toEqual([24, 8]);
  const missing = [...pages, ...tabs].flatMap(({ page, sections }) =>
    [...sectionsUsedBy(page)].filter((section) => !sections.has(section)).map((section) => `${page}: ${section}`),
  );
  expect(missing).toEqual([]);
});

test("the landing page uses only its own section", () => {
  expect([...sectionsUsedBy("src/web/landing.tsx")]).toEqual(["landing"]);
});
