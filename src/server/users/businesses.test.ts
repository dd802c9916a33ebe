/** A person with many businesses: the list, making one for a client, and handing it over. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { fakeFailure, type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { type BusinessPage, type BusinessRow, MAX_BUSINESSES } from "../../contract/business.ts";
import { BUSINESS_HEADER } from "../../contract/member.ts";
import { DAY_MS } from "../platform/clock.ts";
import { sql } from "../platform/storage/db.ts";
import { ADDRESS_NOTE } from "../replies/answer.ts";

interface Somebody {
  id: string;
  token: string;
}

let sapa: TestApp;
let agency: Somebody;
let client: Somebody;
beforeEach(async () => {
  sapa = await testApp();
  agency = await sapa.signUp("agensi");
  client = await sapa.signUp("kedai");
});
afterEach(() => sapa.close());

const as = (who: Somebody, method: string, path: string, body?: unknown, business = who.id) => {
  // What happens in the same millisecond has no order.
  sapa.clock.pass(1);
  return sapa.call(method, path, { token: who.token, body, headers: { [BUSINESS_HEADER]: business } });
};
const list = async (query = "", who = agency): Promise<BusinessPage> => (await as(who, "GET", `/api/businesses/overview${query}`)).body;
const make = (body: unknown, who = agency) => as(who, "POST", "/api/businesses", body);
const made = async (name: string): Promise<string> => (await make({ name })).body.id;
const handOver = (business: string, body: object, who = agency) => as(who, "POST", "/api/members/handover", body, business);
const join = (who: Somebody, token: string) => as(who, "POST", "/api/join", { token });
const membersOf = async (business: string) =>
  (
    await sapa.db.all<{ username: string; role: string }>(sql`
      select u.username, m.role from members m join users u on u.id = m.user_id where m.account_id = ${business} order by u.username`)
  ).map(({ username, role }) => [username, role]);
const logOf = async (business: string, who: Somebody) =>
  (await as(who, "GET", `/api/users/${business}/log`, undefined, business)).body.entries.map(
    ({ actor, action, before, after }: Record<string, unknown>) => [actor, action, before, after],
  );
const isMember = async (who: Somebody, business: string) => (await as(who, "GET", `/api/users/${business}`, undefined, business)).status;

/** Plan 2, which is paid for. */
const addPro = async (admin?: string) => {
  await sapa.call("POST", "/api/plans", {
    token: admin ?? (await sapa.adminToken()),
    body: { planName: "Pro", price: 10, msgLimit: 5_000 },
  });
};

/** So many businesses of the agency, directly in the database. */
async function fill(count: number): Promise<void> {
  await sapa.db.transaction(async (tx) => {
    for (let n = 1; n <= count; n++) {
      const id = `client-${`${n}`.padStart(3, "0")}`;
      await tx.run(sql`insert into accounts (id, name, plan_id, created_at, updated_at) values (${id}, ${`Client ${n}`}, 1, 1, 1)`);
      await tx.run(sql`insert into members (account_id, user_id, role, created_at) values (${id}, ${agency.id}, 'owner', 1)`);
      await tx.run(sql`insert into usage_months (account_id, month, used) values (${id}, '2026-11', ${n})`);
    }
  });
}

test("the list has each business with the own role, the plan, the month's messages and its health", async () => {
  const id = await made("Kedai Kopi");
  const { id: chatId } = (await as(agency, "POST", "/api/chats", { chatName: "Kopi" }, id)).body;
  const now = sapa.clock.now();
  await sapa.db.transaction(async (tx) => {
    await tx.run(sql`update accounts set plan_id = 1 where id = ${id}`);
    await tx.run(sql`insert into usage_months (account_id, month, used) values (${id}, '2026-11', 87)`);
    for (const [name, unanswered, turn] of [
      ["a", 2, "failed"],
      ["b", 1, "limited"],
      ["c", 0, "interrupted"],
    ] as const) {
      await tx.run(sql`insert into visitors (id, agent_id, created_at, last_seen_at) values (${name}, ${chatId}, 1, 1)`);
      await tx.run(sql`insert into conversations (id, agent_id, visitor_id, account_id, unanswered, created_at, updated_at)
        values (${name}, ${chatId}, ${name}, ${id}, ${unanswered}, ${now}, ${now})`);
      await tx.run(sql`insert into messages (id, conversation_id, sequence, author, body, created_at)
        values (${name}, ${name}, 1, 'visitor', 'hello', ${now})`);
      await tx.run(sql`insert into turns (id, conversation_id, message_id, attempt, state, charge, charged_account, charged_agent, started_at, ended_at)
        values (${name}, ${name}, ${name}, 1, ${turn}, ${turn === "limited" ? "none" : "refunded"}, ${id}, ${chatId}, ${now}, ${now})`);
    }
    for (const [source, state, removedAt] of [
      ["x", "failed", null],
      ["y", "ready", null],
      ["z", "failed", now],
    ] as const)
      await tx.run(sql`insert into sources (id, agent_id, kind, name, state, created_at, updated_at, removed_at)
        values (${source}, ${chatId}, 'file', ${source}, ${state}, 1, 1, ${removedAt})`);
  });
  const { businesses, total, all, mayMake } = await list();
  expect([total, all, mayMake]).toEqual([2, 2, true]);
  expect(businesses.map(({ name }) => name)).toEqual(["agensi", "Kedai Kopi"]);
  expect(businesses[1]).toEqual({
    id,
    name: "Kedai Kopi",
    role: "owner",
    planName: "Free Plan",
    planState: "free",
    planUntil: null,
    used: 87,
    msgLimit: 100,
    agents: 1,
    failingAgents: 1,
    agentsWithoutModel: 0,
    failedSources: 1,
    unpaidBills: 0,
    unanswered: 2,
    isSuspended: false,
  });
  sapa.clock.pass(DAY_MS + 1);
  expect((await list()).businesses[1]).toMatchObject({ failingAgents: 0, failedSources: 1 });
});

test("the list says where agents answered without a model because it failed, and tells owners of bills that are not paid", async () => {
  const id = await made("Kedai Kopi");
  const { token: invited } = (await as(agency, "POST", "/api/members/invitations", { role: "editor" }, id)).body;
  await join(client, invited);
  const admin = await sapa.adminToken();
  await sapa.call("PUT", "/api/settings", { token: admin, body: { aiModel: "gpt-4o", apiKey: "sk-refused-key-0001" } });
  await sapa.db.transaction((tx) => tx.run(sql`update plans set chat_limit = 5`));
  const knowledge = ["We open at nine."];
  const [failed, limited] = [
    (await as(agency, "POST", "/api/chats", { chatName: "Kopi", knowledge }, id)).body.id,
    (await as(agency, "POST", "/api/chats", { chatName: "Teh", knowledge }, id)).body.id,
  ];
  sapa.models.script = () => {
    throw fakeFailure("bad_key");
  };
  const url = await sapa.listen();
  await (await connect(url, failed)).ask("When do you open?");
  await (await connect(url, limited)).ask("When do you open?");
  // A limit of one address is no failure of the model.
  await sapa.db.transaction((tx) =>
    tx.run(
      sql`update turns set error = ${ADDRESS_NOTE} where conversation_id in (select id from conversations where agent_id = ${limited})`,
    ),
  );
  const now = sapa.clock.now();
  const bill = (name: string, more: { createdAt?: number; status?: string; url?: string | null; sandbox?: number } = {}) =>
    sapa.db.transaction((tx) =>
      tx.run(sql`
        insert into payments (id, account_id, plan_id, bill_id, bill_url, status, amount_sen, sandbox, collection_id, plan_snapshot, created_at, updated_at)
        values (${name}, ${id}, 1, ${name}, ${more.url === undefined ? "https://bill.example" : more.url}, ${more.status ?? "pending"}, 100,
          ${more.sandbox ?? 0}, 'c', '{}', ${more.createdAt ?? now}, 1)`),
    );
  await bill("open");
  await bill("failed", { status: "failed" });
  await bill("closed", { status: "failed", url: null });
  await bill("paid", { status: "success" });
  await bill("old", { createdAt: now - 31 * DAY_MS });
  await bill("tried", { sandbox: 1 });
  const rowOf = async (who: Somebody) => (await list("", who)).businesses.find((one) => one.id === id);
  expect(await rowOf(agency)).toMatchObject({ agents: 2, failingAgents: 0, agentsWithoutModel: 1, unpaidBills: 2 });
  expect(await rowOf(client)).toMatchObject({ agentsWithoutModel: 1, unpaidBills: 0 });
  sapa.clock.pass(DAY_MS + 1);
  expect(await rowOf(agency)).toMatchObject({ agentsWithoutModel: 0, unpaidBills: 2 });
});

test("what fails in other businesses, and limits of the own one, hide no agent that fails", async () => {
  const [mine, theirs] = [
    (await as(agency, "POST", "/api/chats", { chatName: "Kopi" })).body.id,
    (await as(client, "POST", "/api/chats", { chatName: "Teh" })).body.id,
  ];
  const now = sapa.clock.now();
  const begin = async (agent: string, account: string) =>
    sapa.db.transaction(async (tx) => {
      await tx.run(sql`insert into visitors (id, agent_id, created_at, last_seen_at) values (${agent}, ${agent}, 1, 1)`);
      await tx.run(sql`insert into conversations (id, agent_id, visitor_id, account_id, unanswered, created_at, updated_at)
        values (${agent}, ${agent}, ${agent}, ${account}, 0, ${now}, ${now})`);
    });
  await begin(mine, agency.id);
  await begin(theirs, client.id);
  let sequence = 0;
  /** So many turns of the same kind. */
  const end = (agent: string, count: number, turn: { state: string; charge: string; error: string | null; at: number }) =>
    sapa.db.transaction(async (tx) => {
      for (let n = 0; n < count; n++) {
        const id = `t${++sequence}`;
        await tx.run(sql`insert into messages (id, conversation_id, sequence, author, body, created_at)
          values (${id}, ${agent}, ${sequence}, 'visitor', 'hello', ${turn.at})`);
        await tx.run(sql`insert into turns (id, conversation_id, message_id, attempt, state, charge, charged_agent, error, started_at, ended_at)
          values (${id}, ${agent}, ${id}, 1, ${turn.state}, ${turn.charge}, ${agent}, ${turn.error}, ${turn.at}, ${turn.at})`);
      }
    });
  const before = now - 60_000;
  await end(mine, 1, { state: "interrupted", charge: "refunded", error: null, at: before });
  await end(mine, 1, { state: "answered", charge: "refunded", error: "the model did not answer", at: before });
  await end(theirs, 2_050, { state: "limited", charge: "none", error: null, at: now });
  await end(theirs, 2_050, { state: "answered", charge: "refunded", error: "the model did not answer", at: now });
  await end(mine, 150, { state: "limited", charge: "none", error: null, at: now });
  await end(mine, 150, { state: "answered", charge: "refunded", error: ADDRESS_NOTE, at: now });
  expect((await list()).businesses[0]).toMatchObject({ failingAgents: 1, agentsWithoutModel: 1 });
  expect((await list("", client)).businesses[0]).toMatchObject({ failingAgents: 0, agentsWithoutModel: 1 });
});

test("a plan that ends soon, has ended, or has no end is told apart, and a suspended business is in the list", async () => {
  const now = sapa.clock.now();
  await fill(4);
  await addPro();
  await sapa.db.transaction(async (tx) => {
    const give = (id: string, until: number | null) =>
      tx.run(sql`update accounts set plan_id = 2, plan_valid_until = ${until} where id = ${id}`);
    await give("client-001", now + 30 * DAY_MS);
    await give("client-002", now + 13 * DAY_MS);
    await give("client-003", now - DAY_MS);
    await give("client-004", null);
    await tx.run(sql`update accounts set suspended_at = ${now} where id = 'client-004'`);
  });
  const { businesses } = await list("?sort=plan");
  expect(businesses.map(({ name, planName, planState, msgLimit }) => [name, planName, planState, msgLimit])).toEqual([
    ["Client 3", "Free Plan", "ended", 100],
    ["Client 2", "Pro", "ending", 5_000],
    ["Client 1", "Pro", "running", 5_000],
    ["agensi", "Free Plan", "free", 100],
    ["Client 4", "Pro", "running", 5_000],
  ]);
  expect(businesses.filter(({ isSuspended }) => isSuspended).map(({ name }) => name)).toEqual(["Client 4"]);
  // It cannot be opened.
  expect(await isMember(agency, "client-004")).toBe(403);
});

test("two hundred businesses are searched, sorted and paged with the same number of statements as three", async () => {
  const { all, get } = sapa.db;
  let run = 0;
  const counted =
    <Query, Answer>(read: (query: Query) => Answer) =>
    (query: Query) => {
      run++;
      return read(query);
    };
  Object.assign(sapa.db, { all: counted(all), get: counted(get) });
  const statementsFor = async (query: string) => {
    run = 0;
    await list(query);
    return run;
  };
  await fill(2);
  const few = await statementsFor("?sort=unanswered");
  await sapa.db.transaction(async (tx) => {
    await tx.run(sql`delete from accounts where id like 'client-%'`);
  });
  await fill(200);
  expect(await statementsFor("?sort=unanswered")).toBe(few);
  const first = await list("?limit=25");
  expect([first.total, first.totalPages, first.all, first.businesses.length]).toEqual([201, 9, 201, 25]);
  const seen = new Set<string>();
  for (let page = 1; page <= 9; page++) for (const { id } of (await list(`?page=${page}`)).businesses) seen.add(id);
  expect(seen.size).toBe(201);
  expect((await list("?sort=used")).businesses.slice(0, 3).map(({ used }) => used)).toEqual([200, 199, 198]);
  const found = await list("?q=%20CLIENT%201%20");
  expect([found.total, found.all]).toEqual([111, 201]);
  // As people count, and not as bytes: 1, 10 and 100 come before 2.
  expect(found.businesses.slice(0, 3).map(({ name }) => name)).toEqual(["Client 1", "Client 10", "Client 11"]);
  expect((await list("?q=nothing")).businesses).toEqual([]);
});

test("nobody sees another person's businesses, and a removed member does not see the business any more", async () => {
  const id = await made("Kedai Kopi");
  expect((await list("", client)).businesses.map(({ name }: BusinessRow) => name)).toEqual(["kedai"]);
  const { token } = (await as(agency, "POST", "/api/members/invitations", { role: "viewer" }, id)).body;
  await join(client, token);
  expect((await list("", client)).businesses.map(({ name, role }) => [name, role])).toEqual([
    ["kedai", "owner"],
    ["Kedai Kopi", "viewer"],
  ]);
  await as(agency, "DELETE", `/api/members/${client.id}`, undefined, id);
  expect((await list("", client)).total).toBe(1);
});

test("a business for a client is on the Free Plan, has its maker as the owner, its own usage and, if wanted, a first agent", async () => {
  const { status, body } = await make({ name: "  Kedai \u202e Kopi ", chatName: "Kopi", planId: 9, role: "viewer", userId: client.id });
  expect([status, body]).toEqual([201, { id: expect.any(String), name: "Kedai Kopi", role: "owner", chatId: expect.any(String) }]);
  const shown = (await as(agency, "GET", `/api/users/${body.id}`, undefined, body.id)).body;
  expect(shown).toMatchObject({ id: body.id, displayName: "Kedai Kopi", username: "agensi", planId: 1, memberRole: "owner" });
  expect(shown.chats.map(({ id, chatName }: { id: string; chatName: string }) => [id, chatName])).toEqual([[body.chatId, "Kopi"]]);
  expect((await as(agency, "GET", `/api/users/${agency.id}`)).body.chats).toEqual([]);
  expect(await logOf(body.id, agency)).toEqual([["agensi", "user.business_make", null, { name: "Kedai Kopi" }]]);
  expect((await make({ name: "Kosong" })).body.chatId).toBeNull();
});

test("no business is made without a name, with one that is too long, by the administrator, or without a login", async () => {
  for (const name of ["", "   ", "x".repeat(81), undefined, 5, "a\ud800"]) {
    const { status, body } = await make({ name });
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ["name"]]);
  }
  const admin = await sapa.adminToken();
  expect((await sapa.call("POST", "/api/businesses", { token: admin, body: { name: "Kopi" } })).status).toBe(409);
  expect((await sapa.call("POST", "/api/businesses", { body: { name: "Kopi" } })).status).toBe(401);
  expect((await list()).total).toBe(1);
});

test("the staff of the installation make no business, and are offered none", async () => {
  const token = await sapa.adminToken();
  const invited = (await sapa.call("POST", "/api/staff/invitations", { token, body: { role: "support" } })).body;
  const body = { token: invited.token, username: "sokongan", email: "sokongan@example.com", password: "secret-123" };
  const staff = (await sapa.call("POST", "/api/join/signup", { body })).body;
  const refused = await sapa.call("POST", "/api/businesses", { token: staff.token, body: { name: "Kopi" } });
  expect([refused.status, refused.body.error.code]).toEqual([409, "conflict"]);
  const { body: shown } = await sapa.call("GET", "/api/businesses/overview", { token: staff.token });
  expect(shown).toMatchObject({ total: 0, all: 0, mayMake: false });
});

test("nothing is made while sign-up is closed, and the list says so", async () => {
  const token = await sapa.adminToken();
  await sapa.call("PUT", "/api/settings", { token, body: { signUpsOpen: false, signUpsByInvitation: true } });
  const { status, body } = await make({ name: "Kopi" });
  expect([status, body.error.code]).toEqual([403, "signup_closed"]);
  expect(await list()).toMatchObject({ total: 1, mayMake: false });
});

test("one person makes as many businesses on the Free Plan as the operator allows, also at the same moment", async () => {
  const token = await sapa.adminToken();
  await sapa.call("PUT", "/api/settings", { token, body: { limits: { freeBusinesses: 3, signUpsOfAddress: 1_000 } } });
  const made = await Promise.all(Array.from({ length: 6 }, (_, n) => make({ name: `Kedai ${n}` })));
  // The person's own business counts, too.
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 402, 402, 402, 402]);
  expect((await list()).total).toBe(3);
  await addPro(token);
  const [id] = made.flatMap(({ status, body }) => (status === 201 ? [body.id] : []));
  await sapa.db.transaction((tx) => tx.run(sql`update accounts set plan_id = 2, plan_valid_until = ${tx.now + DAY_MS} where id = ${id}`));
  expect((await make({ name: "One more" })).status).toBe(201);
});

test("a business counts as a sign-up of the day and of the address", async () => {
  const token = await sapa.adminToken();
  await sapa.call("PUT", "/api/settings", { token, body: { limits: { signUps: 3, signUpsOfAddress: 1_000 } } });
  expect((await make({ name: "Third" })).status).toBe(201);
  const refused = await make({ name: "Fourth" });
  expect([refused.status, refused.body.error.code]).toEqual([429, "too_many"]);
  const signUp = { username: "late", email: "late@example.com", password: "secret-123" };
  expect((await sapa.call("POST", "/api/users/signup", { body: signUp })).status).toBe(429);
  expect((await list()).total).toBe(2);
});

test("nobody has more than the most businesses", async () => {
  await fill(MAX_BUSINESSES - 1);
  await addPro();
  await sapa.db.transaction((tx) => tx.run(sql`update accounts set plan_id = 2`));
  expect((await list()).mayMake).toBe(false);
  expect((await make({ name: "One more" })).status).toBe(409);
});

test("with a handover the client becomes the owner and the contact, and the agency stays as what it chose or leaves, at once", async () => {
  for (const [handover, role] of [
    ["editor", "editor"],
    ["viewer", "viewer"],
    ["leave", null],
  ] as const) {
    const id = await made(`Kedai ${handover}`);
    const { status, body } = await handOver(id, { handover });
    expect([status, body.invitation]).toMatchObject([201, { role: "owner", handover, invitedBy: "agensi" }]);
    const check = (await sapa.call("POST", "/api/join/check", { body: { token: body.token } })).body;
    expect(check).toMatchObject({ state: "open", business: `Kedai ${handover}`, role: "owner", invitedBy: "agensi", handover });
    // Until then, nothing changes.
    expect(await membersOf(id)).toEqual([["agensi", "owner"]]);
    expect((await join(client, body.token)).status).toBe(200);
    expect(await membersOf(id)).toEqual([...(role === null ? [] : [["agensi", role]]), ["kedai", "owner"]]);
    expect(await isMember(agency, id)).toBe(role === null ? 403 : 200);
    expect((await as(client, "GET", `/api/users/${id}`, undefined, id)).body).toMatchObject({ username: "kedai", memberRole: "owner" });
    expect((await logOf(id, client)).slice(0, 2)).toEqual([
      ["kedai", "user.handed_over", { username: "agensi", role: "owner" }, { username: "agensi", handover }],
      ["agensi", "user.handover", null, { email: "", role: "owner", handover }],
    ]);
    expect((await join(client, body.token)).status).toBe(410);
  }
});

test("of two people who accept at the same moment one becomes the owner, and a new handover ends the one before", async () => {
  const id = await made("Kedai");
  const other = await sapa.signUp("lain");
  const first = (await handOver(id, { handover: "leave" })).body.token;
  const { token } = (await handOver(id, { handover: "viewer" })).body;
  expect((await join(client, first)).status).toBe(410);
  const answers = await Promise.all([join(client, token), join(other, token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  const owners = (await membersOf(id)).filter(([, role]) => role === "owner");
  expect(owners).toHaveLength(1);
  expect((await membersOf(id)).filter(([name]) => name === "agensi")).toEqual([["agensi", "viewer"]]);
});

test("a handover that has expired, was withdrawn, or whose inviter is no owner any more changes nothing", async () => {
  const id = await made("Kedai");
  const late = (await handOver(id, { handover: "leave" })).body;
  sapa.clock.pass(8 * DAY_MS);
  const asFresh = await sapa.call("POST", "/api/login", { body: { email: "kedai@example.com", password: "secret-password" } });
  const guest = asFresh.status === 200 ? { id: client.id, token: asFresh.body.token } : client;
  expect((await join(guest, late.token)).status).toBe(410);
  const { invitation, token } = (await handOver(id, { handover: "leave" })).body;
  expect((await as(agency, "DELETE", `/api/members/invitations/${invitation.id}`, undefined, id)).status).toBe(204);
  expect((await join(guest, token)).status).toBe(410);
  const again = (await handOver(id, { handover: "leave" })).body.token;
  await sapa.db.transaction((tx) => tx.run(sql`update members set role = 'viewer' where account_id = ${id}`));
  expect((await join(guest, again)).status).toBe(410);
  expect(await membersOf(id)).toEqual([["agensi", "viewer"]]);
});

test("a member can accept a handover and becomes the owner; the inviter cannot", async () => {
  const id = await made("Kedai");
  const { token: invited } = (await as(agency, "POST", "/api/members/invitations", { role: "viewer" }, id)).body;
  await join(client, invited);
  const { token } = (await handOver(id, { handover: "leave" })).body;
  expect((await join(agency, token)).status).toBe(409);
  expect(await membersOf(id)).toEqual([
    ["agensi", "owner"],
    ["kedai", "viewer"],
  ]);
  expect((await join(client, token)).status).toBe(200);
  expect(await membersOf(id)).toEqual([["kedai", "owner"]]);
});

test("a handover needs no place of its own where the agency leaves, and one where it stays", async () => {
  await sapa.db.transaction((tx) => tx.run(sql`update plans set member_limit = 1`));
  const id = await made("Kedai");
  expect((await handOver(id, { handover: "viewer" })).status).toBe(402);
  const { status, body } = await handOver(id, { handover: "leave" });
  expect(status).toBe(201);
  expect((await join(client, body.token)).status).toBe(200);
  expect(await membersOf(id)).toEqual([["kedai", "owner"]]);
});

test("the log says that a handover was withdrawn, also one of another owner that a new one ends", async () => {
  const id = await made("Kedai");
  const partner = await sapa.signUp("rakan");
  await join(partner, (await as(agency, "POST", "/api/members/invitations", { role: "owner" }, id)).body.token);
  await handOver(id, { handover: "viewer" }, partner);
  const { invitation } = (await handOver(id, { handover: "leave" })).body;
  expect((await as(agency, "DELETE", `/api/members/invitations/${invitation.id}`, undefined, id)).status).toBe(204);
  const { invitation: plain } = (await as(agency, "POST", "/api/members/invitations", { role: "viewer" }, id)).body;
  expect((await as(agency, "DELETE", `/api/members/invitations/${plain.id}`, undefined, id)).status).toBe(204);
  const withdrawn = (await logOf(id, agency)).filter(([, action]: [string, string]) => action.endsWith("withdraw"));
  expect(withdrawn).toEqual([
    ["agensi", "user.member_withdraw", { email: "", role: "viewer" }, null],
    ["agensi", "user.handover_withdraw", { email: "", role: "owner", handover: "leave" }, null],
    ["agensi", "user.handover_withdraw", { email: "", role: "owner", handover: "viewer" }, null],
  ]);
});

test("other owners stay owners, the client is the contact, and what the agency had sent ends", async () => {
  const id = await made("Kedai");
  const partner = await sapa.signUp("rakan");
  const invite = async () => (await as(agency, "POST", "/api/members/invitations", { role: "owner" }, id)).body.token;
  await join(partner, await invite());
  await sapa.db.transaction((tx) => tx.run(sql`update plans set member_limit = 10`));
  const open = await invite();
  const { invitation, token } = (await handOver(id, { handover: "editor" })).body;
  // Another owner may withdraw it, and cannot send it again: the inviter's own role depends on it.
  expect((await as(partner, "POST", `/api/members/invitations/${invitation.id}/resend`, undefined, id)).status).toBe(409);
  const again = await as(agency, "POST", `/api/members/invitations/${invitation.id}/resend`, undefined, id);
  expect(again.body.invitation).toMatchObject({ handover: "editor" });
  expect((await join(client, token)).status).toBe(410);
  expect((await join(client, again.body.token)).status).toBe(200);
  expect(await membersOf(id)).toEqual([
    ["agensi", "editor"],
    ["kedai", "owner"],
    ["rakan", "partner"],
  ]);
  const stranger = await sapa.signUp("orang");
  expect((await join(stranger, open)).status).toBe(410);
});

test("only owners hand over, and without mail nobody is invited by address", async () => {
  const id = await made("Kedai");
  const { token } = (await as(agency, "POST", "/api/members/invitations", { role: "editor" }, id)).body;
  await join(client, token);
  expect((await handOver(id, { handover: "leave" }, client)).status).toBe(403);
  const stranger = await sapa.signUp("orang");
  expect((await handOver(id, { handover: "leave" }, stranger)).status).toBe(403);
  const { status, body } = await handOver(id, { handover: "leave", email: "new@example.com" });
  expect([status, body.error.code]).toEqual([409, "not_configured"]);
  for (const handover of [undefined, "owner", null, "replier"]) expect((await handOver(id, { handover })).status).toBe(422);
});

test("a client without an account makes one with the handover", async () => {
  const id = await made("Kedai");
  const { token } = (await handOver(id, { handover: "leave" })).body;
  const { status, body } = await sapa.call("POST", "/api/join/signup", {
    body: { token, username: "baharu", email: "baharu@example.com", password: "secret-123" },
  });
  expect([status, body.id, body.memberRole]).toEqual([201, id, "owner"]);
  expect(await membersOf(id)).toEqual([["baharu", "owner"]]);
});
