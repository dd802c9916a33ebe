/** The plans page, the payment pages and the administrator's settings form (product 2.9 to 2.12, 8, 9). */
import { afterAll, afterEach, beforeAll, describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import {
  addPlan,
  breakOff,
  delay,
  failWith,
  holdCall,
  holdTimers,
  openWeb,
  PHONE,
  pathOf,
  releaseTimers,
  type Visit,
  type Web,
  type WebPage,
} from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount } from "./wait.ts";

const NOT_CONFIGURED = "Payment settings are not configured by admin or user not logged in.";
const RETURN =
  "/payment/redirect?billplz%5Bid%5D=bill-1&billplz%5Bpaid%5D=true&billplz%5Bpaid_at%5D=2026-11-21&billplz%5Bx_signature%5D=abc";

let sapa: Sapa;
let web: Web;
let admin: { id: string; token: string; user: Record<string, unknown> };
beforeAll(async () => {
  [sapa, web] = await Promise.all([startSapa(), openWeb(() => sapa)]);
  addPlan(sapa, { id: 2, name: "Starter", priceSen: 2_990, messages: 1_000, agents: 1, words: 1_000, entries: 1 });
  addPlan(sapa, {
    id: 3,
    name: "Pro Yearly",
    priceSen: 4_900,
    months: 12,
    discount: 20,
    messages: 10_000,
    agents: 5,
    words: 2_000,
    entries: 100,
  });
  addPlan(sapa, { id: 4, name: "Half", priceSen: 1_999, months: 6, discount: 12.5 });
  addPlan(sapa, { id: 5, name: "Full", priceSen: 1_000, months: 6 });
  admin = await sapa.admin();
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
});

const card = (page: WebPage, name: string) => page.getByRole("listitem", { name, exact: true });
const texts = (page: WebPage, name: string) => card(page, name).getByRole("listitem").allTextContents();

describe("the plans page", () => {
  test("shows each plan that costs something, with its total, its month and what is saved", async () => {
    const page = await web.visit({ path: "/plans", as: await sapa.signUp() });
    await page.getByRole("heading", { name: "Choose Your Plan" }).waitFor();
    await card(page, "Starter").waitFor();
    await expectCount(page.getByRole("button", { name: "Subscribe Now" }), 4);
    await expectCount(page.getByRole("heading", { name: "Free Plan" }), 0);
    await page.getByText("Your plan now: Free Plan", { exact: true }).waitFor();

    await card(page, "Starter").getByText("RM29.90/1 month", { exact: true }).waitFor();
    expect(
      await card(page, "Starter")
        .getByText(/Only|Save/)
        .count(),
    ).toBe(0);

    // 49 × 12 × 0.8 = 470.40 in all, 39.20 a month; undiscounted 588.
    await card(page, "Pro Yearly").getByText("RM470.40/12 months", { exact: true }).waitFor();
    await card(page, "Pro Yearly").getByText("Only RM39.20/month", { exact: true }).waitFor();
    await card(page, "Pro Yearly").getByText("Save RM117.60", { exact: true }).waitFor();

    // 19.99 × 6 = 119.94; 87.5 % of it is 104.9475, half up 104.95.
    await card(page, "Half").getByText("RM104.95/6 months", { exact: true }).waitFor();
    await card(page, "Half").getByText("Only RM17.49/month", { exact: true }).waitFor();
    await card(page, "Half").getByText("Save RM14.99", { exact: true }).waitFor();

    await card(page, "Full").getByText("RM60/6 months", { exact: true }).waitFor();
    expect(
      await card(page, "Full")
        .getByText(/Only|Save/)
        .count(),
    ).toBe(0);
  });

  test("lists what each plan holds, the discount only where there is one over several months", async () => {
    const page = await web.visit({ path: "/plans", as: await sapa.signUp(), width: PHONE });
    await card(page, "Starter").waitFor();
    expect(await texts(page, "Starter")).toEqual([
      "Valid for 1 month",
      "1,000 messages per month",
      "1 AI agent",
      "1,000 knowledge base words",
      "1 knowledge update",
    ]);
    expect(await texts(page, "Pro Yearly")).toEqual([
      "Valid for 12 months",
      "10,000 messages per month",
      "5 AI agents",
      "2,000 knowledge base words",
      "100 knowledge updates",
      "20% discount applied • Lock in current price",
    ]);
    expect((await texts(page, "Half")).at(-1)).toBe("12.5% discount applied • Lock in current price");
    expect(await texts(page, "Full")).toHaveLength(5);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

  test("marks the plan whose name contains Pro, and it alone", async () => {
    const page = await web.visit({ path: "/plans", as: await sapa.signUp() });
    await card(page, "Pro Yearly").getByText("MOST POPULAR", { exact: true }).waitFor();
    await expectCount(page.getByText("MOST POPULAR"), 1);
    const border = (name: string) => card(page, name).evaluate((element) => getComputedStyle(element).borderTopColor);
    expect(await border("Pro Yearly")).not.toBe(await border("Starter"));
    await page.getByRole("link", { name: "Back to Dashboard" }).click();
    await page.waitForURL("**/dashboard");
  });

  test("what is off sale, given away or without a price is shown neither here nor on the landing page", async () => {
    addPlan(sapa, { id: 10, name: "Staff", priceSen: 0 });
    addPlan(sapa, { id: 11, name: "Given away", priceSen: 1_000, discount: 100 });
    addPlan(sapa, { id: 12, name: "Retired", priceSen: 1_500 });
    const { status } = await sapa.call("PUT", "/api/plans/12", { token: admin.token, body: { isOffered: false } });
    expect(status).toBe(200);
    // The administrator's own list has all of them; the page has not.
    for (const as of [await sapa.signUp(), admin]) {
      const page = await web.visit({ path: "/plans", as });
      await card(page, "Starter").waitFor();
      await expectCount(page.getByRole("button", { name: "Subscribe Now" }), 4);
    }
    const landing = await web.visit({ path: "/" });
    const prices = landing.getByRole("region", { name: "Prices" });
    await prices.getByRole("rowheader", { name: "Starter" }).waitFor();
    expect(await prices.getByRole("rowheader").allTextContents()).toEqual(["Free Plan", "Starter", "Pro Yearly", "Half", "Full"]);
    await expectCount(prices.getByText("Free Forever"), 1);

    const owner = await sapa.signUp();
    await sapa.call("PUT", `/api/users/${owner.id}`, { token: admin.token, body: { planId: 12 } });
    const page = await web.visit({ path: "/plans", as: owner });
    await page.getByText(/^Your plan Retired is no longer sold\. You keep it until /).waitFor();
    await page.goto(`${sapa.url}/dashboard`);
    await page.getByText("RM15/month", { exact: true }).waitFor();
    await expectCount(page.getByText("Free Forever"), 0);
  });

  test("the administrator takes a plan off sale in its form, and puts it on sale again", async () => {
    addPlan(sapa, { id: 13, name: "Seasonal", priceSen: 1_200 });
    const page = await web.visit({ path: "/awc?tab=plans", as: admin });
    const row = page.getByRole("row", { name: /Seasonal/ });
    const dialog = page.getByRole("dialog", { name: "Edit Plan" });
    for (const isOffered of [false, true]) {
      await row.getByRole("button", { name: "Edit Seasonal" }).click();
      await dialog.getByRole("checkbox", { name: "On sale" }).setChecked(isOffered);
      await dialog.getByText(isOffered ? "What owners will see" : /^This plan is off sale, so owners do not see this card/).waitFor();
      await dialog.getByRole("button", { name: "Update" }).click();
      await dialog.waitFor({ state: "detached" });
      await row.getByText("not on sale").waitFor({ state: isOffered ? "detached" : "visible" });
      const { body } = await sapa.call<{ id: number }[]>("GET", "/api/plans");
      expect(body.some(({ id }) => id === 13)).toBe(isOffered);
    }
    await sapa.call("DELETE", "/api/plans/13", { token: admin.token });
    await page.getByRole("button", { name: "Edit Free Plan" }).click();
    await dialog.getByLabel("Plan Name").waitFor();
    await expectCount(dialog.getByRole("checkbox", { name: "On sale" }), 0);
  });

  test("says when plans cannot be loaded, and tries again", async () => {
    const page = await web.visit({ path: "/plans", as: await sapa.signUp(), before: (page) => page.route("**/api/plans", failWith(500)) });
    await page.getByRole("alert").getByText("The plans could not be loaded.").waitFor();
    await page.unroute("**/api/plans");
    await page.getByRole("button", { name: "Retry" }).click();
    await card(page, "Starter").waitFor();
  });
});

describe("subscribing", () => {
  const CONFIGURED = { aiModel: "gemini-pro", billplzApiKey: "••••1234", billplzCollectionId: "abc", billplzXSignatureKey: "••••5678" };
  const configured = (page: Page, settings: Record<string, string> = CONFIGURED) =>
    page.route("**/api/settings", (route) => route.fulfill({ json: settings }));
  const subscribe = (page: WebPage, name = "Pro Yearly") => card(page, name).getByRole("button", { name: "Subscribe Now" }).click();
  const openPlans = async (before?: Visit["before"]) => {
    const owner = await sapa.signUp();
    return { owner, page: await web.visit({ path: "/plans", as: owner, before }) };
  };

  test("without billing settings is refused with the described alert", async () => {
    const { page } = await openPlans();
    // The button says before it is pressed that it is of no use.
    await page.getByText(/^Online payment is not set up yet\./).waitFor();
    const button = card(page, "Pro Yearly").getByRole("button", { name: "Subscribe Now" });
    expect(await button.getAttribute("class")).toContain("btn-off");
    expect(await button.getAttribute("aria-describedby")).toContain("no-payment");
    await subscribe(page);
    await page.getByRole("alert").getByText(NOT_CONFIGURED, { exact: true }).waitFor();
    expect(page.calls).not.toContain("POST /api/billplz/bills");
  });

  test("with any one of the three billing fields missing is refused alike", async () => {
    for (const missing of ["billplzApiKey", "billplzCollectionId", "billplzXSignatureKey"]) {
      const { page } = await openPlans((page) => configured(page, { ...CONFIGURED, [missing]: "" }));
      await subscribe(page);
      await page.getByRole("alert").getByText(NOT_CONFIGURED, { exact: true }).waitFor();
      expect(page.calls).not.toContain("POST /api/billplz/bills");
    }
  });

  test("settings that were completed since count at the next try, and a changed price loads the plans again", async () => {
    const { page } = await openPlans((page) => configured(page, { ...CONFIGURED, billplzApiKey: "" }));
    await subscribe(page);
    await page.getByRole("alert").getByText(NOT_CONFIGURED, { exact: true }).waitFor();
    await page.unroute("**/api/settings");
    await configured(page);
    const text = "The price has changed. Please look at the plans again.";
    await page.route("**/api/billplz/bills", failWith(409, text, "changed_meanwhile"));
    const reloaded = page.waitForRequest("**/api/plans");
    await subscribe(page);
    await page.getByRole("alert").getByText(text, { exact: true }).waitFor();
    await reloaded;
  });

  test("makes the bill, records the payment as pending and leaves for the provider's page; meanwhile the button is busy", async () => {
    const { page, owner } = await openPlans(configured);
    const sent: Record<string, unknown>[] = [];
    const bill = holdCall();
    const made = bill.hold((route) => route.fulfill({ json: { id: "bill-1", url: `${sapa.url}/demo?paying` } }));
    await page.route("**/api/billplz/bills", (route) => {
      sent.push(route.request().postDataJSON());
      return made(route);
    });
    await page.route("**/api/payments/create", (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ json: {} });
    });
    await subscribe(page);
    const button = card(page, "Pro Yearly").getByRole("button");
    await page.locator("button[aria-busy='true']").waitFor();
    expect(await button.isDisabled()).toBe(true);
    expect(await card(page, "Starter").getByRole("button").isDisabled()).toBe(true);
    bill.release();
    await page.waitForURL("**/demo?paying");
    expect(sent).toEqual([
      {
        planId: 3,
        collection_id: "abc",
        email: owner.user.email,
        name: owner.user.username,
        amount: 47_040,
        callback_url: `${sapa.url}/payment/callback`,
        redirect_url: `${sapa.url}/payment/redirect`,
        description: "Subscribe to Pro Yearly for 12 months",
      },
      { paymentId: "bill-1", status: "pending", userId: owner.id, planId: 3, amount: 47_040 },
    ]);
  });

  test("a provider's error is told with its message, silence with the other text, and the button is idle again", async () => {
    const { page } = await openPlans(configured);
    for (const [route, text] of [
      [
        failWith(502, "Collection not found", "provider_failed"),
        "Failed to initiate payment. Billing provider API error: Collection not found",
      ],
      [breakOff, "Failed to initiate payment. Please try again."],
    ] as const) {
      await page.route("**/api/billplz/bills", route);
      await subscribe(page, "Starter");
      await page.getByRole("alert").getByText(text, { exact: true }).waitFor();
      expect(await card(page, "Starter").getByRole("button").isEnabled()).toBe(true);
      await page.unroute("**/api/billplz/bills");
    }
    expect(pathOf(page)).toBe("/plans");
  });
});

describe("the payment pages", () => {
  const verified = (answer: Record<string, unknown>) => (page: Page) =>
    page.route("**/api/payments/verify", (route) => route.fulfill({ json: answer }));

  test("a verified payment says so and goes to the dashboard after 3 seconds", async () => {
    const owner = await sapa.signUp();
    let sent: unknown;
    const answer = holdCall();
    const verifies = answer.hold((route) => route.fulfill({ json: { success: true } }));
    const page = await web.visit({
      path: RETURN,
      as: owner,
      width: PHONE,
      before: async (page) => {
        await holdTimers(page, 3_000);
        await page.route("**/api/payments/verify", (route) => {
          sent = route.request().postDataJSON();
          return verifies(route);
        });
      },
    });
    await page.getByText("Processing your payment...", { exact: true }).waitFor();
    answer.release();
    await page.getByText("Payment Successful!", { exact: true }).waitFor();
    await page.getByText("Redirecting to dashboard...", { exact: true }).waitFor();
    expect(pathOf(page)).toStartWith("/payment/redirect");
    await releaseTimers(page);
    await page.waitForURL("**/dashboard");
    expect(sent).toEqual({ billplz: { id: "bill-1", paid: true, paid_at: "2026-11-21", x_signature: "abc" } });
  });

  test("a payment that is not verified, and a verification that fails, go back to the plans after 3 seconds", async () => {
    const owner = await sapa.signUp();
    const ways: Visit["before"][] = [
      verified({ success: false }),
      verified({}),
      (page) => page.route("**/api/payments/verify", failWith(500, "out of order")),
      (page) => page.route("**/api/payments/verify", breakOff),
    ];
    for (const before of ways) {
      const page = await web.visit({
        path: RETURN,
        as: owner,
        before: async (page) => {
          await holdTimers(page, 3_000);
          await before?.(page);
        },
      });
      await page.getByText("Payment Failed", { exact: true }).waitFor();
      await page.getByText("Redirecting back to plans...", { exact: true }).waitFor();
      expect(pathOf(page)).toStartWith("/payment/redirect");
      await releaseTimers(page);
      await page.waitForURL("**/plans");
      await page.getByText("Your plan has not changed.").waitFor();
    }
  });

  test("a return without a bill is a failure without asking the server", async () => {
    const page = await web.visit({ path: "/payment/redirect", as: await sapa.signUp() });
    await page.getByText("Payment Failed", { exact: true }).waitFor();
    expect(page.calls).not.toContain("POST /api/payments/verify");
    await page.getByRole("link", { name: "Try again" }).click();
    await page.waitForURL("**/plans");
  });

  test("the callback page says that it may be closed, to anyone", async () => {
    const page = await web.visit({ path: "/payment/callback" });
    await page.getByRole("heading", { name: "Processing Payment...", exact: true }).waitFor();
    await page.getByText("Please wait while we process your payment. You can close this window.", { exact: true }).waitFor();
  });
});

describe("the administrator's settings", () => {
  test("an owner is kept out, and so is a person who only calls themselves admin in their own browser", async () => {
    const owner = await sapa.signUp();
    const page = await web.visit({ path: "/awc", as: { ...owner, user: { ...owner.user, username: "admin" } } });
    // The page may open; what it may show and save is the server's to decide.
    expect((await sapa.call("PUT", "/api/settings", { token: owner.token, body: { aiModel: "gpt-4" } })).status).toBe(403);
    const plain = await web.visit({ path: "/awc", as: owner });
    await plain.waitForURL("**/dashboard");
    expect(page.calls).not.toContain("PUT /api/settings");
  });

  test("what is saved is stored, sealed and shown as a mask; a mask that is sent back changes nothing", async () => {
    const page = await web.visit({ path: "/awc?tab=settings", as: admin });
    const saved = page.getByText("Settings saved successfully!", { exact: true });
    const save = async () => {
      const sent = page.waitForRequest((request) => request.method() === "PUT");
      await page.getByRole("button", { name: "Save Settings" }).click();
      const body = (await sent).postDataJSON();
      await saved.waitFor();
      return body;
    };
    const turnTo = (name: string) => page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { name: "AI Model Settings" }).waitFor();
    await page.getByLabel("AI Model").selectOption("claude-3-5-sonnet");
    await page.getByLabel("API Key", { exact: true }).fill("sk-ant-very-secret-0001");
    expect(await save()).toMatchObject({ aiModel: "claude-3-5-sonnet" });
    await page.getByRole("navigation", { name: "Sections of the settings" }).getByRole("link", { name: "Payments" }).click();
    await page.getByRole("heading", { name: "Payment Settings" }).waitFor();
    await page.getByLabel("Billplz Collection ID").fill("collection-1");
    await page.getByLabel("Sandbox Mode").check();
    expect(await save()).toMatchObject({ billplzCollectionId: "collection-1", billplzSandbox: 1 });
    await page.reload();
    expect(await page.getByLabel("Sandbox Mode").isChecked()).toBe(true);
    await turnTo("Models");
    await page.getByLabel("API Key", { exact: true }).waitFor();
    const mask = await page.getByLabel("API Key", { exact: true }).inputValue();
    expect(mask).not.toBe("");
    expect(mask).not.toContain("very-secret");
    expect(await page.getByLabel("AI Model").inputValue()).toBe("claude-3-5-sonnet");
    await save();
    const { body } = await sapa.call("GET", "/api/settings", { token: admin.token });
    expect(body.apiKey).toBe(mask);
  });

  test("unsaved settings are not lost without a question, and can be discarded", async () => {
    const page = await web.visit({ path: "/awc?tab=settings&view=receipts", as: admin });
    const name = page.getByLabel("Your name or company");
    await name.fill("Kedai Sapa");
    await page.getByText("Unsaved changes").waitFor();
    await page.getByRole("tab", { name: "Users" }).click();
    const ask = page.getByRole("dialog", { name: "Leave without saving?" });
    await ask.getByRole("button", { name: "Keep editing" }).click();
    expect(await name.inputValue()).toBe("Kedai Sapa");
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await page.getByText("Unsaved changes").waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("");
    await name.fill("Kedai Sapa");
    await page.getByRole("link", { name: "Data retention" }).click();
    await ask.getByRole("button", { name: "Discard changes" }).click();
    await page.getByLabel("Keep conversations for").waitFor();
    expect(page.calls).not.toContain("PUT /api/settings");
  });

  test("the choice of models is the described one, with its groups and Premium labels", async () => {
    const page = await web.visit({ path: "/awc?tab=settings", as: admin });
    const groups = page.getByLabel("AI Model").locator("optgroup");
    await groups.first().waitFor({ state: "attached" });
    const labels = await groups.evaluateAll((all) => all.map((group) => (group as HTMLOptGroupElement).label));
    for (const provider of ["OpenAI", "Anthropic", "Google", "Fast & Free", "Affordable", "Mistral", "Cohere"])
      expect(
        labels.some((label) => label.includes(provider)),
        provider,
      ).toBe(true);
    const premium = await groups
      .locator("option")
      .evaluateAll((all) =>
        all.filter((option) => /premium/i.test(option.textContent)).map((option) => (option as HTMLOptionElement).value),
      );
    expect(premium.sort()).toEqual(
      [
        "gpt-4o",
        "gpt-4-turbo",
        "gpt-4",
        "claude-3-5-sonnet",
        "claude-3-opus",
        "gemini-1.5-pro",
        "mistral-large",
        "cohere-command-r-plus",
      ].sort(),
    );
    await expectCount(groups.locator("option"), 26);
  });

  test("a save that fails says so", async () => {
    const page = await web.visit({ path: "/awc?tab=settings", as: admin });
    await page.getByLabel("AI Model").waitFor();
    for (const route of [failWith(500, "no"), breakOff]) {
      await page.route("**/api/settings", route);
      await page.getByRole("button", { name: "Save Settings" }).click();
      await page.getByText("Failed to save settings.", { exact: true }).waitFor();
      await page.unroute("**/api/settings");
    }
  });

  test("the administrator's own dashboard knows no limits", async () => {
    const page = await web.visit({ path: "/dashboard", as: admin, before: (page) => page.route("**/api/users/*", delay(50)) });
    await page.getByRole("heading", { name: "Welcome back, admin!" }).waitFor();
    await expectCount(page.getByRole("link", { name: "Create New Agent" }), 1);
    await expectCount(page.getByRole("progressbar"), 0);
  });
});
