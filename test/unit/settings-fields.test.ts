/** Each setting that the administrator can send passes through schema, store and presenter, and is in the audit log. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { NO_BANNER } from "../../src/contract/banner.ts";
import type { SettingsInput } from "../../src/contract/settings.schema.ts";
import { putTotp } from "../../src/server/accounts/factors-store.ts";
import { findAdministrator } from "../../src/server/accounts/store.ts";
import { hashOf } from "../../src/server/platform/files/file-store.ts";
import { type TestApp, testApp } from "../app.ts";
import { png } from "../pictures.ts";

let sapa: TestApp;
beforeAll(async () => {
  sapa = await testApp();
});
afterAll(() => sapa.close());

const LOGO = `/files/${hashOf(png())}.png`;

/** A valid value of each setting that is not the default. Without a value for a new setting, this does not compile. */
const OTHERS: Record<Exclude<keyof SettingsInput, "apiKey" | "modelKeys">, unknown> = {
  aiModel: "gpt-4o",
  failover: ["claude-3-opus"],
  timeouts: { firstTokenMs: 21_000, betweenTokensMs: 16_000, totalMs: 121_000, ollamaFirstTokenMs: 121_000 },
  rmPerUsd: 4.5,
  budgets: { boxSen: 500, ownerSen: 100 },
  retentionDays: 30,
  wrongAnswers: 5,
  searchByMeaning: "openai/text-embedding-3-small",
  limits: { previews: 7 },
  signUpsOpen: false,
  signUpsByInvitation: true,
  allowSums: true,
  dailyBackups: false,
  budgetDeclined: true,
  banner: { ...NO_BANNER, texts: { en: "Maintenance on Sunday", ms: "Penyelenggaraan pada hari Ahad" }, level: "warning" },
  billplzApiKey: "a-billing-key-0001",
  billplzCollectionId: "collection",
  billplzXSignatureKey: "a-signature-key-02",
  billplzSandbox: true,
  productName: "Kedai Sembang",
  brandLogo: LOGO,
  brandLogoDark: LOGO,
  brandIcon: LOGO,
  brandColour: "#8a3a1f",
  brandColourDark: "#e0a060",
  termsUrl: "https://example.com/terms",
  privacyUrl: "https://example.com/privacy",
  imprintUrl: "https://example.com/imprint",
  poweredByText: "Kedai Sembang",
  poweredByUrl: "https://example.com/",
  operatorName: "Kedai Perisian",
  operatorAddress: "1 Jalan Satu",
  operatorTin: "C2584563200",
  operatorBrn: "201901000005",
  sstNumber: "W10-1808-32000001",
  sstPercent: 6,
  receiptsByYear: true,
  operatorContact: "help@example.com",
  smtpHost: "mail.example.com",
  smtpPort: 465,
  smtpSecurity: "tls",
  smtpUser: "kedai",
  smtpPassword: "a long password of words",
  mailFrom: "hello@example.com",
  verifyEmail: "require",
  requireFactor: true,
  requireAdminFactor: true,
};
const SHOWN = { smtpPassword: "••••••••", billplzApiKey: "••••••••0001", billplzXSignatureKey: "••••••••y-02" };

test("every setting is stored, shown to the administrator, and written to the audit log", async () => {
  const token = await sapa.adminToken();
  await sapa.call("POST", "/api/files", { token, raw: png(), headers: { "content-type": "image/png" } });
  const administrator = await findAdministrator(sapa.db);
  // With one, the administrator may go on although a second factor is required.
  await sapa.db.transaction((tx) => putTotp(tx, administrator?.id ?? "", { secret: "sealed", step: 0 }));
  await sapa.call("PUT", "/api/settings", { token, body: OTHERS });
  expect((await sapa.call("GET", "/api/settings", { token })).body).toMatchObject({ ...OTHERS, ...SHOWN });
  const { body } = await sapa.call("GET", "/api/audit", { token });
  const logged = Object.keys(body.entries[0].after).map((name) => name.split(".")[0]);
  expect(Object.keys(OTHERS).filter((name) => !logged.includes(name))).toEqual([]);
});
