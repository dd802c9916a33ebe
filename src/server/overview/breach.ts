/** Who may have been touched by a breach of data within a time: figures, and a table with every account, agent and conversation. */
import type { Breach } from "../../contract/breach.ts";
import { listAccountsBy, listTouchedAccounts, type TouchedAccount } from "../accounts/touched-store.ts";
import { listAgentNames } from "../agents/store.ts";
import { countTouchedVisitors, readTouched, readTouchedConversations } from "../conversations/touched-store.ts";
import { CSV_SLICE } from "../platform/csv.ts";
import { createRest, type Rest } from "../platform/steps.ts";
import type { Reader } from "../platform/storage/db.ts";

export interface BreachTime {
  from: number;
  before: number;
}

/** `rest` lets other work run between slices: all conversations of the installation are looked at. */
export async function readBreach(db: Reader, time: BreachTime, rest: Rest = createRest()): Promise<Breach> {
  const { conversations, agents } = await readTouched(db, time, rest);
  const visitors = await countTouchedVisitors(db, time, rest);
  let accounts = 0;
  for await (const slice of readAccounts(db, time, new Set(agents.map(({ accountId }) => accountId)))) accounts += slice.length;
  return { accounts, agents: agents.length, conversations, visitors };
}

export const BREACH_COLUMNS = [
  "kind",
  "id",
  "name",
  "email",
  "accountId",
  "agentId",
  "visitorId",
  "idAtBusiness",
  "messages",
  "first",
  "last",
];

type Row = (string | number | null)[];
const iso = (at: number) => new Date(at).toISOString();

/** The rows of the table, slice by slice. */
export async function* readBreachRows(db: Reader, time: BreachTime, rest: Rest = createRest()): AsyncGenerator<Row[]> {
  const { agents: talks } = await readTouched(db, time, rest);
  for await (const slice of readAccounts(db, time, new Set(talks.map(({ accountId }) => accountId)))) {
    yield slice.map(({ id, username, name, email, createdAt }) =>
      rowOf({ kind: "account", id, name: name || username, email, accountId: id, first: iso(createdAt) }),
    );
  }
  for (let at = 0; at < talks.length; at += CSV_SLICE) {
    const slice = talks.slice(at, at + CSV_SLICE);
    const names = await listAgentNames(
      db,
      slice.map(({ agentId }) => agentId),
    );
    yield slice.map(({ agentId, accountId }) => rowOf({ kind: "agent", id: agentId, name: names.get(agentId) ?? "", accountId, agentId }));
  }
  for await (const slice of readTouchedConversations(db, time, rest)) {
    yield slice.map(({ id, name, email, accountId, agentId, visitorId, externalId, messages, createdAt, updatedAt }) =>
      rowOf({
        kind: "conversation",
        id,
        name,
        email,
        accountId,
        agentId,
        visitorId,
        idAtBusiness: externalId,
        messages,
        first: iso(createdAt),
        last: iso(updatedAt),
      }),
    );
  }
}

type Cells = Partial<Record<(typeof BREACH_COLUMNS)[number], string | number | null>>;
const rowOf = (cells: Cells): Row => BREACH_COLUMNS.map((column) => cells[column] ?? null);

/** The accounts that were in use themselves, and then those of which only the agents were. */
async function* readAccounts(db: Reader, time: BreachTime, withTalks: Set<string>): AsyncGenerator<TouchedAccount[]> {
  for (let after = ""; ; ) {
    const slice = await listTouchedAccounts(db, time, after, CSV_SLICE);
    for (const { id } of slice) withTalks.delete(id);
    if (slice.length > 0) yield slice;
    const last = slice.at(-1);
    if (!last || slice.length < CSV_SLICE) break;
    after = last.id;
  }
  const rest = [...withTalks];
  for (let at = 0; at < rest.length; at += CSV_SLICE) yield await listAccountsBy(db, rest.slice(at, at + CSV_SLICE));
}
