/** The browsers of the tests: a process that dies is replaced, and what a test left open can be closed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

/** How long one step in a browser may take. On a busy machine a page can take seconds that takes 0.2 s otherwise. */
export const STEP_MS = 30_000;

/**
 * - "web": for our own site. Chromium without its windows (`chromium-headless-shell`) where it is installed, which needs
 *   half of the processor time for each page; the same engine draws.
 * - "refused": Playwright's own switches make Chromium refuse storage to frames of another site, as browsers with
 *   third-party cookies blocked do. The headless shell cannot do that.
 * - "allowed": Chromium as people start it.
 */
export type BrowserKind = "web" | "refused" | "allowed";

export interface LiveBrowser {
  /** Opens a context in the running browser, or in a new one if the last one died. */
  newContext(options?: Parameters<Browser["newContext"]>[0]): Promise<BrowserContext>;
  /** Opens a page in a context of its own. */
  newPage(): Promise<Page>;
  dispose(): Promise<void>;
}

const SWITCHES = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

const open = new Set<BrowserContext>();
let lost = 0;

/** How many browsers of this process have died. */
export const countLostBrowsers = (): number => lost;

/** The contexts that are open now. */
export const openContexts = (): BrowserContext[] => [...open];

export async function launchBrowser(kind: BrowserKind): Promise<LiveBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "sapa-chromium-"));
  let disposed = false;
  const launch = async (): Promise<Browser> => {
    const browser = await chromium.launch(launchOptions(kind, profile));
    browser.on("disconnected", () => {
      if (disposed) return;
      lost++;
      for (const context of open) if (context.browser() === browser) open.delete(context);
    });
    return browser;
  };
  let running = launch();

  const live = async (): Promise<Browser> => {
    if (!(await running).isConnected()) {
      console.warn("The browser died; starting another.");
      running = launch();
    }
    return running;
  };
  const newContext: LiveBrowser["newContext"] = async (options) => {
    const context = await (await live()).newContext(options);
    context.setDefaultTimeout(STEP_MS);
    open.add(context);
    context.on("close", () => open.delete(context));
    return context;
  };

  await running;
  return {
    newContext,
    newPage: async () => (await newContext()).newPage(),
    async dispose() {
      disposed = true;
      await (await running).close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function launchOptions(kind: BrowserKind, profile: string): NonNullable<Parameters<typeof chromium.launch>[0]> {
  const executablePath = (kind === "web" && Bun.which("chromium-headless-shell")) || "/usr/bin/chromium";
  const common = { executablePath, timeout: 4 * STEP_MS };
  if (kind !== "allowed") return { ...common, args: SWITCHES };
  // Containers often have a /dev/shm that is too small for Chromium, which then dies in the middle of a page.
  const args = [...SWITCHES, "--disable-dev-shm-usage", "--headless=new", "--remote-debugging-pipe", `--user-data-dir=${profile}`];
  return { ...common, ignoreDefaultArgs: true, args };
}
