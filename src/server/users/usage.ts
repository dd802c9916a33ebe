import type { UsageDay } from "../../contract/user.ts";
import { listUsageDays } from "../plans/usage-store.ts";
import { type Clock, dayOf, lastDays } from "../platform/clock.ts";
import type { Reader } from "../platform/storage/db.ts";

interface Deps {
  db: Reader;
  clock: Clock;
  config: { tz: string };
}

interface Usage {
  days: UsageDay[];
  /** Each agent's messages in the current month. */
  inMonth: Map<string, number>;
}

/** A row for each of the last `count` days, and each agent's messages in the current month. */
export async function readUsage({ db, clock, config }: Deps, accountId: string, count: number): Promise<Usage> {
  const today = dayOf(clock.now(), config.tz);
  const days = lastDays(today, count).map((day): UsageDay => ({ day, total: 0, agents: {} }));
  const byDay = new Map(days.map((row) => [row.day, row]));
  const inMonth = new Map<string, number>();
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const [since = today] = [days[0]?.day ?? today, firstOfMonth].sort();
  for (const { day, agentId, messages } of await listUsageDays(db, accountId, since)) {
    if (day >= firstOfMonth) inMonth.set(agentId, (inMonth.get(agentId) ?? 0) + messages);
    const row = byDay.get(day);
    if (!row) continue;
    row.agents[agentId] = messages;
    row.total += messages;
  }
  return { days, inMonth };
}
