/** Before and around signing in: the navigation rules, landing page, sign-up, login, sessions, demo, unknown pages. */
import { afterAll, afterEach, beforeAll, describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { addPlan, breakOff, failWith, holdCall, openWeb, PHONE, pathOf, type Web, type WebPage } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount, until } from "./wait.ts";
import { chatOf } from "./widget-page.ts";

/** The warm off-white of the light theme. */
const LIGHT_GROUND = "oklch(0.985 0.006 95)";
const SESSION_ENDED = "Your session has ended. Log in again to return to where you were.";

let sapa: Sapa;
let web: Web;
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa(), openWeb(() => sapa)]);
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

async function logIn(page: WebPage, email: string, password = "secret-1"): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

async function signUp(page: WebPage, values: { username: string; email: string; password: string; confirmed?: string }): Promise<void> {
  await page.getByLabel("Username").fill(values.username);
  await page.getByLabel("Email").fill(values.email);
  await page.getByLabel("Password", { exact: true }).fill(values.password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(values.confirmed ?? values.password);
  await page.getByRole("button", { name: "Sign Up" }).click();
}

const stored = (page: WebPage) => page.evaluate(() => ({ user: localStorage.getItem("user"), token: localStorage.getItem("token") }));
const noteOf = (page: WebPage, label: string) =>
  page.getByLabel(label, { exact: true }).locator("xpath=ancestor::div[label or div/label][1]//p[@role='alert']");

describe("navigation rules", () => {
  test("a visitor is sent to /login from every page that is not open to all", async () => {
    const page = await web.visit();
    for (const path of ["/dashboard", "/editor", "/editor?chatId=x", "/plans", "/awc", "/payment/redirect", "/no-such-page"]) {
      await page.goto(sapa.url + path, { waitUntil: "commit" });
      await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
      expect(pathOf(page), path).toBe("/login");
    }
  });

  test("the landing page, both entrances, the demo, the payment callback and embed addresses are open to a visitor", async () => {
    const page = await web.visit();
    const open = {
      "/": page.getByRole("link", { name: "Start Free Plan" }),
      "/signup": page.getByRole("heading", { name: "Get Started" }),
      "/login": page.getByRole("heading", { name: "Welcome Back" }),
      "/demo": page.getByRole("heading", { name: "A sample shop." }),
      "/payment/callback": page.getByRole("heading", { name: "Processing Payment..." }),
      "/embed-code/demo": page.getByRole("dialog", { name: "Embed Code" }),
      "/embed/demo": page.getByRole("button", { name: "Open chat" }),
    };
    for (const [path, sign] of Object.entries(open)) {
      await page.goto(sapa.url + path, { waitUntil: "commit" });
      await sign.waitFor();
      expect(pathOf(page)).toBe(path);
    }
  });

  test("a signed-in owner is sent from the entrances and from /awc to the dashboard", async () => {
    const page = await web.visit({ as: await sapa.signUp() });
    for (const path of ["/", "/signup", "/login", "/awc"]) {
      await page.goto(sapa.url + path, { waitUntil: "commit" });
      await page.getByRole("heading", { name: /^Welcome back, owner/ }).waitFor();
      expect(pathOf(page), path).toBe("/dashboard");
    }
  });

  test("a stored user without an id, or one that is no JSON, counts as signed out", async () => {
    for (const user of ['{"username":"ghost"}', "{broken", "null"]) {
      const page = await web.visit({ path: "/demo" });
      await page.evaluate((value) => localStorage.setItem("user", value), user);
      await page.goto(`${sapa.url}/dashboard`, { waitUntil: "commit" });
      await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
      expect(pathOf(page)).toBe("/login");
    }
  });

  test("a stored user whose token is gone counts as signed out, and signs in again", async () => {
    const owner = await sapa.signUp("tokenless");
    const page = await web.visit({ path: "/demo", as: owner });
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.goto(`${sapa.url}/dashboard`, { waitUntil: "commit" });
    await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
    expect(page.calls.filter((call) => call.startsWith("GET /api/users"))).toEqual([]);
    await logIn(page, "tokenless@example.com");
    await page.getByRole("heading", { name: "Welcome back, tokenless!" }).waitFor();
  });

  test("the rules hold however an address is written", async () => {
    const page = await web.visit({ as: await sapa.signUp() });
    for (const path of ["/AWC", "/%61wc", "/LOGIN"]) {
      await page.goto(sapa.url + path, { waitUntil: "commit" });
      await page.waitForURL("**/dashboard");
    }
    const visitor = await web.visit({ path: "/Demo" });
    await visitor.getByRole("heading", { name: "A sample shop." }).waitFor();
    expect(page.calls.filter((call) => call.endsWith("/api/overview"))).toEqual([]);
  });

  test("after a login one is where one wanted to be, with the query of a payment's return", async () => {
    const owner = await sapa.signUp("returning");
    const path = "/payment/redirect?billplz%5Bid%5D=abc&billplz%5Bpaid%5D=true";
    const page = await web.visit({ path });
    await logIn(page, "returning@example.com");
    await page.waitForURL((url) => url.pathname === "/payment/redirect");
    expect(pathOf(page)).toBe(path);
    expect(owner.id).toBe(JSON.parse((await stored(page)).user ?? "{}").id);
  });

  test("an address that is no page says so to an owner and leads back", async () => {
    const page = await web.visit({ path: "/no/such/page", as: await sapa.signUp(), width: PHONE });
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await page.waitForURL("**/dashboard");
  });
});

describe("landing page", () => {
  test("both buttons, six features, the pictures of three steps and the prices are there, and the buttons lead on", async () => {
    const page = await web.visit();
    const features = page.getByRole("region", { name: "What a good host does, on your website" }).getByRole("heading", { level: 3 });
    await features.first().waitFor();
    expect(await features.allTextContents()).toEqual([
      "Fast replies",
      "Human-like chat",
      "Sales conversion",
      "One-line integration",
      "99.9% uptime",
      "Custom training",
    ]);
    await page.getByRole("region", { name: "Prices" }).getByText("Free Forever").waitFor();
    await page.getByRole("heading", { name: "On your website in about five minutes" }).scrollIntoViewIfNeeded();
    // One picture a step, and none of those that belong to the dark theme.
    const loaded = () =>
      page.evaluate(() => {
        const pictures = [...document.querySelectorAll<HTMLImageElement>("img[src^='/assets/steps/']")];
        return pictures
          .filter(({ naturalWidth }) => naturalWidth > 0)
          .map(({ src }) => src.split("-").slice(0, 3).join("-").split("/").at(-1));
      });
    await until(async () => (await loaded()).length === 3);
    expect(await loaded()).toEqual(["paste-en-light", "teach-en-light", "embed-en-light"]);
    await page.getByRole("link", { name: "Try Demo" }).click();
    await page.waitForURL("**/demo");
    await page.goBack();
    await page.getByRole("link", { name: "Start Free Plan" }).click();
    await page.waitForURL("**/signup");
  });

  test("the product's own widget is loaded asynchronously with its fixed id, and leaves with the page", async () => {
    const page = await web.visit();
    const script = page.locator("script[src='/embed.js']");
    await script.waitFor({ state: "attached" });
    expect(await script.evaluate((tag: HTMLScriptElement) => [tag.async, tag.dataset.chatId])).toEqual([true, "demo"]);
    await page.locator("#features").scrollIntoViewIfNeeded();
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    await page.getByRole("link", { name: "Login" }).click();
    await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
    await page.getByRole("button", { name: "Open chat" }).waitFor({ state: "detached" });
  });

  test("there is one chat: the launcher appears when the hero has scrolled away, in the agent's colour, and never over the footer", async () => {
    const page = await web.visit({ width: PHONE });
    const launcher = page.getByRole("button", { name: "Open chat" });
    const scrollTo = (selector: string) => page.locator(selector).evaluate((element) => element.scrollIntoView({ block: "center" }));
    // The loader hides its launcher until the page asks for it.
    await page.locator("script[src='/embed.js']").waitFor({ state: "attached" });
    await until(() => page.evaluate(() => typeof window.sapa === "function"));
    expect(await launcher.isVisible()).toBe(false);
    await scrollTo("#features");
    await launcher.waitFor();
    expect(await launcher.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe("rgb(31, 107, 79)");
    await scrollTo("footer");
    await launcher.waitFor({ state: "hidden" });
    await scrollTo("#features");
    await launcher.waitFor();
    await scrollTo("h1");
    await launcher.waitFor({ state: "hidden" });
  });

  test("a question under the hero's conversation is sent with a press, and one that the agent cannot answer gets topics instead", async () => {
    const page = await web.visit();
    const hero = page.getByRole("region", { name: "A conversation with the demo agent" });
    const chips = hero.getByRole("list", { name: "Questions to try" }).getByRole("button");
    await chips.filter({ hasText: "How much is a latte?" }).click();
    await hero.getByRole("log").getByText("no latte").waitFor();
    await hero.getByRole("textbox").fill("Are dogs allowed?");
    await hero.getByRole("textbox").press("Enter");
    await hero.getByRole("log").getByText("I do not know that yet").waitFor();
    await until(async () => (await chips.allTextContents()).includes("Opening hours"));
    await chips.filter({ hasText: "Opening hours" }).click();
    await hero.getByRole("log").getByText("Closed every Tuesday").waitFor();
  });

  test("the page is in the browser's language until another one is chosen in the header, which is remembered", async () => {
    const page = await web.visit({ locale: "ms-MY" });
    await page.getByRole("link", { name: "Mula Pelan Percuma" }).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("ms");
    await page.getByRole("banner").getByText("English").click();
    await page.getByRole("link", { name: "Start Free Plan" }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Start Free Plan" }).waitFor();
    await page.getByRole("link", { name: "Login" }).click();
    await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
  });

  test("private plans and plans without a price are not in the prices, and the button leads to sign-up", async () => {
    addPlan(sapa, { id: 71, name: "Gift", priceSen: 0 });
    addPlan(sapa, { id: 72, name: "Kopi", priceSen: 1_990 });
    const page = await web.visit();
    const prices = page.getByRole("region", { name: "Prices" });
    await prices.getByRole("row", { name: /^Kopi .*RM19\.90/ }).waitFor();
    expect(await prices.getByRole("rowheader").allTextContents()).toEqual(["Free Plan", "Kopi"]);
    await prices.getByRole("link", { name: "Start free" }).click();
    await page.waitForURL("**/signup");
  });

  test("the hero's conversation answers whoever types", async () => {
    const page = await web.visit({ width: PHONE });
    const hero = page.getByRole("region", { name: "A conversation with the demo agent" });
    await hero.getByRole("textbox", { name: "Ask the demo agent" }).fill("How much is delivery?");
    await hero.getByRole("button", { name: "Send", disabled: false }).waitFor();
    await hero.getByRole("textbox").press("Enter");
    await hero.getByText("How much is delivery?").waitFor();
    const said = await until(async () => (await hero.getByRole("log").locator("p").last().textContent())?.includes("RM5"));
    expect(said).toBe(true);
  });

  test("what is typed before the page's script has come stays, is not sent to nowhere, and can be sent then", async () => {
    const released = Promise.withResolvers<void>();
    const page = await web.visit({
      before: (page) =>
        page.route(/\/assets\/landing-.*\.js/, async (route) => {
          await released.promise;
          await route.continue();
        }),
    });
    const hero = page.getByRole("region", { name: "A conversation with the demo agent" });
    await hero.getByRole("textbox").fill("How much is delivery?");
    await hero.getByRole("textbox").press("Enter");
    expect(await hero.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
    released.resolve();
    await hero.getByRole("button", { name: "Send", disabled: false }).click();
    await hero.getByText("How much is delivery?").waitFor();
  });

  test("a demo agent that cannot be reached, and prices that cannot be loaded, are said so", async () => {
    const page = await web.visit({
      before: async (page) => {
        await page.route("**/api/chats/*/ticket", failWith(500));
        await page.route("**/api/plans", failWith(500));
      },
    });
    await page.getByText("The prices could not be loaded. Please try again in a moment.").waitFor();
    await page.getByRole("textbox", { name: "Ask the demo agent" }).fill("Hello?");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("alert").getByText("The demo agent could not be reached. Please try again in a moment.").waitFor();
  });
});

describe("sign-up", () => {
  test("Home and Login lead to both", async () => {
    const page = await web.visit({ path: "/signup" });
    await page.getByRole("link", { name: "Login" }).click();
    await page.waitForURL("**/login");
    await page.getByRole("link", { name: "Sign Up" }).click();
    await page.waitForURL("**/signup");
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("link", { name: "Start Free Plan" }).waitFor();
  });

  test("every field is required and the email must be one", async () => {
    const page = await web.visit({ path: "/signup" });
    for (const label of ["Username", "Email", "Password", "Confirm Password"])
      expect(await page.getByLabel(label, { exact: true }).getAttribute("required"), label).not.toBeNull();
    await page.getByRole("button", { name: "Sign Up" }).click();
    await signUp(page, { username: "someone", email: "no-address", password: "secret-1" });
    expect(await page.getByLabel("Email").evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
    expect(page.calls).not.toContain("POST /api/users/signup");
  });

  test("all that is wrong is said at once, in the page's language, and nothing on the page moves", async () => {
    const page = await web.visit({ path: "/signup" });
    const button = page.getByRole("button", { name: "Sign Up" });
    const place = async () => (await button.boundingBox())?.y;
    const before = await place();
    await button.click();
    for (const [label, text] of [
      ["Username", "Enter a username"],
      ["Email", "Enter your email"],
      ["Password", "Enter a password"],
      ["Confirm Password", "Enter the password once more"],
    ] as const)
      await noteOf(page, label).getByText(text, { exact: true }).waitFor();
    expect(await place()).toBe(before);
    expect(await page.getByLabel("Username").evaluate((input) => input === document.activeElement)).toBe(true);
    await signUp(page, { username: "someone", email: "no-address", password: "12345", confirmed: "1" });
    await noteOf(page, "Email").getByText("Please enter a valid email address").waitFor();
    await noteOf(page, "Confirm Password").getByText("Passwords do not match").waitFor();
    expect(await place()).toBe(before);
    expect(page.calls).not.toContain("POST /api/users/signup");
  });

  test("a business's name is taken as the username that it becomes, which is shown, and stays the name", async () => {
    const page = await web.visit({ path: "/signup" });
    await page.getByLabel("Username").fill("Rotan Méru");
    await page.getByRole("status").getByText("You will log in as rotan-meru.").waitFor();
    await signUp(page, { username: "Rotan Méru", email: "rotan@example.com", password: "kopi-o" });
    await page.getByRole("button", { name: "Account of rotan-meru, business Rotan Méru" }).waitFor();
    const { user } = await stored(page);
    expect(JSON.parse(user ?? "")).toMatchObject({ username: "rotan-meru", displayName: "Rotan Méru" });
    await page.getByRole("button", { name: "Sign Out" }).click();
    await logIn(page, "Rotan Méru", "kopi-o");
    await page.getByRole("heading", { name: "Welcome back, Rotan Méru!" }).waitFor();
  });

  test("passwords that differ, or are too short, are refused at their fields before anything is sent", async () => {
    const page = await web.visit({ path: "/signup" });
    await signUp(page, { username: "someone", email: "a@example.com", password: "secret-1", confirmed: "secret-2" });
    await noteOf(page, "Confirm Password").getByText("Passwords do not match", { exact: true }).waitFor();
    expect(await page.getByLabel("Confirm Password", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await signUp(page, { username: "someone", email: "a@example.com", password: "12345" });
    await noteOf(page, "Password").getByText("Password must be at least 6 characters long", { exact: true }).waitFor();
    await expectCount(page.getByText("Passwords do not match"), 0);
    expect(page.calls).not.toContain("POST /api/users/signup");
  });

  test("six characters are enough: the busy text, then the guided start, with user and token stored apart", async () => {
    const page = await web.visit({ path: "/signup", width: PHONE });
    const call = holdCall();
    await page.route("**/api/users/signup", call.hold());
    await signUp(page, { username: "fresh.face", email: "fresh@example.com", password: "kopi-o" });
    const busy = page.getByRole("button", { name: "Signing up..." });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    call.release();
    await page.getByRole("heading", { name: "Set up your agent" }).waitFor();
    expect(pathOf(page)).toBe("/start");
    const { user, token } = await stored(page);
    expect(JSON.parse(user ?? "")).toMatchObject({ username: "fresh.face", email: "fresh@example.com" });
    expect(token).toMatch(/^\S{20,}$/);
    expect(user).not.toContain(token ?? "");
  });

  test("a password that everybody guesses first is refused at its field", async () => {
    const page = await web.visit({ path: "/signup" });
    await signUp(page, { username: "someone", email: "a@example.com", password: "123456" });
    await noteOf(page, "Password").getByText("This password is too common. Choose another one.", { exact: true }).waitFor();
    expect(pathOf(page)).toBe("/signup");
  });

  test("a name and an address that are taken are said so at their fields", async () => {
    await sapa.signUp("taken");
    const page = await web.visit({ path: "/signup" });
    await signUp(page, { username: "Taken", email: "other@example.com", password: "secret-1" });
    await noteOf(page, "Username").getByText("Username is already taken").waitFor();
    await signUp(page, { username: "another", email: "TAKEN@example.com", password: "secret-1" });
    await noteOf(page, "Email").getByText("Email is already registered").waitFor();
    expect(pathOf(page)).toBe("/signup");
  });

  test("the server's message is shown when it gives one, else the described text", async () => {
    const page = await web.visit({ path: "/signup" });
    for (const [route, text] of [
      [failWith(503, "The disk is full."), "The disk is full."],
      [failWith(502), "Signup failed. Please try again."],
      [breakOff, "Signup failed. Please try again."],
    ] as const) {
      await page.route("**/api/users/signup", route);
      await signUp(page, { username: "someone", email: "a@example.com", password: "secret-1" });
      await page.getByRole("alert").getByText(text, { exact: true }).waitFor();
      await page.unroute("**/api/users/signup");
    }
    expect(await stored(page)).toEqual({ user: null, token: null });
  });
});

describe("login", () => {
  test("email and password are required", async () => {
    const page = await web.visit({ path: "/login" });
    for (const label of ["Email", "Password"])
      expect(await page.getByLabel(label, { exact: true }).getAttribute("required")).not.toBeNull();
    await page.getByRole("button", { name: "Login" }).click();
    expect(page.calls.filter((call) => call.startsWith("POST"))).toEqual([]);
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("link", { name: "Start Free Plan" }).waitFor();
  });

  test("fields say what they are to a password manager", async () => {
    const page = await web.visit({ path: "/login" });
    expect(await page.getByLabel("Email").getAttribute("autocomplete")).toBe("username");
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("autocomplete")).toBe("current-password");
    await page.goto(`${sapa.url}/signup`, { waitUntil: "commit" });
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("autocomplete")).toBe("new-password");
  });

  test("Enter submits: the busy text, then the dashboard", async () => {
    await sapa.signUp("enter");
    const page = await web.visit({ path: "/login", width: PHONE });
    const call = holdCall();
    await page.route("**/api/login", call.hold());
    await page.getByLabel("Email").fill(" ENTER@example.com ");
    await page.getByLabel("Password", { exact: true }).fill("secret-1");
    await page.getByLabel("Password", { exact: true }).press("Enter");
    expect(await page.getByRole("button", { name: "Logging in..." }).isDisabled()).toBe(true);
    call.release();
    await page.getByRole("heading", { name: "Welcome back, enter!" }).waitFor();
    expect((await stored(page)).token).toMatch(/^\S{20,}$/);
  });

  test("an account signs in by its username as well", async () => {
    await sapa.signUp("ali.bakar");
    const page = await web.visit({ path: "/login" });
    await page.getByRole("link", { name: "Forgot password?" }).waitFor();
    await logIn(page, "Ali.Bakar");
    await page.getByRole("heading", { name: "Welcome back, ali.bakar!" }).waitFor();
  });

  test("a wrong password, a server error and no server at all are told apart", async () => {
    await sapa.signUp("forgetful");
    const page = await web.visit({ path: "/login" });
    await logIn(page, "forgetful@example.com", "wrong-password");
    await page.getByRole("alert").getByText("Wrong email or password.", { exact: true }).waitFor();
    for (const route of [failWith(500), breakOff]) {
      await page.route("**/api/login", route);
      await logIn(page, "forgetful@example.com");
      await page.getByRole("alert").getByText("Login failed. Please try again.", { exact: true }).waitFor();
      await page.unroute("**/api/login");
    }
    await logIn(page, "forgetful@example.com");
    await page.waitForURL("**/dashboard");
  });
});

describe("the session", () => {
  test("a token that the server refuses signs out once, in all tabs, and the login leads back", async () => {
    const owner = await sapa.signUp("ended");
    const chatId = await sapa.createAgent(owner.token);
    const first = await web.visit({ path: `/editor?chatId=${chatId}&tab=basic`, as: owner });
    await first.getByLabel("Chat Name").waitFor();
    const second = await web.visit({ path: "/plans", beside: first });
    await second.getByRole("heading", { name: "Choose Your Plan" }).waitFor();
    await sapa.call("POST", "/api/logout", { token: owner.token });

    // The preview mostly notices first. Whichever call does, both pages leave and say why.
    await first.getByRole("heading", { name: "Welcome Back" }).waitFor();
    await second.getByRole("heading", { name: "Welcome Back" }).waitFor();
    for (const page of [first, second]) await page.getByText(SESSION_ENDED).waitFor();
    expect(await stored(first)).toEqual({ user: null, token: null });

    await logIn(first, "ended@example.com");
    await first.getByLabel("Chat Name").waitFor();
    expect(pathOf(first)).toBe(`/editor?chatId=${chatId}&tab=basic`);
    await second.waitForURL("**/plans");
    // The reason was that of the earlier session.
    await first.goto(`${sapa.url}/dashboard`);
    await first.getByRole("button", { name: "Sign Out" }).click();
    await second.getByRole("heading", { name: "Welcome Back" }).waitFor();
    await expectCount(second.getByText(SESSION_ENDED), 0);
  });

  test("another person who logs in is not led into the page of the one before", async () => {
    const owner = await sapa.signUp("before");
    await sapa.signUp("after");
    const chatId = await sapa.createAgent(owner.token);
    const page = await web.visit({ path: "/dashboard", as: owner });
    await page.getByRole("link", { name: "Configure Agent" }).click();
    await page.getByRole("tab", { name: "Knowledge Base", selected: true }).waitFor();
    expect(pathOf(page)).toBe(`/editor?chatId=${chatId}`);
    await sapa.call("POST", "/api/logout", { token: owner.token });
    await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
    await logIn(page, "after@example.com");
    await page.getByRole("heading", { name: "Welcome back, after!" }).waitFor();
    expect(pathOf(page)).toBe("/dashboard");
  });

  test("Sign Out forgets the person in every tab, tells the server, and the next login begins at the dashboard", async () => {
    const owner = await sapa.signUp("leaving");
    const first = await web.visit({ path: "/plans", as: owner });
    const second = await web.visit({ path: "/dashboard", beside: first });
    await second.getByRole("heading", { name: "Welcome back, leaving!" }).waitFor();
    await first.getByRole("button", { name: "Sign Out" }).click();
    for (const page of [first, second]) await page.waitForURL("**/login");
    expect(await stored(first)).toEqual({ user: null, token: null });
    await expectCount(first.getByText(SESSION_ENDED), 0);
    const isDead = await until(async () => (await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).status === 401);
    expect(isDead).toBe(true);
    await logIn(first, "leaving@example.com");
    await first.waitForURL("**/dashboard");
  });
});

describe("language and theme", () => {
  test("Malay is remembered, and sets the document's language", async () => {
    const page = await web.visit({ path: "/login" });
    await page.getByText("Bahasa Melayu").click();
    await until(() => page.evaluate(() => document.documentElement.lang === "ms"));
    await expectCount(page.getByText("Welcome Back"), 0);
    await page.reload();
    await page.getByRole("button", { name: "Log Masuk" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("ms");
    await page.getByText("English").click();
    await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
  });

  test("in Malay, what the server refuses and pages that are opened later are in Malay", async () => {
    await sapa.signUp("pelawat");
    const page = await web.visit({ path: "/login", language: "ms" });
    await page.getByLabel("E-mel").fill("pelawat@example.com");
    await page.getByLabel("Kata laluan", { exact: true }).fill("wrong-password");
    await page.getByRole("button", { name: "Log Masuk" }).click();
    await page.getByRole("alert").getByText("E-mel atau kata laluan salah.", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Daftar" }).click();
    await page.waitForURL("**/signup");
    await page.getByText("Nama perniagaan pun boleh, contohnya Rotan Meru.", { exact: true }).waitFor();
  });

  test("the theme follows the system until one is chosen, and the choice is remembered", async () => {
    const page = await web.visit({ path: "/dashboard", as: await sapa.signUp(), theme: "dark" });
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.getByRole("button", { name: /^Account of/ }).click();
    const dark = await ground();
    await page.getByText("Light", { exact: true }).click();
    // The change may fade.
    await until(async () => (await ground()) === LIGHT_GROUND);
    expect(dark).not.toBe(LIGHT_GROUND);
    await page.reload();
    await page.getByRole("button", { name: /^Account of/ }).waitFor();
    expect(await ground()).toBe(LIGHT_GROUND);
  });
});

test("the demo is a shop's page with its own agent, which answers", async () => {
  const page = await web.visit({ path: "/demo", width: PHONE });
  await page.getByRole("heading", { name: "Menu" }).waitFor();
  await page.getByRole("button", { name: "Open chat" }).click();
  const chat = await chatOf(page);
  expect(await chat.ask("Do you deliver, and what does it cost?")).toContain("RM5");
  expect(await page.locator("script[src='/embed.js']").getAttribute("data-chat-id")).toBe("demo-kedai");
});

/** Lets only a document's first script through until `release`. */
function holdApplication() {
  const released = Promise.withResolvers<void>();
  const hold = (page: Page) =>
    page.route(/\/assets\/(?!early-).*\.js$/, async (route) => {
      await released.promise;
      await route.continue().catch(() => undefined);
    });
  return { hold, release: () => released.resolve() };
}

/** "document", "early", "app" and so on: what a page asked for, without the hashes in the names. */
const kindOf = (url: string) => /\/assets\/(.+)-[0-9a-z]+\.\w+$/.exec(url)?.[1] ?? "document";

const isScript = (url: string) => /\/assets\/.*\.js$/.test(url);

test("on a slow line a page greets before its scripts have come, and has asked for its data", async () => {
  const { hold, release } = holdApplication();
  const asked: string[] = [];
  const owner = await sapa.signUp("slowline");
  const before = async (page: Page) => {
    page.on("request", (request) => asked.push(request.url()));
    await hold(page);
  };
  const page = await web.visit({ path: "/dashboard", as: owner, language: "ms", theme: "dark", before });
  await page.locator("[data-shell]").getByText("Selamat kembali, slowline!").filter({ visible: true }).waitFor();
  // Four files are all that the first paint waits for.
  expect(asked.slice(0, 4).map(kindOf)).toEqual(["document", "early", "plus-jakarta-sans", "app"]);
  expect(await page.locator("html").getAttribute("lang")).toBe("ms");
  await until(() => page.calls.length === 1);
  release();
  await page.getByRole("heading", { name: "Selamat kembali, slowline!" }).waitFor();
  await expectCount(page.locator("[data-shell]"), 0);
  // The page took the answer instead of asking a second time.
  expect(page.calls).toEqual([`GET /api/users/${owner.id}`]);
});

test("a page asks for all its scripts at once, in few files, and for none that it does not run", async () => {
  const owner = await sapa.signUp("fewfiles");
  // Without knowledge, the editor opens on the knowledge base and asks for the sources' script once the entries are there.
  const chatId = await sapa.createAgent(owner.token, { knowledge: ["We open at nine."] });
  const most = { "/": 8, "/dashboard": 7, [`/editor?chatId=${chatId}`]: 8 };
  for (const [path, files] of Object.entries(most)) {
    const scripts: string[] = [];
    const page = await web.visit({
      path,
      as: path === "/" ? undefined : owner,
      before: async (page) => {
        await page.coverage.startJSCoverage({ resetOnNavigation: false });
        page.on("request", (request) => isScript(request.url()) && scripts.push(request.url()));
      },
    });
    await until(() => page.calls.length > 0);
    await page.locator("main h1, #editor-panel input").first().waitFor();
    const asked = new Set(scripts);
    const preloaded = await page
      .locator("link[rel=modulepreload]")
      .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
    const ran = (await page.coverage.stopJSCoverage()).map(({ url }) => url);
    expect(asked.size, path).toBeLessThanOrEqual(files);
    expect([...asked].filter((url) => !preloaded.includes(url)).map(kindOf), path).toEqual(["early"]);
    expect(preloaded.filter((url) => !ran.includes(url)).map(kindOf), path).toEqual([]);
  }
});

test("pointing at a link fetches the page behind it", async () => {
  const page = await web.visit({ path: "/dashboard", as: await sapa.signUp("pointing") });
  await page.getByRole("heading", { name: "Welcome back, pointing!" }).waitFor();
  const fetched = page.waitForRequest(/\/assets\/Plans-.*\.js$/);
  await page.getByRole("link", { name: "Plans", exact: true }).hover();
  await fetched;
  expect(pathOf(page)).toBe("/dashboard");
});

test("a page that breaks offers a way out instead of a blank window", async () => {
  const page = await web.visit({ path: "/login" });
  await page.route(/\/assets\/Signup.*\.js/, breakOff);
  await page.getByRole("link", { name: "Sign Up" }).click();
  await page.getByRole("heading", { name: "This page could not be shown" }).waitFor();
  await page.unroute(/\/assets\/Signup.*\.js/);
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { name: "Get Started" }).waitFor();
});

test("each entrance's first field has the focus, also after a navigation from the other one", async () => {
  const page = await web.visit({ path: "/signup" });
  const hasFocus = (label: string) =>
    until(() => page.getByLabel(label, { exact: true }).evaluate((input) => input === document.activeElement));
  expect(await hasFocus("Username")).toBe(true);
  await page.getByRole("link", { name: "Login" }).click();
  expect(await hasFocus("Email")).toBe(true);
  await page.goBack();
  expect(await hasFocus("Username")).toBe(true);
});
