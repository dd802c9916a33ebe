/** What happened lately: money by month, the latest payments and owners, and agents that fail. Every read is bounded. */
import { type Activity, OVERVIEW_MONTHS, OVERVIEW_ROWS } from "../../contract/overview.ts";
import { listNewestOwners } from "../accounts/list-store.ts";
import { listAccountNames } from "../accounts/store.ts";
import { listAgentNames } from "../agents/store.ts";
import { listAgentsOf } from "../conversations/archive-store.ts";
import { listBoxMonths } from "../models/cost/store.ts";
import { addCosts, listTestMonths } from "../models/cost/tests-store.ts";
import { listNewest, sumEarned } from "../payments/list-store.ts";
import { DAY_MS, monthOf } from "../platform/clock.ts";
import type { Db } from "../platform/storage/db.ts";
import { listWithoutReply } from "../replies/store.ts";
import { lastMonths, stretchOfMonth } from "./months.ts";

/** How many messages without a reply are looked at. */
const MAX_WITHOUT_REPLY = 500;

export async function readActivity(db: Db, timeZone: string): Promise<Activity> {
  return {
    months: await readMonths(db, timeZone),
    payments: await readPayments(db),
    owners: (await listNewestOwners(db, OVERVIEW_ROWS)).map(({ id, username, createdAt }) => ({
      id,
      username,
      createdAt: new Date(createdAt).toISOString(),
    })),
    failing: await readFailing(db),
  };
}

async function readMonths(db: Db, timeZone: string): Promise<Activity["months"]> {
  const months = lastMonths(monthOf(db.now, timeZone), OVERVIEW_MONTHS);
  const costs = await listBoxMonths(db, months);
  const tests = await listTestMonths(db, months);
  const rows: Activity["months"] = [];
  for (const month of months) {
    const spent = addCosts(costs.get(month), tests.get(month));
    rows.push({ month, revenueSen: await sumEarned(db, stretchOfMonth(month, timeZone)), ...spent });
  }
  return rows;
}

async function readPayments(db: Db): Promise<Activity["payments"]> {
  const payments = await listNewest(db, OVERVIEW_ROWS);
  const names = await listAccountNames(
    db,
    payments.flatMap(({ accountId }) => accountId ?? []),
  );
  return payments.map((payment) => ({
    id: payment.id,
    userId: payment.accountId,
    username: names.get(payment.accountId ?? "") ?? "",
    planName: payment.snapshot.planName,
    amount: payment.amountSen,
    status: payment.status,
    sandbox: payment.sandbox,
    timestamp: new Date(payment.createdAt).toISOString(),
  }));
}

async function readFailing(db: Db): Promise<Activity["failing"]> {
  const missed = await listWithoutReply(db, db.now - DAY_MS, MAX_WITHOUT_REPLY);
  const agents = await listAgentsOf(db, [...new Set(missed.map(({ conversationId }) => conversationId))]);
  const byAgent = new Map<string, { accountId: string; failed: number; limited: number; lastAt: number }>();
  for (const { conversationId, state, endedAt } of missed) {
    const agent = agents.get(conversationId);
    if (!agent) continue;
    const row = byAgent.get(agent.agentId) ?? { accountId: agent.accountId, failed: 0, limited: 0, lastAt: endedAt };
    row[state === "limited" ? "limited" : "failed"]++;
    byAgent.set(agent.agentId, row);
  }
  const worst = [...byAgent].sort(([, a], [, b]) => b.failed + b.limited - a.failed - a.limited).slice(0, OVERVIEW_ROWS);
  const agentNames = await listAgentNames(
    db,
    worst.map(([id]) => id),
  );
  const owners = await listAccountNames(
    db,
    worst.map(([, { accountId }]) => accountId),
  );
  return worst.map(([chatId, { accountId, failed, limited, lastAt }]) => ({
    chatId,
    chatName: agentNames.get(chatId) ?? "",
    userId: accountId,
    username: owners.get(accountId) ?? "",
    failed,
    limited,
    lastAt: new Date(lastAt).toISOString(),
  }));
}
