/**
 * The editor's preview: an unsaved draft, held in memory for the owner who posted it. It ends with that owner's session,
 * and the bearer token never enters the frame (product 3.7).
 */
import { randomBytes } from "node:crypto";
import type { AgentDraft } from "../../contract/agent.schema.ts";
import { formatEntry, type KnowledgeEntry, parseEntry } from "../../contract/knowledge.ts";
import { findLimits } from "../plans/allowance.ts";
import { verdictOnKnowledge } from "../plans/limits.ts";
import type { Clock } from "../platform/clock.ts";
import { notFound, planLimit } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import type { Db } from "../platform/storage/db.ts";
import type { AgentBook, LiveAgent } from "./book.ts";
import { findOwnAgent, toFields } from "./save.ts";

const IDLE_MS = 2 * 3_600_000;
const MAX_OF_OWNER = 5;
const MAX_PREVIEWS = 1_000;
/** The limit on the knowledge of all previews together, in UTF-16 units. */
const MAX_TEXT = 30_000_000;

interface Preview {
  id: string;
  viewer: Viewer;
  agentId: string | null;
  draft: AgentDraft;
  knowledge: PreviewKnowledge;
  usedAt: number;
}

interface PreviewKnowledge {
  entries: readonly KnowledgeEntry[];
  /** Changes with the entries and not with the draft's other fields, so that a large index is built only once. */
  version: string;
  /** In UTF-16 units. */
  weight: number;
}

export interface Previews {
  /** @throws DomainError not_found (also when the agent belongs to another account), plan_limit. */
  open(viewer: Viewer, agentId: string | undefined, draft: AgentDraft): Promise<string>;
  /** @throws DomainError not_found, plan_limit. */
  update(viewer: Viewer, id: string, draft: AgentDraft): Promise<void>;
  /** The draft as an agent, for the frame and the replies. */
  find(id: string): LiveAgent | null;
}

/** The preview holds the parsed entries separately. */
const withoutKnowledge = (draft: AgentDraft): AgentDraft => ({ ...draft, knowledge: undefined });

const weightOf = (entries: readonly KnowledgeEntry[]) => entries.reduce((sum, entry) => sum + entry.text.length, 0);

export function createPreviews(deps: { db: Db; clock: Clock; book: AgentBook }): Previews {
  // In order of last use, the oldest first.
  const previews = new Map<string, Preview>();

  const keep = (preview: Preview) => {
    previews.delete(preview.id);
    previews.set(preview.id, { ...preview, usedAt: deps.clock.elapsed() });
    const own = [...previews.values()].filter((other) => other.viewer.accountId === preview.viewer.accountId);
    if (own.length > MAX_OF_OWNER && own[0]) previews.delete(own[0].id);
    let text = 0;
    for (const other of previews.values()) text += other.knowledge.weight;
    for (const [id, other] of previews) {
      if (previews.size <= MAX_PREVIEWS && text <= MAX_TEXT && deps.clock.elapsed() - other.usedAt <= IDLE_MS) break;
      previews.delete(id);
      text -= other.knowledge.weight;
    }
  };

  /**
   * The draft's own knowledge, checked against the plan's limits as a save would be. If the draft has none, the agent's
   * stored knowledge. `known` is the preview's knowledge so far.
   */
  const readKnowledge = async (viewer: Viewer, agentId: string | null, draft: AgentDraft, known?: PreviewKnowledge) => {
    const agent = agentId ? await findOwnAgent(deps.db, viewer, agentId) : null;
    const { knowledge } = draft;
    const stored = agent && (knowledge === undefined || knowledge.length > 0) ? await deps.book.find(agent.id) : null;
    if (knowledge === undefined) {
      const entries = stored?.entries ?? [];
      const version = `stored ${stored?.version ?? ""}`;
      return known?.version === version ? known : { entries, version, weight: weightOf(entries) };
    }
    const limits = await findLimits(deps.db, agent?.accountId ?? viewer.accountId);
    const verdict = verdictOnKnowledge(stored?.entries.map(formatEntry) ?? [], knowledge, limits);
    if (verdict) throw planLimit(verdict);
    const version = `draft ${new Bun.CryptoHasher("sha256").update(JSON.stringify(knowledge)).digest("base64url")}`;
    if (known?.version === version) return known;
    const entries = knowledge.map(parseEntry);
    return { entries, version, weight: weightOf(entries) };
  };

  return {
    async open(viewer, agentId, draft) {
      const knowledge = await readKnowledge(viewer, agentId ?? null, draft);
      const id = randomBytes(18).toString("base64url");
      keep({ id, viewer, agentId: agentId ?? null, draft: withoutKnowledge(draft), knowledge, usedAt: 0 });
      return id;
    },
    async update(viewer, id, draft) {
      const preview = previews.get(id);
      if (preview?.viewer.accountId !== viewer.accountId) throw notFound();
      const knowledge = await readKnowledge(viewer, preview.agentId, draft, preview.knowledge);
      keep({ ...preview, viewer, draft: withoutKnowledge(draft), knowledge });
    },
    find(id) {
      const preview = previews.get(id);
      if (!preview) return null;
      return {
        id: preview.agentId,
        key: `preview:${id}`,
        version: preview.knowledge.version,
        revision: preview.knowledge.version,
        accountId: preview.viewer.accountId,
        fields: toFields(preview.draft),
        entries: preview.knowledge.entries,
        preview: { id, tokenHash: preview.viewer.tokenHash },
      };
    },
  };
}
