/** What axe objects to in a page or frame that has come to rest. */
import { fileURLToPath } from "node:url";
import type { Frame, Page } from "playwright-core";

/** The small build of axe, since the browser reads it once for each page. */
const SOURCE = await Bun.file(fileURLToPath(import.meta.resolve("axe-core/axe.min.js"))).text();

interface Options {
  /** Only these rules; all of them when absent. */
  only?: string[];
  /** All rules but these. */
  without?: string[];
  /** Elements that another test looks at. */
  exclude?: string[];
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

interface Axe {
  run(context: object, options: object): Promise<{ violations: Violation[] }>;
}

/**
 * Nothing fades or moves from here on: a colour that is measured half way has a contrast that is never seen. By the object
 * model, since our content security policy refuses style elements.
 */
export async function stopMotion(page: Page | Frame): Promise<void> {
  await page.evaluate(async () => {
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after, ::backdrop { transition: none !important; animation-duration: 1ms !important; }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** A page has become still after this time. */
const SETTLED_MS = 5_000;

/** Resolves with "rule: elements" of each fault that does not go away, in an axe that is loaded once for each page. */
export async function findFaults(page: Page | Frame, options: Options = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) {
    await stopMotion(page);
    await page.evaluate(`${SOURCE};0`);
  }
  for (const end = performance.now() + SETTLED_MS; ; await Bun.sleep(100)) {
    const faults = await look(page, options);
    if (faults.length === 0 || performance.now() > end) return faults;
  }
}

async function look(page: Page | Frame, { only, without = [], exclude = [] }: Options): Promise<string[]> {
  const violations = await page.evaluate(
    async ([only, without, exclude]) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(
        { exclude },
        {
          // A frame of the widget is the widget's, which has its own test.
          iframes: false,
          resultTypes: ["violations"],
          ...(only ? { runOnly: only } : {}),
          rules: {
            ...(only ? {} : { "target-size": { enabled: true } }),
            ...Object.fromEntries(without.map((id) => [id, { enabled: false }])),
          },
        },
      );
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) }));
    },
    [only, without, exclude.map((selector) => [selector])] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} (${node.failureSummary})`).join(" | ")}`);
}
