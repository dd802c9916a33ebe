/** Every role of the staff × every call of the contract: what exists, what does not, and what the staff may not do. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ALL_CALLS } from "../../src/contract/calls/all.schema.ts";
import type { Call } from "../../src/contract/calls/call.ts";
import { STAFF_ROLES, type StaffRole } from "../../src/contract/staff-role.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { type TestApp, testApp } from "../app.ts";
import { joinStaff } from "../staff.ts";
import { type Called, fillIn, type Ids, plantData, TABLE } from "./access-table.ts";

let sapa: TestApp;
let ids: Ids;
let admin: string;
let staff: Record<StaffRole, { id: string; token: string }>;

/** The calls with each path once: the administrator's variant decides for staff. */
const CALLS = [...Map.groupBy(Object.values<Call>(ALL_CALLS), ({ method, path }) => `${method} ${path}`)].map(([route, ways]) => ({
  method: ways[0]?.method ?? "GET",
  path: ways[0]?.path ?? "",
  row: TABLE[route as Called],
  staff: ways.flatMap((way) => way.staff ?? []),
  isOpen: ways.some(({ access }) => access === "anyone" || access === "person"),
}));
/** These end the session or the login, or change the password with which the tests sign in. */
const OWN = ["/api/logout", "/api/account/delete"];

beforeAll(async () => {
  sapa = await testApp();
  ids = await plantData(sapa);
  admin = (await sapa.call("POST", "/api/login", { body: { email: "admin@example.com", password: "admin-secret" } })).body.token;
  staff = { support: await joinStaff(sapa, admin, "support"), billing: await joinStaff(sapa, admin, "billing") };
});
afterAll(() => sapa.close());

const send = (token: string, { method, path, row }: (typeof CALLS)[number], isAbsent = false) => {
  const body = row.body === undefined ? undefined : JSON.parse(fillIn(ids, JSON.stringify(row.body)));
  return sapa.call(method, isAbsent && row.absent ? row.absent : fillIn(ids, row.path ?? path), { token, body });
};

test("the contract lets the same staff make each call as this table", () => {
  for (const { method, path, row, staff } of CALLS) {
    const allowed = STAFF_ROLES.filter((role) => staff.includes(role));
    expect([method, path, allowed]).toEqual([method, path, STAFF_ROLES.filter((role) => row.staff?.includes(role))]);
  }
});

test("no staff may delete an owner, change settings or see a key, and billing reads no conversation", () => {
  const of = (role: StaffRole) => CALLS.filter(({ staff }) => staff.includes(role)).map(({ method, path }) => `${method} ${path}`);
  for (const role of STAFF_ROLES) {
    for (const route of [
      "PUT /api/settings",
      "DELETE /api/users/:id",
      "PUT /api/users/:id",
      "GET /api/staff",
      "GET /api/breach",
      "POST /api/doctor",
      "GET /api/mail",
    ])
      expect([route, of(role).includes(route)]).toEqual([route, false]);
  }
  expect(of("billing").filter((route) => /conversations|chats|\/view|models|audit|sign-out|reset/.test(route))).toEqual([]);
  expect(of("support").filter((route) => /payments|receipts|ledger|DELETE|PUT/.test(route))).toEqual([]);
});

for (const role of STAFF_ROLES) {
  const refused = CALLS.filter((call) => !call.row.staff?.includes(role) && !call.isOpen);
  const allowed = CALLS.filter((call) => call.row.staff?.includes(role));

  test(`what ${role} may not do is 403, also for things that do not exist, and changes nothing`, async () => {
    expect(refused.length).toBeGreaterThan(100);
    const before = await sapa.stored();
    for (const call of refused) {
      for (const isAbsent of [false, true]) {
        const { status, body } = await send(staff[role].token, call, isAbsent);
        expect([call.method, call.path, status, body.error.code]).toEqual([call.method, call.path, 403, "forbidden"]);
      }
    }
    expect(await sapa.stored()).toBe(before);
  });

  test(`what ${role} may do is answered as to the administrator`, async () => {
    for (const call of allowed) {
      const { status, text } = await send(staff[role].token, call);
      expect([call.method, call.path, status]).toEqual([call.method, call.path, call.row.expected.admin]);
      if (call.row.absent) {
        const absent = await send(staff[role].token, call, true);
        expect([call.path, absent.status]).toEqual([call.path, 404]);
        if (status === 404) expect(text).toBe(absent.text);
      }
    }
  });

  test(`a call that everyone or every person may make knows ${role} as a person without a business`, async () => {
    const { id, token } = await sapa.signUp(`alone-${role}`);
    await sapa.db.transaction((tx) => tx.run(sql`delete from members where user_id = ${id}`));
    for (const call of CALLS.filter((one) => one.isOpen && !one.row.staff?.includes(role) && !OWN.includes(one.path))) {
      const { status } = await send(staff[role].token, call);
      const likeOthers = await send(token, call);
      expect([call.method, call.path, status]).toEqual([call.method, call.path, likeOthers.status]);
    }
  });
}

test("an agent that staff open by its address shows them what it shows to everyone", async () => {
  for (const role of STAFF_ROLES) {
    const seen = await sapa.call("GET", `/api/chats/${ids.chatA}`, { token: staff[role].token });
    expect(seen.text).toBe((await sapa.call("GET", `/api/chats/${ids.chatA}`)).text);
    const settings = await sapa.call("GET", "/api/settings", { token: staff[role].token });
    expect(Object.keys(settings.body)).not.toContain("smtpHost");
  }
});
