import { expect, test } from "bun:test";
import { testApp } from "../../../test/app.ts";
import { putCertificate, putFailure } from "./store.ts";

const DAY_MS = 86_400_000;
const DIRECTORY = "https://ca.test/directory";

test("the overview has each domain's certificate, its next renewal and the last failure, and https is only done with all of them", async () => {
  const sapa = await testApp({ env: { SAPA_DOMAIN: "chat.example.com,bantuan.example.com,baharu.example.com" } });
  try {
    const token = await sapa.adminToken();
    const read = async () => (await sapa.call("GET", "/api/overview", { token })).body;
    const now = sapa.db.now;
    const put = (domain: string, days: number) =>
      sapa.db.transaction((tx) =>
        putCertificate(tx, {
          ...{ domain, directory: DIRECTORY, chain: "the chain", sealedKey: "the sealed key" },
          ...{ beginsAt: now - DAY_MS, expiresAt: now + days * DAY_MS, renewsAt: now + DAY_MS, dueAt: now },
        }),
      );
    await put("chat.example.com", 90);
    await put("bantuan.example.com", 10);
    // Still valid, and not renewed.
    const failure = { directory: DIRECTORY, problem: "dns", detail: "NXDOMAIN looking up A", failures: 3, dueAt: now + 60_000 } as const;
    await sapa.db.transaction((tx) => putFailure(tx, { ...failure, domain: "bantuan.example.com" }));
    const { certificates, setup } = await read();
    const at = (ms: number) => new Date(ms).toISOString();
    expect(certificates).toEqual([
      { domain: "baharu.example.com", validUntil: null, renewsAt: null, problem: null },
      {
        ...{ domain: "bantuan.example.com", validUntil: at(now + 10 * DAY_MS), renewsAt: at(now + DAY_MS) },
        problem: { code: "dns", detail: "NXDOMAIN looking up A", at: at(now), nextTryAt: at(now + 60_000) },
      },
      { domain: "chat.example.com", validUntil: at(now + 90 * DAY_MS), renewsAt: at(now + DAY_MS), problem: null },
    ]);
    expect(setup.https).toBe(false);
    await put("baharu.example.com", 90);
    expect((await read()).setup.https).toBe(true);
    sapa.clock.pass(11 * DAY_MS);
    const later = await sapa.call("POST", "/api/login", { body: { email: "admin@example.com", password: "admin-secret" } });
    expect((await sapa.call("GET", "/api/overview", { token: later.body.token })).body.setup.https).toBe(false);
  } finally {
    await sapa.close();
  }
});

test("without a domain there are no certificates", async () => {
  const sapa = await testApp();
  const token = await sapa.adminToken();
  expect((await sapa.call("GET", "/api/overview", { token })).body.certificates).toEqual([]);
  await sapa.close();
});
