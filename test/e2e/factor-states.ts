/** The screens of second factors, in each state that looks different. */
import type { Page } from "playwright-core";
import type { FactorAdded, NewApp, OwnFactors, SecondStep } from "../../src/contract/factor.ts";
import { told } from "../../src/contract/messages/message.ts";
import { failWith } from "./browser.ts";
import type { Screen } from "./screen.ts";

const NONE: OwnFactors = { app: null, passkeys: [], recoveryCodes: 0, isRequired: false, passkeyOrigin: null };
const BOTH: OwnFactors = {
  app: { createdAt: "2026-10-02T08:00:00Z", lastUsedAt: "2026-11-20T08:00:00Z" },
  passkeys: [
    { id: "a", name: "Telefon Puan Aminah binti Abdul Rahman di kaunter hadapan", createdAt: "2026-10-02T08:00:00Z", lastUsedAt: null },
    { id: "b", name: "", createdAt: "2026-11-01T08:00:00Z", lastUsedAt: "2026-11-20T08:00:00Z" },
  ],
  recoveryCodes: 1,
  isRequired: false,
  passkeyOrigin: "https://chat.kedai-perabot-keluarga-maju-jaya.example.com",
};
const APP: NewApp = {
  token: "t",
  secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  uri: "otpauth://totp/Kedai:aminah?issuer=Kedai&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30",
};
const ADDED: FactorAdded = { recoveryCodes: Array.from({ length: 10 }, (_, n) => `abcd-efg${n}-hjk${n}`) };

/** The server has these factors, and takes every proof and code. */
const withFactors = (factors: OwnFactors) => async (page: Page) => {
  // The one that is added last is asked first.
  await page.route("**/api/account/factors/**", (route) => route.fulfill({ json: { proof: "p" } }));
  await page.route("**/api/account/factors", (route) => route.fulfill({ json: factors }));
  await page.route("**/api/account/factors/app", (route) => route.fulfill({ json: APP }));
  await page.route("**/api/account/factors/app/confirm", (route) => route.fulfill({ json: ADDED }));
};

/** The person has an address that is not confirmed. */
const unconfirmed = (page: Page) =>
  page.route("**/api/account", async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({ json: { ...json, mailReady: true, isEmailVerified: false, mustConfirm: true } });
  });

const step = (kinds: { app: boolean; passkey: boolean }) => (page: Page) =>
  page.route("**/api/login", (route) => {
    const answer: SecondStep = { secondStep: { token: "t", expiresAt: "2026-11-24T12:00:00Z", ...kinds } };
    return route.fulfill({ json: answer });
  });

async function enter(page: Page): Promise<void> {
  await page.locator("input[name=email]").fill("aminah");
  await page.locator("input[name=password]").fill("secret-1");
  await page.locator("form button[type=submit]").click();
  await page.locator("input[name=email]").waitFor({ state: "detached" });
}

/** The section of the second factor on the page of the account. */
const section = (page: Page) => page.locator("main section").nth(1);

async function prove(page: Page): Promise<void> {
  await section(page).locator("button").first().click();
  await page.locator("dialog input[type=password]").fill("secret-1");
  await page.locator("dialog button[type=submit]").click();
  await page.locator("dialog svg[role=img]").waitFor();
}

const security = () => "/account?view=security";

export const FACTOR_STATES: readonly Screen[] = [
  {
    name: "login-passkey",
    path: () => "/login",
    before: (page) =>
      page.route("**/api/settings", async (route) => {
        const json = await (await route.fetch()).json();
        await route.fulfill({ json: { ...json, passkeyOrigin: new URL(route.request().url()).origin } });
      }),
    ready: "form + div button",
  },
  { name: "second-step", path: () => "/login", before: step({ app: true, passkey: true }), ready: "form", prepare: enter },
  { name: "second-step-passkey", path: () => "/login", before: step({ app: false, passkey: true }), ready: "form", prepare: enter },
  {
    name: "second-step-refused",
    path: () => "/login",
    before: async (page) => {
      await step({ app: true, passkey: false })(page);
      await page.route("**/api/login/second-step", failWith(401, told("factors.wrong"), "wrong_credentials"));
    },
    ready: "form",
    prepare: async (page) => {
      await enter(page);
      await page.locator("form input").fill("123456");
      await page.locator("form button[type=submit]").click();
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  { name: "factors", path: security, as: "busy", before: withFactors(BOTH), ready: "main section ul li" },
  {
    name: "factors-prove",
    path: security,
    as: "busy",
    before: withFactors(BOTH),
    ready: "main section ul li",
    prepare: async (page) => {
      await section(page).locator("button").first().click();
      await page.locator("dialog button[type=submit]").click();
      await page.locator("dialog [aria-invalid=true]").first().waitFor();
    },
  },
  { name: "factors-app", path: security, as: "busy", before: withFactors(NONE), ready: "main section li", prepare: prove },
  {
    name: "factors-codes",
    isKept: true,
    path: security,
    as: "busy",
    before: withFactors(NONE),
    ready: "main section li",
    prepare: async (page) => {
      await prove(page);
      await page.locator("dialog input").last().fill("123456");
      await page.locator("dialog button[type=submit]").click();
      await page.locator("dialog textarea").waitFor();
    },
  },
  {
    name: "factors-unconfirmed",
    path: security,
    as: "busy",
    before: async (page) => {
      await withFactors(NONE)(page);
      await unconfirmed(page);
    },
    ready: "main section li",
  },
  {
    name: "factors-required-unconfirmed",
    path: () => "/second-factor",
    as: "busy",
    before: async (page) => {
      await withFactors({ ...NONE, isRequired: true })(page);
      await unconfirmed(page);
      await page.addInitScript(() => {
        const user = JSON.parse(localStorage.getItem("user") ?? "{}");
        localStorage.setItem("user", JSON.stringify({ ...user, needsFactor: true }));
      });
    },
    ready: "main section button",
  },
  {
    name: "factors-required",
    path: () => "/account",
    as: "busy",
    before: async (page) => {
      await withFactors({ ...NONE, isRequired: true })(page);
      const refused = failWith(403, told("factors.required"), "second_factor_required");
      await page.route("**/api/account", refused);
    },
    ready: "main .btn-primary",
  },
];
