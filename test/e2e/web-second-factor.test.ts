/** The second factor in the browser: an authenticator app, Chromium's virtual authenticator, recovery codes, and a required factor. */
import { afterAll, afterEach, beforeAll, describe, expect } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { type Owner, openWeb, type Web, type WebPage } from "./browser.ts";
import { EXECUTABLE, type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";

let sapa: Sapa;
let web: Web;
beforeAll(async () => {
  // A passkey belongs to a name, and an address has none.
  [sapa, web] = await Promise.all([startSapa(), openWeb(() => ({ ...sapa, url: sapa.url.replace("127.0.0.1", "localhost") }))]);
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

const PASSWORD = "secret-1";
const codeOf = (secret: string, at = Date.now()) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
/** A code of the next period, which works already: the present one may have been used. */
const nextCode = (secret: string) => codeOf(secret, Date.now() + 30_000);

const openAccount = async (owner: Owner) => {
  const page = await web.visit({ path: "/account?view=security", as: owner });
  await page.getByRole("heading", { name: "Two-step verification" }).waitFor();
  return page;
};
const prove = async (page: WebPage, code?: string) => {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  if (code !== undefined) await dialog.getByLabel("Code from your authenticator app").fill(code);
  await dialog.getByRole("button", { name: /^(Continue|Remove)$/ }).click();
};
const enter = async (page: WebPage, name: string) => {
  await page.getByLabel("Email").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
};

/** Sets up an app on the page of the account. @returns the secret and the recovery codes. */
async function setUpApp(page: WebPage): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole("button", { name: "Set up an app" }).click();
  await prove(page);
  const dialog = page.getByRole("dialog", { name: "Set up an app" });
  await dialog.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  const secret = (await dialog.getByLabel("Or type this key into the app").inputValue()).replaceAll(" ", "");
  await dialog.getByLabel("Code from the app").fill("000000");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText("This code is wrong or has already been used.").waitFor();
  await dialog.getByLabel("Code from the app").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const codes = await page.getByRole("dialog", { name: "Your recovery codes" }).getByLabel("Recovery codes").inputValue();
  await page.getByRole("button", { name: "I have saved them" }).click();
  return { secret, codes: codes.split("\n") };
}

/** Chromium's virtual authenticator, which checks the person. */
async function plugIn(page: WebPage) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the person lets it check them. */
    agree: (isUserVerified: boolean) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

describe("an authenticator app", () => {
  test("is set up with a code, and asked for at the next login, where the keyboard is enough", async () => {
    const owner = await sapa.signUp("appowner");
    const page = await openAccount(owner);
    const { secret, codes } = await setUpApp(page);
    expect(codes).toHaveLength(10);
    await page.getByText("10 codes left.").waitFor();
    const login = await web.visit({ path: "/login" });
    await enter(login, "appowner");
    await login.getByRole("heading", { name: "One more step" }).waitFor();
    const field = login.getByLabel("Code from your authenticator app");
    await until(() => field.evaluate((element) => element === document.activeElement));
    await field.fill("123456");
    await login.keyboard.press("Enter");
    await login.getByText("This code is wrong or has already been used.").waitFor();
    await field.fill(nextCode(secret));
    await login.keyboard.press("Enter");
    await login.waitForURL("**/dashboard");
  });

  test("is replaced by a recovery code, once, also in Malay", async () => {
    const owner = await sapa.signUp("recoverer");
    const { codes } = await setUpApp(await openAccount(owner));
    const login = await web.visit({ path: "/login", language: "ms" });
    const tryCode = async () => {
      await login.getByLabel("E-mel").fill("recoverer");
      await login.getByLabel("Kata laluan", { exact: true }).fill(PASSWORD);
      await login.locator("form button[type=submit]").click();
      await login.getByRole("button", { name: "Guna kod pemulihan" }).click();
      await login.getByLabel("Kod pemulihan").fill(codes[0] ?? "");
      await login.locator("form button[type=submit]").click();
    };
    await tryCode();
    await login.waitForURL("**/dashboard");
    await login.evaluate(() => localStorage.clear());
    await login.goto(new URL("/login", login.url()).href);
    await tryCode();
    await login.getByText("Kod ini salah atau sudah digunakan.").waitFor();
  });

  test("ends the other sessions when it is set up, and is removed with the password and a code", async () => {
    const owner = await sapa.signUp("remover");
    const page = await openAccount(owner);
    const other = await sapa.call<{ token: string }>("POST", "/api/login", { body: { email: "remover", password: PASSWORD } });
    const { secret } = await setUpApp(page);
    expect((await sapa.call("GET", "/api/account", { token: other.body.token })).status).toBe(401);
    await page.getByRole("button", { name: "Remove app" }).click();
    await prove(page, "123456");
    await page.getByRole("dialog").getByText("This code is wrong or has already been used.").waitFor();
    await prove(page, nextCode(secret));
    await page.getByText("The app was removed").waitFor();
    await page.getByRole("button", { name: "Set up an app" }).waitFor();
    await expectCount(page.getByRole("heading", { name: "Recovery codes" }), 0);
    expect((await sapa.call("POST", "/api/login", { body: { email: "remover", password: PASSWORD } })).body).toHaveProperty("token");
  });
});

describe("a passkey", () => {
  test("is added, is a second step, signs in alone, and is removed with itself", async () => {
    const owner = await sapa.signUp("keyowner");
    const page = await openAccount(owner);
    const key = await plugIn(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await prove(page);
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByLabel("Name of the passkey").fill("Telefon kedai");
    await dialog.getByRole("button", { name: "Create the passkey" }).click();
    await page.getByRole("button", { name: "I have saved them" }).click();
    await page.getByRole("list", { name: "Passkeys" }).getByText("Telefon kedai").waitFor();

    const leave = async () => {
      await page.evaluate(() => localStorage.clear());
      await page.goto(new URL("/login", page.url()).href);
    };
    await leave();
    await enter(page, "keyowner");
    await page.getByText("Confirm with your passkey.").waitFor();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL("**/dashboard");

    await leave();
    await key.agree(false);
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await page.getByText("The passkey was not used. Please try again.").waitFor();
    await key.agree(true);
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await page.waitForURL("**/dashboard");

    await page.goto(new URL("/account?view=security", page.url()).href);
    await page.getByRole("button", { name: "Remove: Telefon kedai" }).click();
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("dialog").getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("The passkey was removed").waitFor();
    expect((await sapa.call("POST", "/api/login", { body: { email: "keyowner", password: PASSWORD } })).body).toHaveProperty("token");
  });

  test("cannot be added where it would not work, and the page says why", async () => {
    const owner = await sapa.signUp("elsewhere");
    const page = await openAccount(owner);
    await page.goto(`${sapa.url}/login`);
    await page.getByRole("button", { name: "Login", exact: true }).waitFor();
    await expectCount(page.getByRole("button", { name: "Log in with a passkey" }), 0);
    await enter(page, "elsewhere");
    await page.waitForURL("**/dashboard");
    await page.goto(`${sapa.url}/account?view=security`);
    await page.getByText("Passkeys are not available on this site yet.").waitFor();
    await expectCount(page.getByRole("button", { name: "Add a passkey" }), 0);
  });
});

describe("a required factor", () => {
  test("leads to its set-up before anything else works, and the command line lifts it", async () => {
    const owner = await sapa.signUp("required");
    const open = await web.visit({ path: "/dashboard", as: owner });
    await open.getByRole("heading", { name: "Agents" }).first().waitFor();
    const admin = await sapa.adminToken();
    await sapa.call("PUT", "/api/settings", { token: admin, body: { requireFactor: true } });
    // The page that is open learns of it with its next call.
    await open.reload();
    await open.getByRole("heading", { name: "Set up two-step verification" }).waitFor();
    await open.goto(new URL("/plans", open.url()).href);
    await open.waitForURL("**/second-factor");

    const login = await web.visit({ path: "/login" });
    await enter(login, "required");
    await login.waitForURL("**/second-factor");
    await setUpApp(login);
    await login.waitForURL("**/dashboard");

    const lifted = Bun.spawnSync([EXECUTABLE, "admin", "remove-factors", "required", "--json", "--data", sapa.data]);
    expect(JSON.parse(lifted.stdout.toString())).toMatchObject({ username: "required", hadFactor: true });
    await login.goto(new URL("/plans", login.url()).href);
    await login.getByText("Your session has ended.").waitFor();
    await enter(login, "required");
    await login.waitForURL("**/second-factor");
    await login.getByRole("button", { name: "Sign Out" }).click();
    await login.waitForURL("**/login");
    await sapa.call("PUT", "/api/settings", { token: admin, body: { requireFactor: false } });
  });
});
