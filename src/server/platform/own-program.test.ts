import { expect, test } from "bun:test";
import { getPriority } from "node:os";
import { limited } from "./own-program.ts";

const LOWEST = 19;

test("a limited command has a low priority from its start, so that all of its threads have it", () => {
  const command = limited(["nice"], { memoryBytes: 1_000_000_000, seconds: 10 });
  const niceness = Number(Bun.spawnSync(command).stdout.toString());
  expect(niceness).toBe(Math.min(getPriority() + 10, LOWEST));
});

test("a limited command that has used its processor time is ended, with a signal that says so", () => {
  const command = limited(["/bin/sh", "-c", "while :; do :; done"], { memoryBytes: 1_000_000_000, seconds: 1 });
  expect(Bun.spawnSync(command).signalCode).toBe("SIGXCPU");
}, 600_000);
