/** Each act that the log must show: made with a request, and looked for in the audit log. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { ALL_CALLS } from "../../src/contract/calls/all.schema.ts";
import { BUSINESS_HEADER } from "../../src/contract/member.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { testApp } from "../app.ts";
import { openPaying, type Paying, PRO } from "../paying.ts";
import { joinStaff } from "../staff.ts";
import { fillIn, plantData, TABLE } from "./access-table.ts";
import { AUDITED, type Changing } from "./audited-table.ts";

const ROOT = join(import.meta.dir, "../..");
const calls: Record<string, { method: string; path: string }> = ALL_CALLS;
const isChanging = (name: string): name is Changing => calls[name]?.method !== "GET";
const changing = Object.keys(ALL_CALLS).filter(isChanging);

let pay: Paying;
beforeAll(async () => {
  pay = await openPaying();
});
afterAll(() => pay.close());

const actionsSince = async (rowid: number) =>
  (await pay.sapa.db.all<{ action: string }>(sql`select action from audit order by at, id limit 1000 offset ${rowid}`)).map(
    ({ action }) => action,
  );
const countLines = async () => (await pay.sapa.db.get<{ n: number }>(sql`select count(*) as n from audit`))?.n ?? 0;

interface With {
  params?: Record<string, string>;
  body?: unknown;
  business?: string;
  key?: string;
}
/** What was done with a request here, so that the last test finds what was left out. */
const done = new Set<string>();

/** Makes the call, which must succeed and write the line of its row. @returns the answer. */
async function act(name: Changing, token: string | undefined, { params = {}, body, business, key }: With = {}) {
  const row = AUDITED[name];
  const before = await countLines();
  // What happens in the same millisecond has no order.
  pay.sapa.clock.pass(1);
  const { method, path } = ALL_CALLS[name];
  const filled = path.replace(/:(\w+)/g, (_, param: string) => params[param] ?? "");
  const headers: Record<string, string> = { ...(business && { [BUSINESS_HEADER]: business }), ...(key && { "idempotency-key": key }) };
  const answer = await pay.sapa.call(method, filled, { token, body, headers });
  expect([name, answer.status < 300 ? "done" : answer.text]).toEqual([name, "done"]);
  if ("writes" in row) expect([name, await actionsSince(before)]).toEqual([name, expect.arrayContaining([row.writes])]);
  done.add(name);
  return answer.body;
}

test("what the administrator does with accounts, plans, payments and settings is in the log", async () => {
  const { admin } = pay;
  const shop = await pay.sapa.signUp("kedai");
  const params = { id: shop.id };
  const made = await act("createUser", admin, { body: { username: "baru", email: "baru@example.com", password: "given-by-admin" } });
  await act("updateUser", admin, { params: { id: made.id }, body: { username: "lama" } });
  await act("suspendUser", admin, { params });
  await act("unsuspendUser", admin, { params });
  await act("viewUser", admin, { params });
  await act("createResetLink", admin, { params });
  const { token } = await act("createPersonLink", admin, { params });
  await act("resetPassword", undefined, { body: { token, password: "chosen-anew-1" } });
  await act("signOutUser", admin, { params });
  await act("signOutPerson", admin, { params });
  await act("deleteUser", admin, { params });
  await act("restoreUser", admin, { params });
  const link = await act("createInvitation", admin, { body: { note: "For Siti" } });
  await act("deleteInvitation", admin, { params: { id: link.id } });
  const plan = await act("createPlan", admin, { body: { planName: "Besar", price: 10 } });
  await act("updatePlan", admin, { params: { id: `${plan.id}` }, body: { price: 12 } });
  await act("deletePlan", admin, { params: { id: `${plan.id}` } });
  const recorded = { user: shop.id, planId: PRO, amount: 1_000, method: "cash", date: "2026-11-20" };
  const payment = await act("recordPayment", admin, { body: recorded, key: "recorded-once-01" });
  await act("deletePayment", admin, { params: { id: payment.id } });
  await act("saveSettings", admin, { body: { operatorName: "Kedai Induk" } });
});

test("what the administrator does with the staff is in the log", async () => {
  const { admin } = pay;
  const { invitation } = await act("inviteStaff", admin, { body: { role: "support" } });
  await act("resendStaffInvitation", admin, { params: { invitationId: invitation.id } });
  await act("withdrawStaffInvitation", admin, { params: { invitationId: invitation.id } });
  const { id } = await joinStaff(pay.sapa, admin, "support");
  await act("changeStaff", admin, { params: { userId: id }, body: { role: "billing" } });
  await act("removeStaff", admin, { params: { userId: id } });
});

test("what people do with their business, its members and its agents is in the log", async () => {
  const [owner, guest] = [await pay.sapa.signUp("aminah"), await pay.sapa.signUp("badrul")];
  await pay.sapa.db.transaction((tx) => tx.run(sql`update plans set member_limit = 20, chat_limit = 5`));
  const business = owner.id;
  const as = (name: Changing, more: With = {}, who = owner) => act(name, who.token, { business, ...more });
  await as("updateAccount", { params: { id: owner.id }, body: { displayName: "Kedai Baharu" } });
  await as("saveBillingDetails", { body: { name: "Kedai", address: "", tin: "", brn: "" } });
  await as("saveRetention", { body: { days: 7 } });
  const invited = await as("inviteMember", { body: { role: "viewer" } });
  const again = await as("resendMemberInvitation", { params: { invitationId: invited.invitation.id } });
  await as("acceptMemberInvitation", { body: { token: again.token } }, { ...guest, id: owner.id });
  await as("changeMember", { params: { userId: guest.id }, body: { role: "editor" } });
  await as("leaveBusiness", {}, guest);
  const next = await as("inviteMember", { body: { role: "viewer" } });
  const body = { token: next.token, username: "citra", email: "citra@example.com", password: "joined-by-link" };
  const { personId } = await act("joinBySignUp", undefined, { body });
  await as("removeMember", { params: { userId: personId } });
  const last = await as("inviteMember", { body: { role: "viewer" } });
  await as("withdrawMemberInvitation", { params: { invitationId: last.invitation.id } });
  await as("handOver", { body: { handover: "leave" } });
  await act("makeBusiness", owner.token, { body: { name: "Kedai Kedua" } });
  const chatId = await pay.sapa.createAgent(owner.token);
  const params = { chatId };
  await as("saveAgent", { params, body: { chatName: "Bunga" } });
  await as("createIdentifySecret", { params });
  await as("deleteVersions", { params });
  await as("deleteAgent", { params });
  await as("restoreAgent", { params });
  await as("changeEmail", { body: { email: "new@example.com", currentPassword: "secret-1" } });
  const passwords = { currentPassword: "secret-1", newPassword: "secret-two" };
  const { token } = await as("changePassword", { params: { id: owner.id }, body: passwords });
  await act("deleteAccount", token, { body: { currentPassword: "secret-two" } });
});

test("what one changes of the own login and of the own business is told apart in the log", async () => {
  const owner = await pay.sapa.signUp("dahlia");
  const before = await countLines();
  pay.sapa.clock.pass(1);
  const change = { username: "dahlia-baru", displayName: "Dahlia" };
  expect((await pay.sapa.call("PUT", `/api/users/${owner.id}`, { token: owner.token, body: change })).status).toBe(200);
  // The same once more changes nothing.
  expect((await pay.sapa.call("PUT", `/api/users/${owner.id}`, { token: owner.token, body: change })).status).toBe(200);
  expect((await actionsSince(before)).toSorted()).toEqual(["user.business_rename", "user.rename"]);
  const { entries } = (await pay.sapa.call("GET", `/api/users/${owner.id}/log`, { token: owner.token })).body;
  expect(entries.map(({ action, before: was, after }: Record<string, unknown>) => [action, was, after])).toEqual(
    expect.arrayContaining([
      ["user.business_rename", { name: "" }, { name: "Dahlia" }],
      ["user.rename", { username: "dahlia" }, { username: "dahlia-baru" }],
    ]),
  );
});

test("each row that names a test or a source is shown there, and each other one was done above", async () => {
  for (const name of changing) {
    const row = AUDITED[name];
    if (!("writes" in row)) expect([name, row.none.length > 10]).toEqual([name, true]);
    else if (row.in === undefined) expect([name, done.has(name)]).toEqual([name, true]);
    else expect([name, (await Bun.file(join(ROOT, row.in)).text()).includes(`"${row.writes}"`)]).toEqual([name, true]);
  }
});

test("the acts that need no line write none", async () => {
  const sapa = await testApp();
  const lines = async () => (await sapa.db.all<{ action: string }>(sql`select action from audit`)).length;
  const ids = await plantData(sapa);
  const token = (await sapa.call("POST", "/api/login", { body: { email: "a@example.com", password: "secret-a" } })).body.token;
  const silent = new Set(
    changing.filter((name) => "none" in AUDITED[name] && name !== "logOut").map((name) => `${calls[name]?.method} ${calls[name]?.path}`),
  );
  let tried = 0;
  for (const [route, row] of Object.entries(TABLE)) {
    if (!silent.has(route) || row.expected.ownerA >= 300) continue;
    const before = await lines();
    const body = row.body === undefined ? undefined : JSON.parse(fillIn(ids, JSON.stringify(row.body)));
    const { status } = await sapa.call(route.split(" ")[0] ?? "", fillIn(ids, row.path ?? route.split(" ")[1] ?? ""), { token, body });
    if (status < 300) tried++;
    expect([route, await lines()]).toEqual([route, before]);
  }
  expect(tried).toBeGreaterThan(30);
  await sapa.close();
});
