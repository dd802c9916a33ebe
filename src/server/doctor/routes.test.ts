import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { CHECKS, type Finding } from "../../contract/doctor.ts";
import { shareChecks } from "./routes.ts";

let sapa: TestApp;
let outside: ReturnType<typeof Bun.serve>;
beforeEach(async () => {
  outside = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  sapa = await testApp({ env: { SAPA_BILLPLZ_URL: `http://127.0.0.1:${outside.port}` } });
});
afterEach(async () => {
  await outside.stop(true);
  await sapa.close();
});

const check = async (token: string, id: string) => await sapa.call("POST", "/api/doctor", { token, body: { check: id } });

test("the server makes every check for the administrator", async () => {
  const token = await sapa.adminToken();
  const answers = await Promise.all(CHECKS.map((id) => check(token, id)));
  expect(answers.map(({ status, body }) => [status, body.check])).toEqual(CHECKS.map((id) => [200, id]));
  const states = Object.fromEntries(answers.map(({ body }) => [body.check, body.told?.id]));
  expect(states).toMatchObject({
    disk: "doctor.disk.ok",
    server: "doctor.server.ok",
    address: "doctor.address.none",
    clock: "doctor.clock.ok",
    files: "doctor.files.ok",
    mail: "doctor.mail.off",
    payments: "doctor.payments.off",
  });
});

test("a check that does not exist is refused", async () => {
  expect((await check(await sapa.adminToken(), "everything")).status).toBe(422);
});

test("a visitor's request through a proxy that is not trusted is seen", async () => {
  const token = await sapa.adminToken();
  expect((await check(token, "proxy")).body.told.id).toBe("doctor.proxy.none");
  await sapa.call("GET", "/api/settings", { headers: { "x-forwarded-for": "203.0.113.7" } });
  expect((await check(token, "proxy")).body).toMatchObject({ state: "fault", told: { id: "doctor.proxy.notBelieved" } });
});

test("a check that is being made is shared, and made again after it has ended", async () => {
  const ends: ((finding: Finding) => void)[] = [];
  const make = shareChecks(() => new Promise((resolve) => ends.push(resolve)));
  const asked = [make("database"), make("database"), make("backups")];
  expect(ends).toHaveLength(2);
  const finding: Finding = { check: "database", state: "ok", message: "", command: null, place: null };
  for (const end of ends) end(finding);
  await Promise.all(asked);
  void make("database");
  expect(ends).toHaveLength(3);
});
