import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../../test/app.ts";
import { connect } from "../../../../test/socket-client.ts";
import { LARGEST_BODY } from "../../../contract/calls/call.schema.ts";
import { KNOWLEDGE_MAX, type ListedEntry } from "../../../contract/knowledge-calls.ts";
import { countUses, findUses } from "../../knowledge/uses-store.ts";
import { sql } from "../../platform/storage/db.ts";
import { listRemovals } from "../../upkeep/removals.ts";

let sapa: TestApp;
let owner: { id: string; token: string };
let chatId: string;
beforeEach(async () => {
  sapa = await testApp();
  owner = await sapa.signUp("owner");
  await setPlan({ words: 20, entries: 5 });
  chatId = await sapa.createAgent(owner.token);
});
afterEach(() => sapa.close());

const setPlan = ({ words, entries }: { words: number; entries: number }) =>
  sapa.db.transaction((tx) =>
    tx.run(sql`update plans set chat_limit = 10, knowledge_word_limit = ${words}, add_knowledge_limit = ${entries} where id = 1`),
  );
const path = (rest = "", id = chatId) => `/api/chats/${id}/knowledge${rest}`;
const add = (body: unknown, headers: Record<string, string> = {}, token = owner.token) =>
  sapa.call("POST", path(), { token, body, headers });
const put = (id: string, entry: string, version?: string) =>
  sapa.call("PUT", path(`/${id}`), { token: owner.token, body: { entry }, headers: version ? { "if-match": `"${version}"` } : {} });
const move = (id: string, to: unknown) => sapa.call("POST", path(`/${id}/move`), { token: owner.token, body: to });
const remove = (id: string, version?: string) =>
  sapa.call("DELETE", path(`/${id}`), { token: owner.token, headers: version ? { "if-match": version } : {} });
const list = async (query = ""): Promise<{ entries: ListedEntry[]; total: number; totalPages: number; count: number }> =>
  (await sapa.call("GET", path(query), { token: owner.token })).body;
const texts = async () => (await list("?limit=50")).entries.map(({ entry }) => entry);
const agent = async (query = "") => (await sapa.call("GET", `/api/chats/${chatId}${query}`, { token: owner.token })).body;
const saveAgent = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  sapa.call("PUT", `/api/chats/${chatId}`, { token: owner.token, body: { chatName: "Kedai", ...body }, headers });

/** Adds the entries and returns their ids. */
async function addAll(...entries: string[]): Promise<string[]> {
  const { status, body } = await add({ entries });
  expect(status).toBe(201);
  return body.entries.map(({ id }: ListedEntry) => id);
}

/** Stores many entries directly, without a request for each. */
async function fill(count: number, textOf: (at: number) => string, words = 2): Promise<void> {
  await sapa.db.transaction(async (tx) => {
    for (let at = 0; at < count; at++) {
      await tx.run(sql`insert into knowledge (id, agent_id, position, kind, body, words, created_at, updated_at)
        values (${`filled-${at}`}, ${chatId}, ${2 ** 40 + at * 2 ** 30}, 'text', ${textOf(at)}, ${words}, 0, 1)`);
    }
  });
}

describe("single entries", () => {
  test("are added, listed, changed and deleted, and the described list has the same entries", async () => {
    const picture = "[image]https://kedai.my/kek.png[/image]Kek pandan";
    const { status, body, headers } = await add({ entry: "We open at seven." });
    expect([status, body.message, body.count]).toEqual([201, "Knowledge added successfully", 1]);
    expect(headers.get("cache-control")).toBe("no-store");
    const [first] = body.entries;
    expect(first).toEqual({ id: expect.any(String), entry: "We open at seven.", words: 4, version: expect.any(String) });
    const [, second = ""] = [first.id, ...(await addAll(picture))];
    expect((await list()).entries).toEqual([
      { ...first, number: 1, uses: 0 },
      { id: second, entry: picture, words: 2, version: expect.any(String), number: 2, uses: 0 },
    ]);
    const one = await sapa.call("GET", path(`/${first.id}`), { token: owner.token });
    expect([one.body.entry, one.headers.get("etag")]).toEqual([first, `"${first.version}"`]);
    const changed = await put(first.id, "We open at eight.", first.version);
    expect([changed.status, changed.body.message]).toEqual([200, "Knowledge updated successfully"]);
    expect(changed.body.entry).toMatchObject({ id: first.id, entry: "We open at eight." });
    expect(changed.body.entry.version).not.toBe(first.version);
    expect((await agent()).knowledge).toEqual(["We open at eight.", picture]);
    expect((await remove(second)).body.message).toBe("Knowledge deleted successfully");
    expect(await texts()).toEqual(["We open at eight."]);
    const all = await sapa.call("DELETE", path(), { token: owner.token });
    expect([all.status, all.body.message]).toEqual([200, "All knowledge deleted successfully"]);
    expect(await agent()).toMatchObject({ knowledge: [], knowledgeCount: 0 });
  });

  test("are used for the answer to the visitor's next message", async () => {
    const visitor = await connect(await sapa.listen(), chatId);
    await visitor.ask("Where is the parking?");
    const [id = ""] = await addAll("Parking is behind the mosque.");
    expect((await visitor.ask("Where is the parking?")).text).toContain("mosque");
    await put(id, "Parking is beside the river.");
    expect((await visitor.ask("Where is the parking?")).text).toContain("river");
    await remove(id);
    expect((await visitor.ask("Where is the parking?")).text).not.toContain("river");
  });

  test("of another account are refused like ones that do not exist, and an id is valid only in its own agent", async () => {
    const [id = ""] = await addAll("mine");
    const other = await sapa.signUp("other");
    const theirs = await sapa.createAgent(other.token);
    const calls = [
      ["GET", "", undefined],
      ["POST", "", { entry: "theirs" }],
      ["GET", `/${id}`, undefined],
      ["PUT", `/${id}`, { entry: "theirs" }],
      ["POST", `/${id}/move`, { place: "last" }],
      ["DELETE", `/${id}`, undefined],
      ["DELETE", "", undefined],
    ] as const;
    for (const [method, rest, body] of calls) {
      const foreign = await sapa.call(method, path(rest), { token: other.token, body });
      const absent = await sapa.call(method, path(rest, "no-such-agent"), { token: other.token, body });
      expect([method, rest, foreign.status, foreign.text]).toEqual([method, rest, 404, absent.text]);
    }
    for (const [method, rest, body] of calls) {
      if (rest === "") continue;
      const crossed = await sapa.call(method, path(rest, theirs), { token: other.token, body });
      expect([method, rest, crossed.status]).toEqual([method, rest, 404]);
    }
    expect((await move(id, { before: "no-such-entry" })).status).toBe(404);
    expect(await texts()).toEqual(["mine"]);
  });

  test("only one of two that are added at the same time is stored when one more reaches the limit", async () => {
    await addAll("a", "b", "c", "d");
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => add({ entry: `entry ${at}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(402)]);
    expect(answers.find(({ status }) => status === 402)?.body.error).toMatchObject({
      code: "plan_limit",
      message: "Knowledge update limit (5) reached",
    });
    expect((await list()).count).toBe(5);
  });

  test("must keep the word limits, a tenth for an image; entries over a smaller plan's limit stay and may be shortened", async () => {
    const long = Array(20).fill("kata").join(" ");
    const [id = ""] = await addAll(long);
    const refusal = async (entry: string) => {
      const { status, body } = await add({ entry });
      return [status, body.message];
    };
    expect(await refusal(`${long} lagi`)).toEqual([402, "Knowledge text is too long: 21/20 words"]);
    expect(await refusal("[image]https://a.example/x.png[/image]tiga kata lagi")).toEqual([402, "Knowledge text is too long: 3/2 words"]);
    await setPlan({ words: 10, entries: 0 });
    expect((await put(id, `${long}.`)).status).toBe(402);
    expect((await put(id, long)).status).toBe(200);
    expect((await put(id, "pendek")).status).toBe(200);
    expect((await add({ entry: "x" })).body.message).toBe("Knowledge update limit (0) reached");
  });

  test("can be added up to 100 in one call, all or none of them", async () => {
    await setPlan({ words: 20, entries: 150 });
    expect((await add({ entries: Array.from({ length: 100 }, (_, at) => `entry ${at}`) })).body.count).toBe(100);
    expect((await add({ entries: Array(51).fill("one too many") })).status).toBe(402);
    for (const [body, message] of [
      [{ entries: Array(101).fill("x") }, "One request adds at most 100 entries"],
      [{ entries: [] }, "Send an entry, or a list of entries"],
      [{}, "Send an entry, or a list of entries"],
      [{ entry: 5 }, "This must be text."],
      [{ entry: "  " }, "Knowledge text is required"],
      [{ entry: "[image]javascript:alert(1)[/image]x" }, "Sila masukkan URL imej yang sah"],
      [{ entry: "x".repeat(KNOWLEDGE_MAX.entryLength + 1) }, `Enter at most ${KNOWLEDGE_MAX.entryLength} characters.`],
    ] as const) {
      const { status, body: answer } = await add(body);
      expect([status, answer.message]).toEqual([422, message]);
    }
    expect((await list()).count).toBe(100);
  });

  test("are refused before they are read when the body is too large, and the answer says what to do", async () => {
    const { status, body } = await add({ entry: "x".repeat(LARGEST_BODY) });
    expect([status, body.error.code]).toEqual([413, "too_large"]);
    expect(body.message).toBe("This is too much for one request. Split the text into several entries, or send fewer entries.");
  });
});

describe("a repeated request whose first answer was lost", () => {
  const key = { "idempotency-key": "a-key-of-sixteen-letters" };

  test("adds no entry twice and stores the text that was changed since", async () => {
    await addAll("a", "b", "c", "d");
    const first = await add({ entry: "We open at seven." }, key);
    const again = await add({ entry: "We open at seven." }, key);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    const edited = await add({ entry: "We open at eight." }, key);
    expect([edited.status, edited.body.entries[0].id]).toEqual([201, first.body.entries[0].id]);
    expect(await texts()).toEqual(["a", "b", "c", "d", "We open at eight."]);
  });

  test("sent ten times at once makes one entry", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add({ entries: ["a", "b"] }, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await texts()).toEqual(["a", "b"]);
  });

  test("counts as a new request in another agent", async () => {
    await add({ entry: "a" }, key);
    chatId = await sapa.createAgent(owner.token);
    expect((await add({ entry: "a" }, key)).status).toBe(201);
    expect(await texts()).toEqual(["a"]);
  });
});

describe("two windows", () => {
  test("that change the same entry: the second gets a conflict, and nothing is lost", async () => {
    const { body } = await add({ entry: "one" });
    const { id, version } = body.entries[0];
    expect((await put(id, "first window", version)).status).toBe(200);
    const stale = await put(id, "second window", version);
    expect([stale.status, stale.body.error.code]).toEqual([409, "changed_meanwhile"]);
    expect(stale.body.message).toBe("This knowledge entry was changed in another window.");
    expect((await remove(id, version)).status).toBe(409);
    expect(await texts()).toEqual(["first window"]);
    // A request with the text that is already stored is not a conflict.
    expect((await put(id, "first window", version)).status).toBe(200);
    expect((await put(id, "without a claim")).status).toBe(200);
  });

  test("that send twenty changes of one version at once: one succeeds", async () => {
    const { body } = await add({ entry: "one" });
    const { id, version } = body.entries[0];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => put(id, `window ${at}`, version)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test("do not conflict when one saves the agent and the other its knowledge", async () => {
    const { version, lastUpdate } = await agent();
    sapa.clock.pass(1_000);
    await addAll("We open at seven.");
    const saved = await saveAgent({ chatName: "Renamed" }, { "if-match": `"${version}"` });
    expect(saved.status).toBe(200);
    const after = await agent();
    expect(after).toMatchObject({ chatName: "Renamed", knowledge: ["We open at seven."] });
    expect(Date.parse(after.lastUpdate)).toBeGreaterThan(Date.parse(lastUpdate));
  });
});

describe("the order of entries", () => {
  test("changes when an entry moves in front of another, one up, one down, to the beginning or to the end", async () => {
    const [a = "", b = "", c = "", d = ""] = await addAll("a", "b", "c", "d");
    const after = async (id: string, to: unknown) => {
      const { status } = await move(id, to);
      return [status, (await texts()).join("")];
    };
    expect(await after(d, { before: b })).toEqual([200, "adbc"]);
    expect(await after(c, { place: "first" })).toEqual([200, "cadb"]);
    expect(await after(c, { place: "up" })).toEqual([200, "cadb"]);
    expect(await after(c, { place: "down" })).toEqual([200, "acdb"]);
    expect(await after(b, { place: "up" })).toEqual([200, "acbd"]);
    expect(await after(a, { place: "last" })).toEqual([200, "cbda"]);
    expect(await after(a, { place: "down" })).toEqual([200, "cbda"]);
    expect(await after(b, { before: b })).toEqual([200, "cbda"]);
    expect(await after(d, { place: "down" })).toEqual([200, "cbad"]);
    expect((await agent()).knowledge).toEqual(["c", "b", "a", "d"]);
    for (const to of [{}, { place: "middle" }, { before: a, place: "up" }, { before: 5 }]) expect((await move(a, to)).status).toBe(422);
  });

  test("is kept after many moves into the same place", async () => {
    const ids = await addAll("a", "b", "c", "d", "e");
    const order = [...ids];
    let seed = 7;
    const pick = (n: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % n;
    };
    const moves = Array.from({ length: 120 }, (_, at) => {
      // At first always between the same two entries, which halves the gap until the positions have to be renumbered.
      const id = at < 80 ? order[4] : order[pick(5)];
      const before = at < 80 ? order[1] : order[pick(5)];
      if (id && before && id !== before) {
        order.splice(order.indexOf(id), 1);
        order.splice(order.indexOf(before), 0, id);
      }
      return [id ?? "", { before }] as const;
    });
    for (const [id, to] of moves) expect((await move(id, to)).status).toBe(200);
    expect((await list("?limit=50")).entries.map(({ id }) => id)).toEqual(order);
  });

  test("has no lost and no duplicate entries after moves, additions and deletions at the same time", async () => {
    const ids = await addAll("a", "b", "c", "d");
    await Promise.all([
      ...ids.map((id) => move(id, { place: "first" })),
      ...ids.map((id) => move(id, { before: ids[0] })),
      add({ entry: "e" }),
      remove(ids[3] ?? ""),
    ]);
    const { entries } = await list("?limit=50");
    expect(entries.map(({ entry }) => entry).sort()).toEqual(["a", "b", "c", "e"]);
    const positions = await sapa.db.all<{ position: number }>(sql`select distinct position from knowledge where agent_id = ${chatId}`);
    expect(positions).toHaveLength(4);
  });
});

describe("thousands of entries", () => {
  const COUNT = 5_000;
  const textOf = (at: number) => `Item ${at} is ${at % 100 === 0 ? "Durian" : "kuih"}.`;

  test("are paged and searched with their numbers, and adding one more is one call", async () => {
    await setPlan({ words: 20, entries: COUNT + 1 });
    await fill(COUNT, textOf);
    const third = await list("?page=3");
    expect([third.entries.length, third.total, third.totalPages, third.count]).toEqual([25, COUNT, COUNT / 25, COUNT]);
    expect(third.entries[0]).toMatchObject({ number: 51, entry: textOf(50) });
    const found = await list("?search=%20durian%20ITEM&page=2&limit=20");
    expect([found.total, found.totalPages, found.count]).toEqual([50, 3, COUNT]);
    expect(found.entries[0]).toMatchObject({ number: 2_001, entry: textOf(2_000) });
    expect((await list("?search=rambutan")).total).toBe(0);
    for (const query of ["?limit=51", "?limit=0", "?page=0", `?search=${"x".repeat(201)}`])
      expect((await sapa.call("GET", path(query), { token: owner.token })).status).toBe(422);
    expect((await add({ entry: "Item 5000 is cendol." })).body.count).toBe(COUNT + 1);
    expect((await add({ entry: "and one more" })).status).toBe(402);
    expect((await list(`?page=${COUNT / 25 + 1}`)).entries.map(({ entry }) => entry)).toEqual(["Item 5000 is cendol."]);
  });

  test("are too many for the described list: the agent comes without it, and sending the agent back deletes nothing", async () => {
    await setPlan({ words: 20, entries: COUNT });
    await fill(COUNT, textOf);
    const whole = await agent();
    expect([whole.knowledge, whole.knowledgeCount]).toEqual([undefined, COUNT]);
    // Saves the object as it was read.
    expect((await saveAgent({ ...whole, chatName: "Renamed" })).status).toBe(200);
    const added = await saveAgent({ knowledge: ["the new list of a client that does not know better"] });
    expect([added.status, added.body.error.code]).toEqual([413, "too_large"]);
    expect(added.body.message).toStartWith("The agent's knowledge is too large to be saved in one list.");
    expect((await list()).count).toBe(COUNT);
  });

  test("are all used for the visitor's first message after one of them was changed", async () => {
    await setPlan({ words: 20, entries: COUNT });
    await fill(COUNT, textOf);
    const visitor = await connect(await sapa.listen(), chatId);
    await visitor.ask("Hello");
    await put("filled-4321", "The lighthouse is painted vermilion.");
    expect((await visitor.ask("What is the lighthouse?")).text).toContain("vermilion");
  });

  test("beyond the server's limit for one agent are refused, whatever the plan allows", async () => {
    await setPlan({ words: 1_000_000, entries: 1_000_000 });
    await fill(KNOWLEDGE_MAX.entries, () => "x", 1);
    const full = await add({ entry: "one more" });
    expect([full.status, full.body.error.code, full.body.message]).toEqual([
      413,
      "too_large",
      "An agent holds at most 10,000 knowledge entries.",
    ]);
    await sapa.db.transaction(async (tx) => {
      await tx.run(sql`delete from knowledge where agent_id = ${chatId} and id not in ('filled-0', 'filled-1')`);
      await tx.run(sql`update knowledge set words = ${KNOWLEDGE_MAX.words / 2} where agent_id = ${chatId}`);
    });
    const heavy = await add({ entry: "one more" });
    expect([heavy.status, heavy.body.message]).toEqual([
      413,
      "An agent holds at most 500,000 words of knowledge in all. Shorten or delete other entries first.",
    ]);
    expect((await put("filled-0", "shorter")).status).toBe(200);
    expect((await add({ entry: "one more" })).status).toBe(201);
  });
});

describe("the described list", () => {
  test("can be read once and saved twice", async () => {
    await saveAgent({ knowledge: ["one"] });
    const chat = await agent();
    const first = await saveAgent({ ...chat, knowledge: [...chat.knowledge, "two"] });
    const second = await saveAgent({ ...chat, knowledge: [...chat.knowledge, "two", "three"] });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await agent()).knowledge).toEqual(["one", "two", "three"]);
  });

  test("is refused when it is too long or too large, with what to do about it", async () => {
    await setPlan({ words: 1_000_000, entries: 1_000_000 });
    const long = await saveAgent({ knowledge: Array(KNOWLEDGE_MAX.list + 1).fill("x") });
    expect([long.status, long.body.message]).toEqual([
      422,
      "A list that is saved with its agent holds at most 2000 entries. Save the entries one by one instead: POST /api/chats/ID/knowledge",
    ]);
    const large = await saveAgent({ knowledge: ["x".repeat(LARGEST_BODY)] });
    expect([large.status, large.body.message]).toEqual([
      413,
      "The agent's knowledge is too large to be saved in one list. Save the entries one by one instead: POST /api/chats/ID/knowledge",
    ]);
    const bare = await saveAgent({ knowledge: 5 });
    expect([bare.status, bare.body.message]).toEqual([422, "knowledge must be a list of texts"]);
  });

  test("is left out for a client that reads the entries page by page", async () => {
    await addAll("one");
    expect(await agent("?knowledge=none")).not.toHaveProperty("knowledge");
    expect(await agent("?knowledge=none")).toHaveProperty("knowledgeCount", 1);
    const saved = await sapa.call("PUT", `/api/chats/${chatId}?knowledge=none`, { token: owner.token, body: { chatName: "K" } });
    expect(saved.body.chat).not.toHaveProperty("knowledge");
  });

  test("may get shorter when it was stored with more words than an agent may have", async () => {
    await setPlan({ words: 1_000_000, entries: 10 });
    await fill(2, (at) => `entry ${at}`, KNOWLEDGE_MAX.words);
    expect((await saveAgent({ knowledge: ["entry 0", "entry 1", "entry 2"] })).status).toBe(413);
    expect((await saveAgent({ knowledge: ["entry 1"] })).status).toBe(200);
  });
});

describe("a preview of a saved agent", () => {
  test("without knowledge of its own uses the stored knowledge, read again with each update", async () => {
    const [id = ""] = await addAll("Parking is behind the mosque.");
    const draft = { chatName: "Draft" };
    const { body } = await sapa.call("POST", "/api/previews", { token: owner.token, body: { chatId, draft } });
    const page = await sapa.call("GET", `/embed/preview?preview=${body.previewId}`, { headers: { "sec-fetch-dest": "iframe" } });
    const { ticket } = JSON.parse(page.text.match(/id="sapa-boot">(.*?)<\/script>/)?.[1] ?? "{}");
    const visitor = await connect(await sapa.listen(), "preview", { ticket });
    expect((await visitor.ask("Where is the parking?")).text).toContain("mosque");
    await put(id, "Parking is beside the river.");
    await sapa.call("PUT", `/api/previews/${body.previewId}`, { token: owner.token, body: { draft } });
    expect((await visitor.ask("Where is the parking?")).text).toContain("river");
  });
});

describe("a deleted entry", () => {
  const restore = (id: string, token = owner.token) => sapa.call("POST", path(`/${id}/restore`), { token });

  test("can be restored for a minute, with its id and its place", async () => {
    const [first = "", second = "", third = ""] = await addAll("One.", "Two.", "Three.");
    await remove(second);
    await remove(first);
    expect(await texts()).toEqual(["Three."]);
    expect((await restore(second, (await sapa.signUp("stranger")).token)).status).toBe(404);
    const { status, body } = await restore(second);
    expect([status, body.entry.id, body.entry.entry]).toEqual([200, second, "Two."]);
    expect((await restore(second)).status).toBe(200);
    expect(await texts()).toEqual(["Two.", "Three."]);
    expect((await restore(third)).status).toBe(200);
    sapa.clock.pass(60_001);
    expect((await restore(first)).status).toBe(404);
    expect((await list()).count).toBe(2);
  });

  test("of a page stays away when the page is read again, until it is restored", async () => {
    const [id = ""] = await addAll("One.");
    await sapa.db.transaction(async (tx) => {
      await tx.run(
        sql`insert into sources (id, agent_id, kind, name, state, created_at, updated_at) values ('s', ${chatId}, 'page', 'kedai.my', 'ready', 1, 1)`,
      );
      await tx.run(
        sql`insert into source_pages (id, source_id, url, state, checked_at, created_at) values ('p', 's', 'https://kedai.my/', 'read', 1, 1)`,
      );
      await tx.run(sql`update knowledge set source_id = 's', page_id = 'p', origin = 'hash' where id = ${id}`);
    });
    const dropped = () => sapa.db.all<object>(sql`select page_id as page, origin from dropped_texts`);
    await remove(id);
    expect(await dropped()).toEqual([{ page: "p", origin: "hash" }]);
    await restore(id);
    expect([await dropped(), await texts()]).toEqual([[], ["One."]]);
  });

  test("follows the last entry if another one has taken its place", async () => {
    const [first = ""] = await addAll("One.", "Two.");
    await remove(first);
    await sapa.db.transaction((tx) =>
      tx.run(sql`update knowledge set position = (select position from removed_entries) where body = 'Two.'`),
    );
    await restore(first);
    expect(await texts()).toEqual(["Two.", "One."]);
  });

  test("cannot be restored if the plan's room was used since", async () => {
    const [first = ""] = await addAll("One.", "Two.", "Three.", "Four.", "Five.");
    await remove(first);
    await addAll("Six.");
    const { status, body } = await restore(first);
    expect([status, body.error.code]).toEqual([402, "plan_limit"]);
    expect((await list()).count).toBe(5);
  });

  test("is deleted for good after a minute, with the number of its uses, and a restored one is kept", async () => {
    const [first = "", second = ""] = await addAll("One.", "Two.");
    await sapa.db.transaction(async (tx) => countUses(tx, chatId, [first, second]));
    await remove(first);
    await remove(second);
    await restore(second);
    sapa.clock.pass(3 * 60_000);
    const { db } = sapa;
    const task = listRemovals({ ...sapa, settings: sapa.live.settings }).find(({ name }) => name === "purge deleted entries");
    expect(await task?.work()).toEqual({ entries: 1 });
    expect(await db.all<{ id: string }>(sql`select id from removed_entries`)).toEqual([]);
    expect(await findUses(db, chatId, [first, second])).toEqual(new Map([[second, 1]]));
  });
});

describe("the order of the list", () => {
  const ordered = async (order: string) => (await list(`?order=${order}`)).entries.map(({ entry }) => entry);

  test("is the owner's own, or begins with the newest or the least used entry", async () => {
    const [one = ""] = await addAll("One.", "Two.");
    sapa.clock.pass(1_000);
    const [three = ""] = await addAll("Three.");
    await move(three, { place: "first" });
    await sapa.db.transaction(async (tx) => countUses(tx, chatId, [one, three]));
    await sapa.db.transaction(async (tx) => countUses(tx, chatId, [one, one]));
    expect(await ordered("place")).toEqual(["Three.", "One.", "Two."]);
    expect(await ordered("newest")).toEqual(["Three.", "Two.", "One."]);
    expect(await ordered("least-used")).toEqual(["Two.", "Three.", "One."]);
    expect(await ordered("no-such-order")).toEqual(["Three.", "One.", "Two."]);
    expect((await list("?order=least-used&page=2&limit=2")).entries).toMatchObject([{ entry: "One.", number: 3, uses: 2 }]);
  });
});

describe("how often an entry was used", () => {
  test("is the number of replies to visitors that rest on it, and previews do not count", async () => {
    await addAll("We open at seven in the morning.", "Delivery costs RM5.");
    const usesNow = async () => (await list()).entries.map(({ uses }) => uses);
    const url = await sapa.listen();
    const visitor = await connect(url, chatId);
    await visitor.ask("When do you open in the morning?");
    expect(await usesNow()).toEqual([1, 0]);
    await (await connect(url, chatId)).ask("When do you open in the morning?");
    await visitor.ask("Do you sell hammers?");
    expect(await usesNow()).toEqual([2, 0]);
    const { body } = await sapa.call("POST", "/api/previews", { token: owner.token, body: { chatId, draft: { chatName: "Draft" } } });
    const page = await sapa.call("GET", `/embed/preview?preview=${body.previewId}`, { headers: { "sec-fetch-dest": "iframe" } });
    const ticket = JSON.parse(/id="sapa-boot">(.*?)<\/script>/.exec(page.text)?.[1] ?? "{}").ticket;
    const preview = await connect(url, "preview", { ticket });
    await preview.ask("When do you open in the morning?");
    expect(await usesNow()).toEqual([2, 0]);
  });
});
