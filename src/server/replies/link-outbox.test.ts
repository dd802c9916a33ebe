import { expect, test } from "bun:test";
import { LinkOutbox } from "./link-outbox.ts";

/** A socket like Bun's: it takes `room` bytes, reports a full network with the frame that exceeds them, and drops the rest. */
function network(room: number, limits?: { seatBytes: number; totalBytes: number }) {
  const taken: string[] = [];
  let left = room;
  const outbox = new LinkOutbox((text) => {
    if (left <= 0) return 0;
    left -= text.length;
    taken.push(text);
    return left > 0 ? text.length : -1;
  }, limits);
  const drain = (more: number) => {
    left = more;
    outbox.drained();
  };
  return { outbox, drain, taken };
}

test("frames that the socket has no room for wait, and are sent in order when it has drained", () => {
  const { outbox, drain, taken } = network(4);
  for (const text of ["a", "b", "c"]) expect(outbox.event(1, text)).toBe(true);
  outbox.say({ call: 7 });
  expect(outbox.event(2, "d")).toBe(true);
  expect(taken).toEqual(["1 a", "1 b"]);
  drain(1);
  drain(0);
  expect(taken).toEqual(["1 a", "1 b", "1 c"]);
  drain(100);
  outbox.event(1, "e");
  expect(taken).toEqual(["1 a", "1 b", "1 c", '{"call":7}', "2 d", "1 e"]);
});

test("a seat for which too much waits is refused, and the other seats and the answers are not", () => {
  const { outbox, drain, taken } = network(1, { seatBytes: 8, totalBytes: 40 });
  outbox.say("full");
  expect([outbox.event(1, "aa"), outbox.event(1, "bb"), outbox.event(1, "cc"), outbox.event(2, "dd")]).toEqual([true, true, false, true]);
  outbox.forget(1);
  outbox.say({ seat: 1 });
  expect(outbox.event(1, "é".repeat(4))).toBe(false);
  drain(1_000);
  expect(taken).toEqual(['"full"', "2 dd", '{"seat":1}']);
});

test("beyond the bytes of the connection no long answer is kept, but every short one is", () => {
  const { outbox, drain, taken } = network(1, { seatBytes: 100, totalBytes: 10 });
  expect(outbox.offer("full")).toBe(true);
  expect([outbox.offer("twelve bytes"), outbox.offer("no"), outbox.event(1, "no")]).toEqual([true, false, false]);
  outbox.say("busy");
  drain(1_000);
  expect(taken).toEqual(['"full"', '"twelve bytes"', '"busy"']);
  expect(outbox.offer("again")).toBe(true);
});
