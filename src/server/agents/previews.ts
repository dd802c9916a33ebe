/**
 * The editor's preview: an unsaved draft, held in memory for the owner who posted it. It lives and dies with that
 * owner's session, and the bearer token never enters the frame (design.md §4).
 */
import { randomBytes } from "node:crypto";
import type { AgentDraft } from "../../contract/agent.schema.ts";
import { formatEntry, parseEntry } from "../../contract/knowledge.ts";
import { listEntries } from "../knowledge/store.ts";
import { findAllowance } from "../plans/allowance.ts";
import { verdictOnKnowledge } from "../plans/limits.ts";
import type { Clock } from "../platform/clock.ts";
import type { Db } from "../platform/db.ts";
import { notFound, planLimit, unauthenticated } from "../platform/errors.ts";
import type { Viewer } from "../platform/http.ts";
import type { LiveAgent } from "./book.ts";
import { findOwnAgent, toFields } from "./save.ts";

const IDLE_MS = 2 * 3_600_000;
const MAX_OF_OWNER = 5;
const MAX_PREVIEWS = 1_000;
/** UTF-16 units of knowledge held in all. */
const MAX_TEXT = 30_000_000;

interface Preview {
  id: string;
  viewer: Viewer;
  agentId: string | null;
  draft: AgentDraft;
  version: number;
  usedAt: number;
}

export interface Previews {
  /** @throws DomainError not_found (somebody else's agent), plan_limit. */
  open(viewer: Viewer, agentId: string | undefined, draft: AgentDraft): Promise<string>;
  /** @throws DomainError not_found, plan_limit. */
  update(viewer: Viewer, id: string, draft: AgentDraft): Promise<void>;
  /** The draft as an agent, for the frame and the replies. */
  find(id: string): LiveAgent | null;
}

/** What a draft takes of memory, in UTF-16 units of its knowledge. */
const weightOf = ({ draft }: Preview) => (draft.knowledge ?? []).reduce((sum, entry) => sum + entry.length, 0);

export function createPreviews(deps: { db: Db; clock: Clock }): Previews {
  // In order of last use.
  const previews = new Map<string, Preview>();

  const keep = (preview: Preview) => {
    previews.delete(preview.id);
    previews.set(preview.id, { ...preview, usedAt: deps.clock.now() });
    const own = [...previews.values()].filter((other) => other.viewer.accountId === preview.viewer.accountId);
    if (own.length > MAX_OF_OWNER && own[0]) previews.delete(own[0].id);
    let text = 0;
    for (const other of previews.values()) text += weightOf(other);
    for (const [id, other] of previews) {
      if (previews.size <= MAX_PREVIEWS && text <= MAX_TEXT && deps.clock.now() - other.usedAt <= IDLE_MS) break;
      previews.delete(id);
      text -= weightOf(other);
    }
  };

  /** The draft is held to the plan's limits, as a save would be. */
  const check = async (viewer: Viewer, agentId: string | null, draft: AgentDraft): Promise<void> => {
    const agent = agentId ? await findOwnAgent(deps.db, viewer, agentId) : null;
    const before = agent ? (await listEntries(deps.db, agent.id)).map(formatEntry) : [];
    const allowance = await findAllowance(deps.db, agent?.accountId ?? viewer.accountId, deps.clock.now());
    if (!allowance) throw unauthenticated();
    const verdict = verdictOnKnowledge(before, draft.knowledge ?? before, allowance.limits);
    if (verdict) throw planLimit(verdict);
    draft.knowledge ??= before;
  };

  return {
    async open(viewer, agentId, draft) {
      await check(viewer, agentId ?? null, draft);
      const id = randomBytes(18).toString("base64url");
      keep({ id, viewer, agentId: agentId ?? null, draft, version: 1, usedAt: 0 });
      return id;
    },
    async update(viewer, id, draft) {
      const preview = previews.get(id);
      if (preview?.viewer.accountId !== viewer.accountId) throw notFound();
      await check(viewer, preview.agentId, draft);
      keep({ ...preview, viewer, draft, version: preview.version + 1 });
    },
    find(id) {
      const preview = previews.get(id);
      if (!preview) return null;
      return {
        id: preview.agentId,
        key: `preview:${id}`,
        version: `${preview.version}`,
        accountId: preview.viewer.accountId,
        fields: toFields(preview.draft),
        entries: (preview.draft.knowledge ?? []).map(parseEntry),
        preview: { id, tokenHash: preview.viewer.tokenHash },
      };
    },
  };
}
