/** Waiting for what a page or a server shows a moment later. */
import { expect } from "bun:test";
import type { Locator } from "playwright-core";
import { STEP_MS } from "./chromium.ts";

/**
 * Reads until the value is truthy, and returns it.
 *
 * @throws Error if it still is not after `within` milliseconds.
 */
export async function until<T>(read: () => Promise<T> | T, within = STEP_MS): Promise<T> {
  for (const end = performance.now() + within; ; await Bun.sleep(25)) {
    const value = await read();
    if (value) return value;
    if (performance.now() > end) throw new Error(`${read} was still ${value} after ${within / 1_000} s.`);
  }
}

/** Waits until exactly `count` elements match: what a page draws after a call arrives later than the call's own message. */
export async function expectCount(locator: Locator, count: number): Promise<void> {
  for (const end = performance.now() + STEP_MS; performance.now() < end; await Bun.sleep(25)) {
    if ((await locator.count()) === count) return;
  }
  expect(await locator.count()).toBe(count);
}
