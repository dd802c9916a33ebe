/** Waiting for what a page or a server shows a moment later. */
import { expect } from "bun:test";
import type { Locator } from "playwright-core";
import { until as readUntil } from "../until.ts";
import { STEP_MS } from "./chromium.ts";

/**
 * Reads until the value is truthy, and returns it.
 *
 * @throws Error if it still is not after `within` milliseconds.
 */
export function until<T>(read: () => Promise<T> | T, within = STEP_MS): Promise<T> {
  return readUntil(read, within);
}

/** Waits until exactly `count` elements match: what a page draws after a call arrives later than the call's own message. */
export async function expectCount(locator: Locator, count: number): Promise<void> {
  for (const end = performance.now() + STEP_MS; performance.now() < end; await Bun.sleep(25)) {
    if ((await locator.count()) === count) return;
  }
  expect(await locator.count()).toBe(count);
}
