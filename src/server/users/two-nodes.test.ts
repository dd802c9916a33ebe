/** Limits of sign-ups and guesses with two nodes on one database. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock, type TestApp, testApp } from "../../../test/app.ts";
import { joinStaff } from "../../../test/staff.ts";

let folder: string;
let nodes: [TestApp, TestApp];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-users-"));
  const clock = createFakeClock();
  const env = { SAPA_TRUSTED_PROXY: "0.0.0.0/0" };
  nodes = [await testApp({ folder, clock, env, rateScale: 1 }), await testApp({ folder, clock, env, rateScale: 1 })];
});
afterEach(async () => {
  await nodes[1].close();
  await nodes[0].close();
  rmSync(folder, { recursive: true, force: true });
});

const post = async (node: number, path: string, body: object, address = "203.0.113.7"): Promise<number> =>
  (await (node % 2 ? nodes[1] : nodes[0]).call("POST", path, { body, headers: { "x-forwarded-for": address } })).status;
const signUp = (node: number, name: string, address?: string) =>
  post(node, "/api/users/signup", { username: name, email: `${name}@example.com`, password: "secret-1" }, address);
const inTurn = async (count: number, act: (i: number) => Promise<number>) => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push(await act(i));
  return statuses;
};

test("an address makes five accounts an hour at all nodes together", async () => {
  expect(await inTurn(7, (i) => signUp(i, `owner${i}`))).toEqual([201, 201, 201, 201, 201, 429, 429]);
});

test("the day's limit of accounts counts those of every node, also at once", async () => {
  const token = await nodes[0].adminToken();
  // The first look only learns what there is.
  await nodes[1].db.noticeOthers();
  expect((await nodes[0].call("PUT", "/api/settings", { token, body: { limits: { signUps: 3 } } })).status).toBe(200);
  await nodes[1].db.noticeOthers();
  const statuses = await Promise.all(Array.from({ length: 8 }, (_, i) => signUp(i, `owner${i}`, `203.0.113.${i}`)));
  expect(statuses.filter((status) => status === 201)).toHaveLength(3);
});

test("ten wrong passwords from one address are ten at all nodes together", async () => {
  await signUp(0, "owner");
  const logIn = (node: number, password: string) => post(node, "/api/login", { email: "owner@example.com", password });
  expect(await inTurn(12, (i) => logIn(i, "wrong-1"))).toEqual([...Array(10).fill(401), 429, 429]);
});

test("ten tries to change a password are ten at all nodes together", async () => {
  const { id, token } = await nodes[0].signUp("owner");
  const change = async (node: number) => {
    const body = { currentPassword: "wrong-1", newPassword: "another-secret-1" };
    return (await (node % 2 ? nodes[1] : nodes[0]).call("POST", `/api/users/${id}/password`, { token, body })).status;
  };
  const statuses = await inTurn(12, change);
  expect(statuses.filter((status) => status === 400 || status === 422).length).toBeLessThanOrEqual(10);
  expect(statuses.at(-1)).toBe(429);
});

test("a person of the staff who is removed at one node is signed out at every node at once", async () => {
  const admin = await nodes[0].adminToken();
  const owner = await nodes[0].signUp("owner");
  const siti = await joinStaff(nodes[1], admin, "support");
  const view = (await nodes[1].call("POST", `/api/users/${owner.id}/view`, { token: siti.token })).body;
  const statuses = async () => {
    const asked = [
      ["/api/users", siti.token],
      [`/api/users/${owner.id}`, view.token],
    ] as const;
    return Promise.all(nodes.flatMap((node) => asked.map(async ([path, token]) => (await node.call("GET", path, { token })).status)));
  };
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  expect((await nodes[0].call("DELETE", `/api/staff/${siti.id}`, { token: admin })).status).toBe(204);
  expect(await statuses()).toEqual([401, 401, 401, 401]);
});
