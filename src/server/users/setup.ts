/** How far an account has come on the way to a live chat. */

import type { PlanLimits } from "../../contract/plan-fields.ts";
import { SETUP_ENTRIES, SETUP_QUESTIONS, type Setup } from "../../contract/setup.ts";
import { findSetupClosed } from "../accounts/store.ts";
import { findFirstSighting, listAgentStates } from "../agents/store.ts";
import { hasConversation } from "../conversations/store.ts";
import { countEntriesOf } from "../knowledge/store.ts";
import { countPreviewed, hasUsage } from "../plans/usage-store.ts";
import type { Reader } from "../platform/storage/db.ts";

/** Entries are counted in this many of the account's agents, the oldest first. */
const MAX_COUNTED = 50;

interface Asked {
  accountId: string;
  /** Null for an account without limits: it is not guided. */
  limits: PlanLimits | null;
  /** The hosts of this installation: its own pages are no website of the owner's. */
  ownHosts: readonly string[];
}

/** @returns null if the owner has closed the list. */
export async function readSetup(db: Reader, { accountId, limits, ownHosts }: Asked): Promise<Setup | null> {
  if (!limits || (await findSetupClosed(db, accountId))) return null;
  const agents = await listAgentStates(db, accountId);
  const wanted = Math.min(SETUP_ENTRIES, limits.addKnowledgeLimit);
  const [counted, previewed, sighting, wasUsed, hasTalked] = await Promise.all([
    countEntriesOf(
      db,
      agents.slice(0, MAX_COUNTED).map(({ id }) => id),
      wanted,
    ),
    countPreviewed(db, accountId),
    findFirstSighting(db, accountId, ownHosts),
    hasUsage(db, accountId),
    hasConversation(db, accountId),
  ]);
  return {
    chatId: agents[0]?.id ?? null,
    entries: { done: counted, of: wanted },
    questions: { done: Math.min(previewed, SETUP_QUESTIONS), of: SETUP_QUESTIONS },
    site: sighting && { host: sighting.host, at: new Date(sighting.firstSeenAt).toISOString() },
    // The owner may have deleted the conversation, and a message that was refused is not counted.
    hasVisitor: wasUsed || hasTalked,
  };
}

/** The hosts under which this installation is reached. */
export function ownHostsOf(request: Request, publicUrl: string | null): string[] {
  const named = request.headers.get("host")?.toLowerCase();
  return [...(publicUrl === null ? [] : [new URL(publicUrl).host]), ...(named ? [named] : [])];
}
