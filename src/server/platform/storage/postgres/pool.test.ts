import { expect, test } from "bun:test";
import type { Connection } from "./connection.ts";
import { ConnectionLost } from "./errors.ts";
import { Pool } from "./pool.ts";

const connection = { openedAt: performance.now(), isLost: () => false, close: () => undefined } as unknown as Connection;

test("callers that were refused at once wait again when PostgreSQL has accepted a connection of another pool", async () => {
  let isAway = true;
  const open = async () => {
    if (isAway) throw new ConnectionLost("away");
    return connection;
  };
  const pool = new Pool({ open, onRefused: () => undefined });
  // The first caller waits for two seconds, and the next one is refused at once.
  await expect(pool.acquire()).rejects.toThrow("away");
  await expect(pool.acquire()).rejects.toThrow("away");
  isAway = false;
  pool.noteAccepted();
  expect(await pool.acquire()).toBe(connection);
  pool.close();
});
