/** Who may have been touched by a breach of data within a time: figures, and a table with every account, agent and conversation. */
import type { Breach } from "../../contract/breach.ts";
import { listMembersBy, listTouchedMembers, listTouchedPeople, type MemberPlace, type TouchedMember } from "../accounts/touched-store.ts";
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
  const accounts = new Set<string>();
  for await (const slice of readMembers(db, time, agents, rest)) for (const { accountId } of slice) accounts.add(accountId);
  return { accounts: accounts.size, agents: agents.length, conversations, visitors };
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
  for await (const slice of readMembers(db, time, talks, rest)) yield slice.map(memberRow);
  const people = (after: MemberPlace) => listTouchedPeople(db, time, after.userId, CSV_SLICE);
  for await (const slice of inSlices(people, rest)) yield slice.map(memberRow);
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

/** The row of an account has its owner; every other member has a row of the same account. Whoever has left has a row without one. */
const memberRow = ({ accountId, userId, isOwner, username, name, email, createdAt }: TouchedMember): Row =>
  rowOf({
    kind: isOwner ? "account" : "member",
    id: isOwner ? accountId : userId,
    name: isOwner ? name || username : username,
    email,
    accountId: accountId || null,
    first: iso(createdAt),
  });

/** The members of accounts that were in use themselves, and then those of which only the agents were. */
async function* readMembers(
  db: Reader,
  time: BreachTime,
  agents: readonly { accountId: string }[],
  rest: Rest,
): AsyncGenerator<TouchedMember[]> {
  const left = new Set(agents.map(({ accountId }) => accountId));
  for await (const slice of inSlices((after) => listTouchedMembers(db, time, after, CSV_SLICE), rest)) {
    for (const { accountId } of slice) left.delete(accountId);
    yield slice;
  }
  const others = [...left];
  for (let at = 0; at < others.length; at += CSV_SLICE) {
    const ids = others.slice(at, at + CSV_SLICE);
    yield* inSlices((after) => listMembersBy(db, ids, after, CSV_SLICE), rest);
  }
}

async function* inSlices(list: (after: MemberPlace) => Promise<TouchedMember[]>, rest: Rest): AsyncGenerator<TouchedMember[]> {
  for (let after: MemberPlace = { accountId: "", userId: "" }; ; ) {
    const slice = await list(after);
    if (slice.length > 0) yield slice;
    const last = slice.at(-1);
    if (!last || slice.length < CSV_SLICE) return;
    after = last;
    if (rest.isDue()) await rest.take();
  }
}
