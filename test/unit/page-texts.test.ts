/** A page shows keys instead of texts when it uses a section that its route does not open. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { importsOf } from "../boundaries.ts";

const ROOT = resolve(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** The sections that a file and all that it imports take texts from; what is fetched later counts by itself. */
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

/** The pages that a file loads later, with the sections that are named behind each. */
function openedIn(path: string): { page: string; sections: Set<string> }[] {
  const opened = [...read(path).matchAll(/import\("\.\/([^"]+)"\)\)\.\w+((?:,\s*"\w+")*)/g)];
  return opened.map(([, page = "", sections = ""]) => ({
    page: join(path, "..", page),
    sections: new Set([...sections.matchAll(/"(\w+)"/g)].map(([, section = ""]) => section)),
  }));
}

test("a page's route opens every section of texts that the page uses", () => {
  const pages = openedIn("src/web/routes.tsx");
  const tabs = openedIn("src/web/pages/admin/Admin.tsx");
  for (const tab of tabs) tab.sections.add("admin");
  expect([pages.length, tabs.length]).toEqual([13, 5]);
  const missing = [...pages, ...tabs].flatMap(({ page, sections }) =>
    [...sectionsUsedBy(page)].filter((section) => !sections.has(section)).map((section) => `${page}: ${section}`),
  );
  expect(missing).toEqual([]);
});

test("the landing page uses its own section only", () => {
  expect([...sectionsUsedBy("src/web/landing.tsx")]).toEqual(["landing"]);
});
