import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "../../src/server/platform/storage/db.ts";
import { type TestApp, testApp } from "../app.ts";
import { editAtRandom, expectExact } from "../version-edits.ts";
import { ownerViewer } from "../viewer.ts";
import { LIMIT_MS, rounds } from "./scale.ts";

const EDITS = rounds(10_000);

let sapa: TestApp;
beforeAll(async () => {
  sapa = await testApp();
});
afterAll(() => sapa.close());

test(
  `${EDITS} random edits of an agent are restored exactly, and take up little room`,
  async () => {
    const owner = await sapa.signUp("owner");
    await sapa.db.transaction((tx) => tx.run(sql`update plans set add_knowledge_limit = 10000, knowledge_word_limit = 500 where id = 1`));
    const viewer = ownerViewer(owner.id, "owner");
    const edited = { db: sapa.db, viewer, agentId: await sapa.createAgent(owner.token) };
    const samples = await editAtRandom(edited, { edits: EDITS, every: 50, seed: 11 });
    // The newest versions alone, because restoring makes more of them.
    await expectExact(edited, samples.slice(-190), 20);
    const stored = await sapa.db.get<{ size: number }>(sql`select size from version_heads where agent_id = ${edited.agentId}`);
    console.info(`${EDITS} edits: ${stored?.size} characters`);
    expect(stored?.size ?? 0).toBeLessThan(EDITS * 1_000);
  },
  LIMIT_MS,
);
