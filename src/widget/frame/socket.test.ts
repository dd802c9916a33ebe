import { describe, expect, test } from "bun:test";
import { backoffDelay, readFrame } from "./socket.ts";

describe("the socket", () => {
  test("waits longer after each failure, spread over half of it, at most 30 s", () => {
    expect(backoffDelay(0, 0)).toBe(250);
    expect(backoffDelay(0, 1)).toBe(500);
    expect(backoffDelay(3, 1)).toBe(4_000);
    expect(backoffDelay(50, 1)).toBe(30_000);
    expect(backoffDelay(50, 0)).toBe(15_000);
  });

  test("takes only frames that are events", () => {
    expect(readFrame('{"event":"ack","data":{"id":"x"}}')).toEqual({ event: "ack", data: { id: "x" } });
    for (const bad of ["", "null", "1", "[]", "{}", '{"event":1,"data":{}}', '{"event":"ack"}', "{", new Uint8Array([1])]) {
      expect(readFrame(bad)).toBeNull();
    }
  });
});
