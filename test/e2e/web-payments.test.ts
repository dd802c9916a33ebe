/** Paying in a real browser, against the local Billplz: the hosted page, both of its answers, and what comes after. */
import { afterAll, afterEach, beforeAll, describe, expect } from "bun:test";
import { rmSync } from "node:fs";
import type { Route } from "playwright-core";
import { LIVE_ACCOUNT, type LocalBillplz, startBillplz } from "../billplz.ts";
import { addPlan, type Owner, openWeb, PHONE, pathOf, type Web, type WebPage } from "./browser.ts";
import { type Sapa, startSapa } from "./sapa.ts";
import { test } from "./test.ts";
import { expectCount } from "./wait.ts";

let billplz: LocalBillplz;
let sapa: Sapa;
let web: Web;
let admin: string;
let folder: string;
let restart: () => Promise<void>;
beforeAll(async () => {
  billplz = startBillplz();
  // The provider must be told the address before the server has one, so the port is chosen first.
  const probe = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const port = String(probe.port);
  await probe.stop(true);
  const env = { SAPA_RATE_SCALE: "1000", SAPA_BILLPLZ_URL: billplz.url, SAPA_PUBLIC_URL: `http://127.0.0.1:${port}` };
  [sapa, web] = await Promise.all([startSapa({ env, args: ["--port", port] }), openWeb(() => sapa)]);
  const { data } = sapa;
  folder = data;
  restart = async () => {
    sapa = await startSapa({ env, args: ["--port", port], data });
  };
  addPlan(sapa, { id: 2, name: "Starter", priceSen: 2_990, agents: 3 });
  addPlan(sapa, { id: 3, name: "Pro Yearly", priceSen: 4_900, months: 12, discount: 20 });
  admin = await sapa.adminToken();
  await sapa.call("PUT", "/api/settings", {
    token: admin,
    body: {
      billplzApiKey: LIVE_ACCOUNT.apiKey,
      billplzCollectionId: LIVE_ACCOUNT.collections[0],
      billplzXSignatureKey: LIVE_ACCOUNT.xSignatureKey,
      billplzSandbox: 0,
      operatorName: "Agensi Sapa Sdn Bhd",
      operatorAddress: "1 Jalan Ampang\n50450 Kuala Lumpur",
    },
  });
});
afterEach(() => web.closePages());
afterAll(async () => {
  await web.dispose();
  await sapa.dispose();
  await billplz.stop();
  rmSync(folder, { recursive: true, force: true });
});

const card = (page: WebPage, name: string) => page.getByRole("listitem", { name, exact: true });
const subscribe = async (page: WebPage, name: string) => {
  await card(page, name).getByRole("button", { name: "Subscribe Now" }).click();
  await page.waitForURL(`${billplz.url}/bills/*`);
  return page.url().split("/").at(-1) ?? "";
};
const planOf = async (owner: Owner) => {
  const { body } = await sapa.call<{ planId: number; payments: { status: string; receiptNumber: string | null }[] }>(
    "GET",
    "/api/billing",
    {
      token: owner.token,
    },
  );
  return body;
};

describe("paying", () => {
  test("subscribe, pay at the hosted page, and the dashboard has the plan, the payment and its receipt", async () => {
    const owner = await sapa.signUp();
    const page = await web.visit({ path: "/plans", as: owner });
    await card(page, "Starter")
      .getByText(/^If you pay today, it runs until /)
      .waitFor();
    await subscribe(page, "Starter");
    await page.getByRole("heading", { name: "RM29.90" }).waitFor();
    await page.getByRole("button", { name: "Pay" }).click();
    await page.getByText("Payment Successful!", { exact: true }).waitFor();
    await page.getByText("Starter · RM29.90", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Go to Dashboard" }).click();
    await page.waitForURL("**/dashboard");
    await page.getByText("Starter", { exact: true }).first().waitFor();
    await page.getByText("RM29.90/month", { exact: true }).waitFor();
    const notice = page.getByRole("list", { name: "Notices" });
    await notice.getByText(/^Your payment was received: Starter until /).waitFor();
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await notice.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Billing and receipts" }).click();
    await page.waitForURL("**/billing");
    const row = page.getByRole("region", { name: "Payments" }).getByRole("row", { name: /RM29\.90/ });
    await row.getByText("Paid", { exact: true }).waitFor();
    await row.getByRole("link", { name: /^Receipt no\. \d+$/ }).click();
    await page.getByText("Agensi Sapa Sdn Bhd").waitFor();
    await page.getByText("RM29.90", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Print" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Receipt" }).waitFor();

    await page.goto(`${sapa.url}/plans`);
    await card(page, "Starter").getByText("Your plan", { exact: true }).waitFor();
    await card(page, "Starter")
      .getByText(/^Renewing adds 1 month: from /)
      .waitFor();
    await card(page, "Pro Yearly")
      .getByText(/The unused RM29\.90 of your plan adds 24 days\.$/)
      .waitFor();
    expect((await planOf(owner)).payments).toHaveLength(1);
  });

  test("failing goes back to the plans, and going back from the hosted page finds the same bill again", async () => {
    const owner = await sapa.signUp();
    const page = await web.visit({ path: "/plans", as: owner, width: PHONE });
    const bill = await subscribe(page, "Pro Yearly");
    await page.goBack();
    await page.waitForURL("**/plans");
    expect(await subscribe(page, "Pro Yearly")).toBe(bill);
    await page.getByRole("button", { name: "Fail" }).click();
    await page.getByText("Payment Failed", { exact: true }).waitFor();
    await page.waitForURL("**/plans");
    expect(pathOf(page)).toBe("/plans");
    expect(await planOf(owner)).toMatchObject({ planId: 1, payments: [{ status: "failed" }] });
    // The other plan: the first bill is closed, so that the owner cannot pay both.
    const other = await subscribe(page, "Starter");
    expect(billplz.bill(bill).state).toBe("deleted");
    await page.getByRole("button", { name: "Pay" }).click();
    await page.getByText("Payment Successful!", { exact: true }).waitFor();
    expect(billplz.bill(other).state).toBe("paid");
    expect((await planOf(owner)).planId).toBe(2);
  });

  test("who has paid in another tab is not sent to pay again, and the page shows the paid plan", async () => {
    const owner = await sapa.signUp();
    const page = await web.visit({ path: "/plans", as: owner });
    const bill = await subscribe(page, "Starter");
    await page.goBack();
    await card(page, "Starter").waitFor();
    billplz.state.isLosingCallbacks = true;
    billplz.finish(billplz.bill(bill), true);
    billplz.state.isLosingCallbacks = false;
    const bills = billplz.bills.size;
    await card(page, "Pro Yearly").getByRole("button", { name: "Subscribe Now" }).click();
    await page.getByText("Your last payment has just been confirmed. There is nothing more to pay.", { exact: true }).waitFor();
    await card(page, "Starter").getByText("Your plan", { exact: true }).waitFor();
    expect(billplz.bills.size).toBe(bills);
    expect(await planOf(owner)).toMatchObject({ planId: 2, payments: [{ status: "success" }] });
  });

  test("the provider's words are shown as its own", async () => {
    const page = await web.visit({ path: "/plans", as: await sapa.signUp() });
    billplz.state.fault = "422-list";
    await card(page, "Starter").getByRole("button", { name: "Subscribe Now" }).click();
    const words = "Failed to initiate payment. Billing provider API error: Validation failed: Collection has been archived";
    await page.getByRole("alert").getByText(words, { exact: true }).waitFor();
    billplz.state.fault = null;
  });

  test("killed between payment and activation, the server activates once after its start", async () => {
    const owner = await sapa.signUp();
    const { body } = await sapa.call<{ id: string }>("POST", "/api/billplz/bills", { token: owner.token, body: { planId: 2 } });
    billplz.state.fault = "hang";
    const before = billplz.answers.length;
    billplz.finish(billplz.bill(body.id), true);
    while (billplz.answers.length === before) await Bun.sleep(50);
    const answered = billplz.answers.at(-1);
    expect(answered?.status).toBe(200);
    // It does not wait for the provider, which hangs.
    expect(answered?.ms).toBeLessThan(5_000);
    await sapa.kill();
    billplz.state.fault = null;
    await restart();
    const deadline = Date.now() + 60_000;
    while ((await planOf(owner)).planId !== 2 && Date.now() < deadline) await Bun.sleep(100);
    expect((await planOf(owner)).payments).toMatchObject([{ status: "success" }]);
    const { body: audit } = await sapa.call<{ payments: unknown[] }>("GET", `/api/payments?q=${body.id}`, { token: admin });
    expect(audit.payments).toHaveLength(1);
  });
});

describe("the administrator's payments", () => {
  const visitTab = async (query = "", width?: number) => {
    const { body } = await sapa.call<{ id: string }>("POST", "/api/login", {
      body: { email: "admin@example.com", password: "admin-secret-1" },
    });
    return web.visit({ path: `/awc?tab=payments${query}`, as: { id: body.id, token: admin, user: { ...body } }, width });
  };

  test("a payment is found, asked about, set by hand, taken back and deleted", async () => {
    const owner = await sapa.signUp("payer");
    await sapa.call("POST", "/api/billplz/bills", { token: owner.token, body: { planId: 2 } });
    const page = await visitTab();
    await page.getByRole("heading", { name: "Payment Transactions" }).waitFor();
    await page.getByRole("searchbox", { name: "Bill ID or user" }).fill("payer");
    const row = page.getByRole("row", { name: /payer/ });
    await page.getByText("1 payment", { exact: true }).waitFor();
    await row.getByText("RM29.90", { exact: true }).waitFor();
    await row.getByRole("button", { name: /^Check now/ }).click();
    await page.getByText("The billing provider reports that this bill is not paid.").waitFor();

    await row.getByRole("button", { name: /^Edit/ }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Payment" });
    expect(await dialog.getByLabel("Payment ID").getAttribute("readonly")).not.toBeNull();
    await dialog.getByLabel("Status").selectOption("success");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await row.getByText("success", { exact: true }).waitFor();
    expect((await planOf(owner)).planId).toBe(2);

    await row.getByRole("button", { name: /^Edit/ }).click();
    await page.route("**/api/payments/*", (route) => route.abort());
    await dialog.getByLabel("Plan").selectOption({ label: "Pro Yearly" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Failed to update payment", { exact: true }).waitFor();
    await page.unroute("**/api/payments/*");
    await dialog.getByLabel("Plan").selectOption("2");
    await dialog.getByLabel("Status").selectOption("failed");
    await dialog.getByRole("button", { name: "Save" }).click();
    await row.getByText("failed", { exact: true }).waitFor();
    expect((await planOf(owner)).planId).toBe(1);

    await row.getByRole("button", { name: /^Delete/ }).click();
    const ask = page.getByRole("dialog", { name: "Delete Payment" });
    await ask.getByText("Are you sure you want to delete this payment record?", { exact: true }).waitFor();
    await page.route("**/api/payments/*", (route) => route.abort());
    await ask.getByRole("button", { name: "Delete" }).click();
    await ask.getByText("Failed to delete payment", { exact: true }).waitFor();
    await page.unroute("**/api/payments/*");
    await ask.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No payments found.", { exact: true }).waitFor();
  });

  test("the table has names, the time with its hour, and each id once it is asked for; the user's id finds the payment", async () => {
    const owner = await sapa.signUp("columns");
    const { body: bill } = await sapa.call<{ id: string }>("POST", "/api/billplz/bills", { token: owner.token, body: { planId: 2 } });
    const page = await visitTab();
    await page.getByRole("searchbox", { name: "Bill ID or user" }).fill(owner.id);
    await page.getByText("1 payment", { exact: true }).waitFor();
    const table = page.getByRole("table", { name: "Payment Transactions" });
    const headers = ["User", "Plan", "Amount", "Status", "Received by", "Timestamp", "Actions"];
    expect(await table.getByRole("columnheader").allTextContents()).toEqual(headers);
    expect((await table.getByRole("columnheader", { name: "Actions" }).boundingBox())?.width).toBeGreaterThan(40);
    const row = page.getByRole("row", { name: /columns/ });
    for (const [name, id] of [
      ["columns", owner.id],
      ["Billplz", bill.id],
    ] as const) {
      await expectCount(row.getByText(id, { exact: true }), 0);
      await row.getByRole("button", { name: `${name} – show the ID` }).click();
      await row.getByText(id, { exact: true }).waitFor();
    }
    expect(await row.locator("time").textContent()).toMatch(/\d{4}.*\d{1,2}:\d{2}/);
  });

  test("a bank transfer is recorded once however often the form is sent, and the owner has the plan and a receipt", async () => {
    const owner = await sapa.signUp("transfer");
    const page = await visitTab();
    await page.getByRole("button", { name: "Record Payment" }).click();
    const dialog = page.getByRole("dialog", { name: "Record Payment" });
    await dialog.getByLabel("User").fill("nobody-of-that-name");
    await dialog.getByLabel("Plan").selectOption({ label: "Pro Yearly" });
    expect([await dialog.getByLabel("Months").inputValue(), await dialog.getByLabel("Amount (RM)").inputValue()]).toEqual(["12", "470.40"]);
    await dialog.getByRole("button", { name: "Record" }).click();
    await dialog.getByText("This user does not exist.").waitFor();
    await dialog.getByLabel("User").fill("transf");
    // Users are proposed as one types.
    await page.locator("datalist option[value=transfer]").waitFor({ state: "attached" });
    await dialog.getByLabel("User").fill("transfer");
    await dialog.getByLabel("Months").fill("6");
    expect(await dialog.getByLabel("Amount (RM)").inputValue()).toBe("235.20");
    await dialog.getByLabel("Amount (RM)").fill("230.555");
    await dialog.getByRole("button", { name: "Record" }).click();
    await dialog.getByText("Enter at most two decimals").waitFor();
    await dialog.getByLabel("Amount (RM)").fill("230");
    await dialog.getByLabel("Note").fill("Maybank ref 4711");
    // The answer of the first attempt never comes; the second one is the same form.
    const recordAndHangUp = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route("**/api/payments", recordAndHangUp, { times: 1 });
    await dialog.getByRole("button", { name: "Record" }).click();
    await dialog.getByRole("button", { name: "Retry" }).click();
    await page.getByText("Payment recorded.", { exact: true }).waitFor();
    const row = page.getByRole("row", { name: /transfer/ });
    await row.getByText("Bank transfer", { exact: true }).waitFor();
    await row.getByText("RM230.00", { exact: true }).waitFor();
    await expectCount(row.getByRole("button", { name: /^Check now/ }), 0);
    await expectCount(row, 1);
    const { planId, payments } = await planOf(owner);
    expect([planId, payments.length, payments[0]?.status]).toEqual([3, 1, "success"]);

    await row.getByRole("button", { name: /^Edit/ }).click();
    const edit = page.getByRole("dialog", { name: "Edit Payment" });
    expect(await edit.getByLabel("Payment ID").inputValue()).toBe("Bank transfer");
    await edit.getByText("Maybank ref 4711").waitFor();

    const their = await web.visit({ path: "/billing", as: owner });
    await their.getByRole("link", { name: /^Receipt no\. \d+$/ }).click();
    await their.getByText("Bank transfer", { exact: true }).waitFor();
    await their.getByText("RM230.00", { exact: true }).waitFor();
    await expectCount(their.getByText("4711"), 0);
  });

  test("the settings try the key and the collection; the list fits a phone", async () => {
    const page = await visitTab("", PHONE);
    await page.getByRole("table", { name: "Payment Transactions" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.goto(`${sapa.url}/awc?tab=settings&view=payments`);
    await page.getByRole("button", { name: "Check key and collection" }).click();
    await page.getByText("Billplz's live system knows this key and this collection.", { exact: true }).waitFor();
    await page.getByLabel("Billplz Collection ID").fill("nothere");
    await page.getByRole("button", { name: "Check key and collection" }).click();
    await page.getByText("Billplz's live system has no collection with this ID for this key.", { exact: true }).waitFor();
  });
});
