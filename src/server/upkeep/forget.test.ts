import { afterEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { sql } from "../platform/storage/db.ts";
import { forgetExpired } from "./forget.ts";

let sapa: TestApp;
afterEach(() => sapa.close());

test("rows are forgotten when their time is over, and not before", async () => {
  sapa = await testApp({ rateScale: 1 });
  const { token } = await sapa.signUp("owner");
  await sapa.call("POST", "/api/login", { body: { email: "owner@example.com", password: "wrong-1" } });
  await sapa.call("POST", "/api/previews", { token, body: { draft: { chatName: "Draft" } } });
  const count = async () => {
    await forgetExpired(sapa.db);
    const [row] = await sapa.db.all(sql`
      select (select count(*) from rate_buckets) as buckets, (select count(*) from login_failures) as failures,
        (select count(*) from preview_drafts) as previews`);
    return row;
  };
  // The address's sign-ups and the account's and the address's wrong passwords.
  expect(await count()).toEqual({ buckets: 3, failures: 1, previews: 1 });
  sapa.clock.pass(3_600_000);
  expect(await count()).toEqual({ buckets: 0, failures: 0, previews: 1 });
  sapa.clock.pass(3_600_000);
  expect(await count()).toEqual({ buckets: 0, failures: 0, previews: 0 });
});
