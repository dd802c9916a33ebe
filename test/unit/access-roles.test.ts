/** Every role of a member × every call of the contract: in the own business, in another one, and with ids that do not exist. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ALL_CALLS } from "../../src/contract/calls/all.schema.ts";
import type { Access } from "../../src/contract/calls/call.ts";
import { BUSINESS_HEADER, MEMBER_ROLES, type MemberRole, mayAct } from "../../src/contract/member.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { type TestApp, testApp } from "../app.ts";
import { type Called, fillIn, type Ids, plantData, TABLE } from "./access-table.ts";

let sapa: TestApp;
let ids: Ids;
let ownerB: string;
/** A person with each role in business A and in business B, who has a business of their own besides. */
let people: Record<MemberRole, { id: string; token: string }>;

const isOfMembers = (access: Access): access is MemberRole => MEMBER_ROLES.some((role) => role === access);
/** The calls about a business, each with the least role that may make it. */
const CALLS = Object.values(ALL_CALLS).flatMap(({ method, path, access }) =>
  // Who leaves is no member any more: src/server/users/members.test.ts.
  isOfMembers(access) && path !== "/api/members/leave" ? [{ method, path, least: access, row: TABLE[`${method} ${path}` as Called] }] : [],
);

async function addMember(accountId: string, userId: string, role: string): Promise<void> {
  await sapa.db.transaction((tx) =>
    tx.run(sql`insert into members (account_id, user_id, role, created_at) values (${accountId}, ${userId}, ${role}, ${tx.now})`),
  );
}

beforeAll(async () => {
  sapa = await testApp();
  ids = await plantData(sapa);
  ownerB = (await sapa.db.get<{ id: string }>(sql`select id from users where username = 'b'`))?.id ?? "";
  const made = [];
  for (const role of MEMBER_ROLES) {
    const person = await sapa.signUp(`person-${role}`);
    // A second owner of a business is stored as its partner.
    const stored = role === "owner" ? "partner" : role;
    await addMember(ids.ownerA ?? "", person.id, stored);
    await addMember(ownerB, person.id, stored);
    made.push([role, person]);
  }
  people = Object.fromEntries(made);
});
afterAll(() => sapa.close());

const send = (who: { token: string }, business: string | null, { method, path, row }: (typeof CALLS)[number], isAbsent = false) => {
  const body = row.body === undefined ? undefined : JSON.parse(fillIn(ids, JSON.stringify(row.body)));
  const target = isAbsent && row.absent ? row.absent : fillIn(ids, row.path ?? path);
  return sapa.call(method, target, { token: who.token, body, headers: business === null ? {} : { [BUSINESS_HEADER]: business } });
};

test("there are calls for each role, and most of them change something", () => {
  for (const role of MEMBER_ROLES) expect(CALLS.some(({ least }) => least === role)).toBe(true);
  expect(CALLS.filter(({ method }) => method !== "GET").length).toBeGreaterThan(30);
});

for (const role of MEMBER_ROLES) {
  const refused = CALLS.filter(({ least }) => !mayAct(role, least));
  const allowed = CALLS.filter(({ least }) => mayAct(role, least));

  test(`what a member with the role ${role} may not do is 403, whosever the thing is, and changes nothing`, async () => {
    const before = await sapa.stored();
    for (const call of refused) {
      for (const [business, isAbsent] of [
        [ids.ownerA, false],
        [ids.ownerA, true],
        [ownerB, false],
      ] as const) {
        const { status, body } = await send(people[role], business ?? "", call, isAbsent);
        expect([call.method, call.path, status, body.error.code]).toEqual([call.method, call.path, 403, "forbidden"]);
      }
    }
    expect(await sapa.stored()).toBe(before);
  });

  test(`in another business, the things of this one do not exist for a member with the role ${role}`, async () => {
    for (const call of allowed) {
      const { status, text } = await send(people[role], ownerB, call);
      expect([call.method, call.path, status]).toEqual([call.method, call.path, call.row.expected.ownerB]);
      if (status === 404 && call.row.absent) expect(text).toBe((await send(people[role], ownerB, call, true)).text);
    }
  });

  test(`what a member with the role ${role} may read is answered`, async () => {
    for (const call of allowed.filter(({ method }) => method === "GET")) {
      const { status } = await send(people[role], ids.ownerA ?? "", call);
      expect([call.path, status]).toEqual([call.path, call.row.expected.ownerA]);
    }
  });

  test(`a member with the role ${role} can do nothing in a business to which they do not belong`, async () => {
    const stranger = ids.doomed ?? "";
    const before = await sapa.stored();
    for (const call of CALLS) {
      for (const business of [stranger, "no-such-business", ""]) {
        const { status, body } = await send(people[role], business, call);
        expect([call.method, call.path, business, status, body.error.code]).toEqual([call.method, call.path, business, 403, "not_member"]);
      }
    }
    expect(await sapa.stored()).toBe(before);
  });
}

test("what an editor may change is changed in the business that the request names, and in no other", async () => {
  const { editor } = people;
  const make = (business: string | null) =>
    sapa.call("POST", "/api/chats", {
      token: editor.token,
      body: { chatName: "Made" },
      headers: business === null ? {} : { [BUSINESS_HEADER]: business },
    });
  const ownerOf = async (id: string) =>
    (await sapa.db.get<{ account_id: string }>(sql`select account_id from agents where id = ${id}`))?.account_id;
  const [first, second, own] = [await make(ids.ownerA ?? ""), await make(ownerB), await make(null)];
  expect([first.status, second.status, own.status]).toEqual([201, 201, 201]);
  expect(await ownerOf(first.body.id)).toBe(ids.ownerA);
  expect(await ownerOf(second.body.id)).toBe(ownerB);
  expect(await ownerOf(own.body.id)).toBe(editor.id);
});

test("a call that an editor may make is not refused because of the role", async () => {
  for (const call of CALLS.filter(({ method, least }) => method !== "GET" && mayAct("editor", least))) {
    const { status } = await send(people.editor, ids.ownerA ?? "", call);
    expect([call.method, call.path, [401, 403].includes(status)]).toEqual([call.method, call.path, false]);
    expect(status).toBeLessThan(500);
  }
});

test("a person without a business reads about themselves, and nothing else", async () => {
  const { id, token } = await sapa.signUp("alone");
  await sapa.db.transaction((tx) => tx.run(sql`delete from members where user_id = ${id}`));
  for (const call of CALLS) {
    const { status, body } = await send({ token }, null, call);
    expect([call.method, call.path, status, body.error.code]).toEqual([call.method, call.path, 403, "not_member"]);
  }
  const own = await sapa.call("GET", "/api/account", { token });
  expect([own.status, own.body.username, own.body.memberRole]).toEqual([200, "alone", null]);
  const { body } = await sapa.call("POST", "/api/login", { body: { email: "alone", password: "secret-1" } });
  expect(body).toMatchObject({ id, username: "alone", memberRole: null });
  expect((await sapa.call("POST", "/api/logout", { token: body.token })).status).toBe(204);
});

test("no file compares the ids of a request's person or business by hand", async () => {
  const found: string[] = [];
  for await (const path of new Bun.Glob("src/server/**/*.ts").scan(".")) {
    if (path.endsWith("accounts/visible.ts")) continue;
    const text = await Bun.file(path).text();
    if (/viewer\??\.accountId\s*[!=]==|[!=]==\s*viewer\??\.accountId/.test(text)) found.push(path);
  }
  expect(found).toEqual([]);
});
