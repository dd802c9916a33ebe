/** White label: once the operator has given the product a name, no route, header, file or mail says another one. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { MARKS } from "../../src/contract/brand-page.ts";
import { LANGUAGES } from "../../src/contract/language.ts";
import { matchStore } from "../../src/server/files/store-mark.ts";
import { hashOf } from "../../src/server/platform/files/file-store.ts";
import { createPageKind } from "../../src/server/settings/page-kind.ts";
import { createSettings } from "../../src/server/settings/settings.ts";
import { FOLDERS } from "../../src/web/text/folders.ts";
import type { Section } from "../../src/web/text/sections.ts";
import { type TestApp, testApp } from "../app.ts";
import { png } from "../pictures.ts";
import { appWithMail, PUBLIC_URL } from "../with-mail.ts";
import { fillIn, type Ids, plantData, TABLE } from "./access-table.ts";

const NAME = "Kedai Sembang";
const LOGO = `/files/${hashOf(png())}.png`;
/** Names that programs rely on (docs/decisions/2026-11-24-white-label.md), and the folder that the operator has chosen. */
const TECHNICAL = /id="sapa-boot"|"sapa-"\+t|"format":"sapa-agent"|"sapa":"[^"]*"|"(?:dataFolder|folder)":"[^"]*"/g;
const NAMED = /\bsapa\b/i;

const BRAND = { productName: NAME, brandLogo: LOGO, poweredByText: "Dikuasakan oleh Seri", poweredByUrl: "https://seri.example/" };

let sapa: TestApp;
let ids: Ids;
let admin: string;
let tokens: Record<string, string | undefined>;

async function giveBrand(app: TestApp, token: string): Promise<void> {
  await matchStore(app, true);
  await app.call("POST", "/api/files", { token, raw: png() });
  const { status } = await app.call("PUT", "/api/settings", { token, body: BRAND });
  if (status !== 200) throw new Error(`the settings were refused: ${status}`);
}

beforeAll(async () => {
  sapa = await testApp({ env: { SAPA_PUBLIC_URL: PUBLIC_URL } });
  ids = await plantData(sapa);
  const login = async (email: string, password: string) =>
    (await sapa.call("POST", "/api/login", { body: { email, password } })).body.token as string;
  admin = await login("admin@example.com", "admin-secret");
  tokens = { visitor: undefined, owner: await login("a@example.com", "secret-a"), admin };
  await giveBrand(sapa, admin);
});
afterAll(() => sapa.close());

const headersOf = (headers: Headers) => [...headers].map(([name, value]) => `${name}: ${value}`).join("\n");

test("no route says the software's name to a visitor, an owner or the administrator, in either language", async () => {
  const found: string[] = [];
  let answered = 0;
  // Writes come last, because some of them end what others read.
  const rows = Object.entries(TABLE).sort(([one], [other]) => Number(!one.startsWith("GET")) - Number(!other.startsWith("GET")));
  for (const [route, row] of rows) {
    const [method = "", pattern = ""] = route.split(" ");
    // The pages are in the browser test; a logout would end the session, and the settings are the brand itself.
    if (route.endsWith("/*") || route === "POST /api/logout" || route === "PUT /api/settings") continue;
    for (const [who, token] of Object.entries(tokens)) {
      for (const language of LANGUAGES) {
        const body = row.body === undefined ? undefined : JSON.parse(fillIn(ids, JSON.stringify(row.body)));
        const headers = { "accept-language": language };
        const answer = await sapa.call(method, fillIn(ids, row.path ?? pattern), { token, body, headers });
        if (answer.status === 200) answered += 1;
        const said = `${headersOf(answer.headers)}\n${answer.text}`.replace(TECHNICAL, "");
        if (NAMED.test(said)) found.push(`${route} as ${who}: ${/.{0,60}\bsapa\b.{0,60}/i.exec(said)?.[0]}`);
      }
    }
  }
  expect(found).toEqual([]);
  // Refusals alone would prove little.
  expect(answered).toBeGreaterThan(150);
}, 60_000);

test("the page of a chat has the operator's line, and its text cannot leave it", async () => {
  for (const path of ["/embed/demo?open=1", "/embed/demo?in=loader", "/embed/demo"]) {
    const { text, headers } = await sapa.call("GET", path);
    expect(text).toContain('<p class=credit><a href="https://seri.example/" target=_blank rel=noopener>Dikuasakan oleh Seri</a></p>');
    expect(`${headersOf(headers)}\n${text}`.replace(TECHNICAL, "")).not.toMatch(NAMED);
  }
  await sapa.call("PUT", "/api/settings", { token: admin, body: { poweredByText: "<script>alert(1)</script>", poweredByUrl: "" } });
  const odd = await sapa.call("GET", "/embed/demo?in=loader");
  expect(odd.text).toContain("<p class=credit>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
  expect(odd.text).not.toContain("<script>alert(1)");
  await sapa.call("PUT", "/api/settings", { token: admin, body: { poweredByText: "" } });
  expect((await sapa.call("GET", "/embed/demo?in=loader")).text).not.toContain("credit");
});

test("a mail comes from the product, contains its logo, and does not fetch it", async () => {
  const mail = await appWithMail({}, { operatorName: "" });
  await giveBrand(mail.sapa, mail.admin);
  await mail.sapa.signUp("aminah");
  for (const language of LANGUAGES) {
    await mail.arrivals();
    await mail.sapa.call("POST", "/api/password/forgot", {
      body: { email: "aminah@example.com" },
      headers: { "accept-language": language },
    });
    const [letter] = await mail.arrivals();
    expect([letter?.from.name, letter?.logo, letter?.picture]).toEqual([NAME, LOGO, undefined]);
    expect(letter?.html).toContain(`<img src="cid:logo" alt="${NAME}"`);
    expect(JSON.stringify(letter)).not.toMatch(NAMED);
  }
  await mail.sapa.close();
});

test("authenticator apps are told the product's name", async () => {
  const { token } = await sapa.signUp("siti");
  const { proof } = (await sapa.call("POST", "/api/account/factors/proof", { token, body: { currentPassword: "secret-1" } })).body;
  const { body } = await sapa.call("POST", "/api/account/factors/app", { token, body: { proof } });
  expect(decodeURIComponent(body.uri)).toContain(`issuer=${NAME}`);
});

test("another process that shows a brand shows the next one after its next look at the database", async () => {
  const db = sapa.openAnother();
  const settings = createSettings({ ...sapa, models: { catalogue: sapa.models.catalogue }, db });
  const read = createPageKind(settings, sapa.log);
  const shown = async () => (await read()).dress?.fill(MARKS.name);
  await db.noticeOthers();
  expect(await shown()).toBe(NAME);
  await sapa.call("PUT", "/api/settings", { token: admin, body: { productName: "Warung Sembang" } });
  await db.noticeOthers();
  expect(await shown()).toBe("Warung Sembang");
  db.close();
});

test("no text of the interface names the software, except on the page about licences and below its own landing page", async () => {
  const found: string[] = [];
  for (const language of LANGUAGES) {
    const sections = (Object.keys(FOLDERS[language]) as (Section | "messages")[]).filter(
      (name) => name !== "messages" && name !== "licence",
    );
    for (const section of sections) {
      const texts = Object.entries(await FOLDERS[language][section as Section]());
      found.push(...texts.filter(([key, text]) => NAMED.test(text) && key !== "landing.meaning").map(([key]) => `${language} ${key}`));
    }
  }
  expect(found).toEqual([]);
});
