/** Servers that answer otherwise, for one page alone. */
import type { Page } from "playwright-core";
import { failWith } from "./browser.ts";

type Before = (page: Page) => Promise<unknown>;

const DAY_MS = 86_400_000;
/** The moment so many days ago. */
export const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Changes the server's answer to a call. */
export const changing =
  (url: string | RegExp, change: (answer: never) => unknown): Before =>
  (page) =>
    page.route(url, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change((await response.json()) as never) });
    });
export const answering =
  (url: string | RegExp, json: unknown): Before =>
  (page) =>
    page.route(url, (route) => route.fulfill({ json }));
export const failing =
  (url: string | RegExp): Before =>
  (page) =>
    page.route(url, failWith(500));
/** The call is never answered while the page is open. */
export const waiting =
  (url: string | RegExp): Before =>
  (page) =>
    page.route(url, () => undefined);
export const both =
  (...steps: Before[]): Before =>
  async (page) => {
    for (const step of steps) await step(page);
  };
