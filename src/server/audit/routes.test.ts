import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import type { AuditAction } from "../../contract/audit.ts";
import { sql } from "../platform/storage/db.ts";
import { recordAudit } from "./store.ts";

let sapa: TestApp;
let admin: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
});
afterEach(() => sapa.close());

const record = (action: AuditAction, more: { subject?: string; after?: Record<string, unknown>; username?: string } = {}) =>
  sapa.db.transaction((tx) =>
    recordAudit(tx, {
      actor: { userId: null, username: more.username ?? "admin" },
      address: "203.0.113.9",
      action,
      subject: more.subject ?? "1",
      after: more.after,
    }),
  );
const list = async (query = "") => (await sapa.call("GET", `/api/audit${query}`, { token: admin })).body;

test("the log lists the latest lines first, in pages, and can be filtered by words, action and day", async () => {
  await record("plan.create", { after: { name: "Kedai Plan" } });
  sapa.clock.pass(86_400_000);
  for (let i = 0; i < 40; i++) {
    sapa.clock.pass(1);
    await record("user.update", { subject: `user-${i}` });
  }
  const page = await list();
  expect([page.entries.length, page.total, page.totalPages, page.actions]).toEqual([30, 41, 2, ["plan.create", "user.update"]]);
  expect(page.entries[0]).toMatchObject({ actor: "admin", address: "203.0.113.9", action: "user.update", subject: "user-39" });
  expect((await list("?q=kedai")).entries[0].after).toEqual({ name: "Kedai Plan" });
  expect((await list("?action=plan.create")).total).toBe(1);
  expect((await list("?to=2026-11-21")).total).toBe(1);
  expect((await list("?from=2026-11-22")).total).toBe(40);
  expect((await list("?q=%25")).total).toBe(0);
});

test("lines can only be added: the database itself refuses to change or remove one", async () => {
  await record("plan.create");
  for (const query of [sql`update audit set action = 'x'`, sql`delete from audit`]) {
    await expect(sapa.db.transaction((tx) => tx.run(query))).rejects.toThrow("append-only");
  }
  expect((await list()).total).toBe(1);
});

test("a field that is named like a secret is blanked even when the caller forgets to leave it out", async () => {
  await record("clock.confirm", {
    after: { password: "canary-1", apiKey: "canary-2-long-enough", tokenHash: "canary-3", apiKeyMask: "x", name: "kept" },
  });
  const [entry] = (await list()).entries;
  expect(JSON.stringify(entry)).not.toContain("canary");
  expect(entry.after.name).toBe("kept");
});

test("the export has every line that matches the filter, and no cell that a spreadsheet runs as a formula", async () => {
  for (let i = 0; i < 620; i++)
    await record("user.update", { username: i === 0 ? '=HYPERLINK("http://x")' : "admin", subject: i === 1 ? "+1,2\n3" : "s" });
  await record("plan.create");
  const answer = await sapa.call("GET", "/api/audit/export?action=user.update", { token: admin });
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audit-2026-11-21.csv"');
  expect([answer.headers.get("x-content-type-options"), answer.headers.get("content-type")]).toEqual([
    "nosniff",
    "text/csv; charset=utf-8",
  ]);
  expect(answer.text.startsWith('"at","actor","address","action","subject","before","after"\r\n')).toBe(true);
  expect(answer.text.split("\r\n")).toHaveLength(622);
  expect(answer.text).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(answer.text).toContain(`"'+1,2\n3"`);
  expect(answer.text).not.toMatch(/(^|,)"[=+@-]/m);
});
