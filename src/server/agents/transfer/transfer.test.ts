import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { randomBytes } from "node:crypto";
import set from "../../../../bench/answers-sets/a01.json" with { type: "json" };
import { type TestApp, testApp } from "../../../../test/app.ts";
import { zip } from "../../../../test/office-files.ts";
import { jpeg, png, pngOfSize } from "../../../../test/pictures.ts";
import { connect } from "../../../../test/socket-client.ts";
import { AGENT_FILE } from "../../../contract/agent-file.ts";
import { ACCOUNT_FILES_MAX_BYTES } from "../../../contract/file.ts";
import { KNOWLEDGE_MAX } from "../../../contract/knowledge-calls.ts";
import { matchStore } from "../../files/store-mark.ts";
import { sql } from "../../platform/storage/db.ts";
import { Archive } from "../../reading/files/office/zip.ts";

interface Installation {
  sapa: TestApp;
  token: string;
  ownerId: string;
}

const PUBLIC = "https://chat.example.com";
const WIDE = { agents: 10, words: 500, entries: 2_000 };
let here: Installation;
let there: Installation;
beforeEach(async () => {
  here = await install("aina");
  there = await install("badrul");
});
afterEach(() => Promise.all([here.sapa.close(), there.sapa.close()]));

async function install(name: string): Promise<Installation> {
  const sapa = await testApp({ env: { SAPA_PUBLIC_URL: PUBLIC } });
  const { token, id: ownerId } = await sapa.signUp(name);
  await matchStore(sapa, true);
  await setPlan(sapa, WIDE);
  return { sapa, token, ownerId };
}

const setPlan = (sapa: TestApp, { agents, words, entries }: typeof WIDE) =>
  sapa.db.transaction((tx) =>
    tx.run(sql`update plans set chat_limit = ${agents}, knowledge_word_limit = ${words}, add_knowledge_limit = ${entries} where id = 1`),
  );
const call = ({ sapa, token }: Installation, method: string, path: string, body?: unknown) => sapa.call(method, path, { token, body });
const upload = async ({ sapa, token }: Installation, raw: Uint8Array<ArrayBuffer>): Promise<string> =>
  (await sapa.call("POST", "/api/files", { token, raw })).body.url;

async function exportAgent({ sapa, token }: Installation, chatId: string): Promise<Uint8Array<ArrayBuffer>> {
  const request = new Request(`http://localhost/api/chats/${chatId}/export`, { headers: { authorization: `Bearer ${token}` } });
  const response = await sapa.app.handle(request);
  expect(response.status).toBe(200);
  return response.bytes();
}

/** As the web does it: the part `file` of a form. */
async function importAgent({ sapa, token }: Installation, bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const body = new FormData();
  body.set("file", new Blob([bytes]), "agent.zip");
  const form = new Response(body);
  const type = form.headers.get("content-type") ?? "";
  return sapa.call("POST", "/api/chats/import", { token, raw: await form.bytes(), headers: { "content-type": type, ...headers } });
}

/** The files of an archive, with changes. Null removes a file. */
function rewrite(bytes: Uint8Array, changes: Record<string, string | Uint8Array | null>): Uint8Array<ArrayBuffer> {
  const archive = new Archive(bytes, { unpackedBytes: 1e8, ratio: 1_000 });
  const texts = ["manifest.json", "knowledge.jsonl"].map((name) => [name, archive.text(name)] as const);
  const files = Object.entries({ ...Object.fromEntries(texts), ...changes });
  return new Uint8Array(zip(files.flatMap(([name, content]) => (content === null ? [] : [{ name, bytes: Buffer.from(content) }]))));
}
const manifestOf = (bytes: Uint8Array) => JSON.parse(new Archive(bytes, { unpackedBytes: 1e8, ratio: 1_000 }).text("manifest.json") ?? "");
const withManifest = (bytes: Uint8Array, change: Record<string, unknown>) =>
  rewrite(bytes, { "manifest.json": JSON.stringify({ ...manifestOf(bytes), ...change }) });

const entriesOf = async (at: Installation, chatId: string) =>
  (await call(at, "GET", `/api/chats/${chatId}/knowledge?limit=50`)).body.entries.map(
    ({ entry, dates }: { entry: string; dates?: object }) => [entry, dates ?? null],
  );
const agentsOf = async (at: Installation) => (await call(at, "GET", `/api/users/${at.ownerId}/chats`)).body.chats;
const picturesOf = async (at: Installation) => (await call(at, "GET", "/api/files")).body.pictures;

describe("an agent that is exported and imported", () => {
  test("gives the same answers on the other installation, byte for byte", async () => {
    const picture = await upload(here, png());
    const chatId = await here.sapa.createAgent(here.token, {
      chatName: set.name,
      focus: "cakes",
      knowledge: [...set.knowledge, `[image]${picture}[/image]Gambar kek lapis kami`],
    });
    const { body } = await importAgent(there, await exportAgent(here, chatId));
    const questions = [...set.questions.map(({ text }) => text), "Boleh tengok gambar kek lapis?"];
    const [one, other] = await Promise.all([connect(await here.sapa.listen(), chatId), connect(await there.sapa.listen(), body.id)]);
    const answers: [string, string][] = [];
    for (const question of questions) answers.push([(await one.ask(question)).text, (await other.ask(question)).text]);
    expect(answers.map(([, after]) => after)).toEqual(answers.map(([before]) => before));
    expect(answers.at(-1)?.[0]).toContain(picture);
    expect(new Set(answers.map(([before]) => before)).size).toBeGreaterThan(20);
    one.close();
    other.close();
  });

  test("has its settings, look, questions, pictures, entries, order and dates, and nothing that belongs to the old installation", async () => {
    const [face, cake] = [await upload(here, png("a face")), await upload(here, jpeg("a cake"))];
    const fields = {
      chatName: "Kedai Kek",
      tagline: "Fresh daily",
      defaultMessage: "Selamat datang",
      starterQuestions: ["Buka pukul berapa?"],
      mood: "mesra dan santai",
      domain: "kedai.my",
      toggleIconColor: "#123456",
      profileImage: face,
      chatboxBackgroundImage: "https://elsewhere.example/wall.png",
      checkFacts: false,
      roomy: true,
    };
    const knowledge = ["We open at nine.", `[image]${cake}[/image]Kek pandan`, "[image]https://elsewhere.example/a.png[/image]Kek keju"];
    const chatId = await here.sapa.createAgent(here.token, { ...fields, knowledge });
    await call(here, "POST", `/api/chats/${chatId}/identify-secret`);
    await call(here, "POST", `/api/chats/${chatId}/knowledge`, {
      entry: "Ramadan: 3pm to 10pm",
      dates: { from: "2027-02-08", until: "2027-03-09" },
    });
    await call(here, "PUT", `/api/chats/${chatId}`, { ...fields, paused: true });
    const bytes = await exportAgent(here, chatId);
    const answer = await importAgent(there, bytes);
    expect(answer.status).toBe(201);
    const before = (await call(here, "GET", `/api/chats/${chatId}`)).body;
    const after = (await call(there, "GET", `/api/chats/${answer.body.id}`)).body;
    expect(after).toEqual({
      ...before,
      id: answer.body.id,
      userId: there.ownerId,
      hasIdentifySecret: false,
      paused: false,
      version: expect.any(String),
      lastUpdate: expect.any(String),
    });
    expect(answer.body.id).not.toBe(chatId);
    expect(after.mood).toBe("mesra dan santai");
    expect(await entriesOf(there, answer.body.id)).toEqual(await entriesOf(here, chatId));
    expect((await picturesOf(there)).map(({ url }: { url: string }) => url).sort()).toEqual([face, cake].sort());
    expect((await there.sapa.app.handle(new Request(face.replace(PUBLIC, "http://localhost")))).status).toBe(200);
    const { versions } = (await call(there, "GET", `/api/chats/${answer.body.id}/versions`)).body;
    expect(versions).toMatchObject([{ number: 1, action: "import", detail: "Kedai Kek", author: "owner" }]);
  });

  test("comes with a list of its latest changes that names no person, and with no secret", async () => {
    const chatId = await here.sapa.createAgent(here.token, { knowledge: ["We open at nine."] });
    const { secret } = (await call(here, "POST", `/api/chats/${chatId}/identify-secret`)).body;
    await call(here, "PUT", `/api/chats/${chatId}`, { chatName: "Renamed" });
    const manifest = manifestOf(await exportAgent(here, chatId));
    expect(manifest.changes).toMatchObject([
      { number: 2, action: "edit", author: "owner", fields: ["chatName"], words: "edit; settings: chatName" },
      { number: 1, action: "create", author: "owner", words: expect.stringContaining("create") },
    ]);
    const text = JSON.stringify(manifest);
    for (const private_ of [secret, "aina", here.ownerId, chatId, "ecret"]) expect(text).not.toContain(private_);
  });

  test("has its test questions, which name the entries that it has got", async () => {
    const chatId = await here.sapa.createAgent(here.token, { knowledge: ["We open at nine.", "Delivery costs RM5."] });
    const { entries } = (await call(here, "GET", `/api/chats/${chatId}/knowledge`)).body;
    const expects = { says: ["RM5"], neverSays: ["RM9"], entryId: entries[1].id, isUnknown: false, language: "en" };
    await call(here, "POST", `/api/chats/${chatId}/golden`, { question: "How much is delivery?", expects });
    here.sapa.clock.pass(1);
    await call(here, "POST", `/api/chats/${chatId}/golden`, { question: "Do you sell cars?", expects: { isUnknown: true } });
    const bytes = await exportAgent(here, chatId);
    expect(JSON.stringify(manifestOf(bytes))).not.toContain(entries[1].id);
    const { id } = (await importAgent(there, bytes)).body;
    const got = (await call(there, "GET", `/api/chats/${id}/knowledge`)).body.entries;
    const { questions } = (await call(there, "GET", `/api/chats/${id}/golden`)).body;
    expect(questions.map((one: { question: string; expects: object }) => [one.question, one.expects])).toEqual([
      ["How much is delivery?", { ...expects, entryId: got[1].id }],
      ["Do you sell cars?", { says: [], neverSays: [], entryId: null, isUnknown: true, language: null }],
    ]);
    const run = (await call(there, "POST", `/api/chats/${id}/golden/run`)).body;
    expect(run).toMatchObject({ passed: 2, failed: 0 });
    const wrong = withManifest(bytes, { goldenQuestions: [{ question: " " }] });
    expect((await importAgent(there, wrong)).body.error.told.id).toBe("agentFile.field");
    const odd = [{ question: "When?", entry: 99, expects: { entryId: entries[0].id } }, { question: "When?" }];
    const other = (await importAgent(there, withManifest(bytes, { goldenQuestions: odd }))).body;
    expect((await call(there, "GET", `/api/chats/${other.id}/golden`)).body.questions).toMatchObject([
      { question: "When?", expects: { entryId: null } },
    ]);
  });

  test("is made once if the request is repeated, and its pictures count once", async () => {
    const chatId = await here.sapa.createAgent(here.token, { profileImage: await upload(here, png()) });
    const bytes = await exportAgent(here, chatId);
    const key = { "idempotency-key": "abcdefghijklmnopqrst" };
    const answers = [await importAgent(there, bytes, key), await importAgent(there, bytes, key)];
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await importAgent(there, bytes)).status).toBe(201);
    expect(await agentsOf(there)).toHaveLength(2);
    expect(await picturesOf(there)).toHaveLength(1);
  });

  test("keeps the addresses of pictures that its account has not uploaded", async () => {
    const foreign = await upload(there, png());
    const chatId = await here.sapa.createAgent(here.token, { profileImage: foreign });
    const bytes = await exportAgent(here, chatId);
    expect(manifestOf(bytes).agent.profileImage).toBe(foreign);
  });
});

describe("an import that does not fit", () => {
  test("is refused by the limits of the plan, with nothing of it left", async () => {
    const picture = await upload(here, png());
    const chatId = await here.sapa.createAgent(here.token, { knowledge: ["one two three", `[image]${picture}[/image]four`] });
    const bytes = await exportAgent(here, chatId);
    for (const limits of [
      { ...WIDE, agents: 0 },
      { ...WIDE, entries: 1 },
      { ...WIDE, words: 2 },
    ]) {
      await setPlan(there.sapa, limits);
      const { status, body } = await importAgent(there, bytes);
      expect([status, body.error.code]).toEqual([402, "plan_limit"]);
    }
    expect([await agentsOf(there), await picturesOf(there)]).toEqual([[], []]);
    expect(await there.sapa.db.all(sql`select 1 from knowledge where agent_id not in ('demo', 'demo-kedai')`)).toEqual([]);
  });

  test("is refused when the account has no room for its pictures, and makes no agent", async () => {
    const chatId = await here.sapa.createAgent(here.token, { profileImage: await upload(here, pngOfSize(4_000_000)) });
    const bytes = await exportAgent(here, chatId);
    await there.sapa.db.transaction(async (tx) => {
      const [hash, bytes] = ["0".repeat(64), ACCOUNT_FILES_MAX_BYTES - 3_000_000];
      await tx.run(sql`
        insert into files (hash, media_type, bytes, created_at, uploaded_at) values (${hash}, 'image/png', ${bytes}, ${tx.now}, ${tx.now})`);
      await tx.run(sql`insert into account_files (account_id, hash, created_at) values (${there.ownerId}, ${hash}, ${tx.now})`);
    });
    const { status, body } = await importAgent(there, bytes);
    expect([status, body.error.code]).toEqual([409, "account_full"]);
    expect(await agentsOf(there)).toEqual([]);
  });
});

describe("a file from a stranger", () => {
  let good: Uint8Array<ArrayBuffer>;
  let picture: string;
  beforeEach(async () => {
    picture = await upload(here, png());
    const chatId = await here.sapa.createAgent(here.token, { profileImage: picture, knowledge: ["We open at nine.", "RM5"] });
    good = await exportAgent(here, chatId);
  });

  const refusalOf = async (bytes: Uint8Array<ArrayBuffer>) => {
    const { status, body } = await importAgent(there, bytes);
    return [status, body.error?.told?.id];
  };
  /** The picture is not among the files that `rewrite` keeps. */
  const name = () => `pictures/${/[0-9a-f]{64}/.exec(picture)?.[0]}.png`;

  test("is refused in words if it is no export, damaged, cut off or newer", async () => {
    const noFile = [415, "agentFile.noFile"];
    const broken = [422, "agentFile.broken"];
    expect(await refusalOf(png())).toEqual(noFile);
    expect(await refusalOf(new Uint8Array())).toEqual(noFile);
    expect(await refusalOf(new Uint8Array(zip([{ name: "word/document.xml", bytes: Buffer.from("<x/>") }])))).toEqual(noFile);
    expect(await refusalOf(withManifest(good, { format: "other" }))).toEqual(noFile);
    expect(await refusalOf(good.slice(0, good.length - 30))).toEqual(broken);
    expect(await refusalOf(rewrite(good, { "manifest.json": "{" }))).toEqual(broken);
    expect(await refusalOf(rewrite(good, { "knowledge.jsonl": null, [name()]: png() }))).toEqual(broken);
    expect(await refusalOf(rewrite(good, { "knowledge.jsonl": '{"entry":"one"}\n', [name()]: png() }))).toEqual(broken);
    expect(await refusalOf(withManifest(good, { version: AGENT_FILE.version + 1 }))).toEqual([422, "agentFile.newer"]);
    expect(await agentsOf(there)).toEqual([]);
  });

  test("is checked like a client's request: settings, entries, dates and pictures", async () => {
    const agent = { ...manifestOf(good).agent, profileImage: "" };
    const lines = (line: object) => rewrite(good, { "knowledge.jsonl": `{"entry":"one"}\n${JSON.stringify(line)}\n`, [name()]: png() });
    for (const [field, value] of [
      ["toggleIconColor", "red"],
      ["mood", "furious"],
      ["profileImage", "javascript:alert(1)"],
      ["chatName", "  "],
      ["tagline", "x".repeat(61)],
      ["focus", "a\u0000b"],
    ] as const) {
      const { status, body } = await importAgent(there, withManifest(good, { agent: { ...agent, [field]: value } }));
      expect([status, body.error.told]).toEqual([422, { id: "agentFile.field", params: { name: field } }]);
    }
    for (const line of [
      { entry: " " },
      { entry: 5 },
      { entry: "[image]file:///etc/passwd[/image]x" },
      { entry: "one", dates: { from: "2027-02-02", until: "2027-02-01" } },
    ]) {
      expect((await importAgent(there, lines(line))).body.error.told).toEqual({ id: "agentFile.entry", params: { number: 2 } });
    }
    const wrongPicture = [422, "agentFile.picture"];
    expect(await refusalOf(rewrite(good, {}))).toEqual(wrongPicture);
    expect(await refusalOf(rewrite(good, { [name()]: png("another one") }))).toEqual(wrongPicture);
    expect(await refusalOf(rewrite(good, { [name()]: "<svg/>" }))).toEqual(wrongPicture);
    expect([await agentsOf(there), await picturesOf(there)]).toEqual([[], []]);
  });

  test("that unpacks to very much more than it is, or has too many files, is refused without being unpacked", async () => {
    const plain = withManifest(good, { agent: { ...manifestOf(good).agent, profileImage: "" } });
    const bomb = rewrite(plain, { "knowledge.jsonl": Buffer.alloc(60_000_000, "\n") });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusalOf(bomb)).toEqual([413, "agentFile.tooLarge"]);
    const many = Object.fromEntries(Array.from({ length: AGENT_FILE.names + 1 }, (_, at) => [`x/${at}`, "x"]));
    expect(await refusalOf(rewrite(plain, many))).toEqual([422, "agentFile.broken"]);
    expect(await refusalOf(new Uint8Array(AGENT_FILE.bytes + 200_000))).toEqual([413, "agentFile.tooLarge"]);
  });

  test("of very many small values, which would hold the server, is refused before they are read", async () => {
    const plain = withManifest(good, { agent: { ...manifestOf(good).agent, profileImage: "" } });
    const many = (value: string) => `[${`${value},`.repeat(100_000)}1]`;
    const head = JSON.stringify(manifestOf(plain)).slice(0, -1);
    for (const files of [
      { "manifest.json": `${head},"later":${many("{}")}}` },
      { "manifest.json": `${head},"goldenQuestions":${many("1")}}` },
      { "knowledge.jsonl": `{"entry":"a","later":${many("1")}}` },
    ] as Record<string, string>[]) {
      expect(await refusalOf(rewrite(plain, files))).toEqual([422, "agentFile.broken"]);
    }
    expect(await refusalOf(rewrite(plain, { "knowledge.jsonl": '{"entry":"a"}\n'.repeat(KNOWLEDGE_MAX.entries + 1) }))).toEqual([
      413,
      "agentFile.tooLarge",
    ]);
  });

  test("cannot name an id, an account or a secret, and what a later version adds is ignored", async () => {
    const agent = {
      ...manifestOf(good).agent,
      profileImage: "",
      id: "mine",
      userId: here.ownerId,
      accountId: here.ownerId,
      identifySecret: "x",
      paused: true,
    };
    const { status, body } = await importAgent(there, withManifest(good, { agent, laterPart: [{ question: "When?" }] }));
    expect(status).toBe(201);
    expect(body.chat).toMatchObject({ userId: there.ownerId, hasIdentifySecret: false, paused: false });
    expect(body.id).not.toBe("mine");
  });
});

test("a file of more than 20 MB is imported over a real connection, and one that is too large is refused in words", async () => {
  const large = Array.from({ length: 5 }, () => Buffer.concat([png(), randomBytes(4_500_000)]));
  const files = large.map((bytes) => ({ hash: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"), bytes }));
  const chatId = await here.sapa.createAgent(here.token, {});
  const exported = await exportAgent(here, chatId);
  const bytes = rewrite(exported, {
    "manifest.json": JSON.stringify({ ...manifestOf(exported), entries: files.length }),
    "knowledge.jsonl": files.map(({ hash }) => JSON.stringify({ entry: `[image]pictures/${hash}.png[/image]Kek` })).join("\n"),
    ...Object.fromEntries(files.map(({ hash, bytes: content }) => [`pictures/${hash}.png`, content])),
  });
  expect(bytes.length).toBeGreaterThan(20_000_000);
  const address = `${await there.sapa.listen()}/api/chats/import`;
  const send = async (body: Uint8Array<ArrayBuffer>) => {
    const response = await fetch(address, { method: "POST", headers: { authorization: `Bearer ${there.token}` }, body });
    return [response.status, (await response.json()).error?.told?.id];
  };
  expect(await send(bytes)).toEqual([201, undefined]);
  expect(await picturesOf(there)).toHaveLength(files.length);
  expect(await send(new Uint8Array(AGENT_FILE.bytes + 200_000))).toEqual([413, "agentFile.tooLarge"]);
}, 30_000);

test("many exports at once wait for each other, and beyond what may wait they are told to try again", async () => {
  const chatId = await here.sapa.createAgent(here.token, { profileImage: await upload(here, png()) });
  const request = () => new Request(`http://localhost/api/chats/${chatId}/export`, { headers: { authorization: `Bearer ${here.token}` } });
  // An account has one of the two places. The export that runs waits for the picture until the others have been refused.
  const refused = Promise.withResolvers<void>();
  const { read } = here.sapa.files;
  spyOn(here.sapa.files, "read").mockImplementation((hash) => refused.promise.then(() => read.call(here.sapa.files, hash)));
  const statuses: number[] = [];
  const exports = Array.from({ length: 20 }, async () => {
    statuses.push((await here.sapa.app.handle(request())).status);
    if (statuses.length === 11) refused.resolve();
  });
  await Promise.all(exports);
  expect(statuses).toEqual([...Array.from({ length: 11 }, () => 503), ...Array.from({ length: 9 }, () => 200)]);
  expect((await here.sapa.app.handle(request())).status).toBe(200);
});

test("an agent with as many entries as fit can be exported and imported", async () => {
  await Promise.all([here, there].map(({ sapa }) => setPlan(sapa, { ...WIDE, entries: 20_000 })));
  const chatId = await here.sapa.createAgent(here.token, {});
  await here.sapa.db.transaction((tx) =>
    tx.run(sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
      insert into knowledge (id, agent_id, position, kind, body, words, created_at, updated_at)
      select 'k' || i, ${chatId}, i * 1000, 'text', 'Kek nombor ' || i, 3, 1, 1 from n`),
  );
  const { body } = await importAgent(there, await exportAgent(here, chatId));
  expect(body.chat.knowledgeCount).toBe(10_000);
  const rows = await there.sapa.db.all<{ body: string }>(sql`select body from knowledge where agent_id = ${body.id} order by position`);
  expect(rows.map((row) => row.body)).toEqual(Array.from({ length: 10_000 }, (_, at) => `Kek nombor ${at + 1}`));
});

test("a file does not name the person who published in spite of failing tests", async () => {
  const chatId = await here.sapa.createAgent(here.token, { knowledge: ["We open at nine."] });
  const path = `/api/chats/${chatId}`;
  await call(here, "POST", `${path}/golden`, { question: "Do you sell cars?", expects: { says: ["RM999"] } });
  await call(here, "PUT", `${path}/draft`, { isOn: true, version: 1 });
  await call(here, "PUT", `${path}/draft/gate`, { gate: "block" });
  await call(here, "POST", `${path}/knowledge`, { entry: "Delivery is RM5." });
  const { newest } = (await call(here, "GET", `${path}/draft`)).body;
  expect((await call(here, "POST", `${path}/draft/publish`, { version: newest, override: 1 })).status).toBe(200);
  const archive = new Archive(await exportAgent(here, chatId), { unpackedBytes: 1e8, ratio: 1_000 });
  const manifest = archive.text("manifest.json") ?? "";
  expect(manifest).toContain('"failedTests": 1');
  expect(manifest).not.toContain("aina");
});
