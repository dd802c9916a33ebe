import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("owner");
});
afterEach(() => sapa.close());

const AGENTS = 200;

/** `Kedai 1` to `Kedai 200`, made in this order; those whose number is divisible by 10 have that many messages. */
async function fill(): Promise<void> {
  const day = new Date(sapa.clock.now()).toISOString().slice(0, 10);
  await sapa.db.transaction(async (tx) => {
    for (let n = 1; n <= AGENTS; n++) {
      const id = `agent-${n}`;
      await tx.run(
        sql`insert into agents (id, account_id, name, created_at, updated_at) values (${id}, ${owner.id}, ${`Kedai ${n}`}, ${n}, 1)`,
      );
      if (n % 10 > 0) continue;
      await tx.run(sql`insert into usage_days (agent_id, day, account_id, messages) values (${id}, ${day}, ${owner.id}, ${n})`);
    }
  });
}

/** Conversations of an agent; `unanswered` says how many of them have an unanswered question. */
async function converse(agentId: string, unanswered: number, account: string | null = owner.id): Promise<void> {
  await sapa.db.transaction(async (tx) => {
    for (let n = 0; n < unanswered + 3; n++) {
      const id = `${agentId}-${account}-${n}`;
      await tx.run(sql`insert into visitors (id, agent_id, created_at, last_seen_at) values (${id}, ${agentId}, 1, 1)`);
      await tx.run(sql`
        insert into conversations (id, agent_id, visitor_id, account_id, unanswered, created_at, updated_at)
        values (${id}, ${agentId}, ${id}, ${account}, ${n < unanswered ? 2 : 0}, 1, 1)`);
    }
  });
}

interface Row {
  chatName: string;
  messageCount: number;
  unanswered: number;
}
async function page(query: string): Promise<{ chats: Row[]; total: number; totalPages: number }> {
  const { status, body } = await sapa.call("GET", `/api/users/${owner.id}/chats?${query}`, { token: owner.token });
  expect(status).toBe(200);
  return body;
}
const names = ({ chats }: { chats: Row[] }) => chats.map(({ chatName }) => chatName);

test("two hundred agents are 25 a page, the oldest first", async () => {
  await fill();
  const first = await page("");
  expect([first.chats.length, first.total, first.totalPages]).toEqual([25, 200, 8]);
  expect(names(first).slice(0, 2)).toEqual(["Kedai 1", "Kedai 2"]);
  expect(names(await page("page=8")).at(-1)).toBe("Kedai 200");
  expect(names(await page("page=9"))).toEqual([]);
});

test("they are found by the words of their names, whatever their case", async () => {
  await fill();
  await sapa.db.transaction((tx) => tx.run(sql`update agents set name = 'Warung ÉLAN Pagi' where id = 'agent-77'`));
  const found = await page("q=pagi%20%C3%A9lan");
  expect([names(found), found.total]).toEqual([["Warung ÉLAN Pagi"], 1]);
  expect((await page("q=kedai%20%25")).total).toBe(0);
});

test("they are sorted by name, by the month's messages, and by unanswered conversations", async () => {
  await fill();
  await converse("agent-3", 2);
  await converse("agent-150", 120);
  await converse("agent-9", 5, null);
  expect(names(await page("sort=name&limit=3"))).toEqual(["Kedai 1", "Kedai 2", "Kedai 3"]);
  expect((await page("sort=messages&limit=2")).chats).toMatchObject([
    { chatName: "Kedai 200", messageCount: 200 },
    { chatName: "Kedai 190", messageCount: 190 },
  ]);
  expect((await page("sort=unanswered&limit=3")).chats).toMatchObject([
    { chatName: "Kedai 150", unanswered: 100 },
    { chatName: "Kedai 3", unanswered: 2 },
    { chatName: "Kedai 1", unanswered: 0 },
  ]);
  expect((await page("limit=10")).chats.map(({ unanswered }) => unanswered)).toEqual([0, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
  expect(names(await page("sort=no-such-sort&limit=1"))).toEqual(["Kedai 1"]);
});

test("an account without agents has one empty page", async () => {
  expect(await page("sort=unanswered")).toEqual({ chats: [], total: 0, totalPages: 1 });
});
