/** The owner's side of a link, when the other node does not read for a while or is of another version. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { connect as connectTcp, type Socket } from "node:net";
import { type TestApp, testApp } from "../../../test/app.ts";
import { askTicket, connect } from "../../../test/socket-client.ts";
import { until } from "../../../test/until.ts";
import { Lease } from "../nodes/lease.ts";
import { sql } from "../platform/storage/db.ts";
import { LINK_PATH } from "./link-frames.ts";

const VISITORS = 12;

let sapa: TestApp;
let lease: Lease;
let url: string;
beforeEach(async () => {
  sapa = await testApp({
    node: (deps) => {
      lease = new Lease(deps, { name: "near", version: "test", schema: 1 });
      return lease;
    },
  });
  url = await sapa.listen();
  await lease.join(url);
});
afterEach(() => sapa.close());

/** A client's frame of up to 125 bytes, or of up to 65,535 bytes; its mask is zero, which changes nothing. */
function frameOf(value: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(value));
  const length = text.length < 126 ? [0x80 | text.length] : [0x80 | 126, text.length >> 8, text.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), text]);
}

/** A connection of another node that can stop reading, which no WebSocket client can. */
async function openRawLink(): Promise<{ socket: Socket; received: () => string }> {
  const { hostname, port, host } = new URL(url);
  const token = sapa.live.links.tokens.make("far", lease.id);
  const socket = connectTcp(Number(port), hostname);
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => parts.push(part));
  const lines = [`GET ${LINK_PATH} HTTP/1.1`, `Host: ${host}`, "Upgrade: websocket", "Connection: Upgrade"];
  lines.push("Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", `Authorization: Bearer ${token}`);
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  await until(() => parts.length > 0);
  return { socket, received: () => Buffer.concat(parts).toString("latin1") };
}

test("a call that only a later version understands is refused, and the link goes on", async () => {
  const { socket, received } = await openRawLink();
  socket.write(frameOf({ op: "later", seat: 1, call: 7 }));
  socket.write(frameOf({ op: "later", seat: 1 }));
  socket.write(frameOf({ op: "end", call: 8, visitorId: "visitor" }));
  await until(() => received().includes('{"call":7,"fail":"failed"}') && received().includes('{"call":8,"ok":null}'));
  socket.destroy();
});

test("no answer and no event is lost when another node does not read for a while", async () => {
  const { token } = await sapa.signUp("owner");
  const chat = await sapa.createAgent(token);
  for (let i = 0; i < VISITORS; i++) {
    const visitor = await connect(url, chat, { ticket: await askTicket(url, chat) });
    await visitor.ask("hello");
    visitor.close();
  }
  const stored = await sapa.db.all<{ id: string; visitor: string }>(sql`select id, visitor_id as visitor from conversations`);
  const body = "long ".repeat(40_000);
  for (const { id } of stored) {
    for (let n = 1; n <= 10; n++) {
      await sapa.db.transaction((tx) =>
        tx.run(sql`insert into messages (id, conversation_id, sequence, author, body, created_at)
          values (${`${id}${n}`}, ${id}, ${100 + n}, 'visitor', ${body}, 1)`),
      );
    }
  }
  const { socket, received } = await openRawLink();
  socket.pause();
  stored.forEach(({ visitor }, i) => void socket.write(frameOf({ op: "join", seat: i + 1, call: 100 + i, visitorId: visitor, chat })));
  const incoming = { clientId: "message-1", text: "And now?", language: "en", addressKey: "address" };
  await Bun.sleep(1_500);
  const first = { visitorId: stored[0]?.visitor, chat, origin: "" };
  socket.write(frameOf({ op: "receive", seat: 1, call: 200, visitor: first, ...incoming }));
  await Bun.sleep(500);
  socket.resume();
  await until(() => /"call":200,"ok":"taken"/.test(received()) && /1 \{"event":"botTyping","data":false/.test(received()));
  const answered = [...received().matchAll(/\{"call":(1\d\d),"ok":\{"messages"/g)].map(([, call]) => Number(call));
  expect(answered.toSorted((a, b) => a - b)).toEqual(stored.map((_, i) => 100 + i));
  const chunks = [...received().matchAll(/1 \{"event":"botMessageChunk"[^\n]*?"chunkIndex":(\d+)/g)].map(([, index]) => Number(index));
  expect(chunks).toEqual(chunks.map((_, i) => i));
  expect(chunks.length).toBeGreaterThan(0);
  socket.destroy();
});
