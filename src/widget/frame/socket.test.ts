import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { backoffDelay, type Link, openLink, readFrame } from "./socket.ts";

describe("the socket", () => {
  test("waits longer after each failure, up to 30 s, with jitter over half of the delay", () => {
    expect(backoffDelay(0, 0)).toBe(250);
    expect(backoffDelay(0, 1)).toBe(500);
    expect(backoffDelay(3, 1)).toBe(4_000);
    expect(backoffDelay(50, 1)).toBe(30_000);
    expect(backoffDelay(50, 0)).toBe(15_000);
  });

  test("accepts only frames that are events", () => {
    expect(readFrame('{"event":"ack","data":{"id":"x"}}')).toEqual({ event: "ack", data: { id: "x" } });
    for (const bad of ["", "null", "1", "[]", "{}", '{"event":1,"data":{}}', '{"event":"ack"}', "{", new Uint8Array([1])]) {
      expect(readFrame(bad)).toBeNull();
    }
  });
});

/** A fake of the browser's WebSocket, with the members that the link uses. */
class FakeSocket {
  static made: FakeSocket[] = [];
  readyState = 1;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
}

describe("a link whose network goes silent", () => {
  const real = { WebSocket: globalThis.WebSocket, document: globalThis.document };
  let link: Link;
  let lost: number;
  let isOwed: boolean;

  beforeEach(() => {
    jest.useFakeTimers();
    FakeSocket.made = [];
    lost = 0;
    isOwed = false;
    const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
    Object.assign(globalThis, { WebSocket: Object.assign(FakeSocket, { OPEN: 1 }), document: page });
    link = openLink("ws://x", {
      onOpen: () => undefined,
      onEvent: () => undefined,
      onLost: () => void lost++,
      onRefused: () => undefined,
      isOwed: () => isOwed,
    });
  });
  afterEach(() => {
    link.stop();
    jest.useRealTimers();
    Object.assign(globalThis, real);
  });

  test("is replaced when a message is not acknowledged within 15 s", () => {
    link.send({ event: "chatMessage", data: { id: "one", text: "Hello?" } });
    jest.advanceTimersByTime(9_000);
    expect([lost, FakeSocket.made.length]).toEqual([0, 1]);
    jest.advanceTimersByTime(6_000);
    expect([lost, FakeSocket.made.length]).toEqual([1, 2]);
  });

  test("is kept while the server sends frames, and while no answer is due", () => {
    jest.advanceTimersByTime(50_000);
    link.send({ event: "chatMessage", data: { id: "one", text: "Hello?" } });
    FakeSocket.made[0]?.onmessage?.({ data: '{"event":"ack","data":{"id":"one"}}' });
    jest.advanceTimersByTime(50_000);
    link.send({ event: "resume", data: { id: "one", chunkIndex: -1 } });
    jest.advanceTimersByTime(300_000);
    expect([lost, FakeSocket.made.length]).toEqual([0, 1]);
  });

  test("is replaced after a silent minute in which a reply was due", () => {
    isOwed = true;
    jest.advanceTimersByTime(55_000);
    expect(lost).toBe(0);
    jest.advanceTimersByTime(15_000);
    expect(lost).toBe(1);
  });

  test("is lost at once when the browser goes offline, and is opened again", () => {
    dispatchEvent(new Event("offline"));
    expect([lost, FakeSocket.made.length]).toEqual([1, 1]);
    jest.advanceTimersByTime(600);
    expect(FakeSocket.made.length).toBe(2);
  });

  test("stays quiet after it was stopped", () => {
    link.stop();
    dispatchEvent(new Event("offline"));
    dispatchEvent(new Event("online"));
    jest.advanceTimersByTime(300_000);
    expect([lost, FakeSocket.made.length]).toEqual([0, 1]);
  });
});
