/** The administrator's tables as CSV files: complete beyond one slice, filtered like the lists, and safe to open. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { CSV_SLICE } from "../../src/server/platform/csv.ts";
import { sql } from "../../src/server/platform/storage/db.ts";
import { type TestApp, testApp } from "../app.ts";
import { connect } from "../socket-client.ts";

let sapa: TestApp;
let admin: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
});
afterEach(() => sapa.close());

const rowsOf = async (path: string) => {
  const { status, text } = await sapa.call("GET", path, { token: admin });
  expect(status).toBe(200);
  return text.trimEnd().split("\r\n");
};

test("the users of several slices are all in the file, once, in the order of sign-up, and filtered like the list", async () => {
  const made = CSV_SLICE + 3;
  await sapa.db.transaction(async (tx) => {
    for (let i = 0; i < made; i++) {
      const [id, at] = [`u-${String(i).padStart(4, "0")}`, 1_000 + Math.floor(i / 2)];
      await tx.run(sql`insert into users (id, username, username_key, email, email_key, password_hash, created_at, updated_at)
        values (${id}, ${id}, ${id}, ${`=${id}`}, ${`=${id}`}, '!', ${at}, ${at})`);
      await tx.run(sql`insert into accounts (id, created_at, updated_at) values (${id}, ${at}, ${at})`);
      await tx.run(sql`insert into members (account_id, user_id, role, created_at) values (${id}, ${id}, 'owner', ${at})`);
    }
  });
  const [header, ...rows] = await rowsOf("/api/users/export");
  expect(header).toStartWith('"id","username","email","role","plan"');
  expect(rows).toHaveLength(made + 1);
  expect(rows.slice(0, made).map((row) => row.slice(1, 7))).toEqual(
    Array.from({ length: made }, (_, i) => `u-${String(i).padStart(4, "0")}`),
  );
  expect(rows[0]).toContain(`"'=u-0000"`);
  expect(await rowsOf("/api/users/export?q=u-000")).toHaveLength(11);
  expect(await rowsOf("/api/users/export?status=suspended")).toHaveLength(1);
});

test("the payments of several slices are all in the file, in RM, and filtered like the list", async () => {
  const owner = await sapa.signUp("kedai");
  const made = CSV_SLICE + 2;
  await sapa.db.transaction(async (tx) => {
    for (let i = 0; i < made; i++) {
      await tx.run(sql`insert into payments (id, account_id, plan_id, status, amount_sen, sandbox, collection_id, plan_snapshot, note, created_at, updated_at)
        values (${`p-${i}`}, ${owner.id}, 1, ${i === 0 ? "failed" : "success"}, ${1_990 + i}, 0, 'c', '{"planName":"Pro","months":1}',
          '=1+1', ${1_000 + i}, 1)`);
    }
  });
  const [header, ...rows] = await rowsOf("/api/payments/export");
  expect(header).toStartWith('"id","billId","userId","username"');
  expect(rows).toHaveLength(made);
  expect(rows[0]).toStartWith(`"p-0","","${owner.id}","kedai",1,"Pro",1,19.9,"failed"`);
  expect(rows[0]).toEndWith(`"'=1+1"`);
  expect(await rowsOf("/api/payments/export?status=failed")).toHaveLength(2);
  expect(await rowsOf("/api/payments/export?q=nobody")).toHaveLength(1);
});

test("conversations are listed with names and the visitor's first words, which cannot run as a formula", async () => {
  const owner = await sapa.signUp("kedai");
  const chatId = await sapa.createAgent(owner.token, { chatName: "Kedai Kek" });
  await (await connect(await sapa.listen(), chatId)).ask('=HYPERLINK("http://x")');
  await sapa.db.transaction(async (tx) => {
    for (let i = 0; i < CSV_SLICE; i++) {
      await tx.run(sql`insert into visitors (id, agent_id, created_at, last_seen_at) values (${`v-${i}`}, ${chatId}, 1, 1)`);
      await tx.run(sql`insert into conversations (id, visitor_id, agent_id, account_id, created_at, updated_at)
        values (${`c-${i}`}, ${`v-${i}`}, ${chatId}, ${owner.id}, ${1_000 + i}, ${1_000 + i})`);
    }
  });
  const [header, ...rows] = await rowsOf("/api/conversations/export");
  expect(header).toBe('"id","chatId","agent","userId","owner","messages","unanswered","lastMessageAt","firstMessage"');
  expect(rows).toHaveLength(CSV_SLICE + 1);
  expect(rows[0]).toContain(`"${chatId}","Kedai Kek","${owner.id}","kedai",2,`);
  expect(rows[0]).toEndWith(`"'=HYPERLINK(""http://x"")"`);
  expect(await rowsOf(`/api/conversations/export?id=${owner.id}`)).toHaveLength(CSV_SLICE + 2);
  expect(await rowsOf("/api/conversations/export?id=nobody")).toHaveLength(1);
  expect(await rowsOf("/api/conversations/export?from=2026-11-01")).toHaveLength(2);
});
