/** A ticket is valid for one hello, also with two nodes on one database. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock, type FakeClock, type TestApp, testApp } from "../../../test/app.ts";
import { askTicket, openSocket } from "../../../test/socket-client.ts";
import { Lease } from "../nodes/lease.ts";
import { createKeys } from "../platform/keys.ts";
import { sql } from "../platform/storage/db.ts";
import { forgetExpired } from "../upkeep/forget.ts";
import { createTickets } from "./tickets.ts";

const MINUTE_MS = 60_000;

let folder: string;
let clock: FakeClock;
let nodes: TestApp[];
let urls: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-tickets-"));
  clock = createFakeClock();
  nodes = [];
  urls = [];
  for (const name of ["near", "far"]) {
    let lease: Lease | undefined;
    const node = await testApp({
      folder,
      clock,
      node: (deps) => {
        lease = new Lease(deps, { name, version: "test", schema: 1 });
        return lease;
      },
    });
    const url = await node.listen();
    await lease?.join(url);
    nodes.push(node);
    urls.push(url);
  }
});
afterEach(async () => {
  for (const node of nodes.toReversed()) await node.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Says hello with a ticket. @returns whether a session was given. */
async function hello(node: number, chatId: string, ticket: string): Promise<boolean> {
  const client = await openSocket(urls[node] ?? "");
  client.send("hello", { chatId, ticket });
  const isGiven = await Promise.race([client.next("session").then(() => true), client.closed.then(() => false)]);
  client.close();
  return isGiven;
}

async function createAgent(): Promise<string> {
  const [near] = nodes;
  const { token } = (await near?.signUp("owner")) ?? { token: "" };
  return (await near?.createAgent(token)) ?? "";
}

test("a ticket is valid once, whichever node it is shown to, and every other ticket stays valid", async () => {
  const chatId = await createAgent();
  const [first, second] = [await askTicket(urls[0] ?? "", chatId), await askTicket(urls[0] ?? "", chatId)];
  expect([await hello(1, chatId, first), await hello(0, chatId, first), await hello(1, chatId, first)]).toEqual([true, false, false]);
  expect(await hello(0, chatId, second)).toBe(true);
});

test("a ticket that is shown to two nodes at once, many times, is valid once", async () => {
  const chatId = await createAgent();
  for (let round = 0; round < 5; round++) {
    const ticket = await askTicket(urls[round % 2] ?? "", chatId);
    const given = await Promise.all(Array.from({ length: 8 }, (_, i) => hello(i % 2, chatId, ticket)));
    expect(given.filter((isGiven) => isGiven)).toHaveLength(1);
  }
});

test("spent tickets are kept until they have expired by every node's clock, and forgotten then", async () => {
  const chatId = await createAgent();
  expect(await hello(0, chatId, await askTicket(urls[0] ?? "", chatId))).toBe(true);
  const [near] = nodes;
  const count = async () => {
    if (near) await forgetExpired(near.db);
    return (await near?.db.all(sql`select nonce from spent_tickets`))?.length;
  };
  clock.pass(3 * MINUTE_MS);
  expect(await count()).toBe(1);
  clock.pass(MINUTE_MS);
  expect(await count()).toBe(0);
});

test("a ticket that could not be stored as spent is not used up, and the only process of an installation stores none", async () => {
  const [near] = nodes;
  if (!near) throw new Error("no node");
  const keys = createKeys(new TextEncoder().encode("a test's secret key, long enough"));
  let isDown = true;
  const transaction: typeof near.db.transaction = (body, options) =>
    isDown ? Promise.reject(new Error("down")) : near.db.transaction(body, options);
  const tickets = createTickets({ keys, clock, node: { id: "a node" }, db: { transaction } });
  const token = tickets.issue({ chat: "agent", origin: "" });
  expect(await tickets.spend(token).catch((error: Error) => error.message)).toBe("down");
  const alone = createTickets({ keys, clock, node: { id: null }, db: { transaction } });
  expect([await alone.spend(token), await alone.spend(token)]).toEqual([{ chat: "agent", origin: "" }, null]);
  isDown = false;
  expect([await tickets.spend(token), await tickets.spend(token)]).toEqual([{ chat: "agent", origin: "" }, null]);
});
