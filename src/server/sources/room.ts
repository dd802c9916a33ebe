/** What an agent may read from sources, and what it reads already. */
import { told } from "../../contract/messages/message.ts";
import type { PlanLimits } from "../../contract/plan-fields.ts";
import type { SourceRoom } from "../../contract/source.ts";
import { countCounted } from "../knowledge/page-store.ts";
import { countSources } from "../knowledge/source-store.ts";
import { countReadWords } from "../knowledge/store.ts";
import { planLimit } from "../platform/errors.ts";
import type { Reader } from "../platform/storage/db.ts";

/** `limits` null: an account without limits. */
export async function findSourceRoom(db: Reader, agentId: string, limits: PlanLimits | null): Promise<SourceRoom> {
  return {
    sources: { used: await countSources(db, agentId), limit: limits?.sourceLimit ?? null },
    pages: { used: await countCounted(db, agentId), limit: limits?.pageLimit ?? null },
    words: { used: await countReadWords(db, agentId), limit: limits?.totalWordLimit ?? null },
  };
}

export const sourceLimitReached = (limits: PlanLimits | null) => planLimit(told("sources.limit", { limit: `${limits?.sourceLimit ?? 0}` }));

/** @throws DomainError plan_limit, if there is no room for these pages and words */
export async function refusePages(db: Reader, agentId: string, limits: PlanLimits | null, more: { pages: number; words: number }) {
  if (limits === null) return;
  const { pages, words } = await findSourceRoom(db, agentId, limits);
  if (pages.used + more.pages > limits.pageLimit) throw planLimit(told("sources.pageLimit", { limit: `${limits.pageLimit}` }));
  const left = Math.max(limits.totalWordLimit - words.used, 0);
  if (more.words > left) throw planLimit(told("sources.wordLimit", { words: more.words, left }));
}

/** The least that a source has. */
export const ONE_PAGE = { pages: 1, words: 1 };

/** Only says no early: the source is counted when it is added. @throws DomainError plan_limit, if there is no room for another source */
export async function refuseSource(db: Reader, agentId: string, limits: PlanLimits | null) {
  if (limits !== null && (await countSources(db, agentId)) >= limits.sourceLimit) throw sourceLimitReached(limits);
  await refusePages(db, agentId, limits, ONE_PAGE);
}
