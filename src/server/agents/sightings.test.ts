import { afterEach, beforeEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { sql } from "../platform/storage/db.ts";
import { createSightings } from "./sightings.ts";
import { listSightings } from "./store.ts";

let sapa: TestApp;
let agentId: string;

beforeEach(async () => {
  sapa = await testApp();
  agentId = await sapa.createAgent((await sapa.signUp("owner")).token);
});
afterEach(() => sapa.close());

test("a host is stored at most once in ten minutes, with the number of times, and a page without an origin is not stored", async () => {
  const sightings = createSightings(sapa);
  for (const origin of ["https://kedai.my", "https://kedai.my", "", "null"]) await sightings.note(agentId, origin);
  expect((await listSightings(sapa.db, agentId)).map(({ host, opens }) => [host, opens])).toEqual([["kedai.my", 1]]);
  sapa.clock.pass(11 * 60_000);
  await sightings.note(agentId, "https://kedai.my");
  expect((await listSightings(sapa.db, agentId)).map(({ host, opens }) => [host, opens])).toEqual([["kedai.my", 2]]);
});

test("an agent keeps its 50 latest hosts, because any program can claim any host", async () => {
  const sightings = createSightings(sapa);
  for (let host = 0; host < 55; host++) {
    sapa.clock.pass(1);
    await sightings.note(agentId, `https://host-${host}.example`);
  }
  const { body } = await sapa.call("GET", `/api/chats/${agentId}/sightings`, { token: (await sapa.signUp("stranger")).token });
  expect(body.error.code).toBe("not_found");
  const latest = await listSightings(sapa.db, agentId);
  expect([latest.length, latest[0]?.host]).toEqual([20, "host-54.example"]);
  expect((await sapa.db.all(sql`select host from sightings`)).length).toBe(50);
});
