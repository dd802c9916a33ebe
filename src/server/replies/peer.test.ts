import { expect, test } from "bun:test";
import type { ServerEvent } from "../../contract/chat.ts";
import { Peer } from "./peer.ts";

/** A network that accepts `room` frames and then reports that it is full. */
function network(room: number) {
  const taken: string[] = [];
  const closed: number[] = [];
  let left = room;
  const peer = new Peer({
    send(frame) {
      taken.push(frame);
      left--;
      return left > 0;
    },
    close: (code) => void closed.push(code),
  });
  const drain = (more: number) => {
    left = more;
    peer.drained();
  };
  return { peer, drain, closed, texts: () => taken.map((frame) => JSON.parse(frame).data.chunk) };
}

const chunk = (text: string): ServerEvent => ({
  event: "botMessageChunk",
  id: "m",
  data: { id: "m", chunk: text, isLast: false, chunkIndex: 0 },
});

test("a socket whose buffer is full gets no more frames until it has drained, and then gets all of them in order", () => {
  const { peer, drain, texts } = network(2);
  for (const text of ["a", "b", "c", "d", "e"]) peer.send(chunk(text));
  expect(texts()).toEqual(["a", "b"]);
  drain(1);
  expect(texts()).toEqual(["a", "b", "c"]);
  peer.send(chunk("f"));
  expect(texts()).toEqual(["a", "b", "c"]);
  drain(9);
  peer.send(chunk("g"));
  expect(texts()).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
});

test("a peer that never reads is closed before it uses more than a megabyte, and then receives nothing more", () => {
  const { peer, drain, closed, texts } = network(1);
  for (let i = 0; i < 40; i++) peer.send(chunk("x".repeat(64 * 1024)));
  expect(closed).toEqual([1013]);
  drain(9);
  peer.send(chunk("late"));
  expect(texts()).toHaveLength(1);
});
