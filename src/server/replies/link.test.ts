import { afterEach, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { createServer, type Server } from "node:net";
import { until } from "../../../test/until.ts";
import { Link } from "./link.ts";
import { Peer } from "./peer.ts";

let stop: () => void = () => undefined;
afterEach(() => stop());

const SNAPSHOT = { messages: [], live: null, pending: [] };

/** An owner that never answers for the visitor "slow", and answers for "later" in the way of another version. @returns its port */
function serveOwner(): number {
  const server = Bun.serve<undefined>({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request, self) => (self.upgrade(request, { data: undefined }) ? undefined : new Response("no")),
    websocket: {
      message(socket, message) {
        const { call, visitorId } = JSON.parse(String(message));
        if (visitorId === "later") {
          socket.send(JSON.stringify({ seat: 1, whatever: true }));
          socket.send(JSON.stringify({ call, fail: "a reason of a later version" }));
        } else if (call && visitorId !== "slow") socket.send(JSON.stringify({ call, ok: SNAPSHOT }));
      },
    },
  });
  stop = () => void server.stop(true);
  return server.port ?? 0;
}

/** A frozen owner: it has accepted the connection, and then neither reads nor writes. @returns its port */
async function serveFrozenOwner(): Promise<number> {
  const server: Server = createServer((socket) => {
    stop = () => {
      socket.destroy();
      server.close();
    };
    socket.once("data", (request) => {
      const key = /sec-websocket-key: (\S+)/i.exec(String(request))?.[1];
      const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      socket.pause();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

async function openLink(port: number, onEnd: () => void): Promise<Link> {
  const address = { url: `ws://127.0.0.1:${port}`, token: "token", withinMs: 2_000 };
  return await Link.open(address, onEnd, { answerMs: 1_000, pongMs: 1_000 });
}

test("a call without an answer fails alone, and the link goes on for the other visitors", async () => {
  let ends = 0;
  const closed: number[] = [];
  const link = await openLink(serveOwner(), () => ends++);
  const peer = new Peer({ send: () => true, close: (code) => void closed.push(code) });
  expect(await link.join("quick", "chat", peer, () => undefined)).toBe(true);
  await expect(link.endConversation("slow")).rejects.toThrow("cannot be reached");
  // Longer than the node has for the pong.
  await Bun.sleep(1_500);
  expect([ends, closed]).toEqual([0, []]);
  await link.endConversation("quick");
  link.end();
});

test("an answer of another version that cannot be read fails its call alone, and other unknown frames are ignored", async () => {
  let ends = 0;
  const link = await openLink(serveOwner(), () => ends++);
  await expect(link.endConversation("later")).rejects.toThrow("its log says why");
  await link.endConversation("quick");
  expect(ends).toBe(0);
  link.end();
});

test("a link whose node answers neither a call nor a ping ends", async () => {
  let ends = 0;
  const link = await openLink(await serveFrozenOwner(), () => ends++);
  await expect(link.endConversation("slow")).rejects.toThrow("cannot be reached");
  expect(ends).toBe(0);
  await until(() => ends === 1);
});
