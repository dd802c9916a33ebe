import { expect, test } from "bun:test";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { createFakeCa, FAKE_DIRECTORY } from "../../../test/fake-ca.ts";
import { until } from "../../../test/until.ts";
import { appWithMail } from "../../../test/with-mail.ts";
import type { HttpsConfig } from "../platform/config-https.ts";
import { createKeys } from "../platform/keys.ts";
import { renewalId } from "./acme/certificate.ts";
import { createRenewal } from "./renew.ts";
import { openKey } from "./sealed-keys.ts";
import { findChallenge, listCertificates } from "./store.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DOMAIN = "chat.example.com";

/** The application, a certificate authority, and one function that lets time pass and the task run. */
async function furnish(domains = [DOMAIN]) {
  const { sapa, arrivals } = await appWithMail();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => sapa.close());
  const ca = createFakeCa(() => sapa.clock.now());
  // Any process of the installation answers from the store.
  ca.check = async (_domain, token) => (await findChallenge(sapa.db, token)) ?? null;
  const https: HttpsConfig = { domains, email: "ops@example.com", directory: FAKE_DIRECTORY, caFile: null, httpsPort: 443, httpPort: 80 };
  const deps = { ...sapa, ...sapa.live, https, timeZone: sapa.config.tz, wire: ca.wire, random: () => 0.5 };
  const make = (more: Partial<typeof deps> = {}) => {
    const round = createRenewal({ ...deps, ...more });
    return () => round(new AbortController().signal);
  };
  const look = make();
  const stored = async (domain = DOMAIN) => (await listCertificates(sapa.db, [domain]))[0];
  /** Lets the task run every quarter of an hour. */
  const live = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += HOUR_MS / 4) {
      sapa.clock.pass(HOUR_MS / 4);
      await look();
    }
  };
  const owned = stack.move();
  return { sapa, arrivals, ca, make, look, stored, live, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

test("the first round gets a certificate for each domain, whose keys are sealed in the database", async () => {
  await using one = await furnish([DOMAIN, "bantuan.example.my"]);
  await one.look();
  for (const domain of [DOMAIN, "bantuan.example.my"]) {
    const found = await one.stored(domain);
    const key = openKey(one.sapa.keys, found as NonNullable<typeof found>) ?? "";
    const leaf = new X509Certificate(found?.chain ?? "");
    expect(leaf.checkHost(domain)).toBe(domain);
    expect(leaf.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(found).toMatchObject({ failures: 0, problem: null });
    expect(await one.sapa.stored()).not.toContain(key.slice(30, 90));
  }
  expect(one.ca.orders.map(({ domain }) => domain)).toEqual([DOMAIN, "bantuan.example.my"]);
});

test("a certificate that is well is not ordered again, also by a process that has just started", async () => {
  await using one = await furnish();
  await one.look();
  await one.live(2 * DAY_MS);
  await one.make()();
  expect(one.ca.orders).toHaveLength(1);
});

test("without renewal information, it is renewed when a third of its life is left", async () => {
  await using one = await furnish();
  await one.look();
  one.sapa.clock.pass(60 * DAY_MS - HOUR_MS);
  await one.look();
  expect(one.ca.orders).toHaveLength(1);
  one.sapa.clock.pass(2 * HOUR_MS);
  await one.look();
  expect(one.ca.orders).toHaveLength(2);
  expect((await one.stored())?.expiresAt).toBe(Math.floor(one.sapa.clock.now() / 1_000) * 1_000 + 90 * DAY_MS);
});

test("the authority's window decides, also when it is moved forward, and the new order names the certificate that it replaces", async () => {
  await using one = await furnish();
  one.ca.hasRenewalInfo = true;
  await one.look();
  const old = (await one.stored())?.chain ?? "";
  const now = one.sapa.clock.now();
  one.ca.window = { start: now + 40 * DAY_MS, end: now + 42 * DAY_MS };
  await one.live(7 * HOUR_MS);
  expect((await one.stored())?.renewsAt).toBe(now + 41 * DAY_MS);
  // The authority revokes certificates, and says so.
  one.ca.window = { start: now - 2 * DAY_MS, end: now - DAY_MS };
  await one.live(7 * HOUR_MS);
  expect(one.ca.orders).toEqual([
    { domain: DOMAIN, replaces: null },
    { domain: DOMAIN, replaces: renewalId(old) },
  ]);
});

test("what the domain's server answers is the reason, and the tries are few: at most three in a minute, and five in an hour", async () => {
  await using one = await furnish();
  one.ca.check = async () => "a page of another server";
  for (let second = 0; second < 60; second += 5) {
    // A new process each time: pauses are stored.
    await one.make()();
    one.sapa.clock.pass(5_000);
  }
  expect(one.ca.orders.length).toBeLessThanOrEqual(3);
  for (let minute = 1; minute < 60; minute++) {
    await one.look();
    one.sapa.clock.pass(60_000);
  }
  expect(one.ca.orders.length).toBeLessThanOrEqual(5);
  expect(await one.stored()).toMatchObject({ chain: null, problem: "other_server", detail: "The key authorization is another one" });
  one.ca.check = async (_domain, token) => (await findChallenge(one.sapa.db, token)) ?? null;
  await one.live(HOUR_MS);
  expect(await one.stored()).toMatchObject({ problem: null, failures: 0 });
});

test("one domain with a wrong DNS does not keep the other one from its certificate", async () => {
  await using one = await furnish(["tiada.example.com", DOMAIN]);
  const find = one.ca.check;
  one.ca.check = async (domain, token) => (domain === DOMAIN ? find(domain, token) : null);
  await one.look();
  expect(await one.stored("tiada.example.com")).toMatchObject({ chain: null, problem: "connection" });
  expect((await one.stored())?.chain).toContain("BEGIN CERTIFICATE");
});

test("a limit of the authority is waited for as long as it says, and not longer than a week", async () => {
  await using one = await furnish();
  const body = { type: "urn:ietf:params:acme:error:rateLimited", detail: "too many certificates" };
  one.ca.refusal = { status: 429, body, retryAfter: String(5 * 3_600) };
  const now = one.sapa.clock.now();
  await one.look();
  expect(await one.stored()).toMatchObject({ problem: "rate_limited", detail: "too many certificates", dueAt: now + 5 * HOUR_MS });
  one.sapa.clock.pass(5 * HOUR_MS);
  one.ca.refusal = { status: 429, body, retryAfter: String(400 * 86_400) };
  await one.look();
  expect((await one.stored())?.dueAt).toBe(one.sapa.clock.now() + 7 * DAY_MS);
});

test("a few nonces that the authority has forgotten are replaced, and too many of them are a failure", async () => {
  await using one = await furnish();
  one.ca.badNonces = 4;
  await one.look();
  expect((await one.stored())?.failures).toBe(0);
  one.sapa.clock.pass(61 * DAY_MS);
  one.ca.badNonces = 1_000;
  await one.look();
  expect(await one.stored()).toMatchObject({ failures: 1, problem: "failed" });
});

test("while the authority is down for ten days, the certificate stays, and the operator is told once a third of its life is left", async () => {
  await using one = await furnish();
  await one.look();
  const { chain } = (await one.stored()) ?? {};
  one.sapa.clock.pass(55 * DAY_MS);
  await one.arrivals();
  one.ca.isDown = true;
  await one.live(5 * DAY_MS - HOUR_MS);
  expect(await one.arrivals()).toEqual([]);
  const mails: Awaited<ReturnType<typeof one.arrivals>> = [];
  for (let day = 0; day < 10; day++) {
    await one.live(DAY_MS);
    mails.push(...(await one.arrivals()));
  }
  expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual(
    Array(2).fill(`admin@example.com: The certificate of ${DOMAIN} could not be renewed`),
  );
  expect(mails[0]?.text).toContain("The certificate authority cannot be reached.");
  expect(mails[0]?.text).toContain("ca.test: the connection was refused");
  expect(await one.stored()).toMatchObject({ chain, problem: "unreachable" });
  expect(one.sapa.logLines.filter((line) => line.includes("ends soon and cannot be renewed"))).toHaveLength(2);
  // One look each hour is gentle enough for an authority in trouble.
  expect(one.ca.requests.length).toBeLessThan(10 * 24 + 60);
  one.ca.isDown = false;
  await one.live(2 * HOUR_MS);
  expect(await one.stored()).toMatchObject({ problem: null, failures: 0, toldAt: null });
  expect((await one.stored())?.chain).not.toBe(chain);
});

test("a certificate of another authority, or one that was sealed with another key, is ordered anew", async () => {
  await using one = await furnish();
  await one.look();
  await one.make({ keys: createKeys(new TextEncoder().encode("another secret key, long enough")) })();
  expect(one.ca.orders).toHaveLength(2);
  const https = { domains: [DOMAIN], email: null, directory: `${FAKE_DIRECTORY}?staging`, caFile: null, httpsPort: 443, httpPort: 80 };
  await one.make({
    https,
    wire: async (request, signal) => one.ca.wire({ ...request, url: request.url.replace("?staging", "") }, signal),
  })();
  expect(one.ca.orders).toHaveLength(3);
});

test("a clock that was ahead does not stop renewals when it is set back, nor orders again and again", async () => {
  await using one = await furnish();
  one.sapa.clock.leap(365 * DAY_MS);
  await one.look();
  one.ca.isDown = true;
  one.sapa.clock.leap(-365 * DAY_MS);
  await one.look();
  expect((await one.stored())?.problem).toBeNull();
  // The authority's own clock is right: what it issues is over in the eyes of this machine.
  one.ca.isDown = false;
  one.ca.lifeMs = -DAY_MS;
  one.sapa.clock.pass(500 * DAY_MS);
  await one.look();
  await one.look();
  expect(await one.stored()).toMatchObject({ failures: 1, problem: "failed" });
  expect((await one.stored())?.chain).toContain("BEGIN CERTIFICATE");
});

test("a stop in the middle of an order is no failure", async () => {
  await using one = await furnish();
  const stopping = new AbortController();
  one.ca.check = async () => {
    stopping.abort();
    return null;
  };
  const { sapa, ca } = one;
  const https = { domains: [DOMAIN], email: null, directory: FAKE_DIRECTORY, caFile: null, httpsPort: 443, httpPort: 80 };
  await createRenewal({ ...sapa, ...sapa.live, https, timeZone: sapa.config.tz, wire: ca.wire })(stopping.signal);
  expect(await one.stored()).toMatchObject({ failures: 0, problem: null, chain: null });
  await one.look();
  expect(ca.orders).toHaveLength(2);
});

test("a process that ends in the middle of each order does not use up the authority's limits", async () => {
  await using one = await furnish();
  const never = Promise.withResolvers<null>();
  one.ca.check = () => never.promise;
  const killed = one.make()();
  await until(() => one.ca.orders.length === 1);
  for (let start = 0; start < 5; start++) {
    await one.make()();
    one.sapa.clock.pass(1_000);
  }
  one.ca.check = async () => null;
  await one.make()();
  expect(one.ca.orders).toHaveLength(1);
  never.resolve(null);
  await killed;
});

test("a fault of this program with one domain keeps no other one from its certificate, and is not repeated without a pause", async () => {
  await using one = await furnish(["rosak.example.com", DOMAIN]);
  const find = one.ca.check;
  one.ca.check = async (domain, token) => {
    if (domain === DOMAIN) return find(domain, token);
    throw new TypeError("a fault");
  };
  for (let second = 0; second < 20; second += 5) {
    await one
      .make()()
      .catch(() => null);
    one.sapa.clock.pass(5_000);
  }
  expect((await one.stored())?.chain).toContain("BEGIN CERTIFICATE");
  expect(one.ca.orders.map(({ domain }) => domain)).toEqual(["rosak.example.com", DOMAIN]);
});
