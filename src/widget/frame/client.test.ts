import { expect, test } from "bun:test";
import { Client } from "./client.ts";

test("a message loses the characters that the server would refuse, and is not sent if nothing else is left", () => {
  const nothing = () => {};
  const client = new Client({
    address: "ws://127.0.0.1:9",
    chatId: "chat",
    ticket: null,
    session: null,
    lang: "en",
    greeting: "Hello",
    onChange: nothing,
    onSession: nothing,
    onReply: nothing,
    onFailure: nothing,
    onRefused: nothing,
  });
  client.isHeld = true;
  client.write("Nasi\u0000 lemak 🍜\ud83d?");
  client.write(" \u0000\udc00");
  expect(client.conversation.entries.map(({ text }) => text)).toEqual(["Hello", "Nasi lemak 🍜?"]);
});
