/** Message rates on an installation of several nodes. */
import { afterEach, expect, test } from "bun:test";
import { type TestApp, testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { LONE_NODE } from "../nodes/node.ts";

let sapa: TestApp;
afterEach(() => sapa.close());

test("living nodes divide the message rate of an agent, and a conversation keeps its whole rate", async () => {
  let nodes = 2;
  sapa = await testApp({ rateScale: 1, node: () => ({ ...LONE_NODE, share: () => nodes }) });
  const url = await sapa.listen();
  const owner = await sapa.signUp("owner");
  const administrator = await sapa.adminToken();
  const setLimits = (limits: object) => sapa.call("PUT", "/api/settings", { token: administrator, body: { limits } });
  expect((await setLimits({ messagesOfAgent: 4, messagesOfConversation: 3 })).status).toBe(200);
  const visitor = await connect(url, await sapa.createAgent(owner.token));
  const ask = async () => (await visitor.ask("Hello?")).error;
  expect([await ask(), await ask(), await ask()]).toEqual([null, null, "too_many"]);
  nodes = 1;
  const alone = await connect(url, await sapa.createAgent((await sapa.signUp("another")).token));
  const answers = [];
  for (let i = 0; i < 4; i++) answers.push((await alone.ask("Hello?")).error);
  expect(answers).toEqual([null, null, null, "too_many"]);
});
