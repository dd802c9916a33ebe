/** What is in a data folder after an accident, and visitors who keep writing until it happens. */
import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { join } from "node:path";
import type { SocketClient } from "../socket-client.ts";
import type { Sapa } from "./sapa.ts";

/** Opens the database beside the running server, as the command line does: for a moment, and waiting for the server's writes. */
export function changeDatabase({ data }: Sapa, change: (database: Database) => void): void {
  const database = new Database(join(data, "sapa.db"));
  database.run("pragma busy_timeout = 10000");
  change(database);
  database.close();
}

/** Looks into the database file itself. */
export function look<T>(data: string, read: (database: Database) => T): T {
  const database = new Database(join(data, "sapa.db"), { readonly: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

const countIn = (data: string, from: string) =>
  look(data, (database) => database.query<{ n: number | null }, []>(`select ${from}`).get()?.n ?? 0);

/** The ids that visitors gave to the messages that are stored. */
export function visitorMessages(data: string): string[] {
  const rows = look(data, (database) =>
    database.query<{ client_id: string }, []>("select client_id from messages where author = 'visitor'").all(),
  );
  return rows.map((row) => row.client_id);
}

export const reservations = (data: string) => countIn(data, "count(*) as n from turns where state = 'open' or charge = 'reserved'");

/** Everything acknowledged is stored once, the file is whole, and what was counted is what was charged. */
export function expectNothingLost(data: string, acknowledged: ReadonlySet<string>): void {
  const stored = visitorMessages(data);
  const present = new Set(stored);
  expect(present.size).toBe(stored.length);
  expect([...acknowledged].filter((id) => !present.has(id))).toEqual([]);
  expect(look(data, (database) => database.query("pragma integrity_check").get())).toEqual({ integrity_check: "ok" });
  expect(look(data, (database) => database.query("pragma foreign_key_check").all())).toEqual([]);
  const spent = countIn(data, "count(*) as n from turns where charge = 'spent'");
  expect(countIn(data, "sum(used) as n from usage_months") - reservations(data)).toBe(spent);
}

/** Sends messages from many visitors until `isOver`; remembers what was acknowledged. A refused message is not sent again. */
export function flood(
  visitors: readonly SocketClient[],
  acknowledged: Set<string>,
  { isOver, name = "message", onRefusal = () => {} }: { isOver: () => boolean; name?: string; onRefusal?: (code: string) => void },
): Promise<unknown> {
  const talk = async (visitor: SocketClient, v: number) => {
    for (let i = 0; !isOver(); i++) {
      const id = `${name}-${v}-${i}`;
      visitor.events.length = 0;
      const answer = await visitor.ask(`Question ${i} of visitor ${v}?`, id).catch(() => null);
      // Also when the turn never ended: the acknowledgement is what counts.
      if (visitor.events.some(({ event, data }) => event === "ack" && (data as { id: string }).id === id)) acknowledged.add(id);
      if (answer === null) return;
      if (answer.error !== null) onRefusal(answer.error);
    }
  };
  return Promise.allSettled(visitors.map(talk));
}

/** Why a server is not ready; empty when it is. */
export async function reasonsOf(sapa: Sapa): Promise<string[]> {
  return (await sapa.call<{ reasons?: string[] }>("GET", "/readyz")).body.reasons ?? [];
}
