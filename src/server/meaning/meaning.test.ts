/** Search by meaning, from the setting to the passages that a model reads, with models of embeddings that the test scripts. */
import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { join } from "node:path";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { writeStaticTable } from "../../../test/static-table.ts";
import { STORED } from "../../contract/messages/stored.ts";
import { createAgentBook } from "../agents/book.ts";
import { Runner } from "../jobs/runner.ts";
import { indexEntries } from "../knowledge/knowledge-index.ts";
import type { Embedders } from "../models/embeddings/embedders.ts";
import type { Embedder } from "../models/embeddings/embedding.ts";
import { EMBEDDINGS } from "../models/embeddings/vendor-embeddings.ts";
import { ModelError } from "../models/model.ts";
import { sql } from "../platform/storage/db.ts";
import { createBuild } from "./build.ts";
import { createMeaningSearch, type MeaningSearch } from "./search.ts";
import { findBuild } from "./store.ts";
import { createVectorWatch } from "./watch.ts";

let sapa: TestApp;
let admin: string;
let owner: { id: string; token: string };
beforeEach(async () => {
  sapa = await testApp();
  admin = await sapa.adminToken();
  owner = await sapa.signUp("owner");
  await sapa.db.transaction((tx) => tx.run(sql`update plans set add_knowledge_limit = 500, chat_limit = 10, knowledge_word_limit = 9000`));
});
afterEach(() => sapa.close());

/** Each dimension is one of these words, so that texts with the same ones are near each other. */
const vectorOf = (text: string): Float32Array => {
  const has = (words: string[]) => (words.some((word) => text.toLowerCase().includes(word)) ? 1 : 0);
  return Float32Array.from([has(["lift", "elevator"]), has(["parking", "letak kereta"]), has(["price", "harga"]), 0.1]);
};

interface Scripted extends Embedders {
  /** The texts of each request. */
  asked: string[][];
  /** Null: every model answers. */
  fail: ((texts: readonly string[]) => Error | null) | null;
  usage: boolean;
}

/** Each choice is a model with a version of its own. */
function scriptEmbedders(): Scripted {
  const scripted: Scripted = {
    asked: [],
    fail: null,
    usage: false,
    list: async () => ["openai/embed-a", "openai/embed-b"],
    open: async (choice): Promise<Embedder> => ({
      name: `${choice}@1`,
      price: scripted.usage ? { inputUsd: 1, outputUsd: 0, asOf: "2026-11-21" } : null,
      batch: 4,
      async embed(texts) {
        const error = scripted.fail?.(texts);
        if (error) throw error;
        scripted.asked.push([...texts]);
        const usage = scripted.usage ? { inputTokens: 100, outputTokens: 0, estimated: false } : null;
        return {
          vectors: texts.map((text) => (choice === "openai/embed-b" ? Float32Array.of(1, ...vectorOf(text)) : vectorOf(text))),
          usage,
        };
      },
    }),
  };
  return scripted;
}

const FILLER = "Our rooms are clean and quiet, and the staff is glad to help all guests with whatever they wish. ".repeat(3);
const KNOWLEDGE = [
  ...Array.from({ length: 18 }, (_, at) => `Room ${at} is on floor ${at % 3}. ${FILLER}`),
  "Guests reach the second floor by elevator.",
  "Letak kereta percuma di belakang hotel.",
];
const createAgent = (knowledge = KNOWLEDGE) => sapa.createAgent(owner.token, { knowledge });
const choose = (searchByMeaning: string) => sapa.call("PUT", "/api/settings", { token: admin, body: { searchByMeaning } });

/** Looks for agents without vectors, and runs the jobs that are due. */
async function work(embedders: Embedders, app = sapa): Promise<void> {
  await lookWith(embedders, app);
  await runJobs(embedders, app);
}
const lookWith = (embedders: Embedders, app = sapa) => createVectorWatch({ ...app, ...app.live, embedders })(new AbortController().signal);
const kindsWith = (embedders: Embedders, app = sapa) => [createBuild({ ...app, ...app.live, embedders, timeZone: app.config.tz })];
async function runJobs(embedders: Embedders, app = sapa): Promise<void> {
  const runner = new Runner({ ...app, kinds: kindsWith(embedders, app), tasks: [], random: () => 0 });
  await runner.look();
  await runner.idle();
}

const searchWith = (embedders: Embedders) => createMeaningSearch({ ...sapa, ...sapa.live, embedders });
/** The text of the nearest passage; null if the agent is not searched by meaning. */
async function findNearest(chatId: string, question: string, embedders: Embedders, search = searchWith(embedders)) {
  const agent = await liveAgent(chatId);
  const library = indexEntries(agent.entries).library();
  const found = await search.rank(agent, library, question, new AbortController().signal);
  return found && (library.passages[found.ranked[0] ?? -1]?.passage.text ?? "");
}
async function liveAgent(chatId: string) {
  const agent = await createAgentBook(sapa).find(chatId);
  if (!agent) throw new Error("the agent does not exist");
  return agent;
}
const countVectors = async () => (await sapa.db.get<{ n: number }>(sql`select count(*) as n from passage_vectors`))?.n ?? 0;

test("large knowledge gets vectors in the background, and a question in other words or another language finds its passage", async () => {
  const embedders = scriptEmbedders();
  const chatId = await createAgent();
  const small = await createAgent(["We have an elevator."]);
  await choose("openai/embed-a");
  expect(await findNearest(chatId, "is there a lift?", embedders)).toBeNull();
  await work(embedders);
  expect(await findNearest(chatId, "is there a lift?", embedders)).toBe("Guests reach the second floor by elevator.");
  expect(await findNearest(chatId, "where is parking", embedders)).toBe("Letak kereta percuma di belakang hotel.");
  expect(await findBuild(sapa.db, small)).toBeUndefined();
  expect(embedders.asked.slice(0, 5).map((texts) => texts.length)).toEqual([4, 4, 4, 4, 4]);
});

test("after a change, only what is new is read again, and the vectors of deleted texts are gone", async () => {
  const embedders = scriptEmbedders();
  const chatId = await createAgent();
  await choose("openai/embed-a");
  await work(embedders);
  const before = await countVectors();
  const { body } = await sapa.call("GET", `/api/chats/${chatId}/knowledge?limit=50`, { token: owner.token });
  const last = body.entries.at(-1);
  await sapa.call("DELETE", `/api/chats/${chatId}/knowledge/${last.id}`, { token: owner.token });
  // With its entry, at once.
  expect(await countVectors()).toBe(before - 1);
  sapa.clock.pass(1);
  await sapa.call("PUT", `/api/chats/${chatId}/knowledge/${body.entries[0].id}`, {
    token: owner.token,
    body: { entry: "The price of a room is RM90." },
  });
  embedders.asked.length = 0;
  // Until all of it is done, words alone decide.
  expect(await findNearest(chatId, "is there a lift?", embedders)).toBeNull();
  await work(embedders);
  expect(embedders.asked).toEqual([["The price of a room is RM90."]]);
  expect(await findNearest(chatId, "berapa harga", embedders)).toBe("The price of a room is RM90.");
  expect(await countVectors()).toBe(before - 1);
});

test("knowledge that changes while its vectors are made is complete in the end", async () => {
  const embedders = scriptEmbedders();
  const chatId = await createAgent();
  await choose("openai/embed-a");
  let isChanged = false;
  const open = embedders.open;
  embedders.open = async (...args) => {
    const embedder = await open(...args);
    const embed: Embedder["embed"] = async (...batch) => {
      if (!isChanged) {
        isChanged = true;
        sapa.clock.pass(1);
        await sapa.call("POST", `/api/chats/${chatId}/knowledge`, {
          token: owner.token,
          body: { entry: "The price of a lift pass is RM5." },
        });
      }
      return embedder.embed(...batch);
    };
    return { ...embedder, embed };
  };
  await work(embedders);
  expect(isChanged).toBe(true);
  expect((await sapa.call("GET", "/api/meaning", { token: admin })).body).toMatchObject({ ready: 1, unfinished: 0, passages: 21 });
  expect(await findNearest(chatId, "harga lift", embedders)).toBe("The price of a lift pass is RM5.");
});

test("a build that was interrupted goes on where it was", async () => {
  const embedders = scriptEmbedders();
  const chatId = await createAgent();
  await choose("openai/embed-a");
  embedders.fail = () => (embedders.asked.length === 2 ? new ModelError("overloaded", "a moment, please") : null);
  await work(embedders);
  const done = embedders.asked.flat();
  expect(done).toHaveLength(8);
  expect(await countVectors()).toBe(8);
  expect(await findNearest(chatId, "is there a lift?", embedders)).toBeNull();
  const shown = (await sapa.call("GET", "/api/meaning", { token: admin })).body;
  expect(shown).toMatchObject({ ready: 0, unfinished: 1 });
  expect(shown.builds[0]).toMatchObject({ chatId, chatName: "Kedai", isFailed: false, failure: "overloaded: a moment, please" });
  expect(shown.builds[0].progress).toBeGreaterThan(10);
  embedders.fail = null;
  embedders.asked.length = 0;
  sapa.clock.pass(60_000);
  await runJobs(embedders);
  expect(embedders.asked.flat().filter((text) => done.includes(text))).toEqual([]);
  expect(await findNearest(chatId, "is there a lift?", embedders)).toContain("elevator");
  expect((await sapa.call("GET", "/api/meaning", { token: admin })).body).toMatchObject({ ready: 1, unfinished: 0, builds: [] });
});

test("a build whose process was killed is taken over, and only what is missing is made", async () => {
  const embedders = scriptEmbedders();
  const chatId = await createAgent();
  await choose("openai/embed-a");
  const hanging = scriptEmbedders();
  const reached = Promise.withResolvers<void>();
  const open = hanging.open;
  hanging.open = async (...args) => {
    const embedder = await open(...args);
    const embed: Embedder["embed"] = async (texts, use, limits) => {
      if (hanging.asked.length < 2) return embedder.embed(texts, use, limits);
      reached.resolve();
      return new Promise(() => undefined);
    };
    return { ...embedder, embed };
  };
  await lookWith(embedders);
  await new Runner({ ...sapa, kinds: kindsWith(hanging), tasks: [], random: () => 0 }).look();
  await reached.promise;
  // From here on the first process does nothing any more, and its lease runs out.
  sapa.clock.pass(120_000);
  await runJobs(embedders);
  sapa.clock.pass(120_000);
  await runJobs(embedders);
  expect(hanging.asked.flat()).toHaveLength(8);
  expect(embedders.asked.flat()).toHaveLength(12);
  expect(await findNearest(chatId, "is there a lift?", embedders)).toContain("elevator");
});

describe("another model", () => {
  test("serves when its vectors are complete, and the old one until then; they are never mixed", async () => {
    const embedders = scriptEmbedders();
    const chatId = await createAgent();
    await choose("openai/embed-a");
    await work(embedders);
    const passages = await countVectors();
    await choose("openai/embed-b");
    embedders.fail = (texts) => (texts.length > 1 && embedders.asked.at(-1)?.length === 4 ? new ModelError("overloaded", "later") : null);
    embedders.asked.length = 0;
    await work(embedders);
    expect(await countVectors()).toBe(passages + 4);
    const search = searchWith(embedders);
    expect(await findNearest(chatId, "is there a lift?", embedders, search)).toContain("elevator");
    expect((await findBuild(sapa.db, chatId))?.model).toBe("openai/embed-a@1");
    embedders.fail = null;
    sapa.clock.pass(60_000);
    await runJobs(embedders);
    expect((await findBuild(sapa.db, chatId))?.model).toBe("openai/embed-b@1");
    expect(await countVectors()).toBe(passages);
    expect(await findNearest(chatId, "is there a lift?", embedders, search)).toContain("elevator");
  });

  test("that does not answer leaves the search to words, and is logged once in a while", async () => {
    const embedders = scriptEmbedders();
    const chatId = await createAgent();
    await choose("openai/embed-a");
    await work(embedders);
    embedders.fail = () => new ModelError("timeout", "no vectors within 1000 ms");
    const search = searchWith(embedders);
    sapa.logLines.length = 0;
    for (let tries = 0; tries < 3; tries++) expect(await findNearest(chatId, "is there a lift?", embedders, search)).toBeNull();
    expect(sapa.logLines.filter((line) => line.includes("not searched by its meaning"))).toHaveLength(1);
  });
});

describe("vectors that cannot be compared", () => {
  /** Every model gives these vectors instead. */
  const giveInstead = (embedders: Scripted, vectorFor: (text: string) => Float32Array) => {
    const open = embedders.open;
    embedders.open = async (...args) => {
      const embedder = await open(...args);
      const embed: Embedder["embed"] = async (texts, ...rest) => {
        const { usage } = await embedder.embed(texts, ...rest);
        return { vectors: texts.map(vectorFor), usage };
      };
      return { ...embedder, embed };
    };
  };
  const readState = async () => (await sapa.call("GET", "/api/meaning", { token: admin })).body;
  const longer = (text: string) => Float32Array.of(0, ...vectorOf(text));

  test("end a build if their length changes, and what the model has cost is booked", async () => {
    const embedders = scriptEmbedders();
    embedders.usage = true;
    const chatId = await createAgent();
    await choose("openai/embed-a");
    giveInstead(embedders, (text) => (embedders.asked.length % 2 === 0 ? longer(text) : vectorOf(text)));
    await work(embedders);
    expect(embedders.asked).toHaveLength(2);
    expect(await countVectors()).toBe(4);
    const state = await readState();
    expect(state).toMatchObject({ ready: 0, unfinished: 1 });
    expect(state.builds[0]).toMatchObject({ chatId, isFailed: true, failure: STORED["note.vectorLength"] });
    expect((await sapa.call("GET", "/api/costs", { token: admin })).body.box.inputTokens).toBe(200);
  });

  test("end a build that goes on with vectors of another length", async () => {
    const embedders = scriptEmbedders();
    const chatId = await createAgent();
    await choose("openai/embed-a");
    await work(embedders);
    giveInstead(embedders, longer);
    sapa.clock.pass(1);
    await sapa.call("POST", `/api/chats/${chatId}/knowledge`, { token: owner.token, body: { entry: "The price of a room is RM90." } });
    await work(embedders);
    expect((await readState()).builds[0]).toMatchObject({ isFailed: true, failure: STORED["note.vectorLength"] });
  });

  test("end a build if all of them are zeros", async () => {
    const embedders = scriptEmbedders();
    await createAgent();
    await choose("openai/embed-a");
    giveInstead(embedders, () => new Float32Array(4));
    await work(embedders);
    const state = await readState();
    expect(state).toMatchObject({ ready: 0, unfinished: 1 });
    expect(state.builds[0]).toMatchObject({ isFailed: true, failure: STORED["note.vectorsEmpty"] });
  });

  test("are made again if search by meaning is switched off and on, and until then one question in ten minutes is sent to the model", async () => {
    const embedders = scriptEmbedders();
    const chatId = await createAgent();
    await choose("openai/embed-a");
    const watch = createVectorWatch({ ...sapa, ...sapa.live, embedders });
    const search = searchWith(embedders);
    const ask = () => findNearest(chatId, "is there a lift?", embedders, search);
    const build = async () => {
      await watch(new AbortController().signal);
      await runJobs(embedders);
    };
    await build();
    expect(await ask()).toContain("elevator");
    giveInstead(embedders, longer);
    embedders.asked.length = 0;
    sapa.logLines.length = 0;
    for (let tries = 0; tries < 3; tries++) expect(await ask()).toBeNull();
    expect(embedders.asked).toHaveLength(1);
    expect(sapa.logLines.filter((line) => line.includes("another length"))).toHaveLength(1);
    sapa.clock.pass(600_000);
    expect(await ask()).toBeNull();
    expect(embedders.asked).toHaveLength(2);
    await choose("");
    await build();
    await choose("openai/embed-a");
    await build();
    expect(await ask()).toContain("elevator");
  });

  test("are not read from the database for each question if they are too many or one is missing, and the log says so", async () => {
    const embedders = scriptEmbedders();
    const chatId = await createAgent();
    await choose("openai/embed-a");
    await work(embedders);
    const agent = await liveAgent(chatId);
    const library = indexEntries(agent.entries).library();
    const askTwice = async (search: MeaningSearch, reason: string) => {
      sapa.logLines.length = 0;
      const read = spyOn(sapa.db, "all");
      const ask = () => search.rank(agent, library, "is there a lift?", new AbortController().signal);
      expect(await ask()).toBeNull();
      const before = read.mock.calls.length;
      expect(before).toBeGreaterThan(0);
      expect(await ask()).toBeNull();
      expect(read.mock.calls.length).toBe(before);
      expect(sapa.logLines.filter((line) => line.includes(reason))).toHaveLength(1);
      read.mockRestore();
    };
    await askTwice(createMeaningSearch({ ...sapa, ...sapa.live, embedders, maxBytes: 10 }), "too much memory");
    await sapa.db.transaction((tx) =>
      tx.run(sql`delete from passage_vectors where hash = (select min(hash) from passage_vectors where agent_id = ${chatId})`),
    );
    await askTwice(searchWith(embedders), "do not all have a vector");
  });
});

test("switching it off deletes all vectors, and deleting an agent those of the agent", async () => {
  const embedders = scriptEmbedders();
  const [one, two] = [await createAgent(), await createAgent()];
  await choose("openai/embed-a");
  await work(embedders);
  const both = await countVectors();
  await sapa.db.transaction((tx) => tx.run(sql`delete from agents where id = ${one}`));
  expect(await countVectors()).toBe(both / 2);
  expect(await findNearest(two, "is there a lift?", embedders)).toContain("elevator");
  await choose("");
  expect(await findNearest(two, "is there a lift?", embedders)).toBeNull();
  await work(embedders);
  expect(await countVectors()).toBe(0);
  expect((await sapa.call("GET", "/api/meaning", { token: admin })).body).toMatchObject({ ready: 0, unfinished: 0 });
});

test("switched off and on again with the same model, it makes the vectors again", async () => {
  const embedders = scriptEmbedders();
  const chatId = await createAgent();
  const watch = createVectorWatch({ ...sapa, ...sapa.live, embedders });
  for (const choice of ["openai/embed-a", "", "openai/embed-a"]) {
    await choose(choice);
    await watch(new AbortController().signal);
    await runJobs(embedders);
  }
  expect(await findNearest(chatId, "is there a lift?", embedders)).toContain("elevator");
});

describe("costs", () => {
  const report = async () => (await sapa.call("GET", "/api/costs", { token: admin })).body;

  test("of vectors are booked for the agent and the owner, and are no replies", async () => {
    const embedders = scriptEmbedders();
    embedders.usage = true;
    await createAgent();
    await choose("openai/embed-a");
    await work(embedders);
    const cost = { replies: 0, inputTokens: 100 * embedders.asked.length, costMicros: Math.round(420 * embedders.asked.length) };
    const { box, owners } = await report();
    expect(box).toMatchObject(cost);
    expect(owners[0]).toMatchObject({ ...cost, username: "owner" });
  });

  test("stop the work when a budget is used up", async () => {
    const embedders = scriptEmbedders();
    embedders.usage = true;
    const chatId = await createAgent();
    await sapa.call("PUT", "/api/settings", { token: admin, body: { budgets: { boxSen: 0, ownerSen: null } } });
    await choose("openai/embed-a");
    await work(embedders);
    expect(embedders.asked).toEqual([]);
    const { builds } = (await sapa.call("GET", "/api/meaning", { token: admin })).body;
    expect(builds[0]).toMatchObject({ chatId, isFailed: true, failure: STORED["note.budget"] });
  });

  test("of a question's vector are booked with the reply, and are no reply", async () => {
    const embedders = scriptEmbedders();
    embedders.usage = true;
    const another = await testApp({ embedders });
    try {
      const token = await another.adminToken();
      const { token: ownerToken } = await another.signUp("owner");
      await another.db.transaction((tx) => tx.run(sql`update plans set add_knowledge_limit = 500`));
      const rooms = Array.from({ length: 60 }, (_, at) => `Room ${at} has a view. ${FILLER}`);
      const chatId = await another.createAgent(ownerToken, { knowledge: rooms });
      await another.call("PUT", "/api/settings", { token, body: { searchByMeaning: "openai/embed-a" } });
      await work(embedders, another);
      const costs = async () => (await another.call("GET", "/api/costs", { token })).body.box;
      // 60 passages in requests of four, each of 100 tokens at USD 1 a million and RM 4.20.
      expect(await costs()).toMatchObject({ replies: 0, inputTokens: 1_500, costMicros: 6_300 });
      another.models.script = function* () {
        yield "Yes, there is one.";
      };
      await (await connect(await another.listen(), chatId)).ask("is there a lift?");
      const ofReply = Math.round((10 * 1 + 5 * 2) * 4.2);
      expect(await costs()).toMatchObject({ replies: 1, inputTokens: 1_610, costMicros: 6_720 + ofReply });
    } finally {
      await another.close();
    }
  });
});

test("a model reads the passage that only its meaning has in common with the question", async () => {
  writeStaticTable(join(sapa.folder, "embeddings", "small"), { wombat: [1, 0], marsupial: [1, 0], room: [0, 1] });
  const rooms = Array.from({ length: 60 }, (_, at) => `Room ${at} has a view. ${FILLER}`);
  const chatId = await createAgent([...rooms, `A marsupial lives in the garden. ${FILLER}`]);
  sapa.models.script = function* () {
    yield "Yes.";
  };
  const url = await sapa.listen();
  const promptOf = async () => {
    await (await connect(url, chatId)).ask("wombat");
    return sapa.models.calls.at(-1)?.asked[0]?.ask.system ?? "";
  };
  expect(await promptOf()).not.toContain("A marsupial");
  await choose("table/small");
  await work(sapa.live.embedders);
  expect(await promptOf()).toContain("A marsupial");
});

test("the setting takes models that are listed, and refuses what is no model", async () => {
  writeStaticTable(join(sapa.folder, "embeddings", "small"), { lift: [1, 0] });
  const read = async () => (await sapa.call("GET", "/api/meaning", { token: admin })).body;
  expect(await read()).toMatchObject({ choices: ["table/small"], problem: null });
  for (const choice of ["no model", "table/..", "table/.hidden", "table/a/b", "openai/gpt-4o", "openai/", "anthropic/embed", "xai/embed"]) {
    const refused = await choose(choice);
    expect([choice, refused.status, JSON.stringify(refused.body).includes("Choose one of the listed models.")]).toEqual([
      choice,
      422,
      true,
    ]);
  }
  const offered = Object.entries(EMBEDDINGS).map(([vendor, { model }]) => `${vendor}/${model ?? "hf.co/maker/model:q8"}`);
  for (const choice of offered) expect([choice, (await choose(choice)).status]).toEqual([choice, 200]);
  expect((await choose("table/missing")).status).toBe(200);
  expect((await read()).problem).toContain("cannot be read");
  await choose("table/small");
  expect((await read()).problem).toBeNull();
});
