import { expect, test } from "bun:test";
import { testApp } from "../../../test/app.ts";
import { connect } from "../../../test/socket-client.ts";
import { until } from "../../../test/until.ts";

test("a visitor's chat is prepared for when it is opened, and again when its agent is saved", async () => {
  const sapa = await testApp();
  const url = await sapa.listen();
  const { token } = await sapa.signUp("owner");
  const [chatId, other] = [await sapa.createAgent(token), (await sapa.signUp("other")).token];
  const foreign = await sapa.createAgent(other);
  let prepared = 0;
  const { choose } = sapa.models;
  sapa.models.choose = (settings) => {
    prepared++;
    return choose(settings);
  };
  await connect(url, chatId);
  await connect(url, chatId);
  await until(() => prepared === 2);
  const save = async (agentId: string, by: string, entry: string) => {
    const { status } = await sapa.call("POST", `/api/chats/${agentId}/knowledge`, { token: by, body: { entries: [entry] } });
    expect(status).toBe(201);
  };
  await save(foreign, other, "Tea: RM3.");
  await save(chatId, token, "Coffee: RM4.");
  // Once for both visitors, and not for the agent whose chat is not open.
  await until(() => prepared === 3);
  await sapa.close();
  expect(prepared).toBe(3);
});
