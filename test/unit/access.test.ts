/** The access rules of every route: called as a visitor, with dead tokens, as the owner, another owner and the administrator. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ALL_CALLS } from "../../src/contract/calls/all.schema.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { type TestApp, testApp } from "../app.ts";
import { type Called, fillIn, type Ids, type Live, NO_CALLS, plantData, TABLE } from "./access-table.ts";

/** Tokens that were valid once, and must be treated like no token. */
type Dead = "suspended" | "exAdmin";
type Who = Live | Dead;

let sapa: TestApp;
let ids: Ids;
let tokens: Record<Who, () => Promise<string | undefined>>;

beforeAll(async () => {
  sapa = await testApp();
  ids = await plantData(sapa);
  const { token: suspendedToken, id: suspended } = await sapa.signUp("c");
  await sapa.db.transaction((tx) => tx.run(sql`update accounts set suspended_at = 1 where id = ${suspended}`));
  const exAdmin = (await sapa.call("POST", "/api/login", { body: { email: "admin@example.com", password: "admin-secret" } })).body.token;
  await sapa.call("POST", "/api/logout", { token: exAdmin });
  const login = (email: string, password: string) => async () =>
    (await sapa.call("POST", "/api/login", { body: { email, password } })).body.token;
  tokens = {
    visitor: async () => undefined,
    suspended: async () => suspendedToken,
    exAdmin: async () => exAdmin,
    ownerA: login("a@example.com", "secret-a"),
    ownerB: login("b@example.com", "secret-1"),
    admin: login("admin@example.com", "admin-secret"),
  };
});
afterAll(() => sapa.close());

const fill = (text: string) => fillIn(ids, text);

const mountedRoutes = () => sapa.app.routes.map(({ method, path }) => `${method} ${path}`).sort();

test("every route that the app mounts is in this table, and the table has no others", () => {
  expect(Object.keys(TABLE).sort()).toEqual(mountedRoutes());
});

test("every route that the app mounts is a call of the contract, and every call is mounted", () => {
  const calls = Object.values(ALL_CALLS).map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(calls), ...NO_CALLS].sort()).toEqual(mountedRoutes());
});

test("only an administrator's variant of a call shares its method and path", () => {
  const ways = Map.groupBy(Object.values(ALL_CALLS), ({ method, path }) => `${method} ${path}`);
  const shared = [...ways].filter(([, calls]) => calls.length > 1).map(([route, calls]) => [route, calls.map(({ access }) => access)]);
  expect(shared).toEqual([
    ["POST /api/users/signup", ["anyone", "admin"]],
    ["PUT /api/users/:id", ["person", "admin"]],
    ["GET /api/plans", ["anyone", "admin"]],
  ]);
});

test("this table refuses the same callers as the contract", () => {
  const ways = Map.groupBy(Object.values(ALL_CALLS), ({ method, path }): Called => `${method} ${path}` as Called);
  for (const [route, calls] of ways) {
    const { visitor, ownerA, ownerB } = TABLE[route].expected;
    const accesses = calls.map(({ access }) => access);
    // Wrong credentials are a 401 as well.
    const isOpen = accesses.includes("anyone");
    if (route !== "POST /api/login") expect([route, visitor === 401]).toEqual([route, !isOpen]);
    expect([route, ownerA === 403, ownerB === 403]).toEqual([route, ...Array(2).fill(accesses.every((access) => access === "admin"))]);
  }
});

// Owner A's call must not affect what others get, and what A deletes is gone for the administrator too.
const ORDER: Who[] = ["visitor", "suspended", "exAdmin", "ownerB", "ownerA", "admin"];

for (const [route, row] of Object.entries(TABLE)) {
  const [method = "", pattern = ""] = route.split(" ");
  for (const who of ORDER) {
    const expected = row.expected[who === "suspended" || who === "exAdmin" ? "visitor" : who];
    test(`${route} as ${who} answers ${expected}`, async () => {
      const token = await tokens[who]();
      const body = row.body === undefined ? undefined : JSON.parse(fill(JSON.stringify(row.body)));
      const answer = await sapa.call(method, fill(row.path ?? pattern), { token, body });
      expect(answer.status).toBe(expected);
      expect(answer.status).toBeLessThan(500);
      if (answer.status === 404 && row.absent) {
        const absent = await sapa.call(method, row.absent, { token, body });
        expect(answer.text).toBe(absent.text);
      }
      // An answer to HEAD has no body.
      if (answer.status >= 400 && method !== "HEAD")
        expect(answer.body.error).toMatchObject({ code: expect.any(String), message: answer.body.message });
    });
  }
}

test("with a view of an account no route writes, and each that reads answers as it does its owner, without a secret", async () => {
  const admin = await tokens.admin();
  const { body: view } = await sapa.call("POST", `/api/users/${ids.ownerA}/view`, { token: admin });
  const owner = await tokens.ownerA();
  const secret = (await sapa.call("POST", `/api/chats/${ids.chatA}/identify-secret`, { token: owner })).body;
  expect(Object.values(secret).join()).not.toBe("");
  for (const [route, row] of Object.entries(TABLE)) {
    const [method = "", pattern = ""] = route.split(" ");
    if (NO_CALLS.some((other) => other === route) || route === "POST /api/logout") continue;
    const path = fill(row.path ?? pattern);
    const body = row.body === undefined ? undefined : JSON.parse(fill(JSON.stringify(row.body)));
    const answer = await sapa.call(method, path, { token: view.token, body });
    if (method !== "GET") expect([route, answer.status, answer.body.error?.code]).toEqual([route, 403, "read_only"]);
    else expect([route, answer.status]).toEqual([route, (await sapa.call(method, path, { token: owner })).status]);
    for (const text of Object.values(secret).filter((value) => typeof value === "string" && value.length > 16))
      expect([route, answer.text.includes(String(text))]).toEqual([route, false]);
  }
  expect((await sapa.call("POST", "/api/logout", { token: view.token })).status).toBe(204);
  expect((await sapa.call("GET", `/api/users/${ids.ownerA}`, { token: view.token })).status).toBe(401);
});

test("an unknown address below /api and an unknown method answer 404 with JSON", async () => {
  for (const [method, path] of [
    ["GET", "/api"],
    ["GET", "/api/nothing"],
    ["POST", "/api/chats/a/b/c"],
    ["PATCH", "/api/settings"],
    ["DELETE", "/api/settings"],
    ["GET", "/api/socket"],
  ] as const) {
    const { status, body } = await sapa.call(method, path);
    expect([method, path, status]).toEqual([method, path, 404]);
    expect(body.error.code).toBe("not_found");
  }
});

test("a host name too short for the router is refused before any route", async () => {
  const response = await sapa.app.handle(new Request("http://x/zzz/api/settings", { method: "GET" }));
  expect([response.status, (await response.json()).error.code]).toEqual([400, "malformed"]);
});
