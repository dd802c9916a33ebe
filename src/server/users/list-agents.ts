/** A page of an account's agents, searched and sorted. */
import { type AgentPage, type AgentSort, type AgentSummary, UNANSWERED_COUNTED } from "../../contract/agent.ts";
import { pagesOf } from "../../contract/page.ts";
import { presentAgentSummary } from "../agents/present.ts";
import { type ListedAgent, listAgents } from "../agents/store.ts";
import { countUnansweredOf } from "../conversations/archive-store.ts";
import { usedByAgent } from "../plans/usage-store.ts";
import type { Reader } from "../platform/storage/db.ts";

/** More agents than any plan that is sold has; the rows of these are small. */
const MAX_SORTED = 5_000;
/** Agents whose conversations are counted by one statement. */
const COUNTED_AT_ONCE = 500;

interface View {
  page: number;
  limit: number;
  q: string;
  sort: AgentSort;
}

/** @param month YYYY-MM */
export async function findAgentPage(db: Reader, accountId: string, month: string, { page, limit, q, sort }: View): Promise<AgentPage> {
  const all = await listAgents(db, accountId, MAX_SORTED);
  const words = q.toLowerCase().split(/\s+/);
  const found = q === "" ? all : all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const used = await usedByAgent(db, accountId, month);
  // Only the agents of the page are counted, unless their order depends on the count.
  const counted = sort === "unanswered" ? found : [];
  const unanswered = await countUnanswered(db, counted);
  const shown = sorted(found, sort, { used, unanswered }).slice((page - 1) * limit, page * limit);
  const shownUnanswered = sort === "unanswered" ? unanswered : await countUnanswered(db, shown);
  const chats = shown.map((agent): AgentSummary => {
    return { ...presentAgentSummary(agent, used.get(agent.id) ?? 0), unanswered: shownUnanswered.get(agent.id) ?? 0 };
  });
  return { chats, total: found.length, totalPages: pagesOf(found.length, limit) };
}

/** How many agents the dashboard's own call describes in full. */
const SHORT_LIST = 8;

/** The agents as the dashboard's own call has them. @param used the month's messages of each agent */
export async function presentAgents(db: Reader, agents: readonly ListedAgent[], used: Counts): Promise<AgentSummary[]> {
  const unanswered = agents.length > SHORT_LIST ? null : await countUnanswered(db, agents);
  return agents.map((agent) => {
    const summary = presentAgentSummary(agent, used.get(agent.id) ?? 0);
    return unanswered ? { ...summary, unanswered: unanswered.get(agent.id) ?? 0 } : summary;
  });
}

type Counts = Map<string, number>;

async function countUnanswered(db: Reader, agents: readonly ListedAgent[]): Promise<Counts> {
  const counts: Counts = new Map();
  for (let at = 0; at < agents.length; at += COUNTED_AT_ONCE) {
    const ids = agents.slice(at, at + COUNTED_AT_ONCE).map(({ id }) => id);
    for (const [id, count] of await countUnansweredOf(db, ids, UNANSWERED_COUNTED)) counts.set(id, count);
  }
  return counts;
}

const NAMES = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Agents that are equal in the order keep the one in which they were made. */
function sorted(agents: readonly ListedAgent[], sort: AgentSort, { used, unanswered }: { used: Counts; unanswered: Counts }) {
  const most = (counts: Counts) => agents.toSorted((one, other) => (counts.get(other.id) ?? 0) - (counts.get(one.id) ?? 0));
  switch (sort) {
    case "created":
      return agents;
    case "name":
      return agents.toSorted((one, other) => NAMES.compare(one.name, other.name));
    case "messages":
      return most(used);
    case "unanswered":
      return most(unanswered);
  }
}
