import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { type Banner, bannerText, NO_BANNER } from "../../contract/banner.ts";

let sapa: TestApp;
let admin: string;
let owner: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
  owner = (await sapa.signUp("kedai")).token;
});
afterEach(() => sapa.close());

const texts = { en: "Maintenance on Sunday", ms: "Penyelenggaraan pada hari Ahad" };
const put = (banner: Partial<Banner>) =>
  sapa.call("PUT", "/api/settings", { token: admin, body: { banner: { ...NO_BANNER, texts, ...banner } } });
const shown = async (token?: string) => (await sapa.call("GET", "/api/settings", { token })).body.banner;

test("owners get the banner while its time has come, visitors and other times get none", async () => {
  expect(await shown(owner)).toBeNull();
  await put({ level: "warning", from: "2026-11-21T05:00:00.000Z", until: "2026-11-21T06:00:00.000Z" });
  expect(await shown(owner)).toBeNull();
  sapa.clock.pass(3_600_000);
  expect(await shown(owner)).toMatchObject({ level: "warning", texts });
  expect(await shown()).toBeUndefined();
  sapa.clock.pass(3_600_000);
  expect(await shown(owner)).toBeNull();
  expect(await shown(admin)).toMatchObject({ texts });
});

test("a banner without a text is none, and one that ends before it begins, is too long or has another level is refused", async () => {
  await put({ texts: { en: " ", ms: "" } });
  expect(await shown(owner)).toBeNull();
  const refused = await put({ from: "2026-11-21T06:00:00.000Z", until: "2026-11-21T05:00:00.000Z" });
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ["banner.until"]]);
  expect((await put({ texts: { ...texts, en: "x".repeat(301) } })).status).toBe(422);
  expect((await put({ level: "loud" as "info" })).status).toBe(422);
  expect((await put({ from: "tomorrow" })).status).toBe(422);
});

test("a banner with one text shows it in every language", () => {
  const banner = { ...NO_BANNER, texts: { en: "", ms: "Selamat datang" } };
  expect([bannerText(banner, "en"), bannerText(banner, "ms"), bannerText(NO_BANNER, "en")]).toEqual([
    "Selamat datang",
    "Selamat datang",
    "",
  ]);
});
