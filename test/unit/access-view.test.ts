/** What whoever looks at an account gets from every call of the contract (product 1.10, 21.11). */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ALL_CALLS } from "../../src/contract/calls/all.schema.ts";
import type { Call } from "../../src/contract/calls/call.ts";
import { type TestApp, testApp } from "../app.ts";
import { joinStaff } from "../staff.ts";
import { type Called, fillIn, type Ids, plantData, TABLE } from "./access-table.ts";

let sapa: TestApp;
let ids: Ids;
let owner: string;
/** The account of owner A, looked at by support and by the administrator. */
let views: { support: string; admin: string };

const CALLS = [...Map.groupBy(Object.values<Call>(ALL_CALLS), ({ method, path }) => `${method} ${path}`)].map(([route, ways]) => ({
  method: ways[0]?.method ?? "GET",
  path: ways[0]?.path ?? "",
  row: TABLE[route as Called],
  isPersonal: ways.every(({ access }) => access === "person"),
}));
const READS = CALLS.filter(({ method }) => method === "GET");
/** The one call about the person that the pages of a view need. */
const NEEDED = "/api/account";

beforeAll(async () => {
  sapa = await testApp();
  ids = await plantData(sapa);
  const logIn = async (email: string, password: string) =>
    (await sapa.call("POST", "/api/login", { body: { email, password } })).body.token as string;
  const admin = await logIn("admin@example.com", "admin-secret");
  owner = await logIn("a@example.com", "secret-a");
  const look = async (token: string) => (await sapa.call("POST", `/api/users/${ids.ownerA}/view`, { token })).body.token as string;
  views = { support: await look((await joinStaff(sapa, admin, "support")).token), admin: await look(admin) };
});
afterAll(() => sapa.close());

const send = (token: string, { method, path, row }: (typeof CALLS)[number]) => {
  const body = row.body === undefined ? undefined : JSON.parse(fillIn(ids, JSON.stringify(row.body)));
  return sapa.call(method, fillIn(ids, row.path ?? path), { token, body });
};

test("no call of a view changes anything, whatever it is", async () => {
  const writes = CALLS.filter(({ method, path }) => method !== "GET" && path !== "/api/logout");
  expect(writes.length).toBeGreaterThan(100);
  const before = await sapa.stored();
  for (const token of Object.values(views)) {
    for (const call of writes) {
      const { status, body } = await send(token, call);
      expect([call.method, call.path, status, body.error.code]).toEqual([call.method, call.path, 403, "read_only"]);
    }
  }
  expect(await sapa.stored()).toBe(before);
});

test("support reads in a view what the owner reads, but no file, and nothing about the owner alone", async () => {
  let files = 0;
  for (const call of READS) {
    const asOwner = await send(owner, call);
    const isFile = asOwner.headers.has("content-disposition");
    if (isFile) files++;
    const isRefused = isFile || (call.isPersonal && call.path !== NEEDED);
    const { status } = await send(views.support, call);
    expect([call.path, status]).toEqual([call.path, isRefused ? 403 : asOwner.status]);
  }
  expect(files).toBeGreaterThan(3);
  expect(READS.filter(({ isPersonal }) => isPersonal).length).toBeGreaterThan(5);
});

test("the administrator reads in a view what the owner reads", async () => {
  for (const call of READS)
    expect([call.path, (await send(views.admin, call)).status]).toEqual([call.path, (await send(owner, call)).status]);
});
