/**
 * The editor's preview: an unsaved draft of the owner who posted it. It ends with that owner's session, and the bearer token
 * never enters the frame (product 3.7). Drafts are in the database, because the next request may arrive at another node;
 * they are sealed, because their owner has not saved them.
 */

import type { AgentDraft } from "../../contract/agent.schema.ts";
import { formatEntry, type KnowledgeEntry, parseEntry } from "../../contract/knowledge.ts";
import { isOfBusiness } from "../accounts/visible.ts";
import { findLimits } from "../plans/allowance.ts";
import { verdictOnKnowledge } from "../plans/limits.ts";
import { notFound, planLimit } from "../platform/errors.ts";
import type { Viewer } from "../platform/http/endpoint.ts";
import { randomText } from "../platform/ids.ts";
import { type Keys, SealError } from "../platform/keys.ts";
import { createRecent } from "../platform/recent.ts";
import type { Db } from "../platform/storage/db.ts";
import type { AgentBook, LiveAgent } from "./book.ts";
import {
  findPreview,
  findPreviewKnowledge,
  insertPreview,
  PREVIEWS_LOCK,
  type StoredKnowledge,
  type StoredPreview,
  updatePreview,
} from "./previews-store.ts";
import { findOwnAgent, toFields } from "./save.ts";

/** The knowledge of previews that this process remembers, in UTF-16 units. */
const MAX_REMEMBERED = 30_000_000;
/** The chat that a ticket for trying a draft names: this and the preview's id. */
export const TRIAL = "trial:";
/** The version of the knowledge of a draft without its own. */
const STORED = "stored";

export interface Previews {
  /** @throws DomainError not_found (also when the agent belongs to another account), plan_limit. */
  open(viewer: Viewer, agentId: string | undefined, draft: AgentDraft): Promise<string>;
  /** @throws DomainError not_found, plan_limit. */
  update(viewer: Viewer, id: string, draft: AgentDraft): Promise<void>;
  /** The draft as an agent, for the frame and the replies. Null if it does not exist or has ended. */
  find(id: string): Promise<LiveAgent | null>;
}

/** What was opened of a preview, with the sealed draft by which a change is noticed. */
interface Opened {
  sealed: string;
  fields: LiveAgent["fields"];
  knowledgeVersion: string;
  entries: readonly KnowledgeEntry[];
}

interface Deps {
  db: Db;
  keys: Keys;
  book: AgentBook;
}

const weightOf = (entries: readonly KnowledgeEntry[]) => entries.reduce((sum, entry) => sum + entry.text.length, 0);
const draftContext = (id: string) => `preview draft ${id}`;
const knowledgeContext = (id: string) => `preview knowledge ${id}`;

export function createPreviews({ db, keys, book }: Deps): Previews {
  const opened = createRecent<string, Opened>({ max: MAX_REMEMBERED, weigh: ({ entries }) => weightOf(entries) + 1_000 });

  /** Checks the draft's own knowledge against the plan's limits, as a save would. @returns its version. @throws DomainError. */
  const checkKnowledge = async (viewer: Viewer, agentId: string | null, { knowledge }: AgentDraft): Promise<string> => {
    const agent = agentId ? await findOwnAgent(db, viewer, agentId) : null;
    if (knowledge === undefined) return STORED;
    const stored = agent && knowledge.length > 0 ? await book.findDraft(agent.id) : null;
    const limits = await findLimits(db, agent?.accountId ?? viewer.accountId);
    const verdict = verdictOnKnowledge(stored?.entries.map(formatEntry) ?? [], knowledge, limits);
    if (verdict) throw planLimit(verdict);
    return `draft ${keys.digest(JSON.stringify(knowledge), "preview")}`;
  };

  const sealDraft = (id: string, draft: AgentDraft) => keys.seal(JSON.stringify({ ...draft, knowledge: undefined }), draftContext(id));
  const sealKnowledge = (id: string, { knowledge }: AgentDraft): StoredKnowledge => ({
    sealed: knowledge === undefined ? null : keys.seal(JSON.stringify(knowledge), knowledgeContext(id)),
    weight: weightOf((knowledge ?? []).map(parseEntry)),
  });

  /** The entries of a draft with its own knowledge. @throws SealError. */
  const openKnowledge = async ({ id, knowledgeVersion }: StoredPreview): Promise<readonly KnowledgeEntry[] | null> => {
    const sealed = await findPreviewKnowledge(db, id, knowledgeVersion);
    if (sealed === undefined) return null;
    const knowledge: string[] = sealed === null ? [] : JSON.parse(keys.open(sealed, knowledgeContext(id)));
    return knowledge.map(parseEntry);
  };

  /** Null if the draft was changed while it was read. @throws SealError. */
  const openPreview = async (stored: StoredPreview): Promise<Opened | null> => {
    const { id, draft: sealed, knowledgeVersion } = stored;
    const known = opened.get(id);
    if (known?.sealed === sealed && known.knowledgeVersion === knowledgeVersion) return known;
    const draft: AgentDraft = JSON.parse(keys.open(sealed, draftContext(id)));
    const isKnown = known?.knowledgeVersion === knowledgeVersion;
    const entries = knowledgeVersion === STORED ? [] : isKnown ? known.entries : await openKnowledge(stored);
    if (entries === null) return null;
    const fresh = { sealed, fields: toFields(draft), knowledgeVersion, entries };
    opened.set(id, fresh);
    return fresh;
  };

  const toAgent = async (stored: StoredPreview, { fields, entries }: Opened): Promise<LiveAgent> => {
    const { id, agentId, accountId, knowledgeVersion, tokenHash } = stored;
    const agent = knowledgeVersion === STORED && agentId !== null ? await book.findDraft(agentId) : null;
    const version = knowledgeVersion === STORED ? `${STORED} ${agent?.version ?? ""}` : knowledgeVersion;
    const preview = { id, tokenHash };
    return {
      id: agentId,
      key: `preview:${id}`,
      version,
      savedVersion: agent?.savedVersion ?? null,
      number: null,
      revision: version,
      accountId,
      fields,
      entries: agent?.entries ?? entries,
      entryIds: agent?.entryIds ?? [],
      preview,
    };
  };

  return {
    async open(viewer, shownAgent, draft) {
      const agentId = shownAgent ?? null;
      const id = randomText(18);
      const knowledgeVersion = await checkKnowledge(viewer, agentId, draft);
      const { accountId, tokenHash } = viewer;
      const preview = { id, accountId, tokenHash, agentId, knowledgeVersion, draft: sealDraft(id, draft) };
      const knowledge = sealKnowledge(id, draft);
      await db.transaction((tx) => insertPreview(tx, preview, knowledge), { isGrowth: true, lock: PREVIEWS_LOCK });
      return id;
    },
    async update(viewer, id, draft) {
      const { accountId, tokenHash } = viewer;
      const preview = await findPreview(db, id);
      if (!preview || !isOfBusiness(viewer, preview.accountId)) throw notFound();
      const knowledgeVersion = await checkKnowledge(viewer, preview.agentId, draft);
      const changed = { id, accountId, tokenHash, knowledgeVersion, draft: sealDraft(id, draft) };
      const write = (knowledge: StoredKnowledge | null) =>
        db.transaction((tx) => updatePreview(tx, changed, knowledge), { isGrowth: true, lock: PREVIEWS_LOCK });
      // Most changes of a draft leave its knowledge as it was, which may be long.
      if (knowledgeVersion === preview.knowledgeVersion && (await write(null))) return;
      if (!(await write(sealKnowledge(id, draft)))) throw notFound();
    },
    async find(id) {
      // A change in between is noticed by the next look, which sees the new draft and its knowledge.
      for (let looks = 0; looks < 3; looks++) {
        const stored = await findPreview(db, id);
        if (!stored) return null;
        try {
          const found = await openPreview(stored);
          if (found) return await toAgent(stored, found);
        } catch (error) {
          // Sealed with another key, so it can no longer be read.
          if (error instanceof SealError) return null;
          throw error;
        }
      }
      return null;
    },
  };
}
