/** A server is restarted by the operator's own commands, or by systemd if it is the main process of a unit. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandRefused } from "./command.ts";
import { findService } from "./service.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa service (é)-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("an operator's commands stop and start, in this order", async () => {
  const log = join(folder, "log");
  const service = await findService(process.pid, { stop: `echo stop >>'${log}'`, start: `echo start >>'${log}'` });
  await service?.restart();
  expect(readFileSync(log, "utf8")).toBe("stop\nstart\n");
  await service?.stop();
  await service?.start();
  expect(readFileSync(log, "utf8")).toBe("stop\nstart\nstop\nstart\n");
});

test("a command that fails is refused with its last words, and the next one is not run", async () => {
  const log = join(folder, "log");
  const service = await findService(null, {
    stop: "echo first >&2; echo there is no such service >&2; exit 3",
    start: `echo start >>'${log}'`,
  });
  const error = await service?.restart().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommandRefused);
  expect(String(error)).toContain("there is no such service");
  expect(() => readFileSync(log)).toThrow("ENOENT");
});

test("a server that is not the main process of a unit has no service", async () => {
  expect(await findService(process.pid, null)).toBeNull();
  expect(await findService(null, null)).toBeNull();
});
