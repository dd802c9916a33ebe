/** The conversations that were in use within a time, for a report about a breach of data. store.ts owns the tables. */
import type { Rest } from "../platform/steps.ts";
import { type Reader, type Sql, sql } from "../platform/storage/db.ts";

interface Time {
  from: number;
  before: number;
}

/** A conversation is touched if it began before the end and had a message after the beginning. Previews have no visitors. */
const touched = ({ from, before }: Time): Sql => sql`c.account_id is not null and c.created_at < ${before} and c.updated_at >= ${from}`;

/** Rows that one statement looks at. Few of them may be within the time, so that their number cannot be the bound. */
const SLICE = 1_000;

/** Ids of a table: behind `after`, up to and with `last`; null: all that follow. */
export interface IdRange {
  after: string;
  last: string | null;
}

/** All ids of a table in slices, in their order. Rests after a slice when that is due: there may be a million conversations. */
async function* idRanges(db: Reader, table: "conversations" | "visitors", rest: Rest): AsyncGenerator<IdRange> {
  const from = table === "visitors" ? sql`visitors` : sql`conversations`;
  for (let after = ""; ; ) {
    const row = await db.get<{ id: string }>(sql`select id from ${from} where id > ${after} order by id limit 1 offset ${SLICE - 1}`);
    yield { after, last: row?.id ?? null };
    if (!row) return;
    after = row.id;
    if (rest.isDue()) await rest.take();
  }
}

const within = ({ after, last }: IdRange): Sql => (last === null ? sql`c.id > ${after}` : sql`c.id > ${after} and c.id <= ${last}`);

export async function countTouchedVisitors(db: Reader, time: Time, rest: Rest): Promise<number> {
  let visitors = 0;
  for await (const { after, last } of idRanges(db, "visitors", rest)) {
    const end = last === null ? sql`` : sql` and v.id <= ${last}`;
    const row = await db.get<{ n: number }>(sql`
      select count(*) as n from visitors v where v.id > ${after}${end}
        and exists (select 1 from conversations c where c.visitor_id = v.id and ${touched(time)})`);
    visitors += row?.n ?? 0;
  }
  return visitors;
}

export interface TouchedAgent {
  agentId: string;
  accountId: string;
}

/** How many such conversations there are, and each agent that had some: at most one row for each agent of the installation. */
export async function readTouched(db: Reader, time: Time, rest: Rest): Promise<{ conversations: number; agents: TouchedAgent[] }> {
  const agents = new Map<string, TouchedAgent>();
  let conversations = 0;
  for await (const range of idRanges(db, "conversations", rest)) {
    const rows = await db.all<{ agentId: string | null; accountId: string; n: number }>(sql`
      select c.agent_id as "agentId", c.account_id as "accountId", count(*) as n from conversations c
      where ${touched(time)} and ${within(range)} group by c.agent_id, c.account_id`);
    for (const { agentId, accountId, n } of rows) {
      conversations += n;
      if (agentId !== null) agents.set(`${agentId} ${accountId}`, { agentId, accountId });
    }
  }
  return { conversations, agents: [...agents.values()].sort((one, other) => (one.agentId < other.agentId ? -1 : 1)) };
}

export interface TouchedConversation {
  id: string;
  agentId: string;
  accountId: string;
  visitorId: string;
  externalId: string | null;
  name: string | null;
  email: string | null;
  messages: number;
  createdAt: number;
  updatedAt: number;
}

/** All of them in the order of their ids, in slices, none of which is empty. */
export async function* readTouchedConversations(db: Reader, time: Time, rest: Rest): AsyncGenerator<TouchedConversation[]> {
  for await (const range of idRanges(db, "conversations", rest)) {
    const rows = await db.all<TouchedConversation>(sql`
      select c.id, c.agent_id as "agentId", c.account_id as "accountId", c.visitor_id as "visitorId", v.external_id as "externalId", v.name,
        v.email, c.message_count as messages, c.created_at as "createdAt", c.updated_at as "updatedAt"
      from conversations c join visitors v on v.id = c.visitor_id
      where ${touched(time)} and ${within(range)} order by c.id`);
    if (rows.length > 0) yield rows;
  }
}
