/** What goes with a business that is handed over, and what stays with its former owner. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { returnOf } from "../../../test/billplz.ts";
import { openPaying, type Paying, STARTER } from "../../../test/paying.ts";
import { BUSINESS_HEADER } from "../../contract/member.ts";

interface Someone {
  id: string;
  token: string;
}

let pay: Paying;
let agency: Someone;
let client: Someone;
let business: string;
beforeEach(async () => {
  pay = await openPaying();
  agency = pay.owner;
  client = await pay.sapa.signUp("bunga");
  business = "";
  business = (await as(agency, "POST", "/api/businesses", { name: "Kedai Bunga" })).body.id;
});
afterEach(() => pay.close());

const as = (who: Someone, method: string, path: string, body?: unknown) => {
  // What happens in the same millisecond has no order.
  pay.sapa.clock.pass(1);
  const headers: Record<string, string> = business ? { [BUSINESS_HEADER]: business } : {};
  return pay.sapa.call(method, path, { token: who.token, body, headers });
};
const DETAILS = { name: "Agensi Sdn Bhd", address: "1 Jalan Ampang", tin: "C2584563200", brn: "201901000005" };
const NONE = { name: "", address: "", tin: "", brn: "" };
const detailsFor = async (who: Someone) => (await as(who, "GET", "/api/billing/details")).body;
const saveDetails = (who: Someone) => as(who, "PUT", "/api/billing/details", DETAILS);
const subscribe = async (who: Someone): Promise<string> => (await as(who, "POST", "/api/billplz/bills", { planId: STARTER })).body.id;

async function handOver(handover: string): Promise<void> {
  const { token } = (await as(agency, "POST", "/api/members/handover", { handover })).body;
  const { status } = await pay.sapa.call("POST", "/api/join", { token: client.token, body: { token } });
  expect(status).toBe(200);
}

test.each(["leave", "editor"])("the next owner does not get the former owner's details for receipts, who chose %p", async (handover) => {
  await saveDetails(agency);
  await handOver(handover);
  expect(await detailsFor(client)).toEqual(NONE);
  expect((await saveDetails(agency)).status).toBe(403);
  expect(await detailsFor(client)).toEqual(NONE);
});

test("the details stay until the handover is accepted, and where another owner's offer is withdrawn", async () => {
  await saveDetails(agency);
  await as(agency, "POST", "/api/members/handover", { handover: "leave" });
  expect(await detailsFor(agency)).toEqual(DETAILS);
  const [{ id }] = (await as(agency, "GET", "/api/members/invitations")).body.invitations;
  expect((await as(agency, "DELETE", `/api/members/invitations/${id}`)).status).toBe(204);
  expect(await detailsFor(agency)).toEqual(DETAILS);
});

test("receipts stay as they were issued, and the next one has the new owner", async () => {
  await saveDetails(agency);
  const pays = async (who: Someone) => {
    const bill = await subscribe(who);
    pay.billplz.finish(pay.billplz.bill(bill), true);
    await as(who, "POST", "/api/payments/verify", { billplz: returnOf(pay.billplz.bill(bill)) });
    return `/api/payments/${(await pay.payment(bill)).id}/receipts`;
  };
  const first = await pays(agency);
  const before = (await as(agency, "GET", first)).body;
  expect(before.receipts[0].paidBy).toMatchObject(DETAILS);
  await handOver("leave");
  expect((await as(client, "GET", first)).body).toEqual(before);
  expect((await as(client, "GET", await pays(client))).body.receipts[0].paidBy).toEqual({
    ...NONE,
    name: "Kedai Bunga",
    username: "bunga",
    email: "bunga@example.com",
  });
});

test("a bill in the former owner's name is closed before the new owner gets one", async () => {
  const old = await subscribe(agency);
  expect(await subscribe(agency)).toBe(old);
  await handOver("leave");
  const next = await subscribe(client);
  expect(next).not.toBe(old);
  expect(pay.billplz.bill(old).state).toBe("deleted");
  expect(pay.billplz.bill(next)).toMatchObject({ email: "bunga@example.com", name: "BUNGA" });
});

test("a form of the administrator that was open during a handover changes nothing of the new owner", async () => {
  const token = pay.admin;
  const asAdmin = (method: string, path: string, body?: unknown) => pay.sapa.call(method, path, { token, body });
  const shown = async (contact: string) =>
    (await asAdmin("GET", `/api/users?q=${contact}`)).body.users.find(({ id }: { id: string }) => id === business) as { contactId: string };
  const before = await shown("siti");
  expect(before.contactId).toBe(agency.id);
  await handOver("leave");
  const typed = { password: "meant-for-siti", contactId: before.contactId };
  const refused = await asAdmin("PUT", `/api/users/${business}`, typed);
  expect([refused.status, refused.body.error.code]).toEqual([409, "changed_meanwhile"]);
  expect(refused.body.message).toBe("This account has another owner by now: bunga. Nothing was changed. Close the form and open it again.");
  const logIn = async (email: string, password: string) =>
    (await pay.sapa.call("POST", "/api/login", { body: { email, password } })).status;
  expect(await logIn("bunga", "meant-for-siti")).toBe(401);
  expect(await logIn("bunga", "secret-1")).toBe(200);
  const { contactId } = await shown("bunga");
  expect(contactId).toBe(client.id);
  // Who does not say whom the form shows means whoever is the contact, as before.
  for (const body of [{ password: "meant-for-bunga-1", contactId }, { password: "meant-for-bunga-2" }]) {
    expect((await asAdmin("PUT", `/api/users/${business}`, body)).status).toBe(200);
    expect(await logIn("bunga", body.password)).toBe(200);
  }
});

test("an owner who stays and is the contact keeps that place and the details for receipts when another owner hands over", async () => {
  await saveDetails(agency);
  const partner = await pay.sapa.signUp("partner");
  const { token } = (await as(agency, "POST", "/api/members/invitations", { role: "owner" })).body;
  expect((await pay.sapa.call("POST", "/api/join", { token: partner.token, body: { token } })).status).toBe(200);
  const offer = (await as(partner, "POST", "/api/members/handover", { handover: "leave" })).body;
  expect((await pay.sapa.call("POST", "/api/join", { token: client.token, body: { token: offer.token } })).status).toBe(200);
  expect(await detailsFor(client)).toEqual(DETAILS);
  expect(await detailsFor(agency)).toEqual(DETAILS);
  expect((await as(partner, "GET", "/api/billing/details")).status).not.toBe(200);
  const { users } = (await pay.sapa.call("GET", "/api/users?q=siti", { token: pay.admin })).body;
  expect(users.find(({ id }: { id: string }) => id === business)?.contactId).toBe(agency.id);
});
