import { expect, test } from "bun:test";
import { createFakeClock } from "../../../test/app.ts";
import { createLog } from "../platform/log.ts";
import { DatabaseAddress } from "../platform/storage/postgres/address.ts";
import { ConnectionLost } from "../platform/storage/postgres/errors.ts";
import { awaitPostgres } from "./await-postgres.ts";

test("a server waits for up to a minute for a PostgreSQL that is away, and says so once", async () => {
  const lines: string[] = [];
  const base = createFakeClock();
  const clock = { ...base, sleep: async (ms: number) => base.pass(ms) };
  const address = DatabaseAddress.parse("postgres://sapa:secret@127.0.0.1:9/sapa");
  if (typeof address === "string") throw new Error(address);
  const waiting = awaitPostgres(address, { clock, log: createLog("info", (line) => lines.push(line)) });
  await expect(waiting).rejects.toThrow(ConnectionLost);
  expect(clock.elapsed()).toBeGreaterThanOrEqual(59_000);
  expect(clock.elapsed()).toBeLessThanOrEqual(61_000);
  const said = { level: "warn", message: expect.stringContaining("waiting for PostgreSQL"), address: "postgres://sapa@127.0.0.1:9/sapa" };
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining(said)]);
});
