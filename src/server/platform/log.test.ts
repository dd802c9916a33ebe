import { expect, test } from "bun:test";
import { createLog } from "./log.ts";

function bounded() {
  const lines: Record<string, unknown>[] = [];
  let elapsed = 0;
  const log = createLog(
    "debug",
    (line) => void lines.push(JSON.parse(line)),
    () => elapsed,
  );
  const pass = (ms: number) => {
    elapsed += ms;
  };
  return { lines, log, pass };
}

test("repeated messages cannot fill the log: of 10,000 equal ones in a minute, 100 are written", () => {
  const { lines, log, pass } = bounded();
  for (let i = 0; i < 10_000; i++) log.warn("a payment was not accepted", { i });
  expect(lines).toHaveLength(100);
  expect(lines.at(-1)).toMatchObject({ i: 99, note: expect.stringContaining("omitted") });
  log.warn("another message");
  expect(lines.at(-1)).toMatchObject({ message: "another message" });
  pass(60_000);
  log.warn("a payment was not accepted");
  log.warn("a payment was not accepted");
  expect(lines.slice(-2).map((line) => line.leftOutBefore)).toEqual([9_900, undefined]);
});

test("a line contains at most 4,000 characters of each text, and fields that cannot be JSON are omitted, but not the line", () => {
  const { lines, log } = bounded();
  const ring: Record<string, unknown> = {};
  ring.self = ring;
  log.info("long", { path: "x".repeat(100_000) });
  log.info("ring", ring);
  log.info("big", { n: 5n });
  expect(String(lines[0]?.path)).toHaveLength(4_001);
  expect(lines.slice(1)).toMatchObject([{ message: "ring" }, { message: "big", n: "5" }]);
});
