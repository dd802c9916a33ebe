/**
 * `test` of bun:test for tests with browsers and servers. When a test of bun:test overruns, Bun kills every child process
 * of the whole file, its browser and its server too, and all tests after it fail. So a test ends here by itself, before
 * Bun would end it: only the contexts that it opened are closed.
 */
import { test as bunTest } from "bun:test";
import { countLostBrowsers, openContexts } from "./chromium.ts";

/** Only what hangs reaches it: every step in a browser has a shorter limit of its own. */
const TEST_MS = 240_000;
const SLACK_MS = 60_000;

/** `within`: milliseconds for a test that is long by its nature. */
export function test(name: string, run: () => unknown, within = TEST_MS): void {
  bunTest(name, () => runWithoutFault(name, run, within), 2 * within + SLACK_MS);
}

/** Runs the test a second time if its browser died, and only then: no page can be blamed for that. */
async function runWithoutFault(name: string, run: () => unknown, within: number): Promise<void> {
  const lostBefore = countLostBrowsers();
  try {
    await runWithin(run, within);
  } catch (error) {
    if (countLostBrowsers() === lostBefore) throw error;
    console.warn(`The browser died during "${name}". The test runs once more.`);
    await runWithin(run, within);
  }
}

async function runWithin(run: () => unknown, within: number): Promise<void> {
  const openBefore = new Set(openContexts());
  const overrun = Promise.withResolvers<never>();
  const timer = setTimeout(() => overrun.reject(new Error(`The test did not end within ${within / 1_000} s.`)), within);
  try {
    await Promise.race([run(), overrun.promise]);
  } catch (error) {
    await Promise.allSettled(openContexts().map((context) => !openBefore.has(context) && context.close()));
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
