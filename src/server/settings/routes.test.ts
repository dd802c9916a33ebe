import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { NO_BANNER } from "../../contract/banner.ts";
import { DEFAULT_LIMITS, LIMIT_NAMES, LIMITS } from "../../contract/limits.ts";
import { sql } from "../platform/storage/db.ts";
import { putSetting } from "./store.ts";

const CANARY = {
  apiKey: "sk-canary-openai-0123456789",
  billplzApiKey: "canary-billplz-key-98765",
  billplzXSignatureKey: "S-canary-signature-4321",
};

/** What anyone sees of a fresh installation. */
const OPEN = {
  signUpsOpen: true,
  signUpsByInvitation: false,
  mailReady: false,
  passkeyOrigin: null,
  operatorName: "",
  operatorContact: "",
  ...{ productName: "", brandLogo: "", brandLogoDark: "", brandIcon: "", brandColour: "", brandColourDark: "" },
  ...{ termsUrl: "", privacyUrl: "", imprintUrl: "", poweredByText: "", poweredByUrl: "" },
};

let sapa: TestApp;
let admin: string;
let owner: string;
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
  owner = (await sapa.signUp("owner")).token;
});
afterEach(() => sapa.close());

const put = (body: unknown, token = admin) => sapa.call("PUT", "/api/settings", { token, body });
const get = async (token?: string) => (await sapa.call("GET", "/api/settings", { token })).body;

test("the dots of masks are kept in a name and a line of the operator, as any other character, and are in the audit log", async () => {
  const sent = { productName: "Acme • AI", poweredByText: "••••••••Acme •", operatorName: "• Kedai" };
  expect((await put(sent)).status).toBe(200);
  expect((await sapa.call("GET", "/api/settings", { token: admin })).body).toMatchObject(sent);
  const rows = await sapa.db.all<{ after: string }>(
    sql`select after from audit where action = 'settings.update' order by at desc, id desc`,
  );
  expect(JSON.parse(rows[0]?.after ?? "")).toEqual(sent);
  expect((await put({ smtpPassword: "half•a mask" })).status).toBe(422);
});

test("a fresh installation has the described default model and no billing", async () => {
  expect(await get()).toEqual({ aiModel: "gemini-pro", billingConfigured: false, ...OPEN });
});

test("a visitor sees the model, an owner sees which fields are filled, the administrator sees the last four characters", async () => {
  await put({ aiModel: "gpt-4o-mini", ...CANARY, billplzCollectionId: "inbmmepb", billplzSandbox: 1 });
  expect(await get()).toEqual({ aiModel: "gpt-4o-mini", billingConfigured: true, ...OPEN });
  const dots = "••••••••";
  expect(await get(owner)).toEqual({
    aiModel: "gpt-4o-mini",
    billingConfigured: true,
    ...OPEN,
    banner: null,
    billplzApiKey: dots,
    billplzCollectionId: dots,
    billplzXSignatureKey: dots,
    billplzSandbox: true,
    wrongAnswers: 3,
  });
  expect(await get(admin)).toEqual({
    aiModel: "gpt-4o-mini",
    billingConfigured: true,
    ...OPEN,
    banner: NO_BANNER,
    apiKey: `${dots}6789`,
    billplzApiKey: `${dots}8765`,
    billplzCollectionId: "inbmmepb",
    billplzXSignatureKey: `${dots}4321`,
    billplzSandbox: true,
    modelKeys: { openai: `${dots}6789` },
    failover: [],
    timeouts: { firstTokenMs: 20_000, betweenTokensMs: 15_000, totalMs: 120_000, ollamaFirstTokenMs: 120_000 },
    rmPerUsd: 4.2,
    budgets: { boxSen: null, ownerSen: null },
    operatorAddress: "",
    operatorTin: "",
    operatorBrn: "",
    sstNumber: "",
    sstPercent: 8,
    receiptsByYear: false,
    smtpHost: "",
    smtpPort: 587,
    smtpSecurity: "starttls",
    smtpUser: "",
    smtpPassword: "",
    mailFrom: "",
    verifyEmail: "ask",
    requireFactor: false,
    requireAdminFactor: false,
    retentionDays: 0,
    wrongAnswers: 3,
    searchByMeaning: "",
    limits: DEFAULT_LIMITS,
    allowSums: false,
    dailyBackups: true,
    budgetDeclined: false,
  });
});

test("sending back a mask changes nothing, a new value replaces the secret, and an empty string removes it", async () => {
  await put({ aiModel: "gpt-4o-mini", ...CANARY, billplzCollectionId: "c" });
  await put(await get(admin));
  expect((await sapa.live.settings.read()).keys.openai).toBe(CANARY.apiKey);
  expect((await sapa.live.settings.read()).billplz.apiKey).toBe(CANARY.billplzApiKey);
  expect((await put({ apiKey: "sk-••••half a mask" })).status).toBe(422);
  expect((await put({ apiKey: "sk-a••••b" })).status).toBe(422);
  await put({ apiKey: "", billplzSandbox: 0 });
  expect((await sapa.live.settings.read()).keys.openai).toBeUndefined();
});

test("a key is stored for the vendor of the chosen model and shown for no other vendor", async () => {
  await put({ aiModel: "gpt-4o", apiKey: "sk-openai-000000001" });
  await put({ aiModel: "claude-3-opus", apiKey: "sk-ant-0000000002" });
  expect((await sapa.live.settings.read()).keys).toEqual({ openai: "sk-openai-000000001", anthropic: "sk-ant-0000000002" });
  await put({ aiModel: "mistral-large" });
  expect((await get(admin)).apiKey).toBe("");
});

test("keys of several vendors, failover, timeouts, exchange rate and budgets are stored and returned", async () => {
  const saved = await put({
    aiModel: "gpt-4o",
    apiKey: "sk-openai-000000001",
    modelKeys: { anthropic: "sk-ant-0000000002", mistral: "ms-00000000003" },
    failover: ["claude-3-haiku", "mistral-small", "claude-3-haiku", "ollama/qwen3:8b"],
    timeouts: { firstTokenMs: 9_000 },
    rmPerUsd: 4.55,
    budgets: { boxSen: 50_000, ownerSen: 0 },
  });
  expect(saved.status).toBe(200);
  const shown = await get(admin);
  expect(shown.modelKeys).toEqual({ openai: "••••••••0001", anthropic: "••••••••0002", mistral: "••••••••0003" });
  expect(shown.failover).toEqual(["claude-3-haiku", "mistral-small", "ollama/qwen3:8b"]);
  expect(shown.timeouts).toMatchObject({ firstTokenMs: 9_000, totalMs: 120_000 });
  expect(shown).toMatchObject({ rmPerUsd: 4.55, budgets: { boxSen: 50_000, ownerSen: 0 } });
  await put(shown);
  expect((await sapa.live.settings.read()).keys.anthropic).toBe("sk-ant-0000000002");
  await put({ modelKeys: { anthropic: "" }, budgets: { boxSen: null }, failover: [] });
  expect(await get(admin)).toMatchObject({ failover: [], budgets: { boxSen: null, ownerSen: 0 } });
  expect((await sapa.live.settings.read()).keys.anthropic).toBeUndefined();
});

test("an invalid model, time or amount is refused, and no part of the request is stored", async () => {
  for (const body of [
    { failover: ["no-such-model"] },
    { failover: ["builtin"] },
    { failover: Array.from({ length: 6 }, () => "gpt-4o") },
    { timeouts: { firstTokenMs: 10 } },
    { rmPerUsd: 0 },
    { budgets: { boxSen: -1 } },
    { budgets: { boxSen: 1.5 } },
    { modelKeys: { anthropic: "a b" } },
    { modelKeys: { anthropic: "sk-••••" } },
    { modelKeys: { nobody: "sk-1" } },
  ]) {
    expect([body, (await put({ ...body, aiModel: "gpt-4o" })).status]).toEqual([body, 422]);
  }
  expect((await get()).aiModel).toBe("gemini-pro");
});

test("only the administrator can save settings, and only known values", async () => {
  expect((await put({ aiModel: "gpt-4o" }, owner)).status).toBe(403);
  expect((await sapa.call("PUT", "/api/settings", { body: { aiModel: "gpt-4o" } })).status).toBe(401);
  for (const body of [
    { aiModel: "no-such-model" },
    { aiModel: "" },
    { apiKey: "with space" },
    { apiKey: "line\nbreak" },
    { billplzSandbox: 2 },
  ]) {
    expect((await put(body)).status).toBe(422);
  }
  expect((await get()).aiModel).toBe("gemini-pro");
});

test("no secret is in the database file, its write-ahead log, a log line or an answer", async () => {
  const answers = [
    await put({ aiModel: "gpt-4o", ...CANARY, billplzCollectionId: "c" }),
    await sapa.call("GET", "/api/settings", { token: admin }),
  ];
  const stored = await sapa.stored();
  const everything = [stored, ...sapa.logLines, ...answers.map((answer) => answer.text)].join("\n");
  expect(stored).toContain("billplzCollectionId");
  for (const secret of Object.values(CANARY)) expect(everything).not.toContain(secret);
});

test("each change is in the audit log with its author, address and values, and a secret only as its mask", async () => {
  await put({ aiModel: "gpt-4o", apiKey: CANARY.apiKey, billplzSandbox: 1 });
  await put(await get(admin));
  const rows = await sapa.db.all<{ before: string; after: string }>(
    sql`select actor_name, address, action, subject, before, after from audit order by at, id`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ actor_name: "admin", address: "127.0.0.1", action: "settings.update", subject: "settings" });
  expect(JSON.parse(rows[0]?.before ?? "")).toEqual({ aiModel: "gemini-pro", apiKey: "", billplzSandbox: false });
  expect(JSON.parse(rows[0]?.after ?? "")).toEqual({ aiModel: "gpt-4o", apiKey: "••••••••6789", billplzSandbox: true });
});

test("a key for a model that needs none is not stored, and the audit log does not mention it", async () => {
  expect((await put({ aiModel: "builtin", apiKey: "sk-canary-nowhere-1234" })).status).toBe(200);
  const lines = await sapa.db.all<{ after: string }>(sql`select after from audit`);
  expect(lines.map(({ after }) => JSON.parse(after))).toEqual([{ aiModel: "builtin" }]);
});

test("a refused change writes no line in the audit log", async () => {
  await put({ aiModel: "no-such-model" });
  expect(await sapa.db.all(sql`select id from audit`)).toEqual([]);
});

test("each limit can be set alone and read back, and null restores its default", async () => {
  for (const name of LIMIT_NAMES) {
    const value = LIMITS[name].fallback + 1;
    expect([name, (await put({ limits: { [name]: value } })).status]).toEqual([name, 200]);
    expect((await get(admin)).limits).toEqual({ ...DEFAULT_LIMITS, [name]: value });
    await put({ limits: { [name]: null } });
    expect((await get(admin)).limits).toEqual(DEFAULT_LIMITS);
  }
  expect(await sapa.db.all(sql`select key from settings where key <> 'demo.seeded'`)).toEqual([]);
});

test("a limit outside its range is refused at its field, and no part of the request is stored", async () => {
  for (const name of LIMIT_NAMES) {
    for (const value of [LIMITS[name].min - 1, LIMITS[name].max + 1, 1.5, "7", -1]) {
      const { status, body } = await put({ limits: { [name]: value }, aiModel: "gpt-4o" });
      expect([name, value, status, Object.keys(body.error.fields)]).toEqual([name, value, 422, [`limits.${name}`]]);
    }
  }
  expect(await get(admin)).toMatchObject({ aiModel: "gemini-pro", limits: DEFAULT_LIMITS });
});

test("an invalid stored limit counts as its default", async () => {
  for (const value of ["", "x", "-1", "1e99", "Infinity"]) {
    await sapa.db.transaction(async (tx) => {
      await tx.run(sql`insert into settings (key, value, sealed, updated_at) values ('rate.agent', ${value}, 0, 1)
        on conflict (key) do update set value = excluded.value`);
      tx.changed("settings", "rate.agent");
    });
    expect([value, (await get(admin)).limits]).toEqual([value, DEFAULT_LIMITS]);
  }
});

test("limits that another process saved apply as soon as the change is noticed", async () => {
  await get(admin);
  const other = sapa.openAnother();
  await sapa.db.noticeOthers();
  await other.transaction((tx) => putSetting(tx, { key: "rate.agent", value: "77", sealed: false }));
  other.close();
  expect((await get(admin)).limits.messagesOfAgent).not.toBe(77);
  await sapa.db.noticeOthers();
  expect((await get(admin)).limits.messagesOfAgent).toBe(77);
});

test("a changed limit is in the audit log with its previous value, and visitors and owners do not see limits", async () => {
  await put({ limits: { previews: 7, signUps: 200 }, signUpsOpen: false, budgetDeclined: true });
  const row = await sapa.db.get<{ before: string; after: string }>(sql`select before, after from audit`);
  expect(JSON.parse(row?.before ?? "")).toEqual({ "limits.previews": 50, signUpsOpen: true, budgetDeclined: false });
  expect(JSON.parse(row?.after ?? "")).toEqual({ "limits.previews": 7, signUpsOpen: false, budgetDeclined: true });
  for (const shown of [await get(), await get(owner)]) expect(shown).not.toHaveProperty("limits");
});

test("a mask that is sent as the collection's id is not stored, and is not in the audit log", async () => {
  await put({ billplzCollectionId: "collection" });
  await put({ billplzCollectionId: "••••••••" });
  expect((await get(admin)).billplzCollectionId).toBe("collection");
  const row = await sapa.db.get<{ n: number }>(sql`select count(*) as n from audit`);
  expect(row?.n).toBe(1);
});
