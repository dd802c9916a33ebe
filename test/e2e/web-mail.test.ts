/** Mail in the browser, with a real mail server on the loopback: settings, forgotten passwords, confirmations, one's own account. */
import { afterAll, afterEach, beforeAll, describe, expect } from "bun:test";
import { closedPort, headerOf, linkOf, type MailServer, type Refusals, startMailServer, startSilentServer } from "../mail-server.ts";
import { type Owner, openWeb, type Web, type WebPage } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";

const PUBLIC_URL = "https://chat.example.com";

let sapa: Sapa;
let web: Web;
let server: MailServer;
let admin: Owner;
beforeAll(async () => {
  server = await startMailServer({ login: { user: "kedai", password: "rahsia besar" } });
  [sapa, web] = await Promise.all([startSapa({ args: ["--public-url", PUBLIC_URL] }), openWeb(() => sapa)]);
  admin = await sapa.admin();
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
  await server.close();
});

const mailSettings = () => ({
  smtpHost: "127.0.0.1",
  smtpPort: server.port,
  smtpSecurity: "none",
  smtpUser: "kedai",
  smtpPassword: "rahsia besar",
  mailFrom: "hello@kedai.example",
  operatorName: "Perisian Seri",
  operatorContact: "help@seri.example",
});
const put = (body: object) => sapa.call("PUT", "/api/settings", { token: admin.token, body });
/** The newest message to an address with this subject. */
const arrival = (to: string, subject: string) =>
  until(() => server.received.filter((mail) => mail.to[0] === to && headerOf(mail.raw, "Subject") === subject).at(-1)?.raw ?? "");
/** The page of a message's link, at the address under which the test reaches the server. */
const pageOf = (raw: string) => {
  const link = linkOf(raw);
  expect(link.startsWith(`${PUBLIC_URL}/`)).toBe(true);
  return link.slice(PUBLIC_URL.length);
};
const logIn = async (page: WebPage, name: string, password: string) => {
  await page.getByLabel("Email").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
};
const choosePassword = async (page: WebPage, password: string) => {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm new password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
};

describe("without mail", () => {
  test("the login page leads to whom to ask, and the administrator hands over a link that works once", async () => {
    await sapa.signUp("mailless");
    await put({ operatorName: "Perisian Seri", operatorContact: "+60 12-345 6789" });
    const page = await web.visit({ path: "/login" });
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByText("Ask Perisian Seri for a link:").waitFor();
    await page.getByText("+60 12-345 6789").waitFor();
    await expectCount(page.getByRole("textbox"), 0);

    const awc = await web.visit({ path: "/awc?tab=users", as: admin });
    await awc.getByRole("button", { name: "Edit mailless" }).click();
    await awc.getByRole("button", { name: "Make a link for a new password" }).click();
    const dialog = awc.getByRole("dialog", { name: "Link for a new password" });
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await dialog.getByLabel("Link for a new password").inputValue();
    const share = await dialog.getByRole("link", { name: "Send by WhatsApp" }).getAttribute("href");
    expect(decodeURIComponent(share ?? "")).toContain(link);

    // The link names the public address, which this machine does not serve.
    const { pathname, search } = new URL(link);
    await page.goto(sapa.url + pathname + search, { waitUntil: "commit" });
    await choosePassword(page, "handed-over-1");
    await page.getByRole("heading", { name: "Your password has been changed" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Login" }).click();
    await logIn(page, "mailless", "handed-over-1");
    await page.waitForURL("**/dashboard");
    const late = await web.visit({ path: new URL(link).pathname + new URL(link).search });
    await late.getByRole("heading", { name: "This link has already been used" }).waitFor();
  });
});

describe("the settings", () => {
  const open = async () => {
    const page = await web.visit({ path: "/awc?tab=settings&view=mail", as: admin });
    await page.getByLabel("Host").waitFor();
    return page;
  };
  const fill = async (page: WebPage, values: { port: number; security?: string; user?: string; password?: string }) => {
    await page.getByLabel("Host").fill("127.0.0.1");
    await page
      .getByRole("group", { name: "Encryption" })
      .getByText(values.security ?? "None", { exact: true })
      .click();
    await page.getByLabel("Port").fill(String(values.port));
    await page.getByLabel("Username").fill(values.user ?? "");
    await page.getByLabel("Password", { exact: true }).fill(values.password ?? "");
    await page.getByLabel("Sender's address").fill("hello@kedai.example");
  };
  const tried = async (page: WebPage, text: string) => {
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText(text).waitFor({ timeout: 40_000 });
  };

  test("a server that fails in any phase is explained with its own words", async () => {
    const page = await open();
    await fill(page, { port: await closedPort() });
    await tried(page, "The mail server could not be reached.");

    const encrypted = await startMailServer({ security: "starttls" });
    await fill(page, { port: encrypted.port, security: "STARTTLS" });
    await tried(page, "An encrypted connection to the mail server was not possible.");
    expect(encrypted.received).toEqual([]);
    await encrypted.close();

    const failing: [Refusals, string, string][] = [
      [{ greeting: "554 No service here" }, "The mail server could not be reached.", "No service here"],
      [{ sender: "553 5.7.1 Not your domain" }, "The mail server refused the sender.", "5.7.1 Not your domain"],
      [{ recipient: "450 4.2.0 Greylisted, try later" }, "The mail server refused the recipient.", "4.2.0 Greylisted, try later"],
      [{ message: "554 5.6.0 Looks like spam" }, "The mail server did not take the message.", "5.6.0 Looks like spam"],
    ];
    for (const [refuses, phase, words] of failing) {
      const refusing = await startMailServer({ refuses });
      await fill(page, { port: refusing.port });
      await tried(page, phase);
      await page.getByText(words).waitFor();
      await refusing.close();
    }

    await fill(page, { port: server.port, user: "kedai", password: "wrong" });
    await tried(page, "The mail server refused the login.");
    await page.getByText("5.7.8 Wrong name or password").waitFor();

    const silent = await startSilentServer("hello");
    await fill(page, { port: silent.port });
    await tried(page, "The mail server could not be reached.");
    await silent.close();
  });

  test("a test message arrives before the values are saved, and the password is never shown afterwards", async () => {
    const page = await open();
    await fill(page, { port: server.port, user: "kedai", password: "rahsia besar" });
    await page.getByLabel("Send a test message to").fill("me@example.com");
    await tried(page, "The mail server has taken the message.");
    expect(headerOf(await arrival("me@example.com", "Test message"), "From")).toContain("hello@kedai.example");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await page.getByText("Settings saved successfully!").waitFor();
    await page.reload();
    await page.getByLabel("Host").waitFor();
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("••••••••");
    await page.goto(`${sapa.url}/awc`, { waitUntil: "commit" });
    const setup = page.getByRole("region", { name: "Finish setting up" });
    await setup.getByRole("listitem").filter({ hasText: "Email" }).filter({ hasText: "done" }).waitFor();
  });
});

describe("with mail", () => {
  beforeAll(async () => void (await put(mailSettings())));

  test("an owner who forgot the password has a new one after four clicks, and other devices are signed out", async () => {
    const owner = await sapa.signUp("forgetful");
    const other = await web.visit({ path: "/dashboard", as: owner });
    const page = await web.visit({ path: "/login" });
    await page.getByLabel("Email").fill("forgetful@example.com");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    expect(await page.getByLabel("Email").inputValue()).toBe("forgetful@example.com");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("a message with a link is on its way").waitFor();
    await page.goto(sapa.url + pageOf(await arrival("forgetful@example.com", "Choose a new password")), { waitUntil: "commit" });
    await choosePassword(page, "12345");
    await page.getByText("Password must be at least 6 characters long").waitFor();
    await choosePassword(page, "123456");
    await page.getByText("This password is too common.").waitFor();
    await choosePassword(page, "remembered-1");
    await page.getByRole("heading", { name: "Your password has been changed" }).waitFor();
    await arrival("forgetful@example.com", "Your password was changed");
    await page.getByRole("main").getByRole("link", { name: "Login" }).click();
    await logIn(page, "forgetful", "remembered-1");
    await page.waitForURL("**/dashboard");
    await other.reload();
    await other.getByText("Your session has ended.").waitFor();
  });

  test("an address without an account gets the same page, and no message", async () => {
    const page = await web.visit({ path: "/forgot" });
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("a message with a link is on its way").waitFor();
    // The next message arrives, and this one has not arrived before it.
    await sapa.signUp("witness");
    await sapa.call("POST", "/api/password/forgot", { body: { email: "witness@example.com" } });
    await arrival("witness@example.com", "Choose a new password");
    expect(server.received.filter(({ to }) => to[0] === "nobody@example.com")).toEqual([]);
  });

  test("links that were replaced, never made or used say so, and lead to a new one", async () => {
    await sapa.signUp("clicker");
    const ask = () => sapa.call("POST", "/api/password/forgot", { body: { email: "clicker@example.com" } });
    await ask();
    const first = pageOf(await arrival("clicker@example.com", "Choose a new password"));
    await ask();
    await until(() => server.received.filter(({ to, raw }) => to[0] === "clicker@example.com" && raw.includes("reset?token")).length === 2);
    for (const path of [first, "/reset?token=never-made", "/reset"]) {
      const page = await web.visit({ path });
      await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
      await page.getByRole("link", { name: "Ask for a new link" }).click();
      await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    }
  });

  test("a link that cannot be checked is not said to have expired, and the form appears once it was checked", async () => {
    await sapa.signUp("unlucky");
    await sapa.call("POST", "/api/password/forgot", { body: { email: "unlucky@example.com" } });
    const path = pageOf(await arrival("unlucky@example.com", "Choose a new password"));
    let isDown = true;
    const page = await web.visit({
      path,
      before: (page) => page.route("**/api/password/check", (route) => (isDown ? route.abort() : route.continue())),
    });
    await page.getByText("The link could not be checked.").waitFor();
    await expectCount(page.getByLabel("New password", { exact: true }), 0);
    await expectCount(page.getByRole("heading", { name: "This link does not work any more" }), 0);
    isDown = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByLabel("New password", { exact: true }).waitFor();
    await expectCount(page.getByText("The link could not be checked."), 0);
  });

  test("a new owner confirms the address, in Malay, and the line above the pages goes away", async () => {
    const page = await web.visit({ path: "/signup", language: "ms" });
    await page.getByLabel("Nama pengguna").fill("sahkan");
    await page.getByLabel("E-mel").fill("sahkan@example.com");
    await page.getByLabel("Kata laluan", { exact: true }).fill("secret-1");
    await page.getByLabel("Sahkan kata laluan", { exact: true }).fill("secret-1");
    await page.getByRole("button", { name: "Daftar" }).click();
    await page.waitForURL("**/start");
    const raw = await until(() => server.received.find(({ to }) => to[0] === "sahkan@example.com")?.raw ?? "");
    await page.goto(`${sapa.url}/dashboard`, { waitUntil: "commit" });
    const line = page.getByRole("complementary", { name: "Sahkan alamat e-mel anda" });
    await line.getByRole("button", { name: "Hantar lagi" }).click();
    await line.getByText("Pautan sedang dihantar ke sahkan@example.com.").waitFor();
    const latest = await until(() => {
      const all = server.received.filter(({ to }) => to[0] === "sahkan@example.com");
      return all.length === 2 ? (all[1]?.raw ?? "") : "";
    });
    await page.goto(sapa.url + pageOf(raw), { waitUntil: "commit" });
    await page.getByRole("button", { name: "Sahkan alamat" }).click();
    await page.getByRole("heading", { name: "Pautan ini tidak lagi berfungsi" }).waitFor();
    await page.goto(sapa.url + pageOf(latest), { waitUntil: "commit" });
    await page.getByRole("button", { name: "Sahkan alamat" }).click();
    await page.getByRole("heading", { name: "Alamat anda telah disahkan" }).waitFor();
    await page.getByRole("link", { name: "Pergi ke akaun anda" }).click();
    await page.getByText("Disahkan", { exact: true }).waitFor();
    await expectCount(line, 0);
  });

  test("who has not confirmed the address is asked for it where members and factors are added", async () => {
    const page = await web.visit({ path: "/account?view=members", as: await sapa.signUp("opener") });
    const asks = page.getByText("Confirm your email address first.");
    await expectCount(asks, 1);
    await expectCount(page.getByRole("button", { name: "Invite someone" }), 0);
    await page.getByRole("link", { name: "Security" }).click();
    await page.getByRole("heading", { name: "Authenticator app" }).waitFor();
    await expectCount(asks, 1);
    for (const name of ["Set up an app", "Add a passkey"]) await expectCount(page.getByRole("button", { name }), 0);
    await page.getByRole("button", { name: "Send link", exact: true }).click();
    await page.getByText("The link is on its way.").waitFor();
    const sent = () => server.received.filter(({ to, raw }) => to[0] === "opener@example.com" && raw.includes("confirm?token"));
    const latest = await until(() => (sent().length === 2 ? (sent()[1]?.raw ?? "") : ""));
    await page.goto(sapa.url + pageOf(latest), { waitUntil: "commit" });
    await page.getByRole("button", { name: "Confirm address" }).click();
    await page.getByRole("link", { name: "Go to your account" }).click();
    await page.getByRole("link", { name: "Security" }).click();
    await page.getByRole("button", { name: "Set up an app" }).waitFor();
    await expectCount(asks, 0);
  });

  test("an owner changes the address: the new one is confirmed, the old one is told", async () => {
    const page = await web.visit({ path: "/account", as: await sapa.signUp("mover") });
    await page.getByRole("button", { name: "Change address" }).click();
    const dialog = page.getByRole("dialog", { name: "Change address" });
    const submit = async (email: string, password: string) => {
      await dialog.getByLabel("New email address").fill(email);
      await dialog.getByLabel("Current password", { exact: true }).fill(password);
      await dialog.getByRole("button", { name: "Change address" }).click();
    };
    await submit("moved@example.com", "not-mine-1");
    await dialog.getByText("The current password is wrong.").waitFor();
    await submit("moved@example.com", "secret-1");
    await page.getByText("Open the link we sent to moved@example.com").waitFor();
    const link = pageOf(await arrival("moved@example.com", "Confirm your new email address"));
    await page.goto(sapa.url + link, { waitUntil: "commit" });
    await page.getByRole("button", { name: "Confirm address" }).click();
    await page.getByText("moved@example.com is now the email address of your account.").waitFor();
    await arrival("mover@example.com", "Your email address was changed");
    // The session in which the link was opened goes on.
    await page.getByRole("link", { name: "Go to your account" }).click();
    await page.getByText("Confirmed", { exact: true }).waitFor();
    await page.getByRole("main").getByText("moved@example.com").first().waitFor();
  });

  test("an owner signs out one device and then all others", async () => {
    const owner = await sapa.signUp("roamer");
    const more = async () =>
      (await sapa.call<{ token: string }>("POST", "/api/login", { body: { email: "roamer", password: "secret-1" } })).body.token;
    const [first, second] = [await more(), await more()];
    const page = await web.visit({ path: "/account?view=security", as: owner });
    const list = page.getByRole("list", { name: "Devices" });
    await expectCount(list.getByRole("listitem"), 3);
    await expectCount(list.getByText("This device"), 1);
    await list
      .getByRole("button", { name: /^Sign out/ })
      .first()
      .click();
    await expectCount(list.getByRole("listitem"), 2);
    const statusOf = async (token: string) => (await sapa.call("GET", "/api/account", { token })).status;
    expect([await statusOf(first), await statusOf(second)].toSorted()).toEqual([200, 401]);
    await page.getByRole("button", { name: "Sign out all other devices" }).click();
    await expectCount(list.getByRole("listitem"), 1);
    expect([await statusOf(first), await statusOf(second), await statusOf(owner.token)]).toEqual([401, 401, 200]);
  });

  test("an owner saves a copy and deletes the account", async () => {
    const owner = await sapa.signUp("leaver");
    await sapa.createAgent(owner.token);
    const page = await web.visit({ path: "/account?view=delete", as: owner });
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save a copy first" }).click();
    expect((await download).suggestedFilename()).toMatch(/^account-\d{4}-\d{2}-\d{2}\.json$/);
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete account" });
    await dialog.getByLabel("Password", { exact: true }).fill("not-mine-1");
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await dialog.getByText("The current password is wrong.").waitFor();
    await dialog.getByLabel("Password", { exact: true }).fill("secret-1");
    await dialog.getByRole("button", { name: "Delete for good" }).click();
    await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
    expect((await sapa.call("POST", "/api/login", { body: { email: "leaver", password: "secret-1" } })).status).toBe(401);
  });

  test("a mail that cannot be delivered is shown to the administrator, and leaves when the server is back", async () => {
    const refusing = await startMailServer({ refuses: { sender: "451 4.7.1 Come back later" } });
    await put({ smtpPort: refusing.port, smtpUser: "", smtpPassword: "" });
    await sapa.signUp("patient");
    const page = await web.visit({ path: "/awc?tab=settings&view=mail", as: admin });
    await until(async () => {
      // The browser refuses to load a page again that it is only beginning to show.
      await page.getByLabel("Host").waitFor();
      await page.reload();
      await page.getByLabel("Host").waitFor();
      return page.getByText("4.7.1 Come back later").isVisible();
    }, 30_000);
    await put(mailSettings());
    await until(() => server.received.some(({ to }) => to[0] === "patient@example.com"), 60_000);
    await refusing.close();
  });
});
