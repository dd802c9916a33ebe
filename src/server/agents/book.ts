/** Agents as the hot path reads them: with their knowledge, held in memory until they change. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import { isWithin, type Stretch } from "../knowledge/dates.ts";
import type { Db } from "../platform/storage/db.ts";
import { type LiveRead, readLiveAgent, readVersionAgent } from "./live-entries.ts";
import type { AgentFields } from "./store.ts";

export interface LiveAgent {
  /** Null for the preview of an agent that was never saved. */
  id: string | null;
  /** The key in caches: the agent's id, or the preview's. */
  key: string;
  /** Changes whenever the entries may have changed, also because the dates of one begin or end. */
  version: string;
  /** Changes only when an entry is saved; null for the preview of entries that were never stored. */
  savedVersion: string | null;
  /** The number of the agent's version; null for a preview, and while no versions are kept. */
  number: number | null;
  /** Changes whenever any part of the agent may have changed. */
  revision: string;
  accountId: string;
  fields: AgentFields;
  entries: readonly KnowledgeEntry[];
  /** The id of each entry; empty for the preview of entries that were never stored. */
  entryIds: readonly string[];
  /**
   * Set for the editor's preview: the session that it belongs to and ends with. `isTrial`: its owner tries it, and may see
   * what a reply rests on.
   */
  preview: { id: string; tokenHash: string; isTrial?: boolean } | null;
}

export interface AgentBook {
  /** What visitors get. */
  find(id: string): Promise<LiveAgent | null>;
  /** What the owner sees: the same, or the draft of an agent whose changes wait until they are published. */
  findDraft(id: string): Promise<LiveAgent | null>;
  /** Calls `listener` with the id of each agent that changed, or with null when any agent may have changed. */
  onChange(listener: (id: string | null) => void): void;
}

const MAX_AGENTS = 2_000;
/** The limit on all knowledge held in memory, in UTF-16 units. */
const MAX_TEXT = 50_000_000;

/** The memory that an agent takes, in UTF-16 units of its texts. */
export function weightOf(agent: LiveAgent): number {
  return agent.entries.reduce((sum, entry) => sum + entry.text.length, 1_000);
}

/** An agent, and how long its entries are those that are used. Both follow from the stored dates, so all nodes agree about them. */
interface Known {
  agent: LiveAgent;
  stretch: Stretch;
  /** Whether the owner sees something else. */
  hasDraft: boolean;
  /** The agent has changed since. If visitors still get this version, its entries are the same. */
  isOutdated: boolean;
}

const draftKey = (id: string) => `draft:${id}`;

function toLive({ agent, entries, entryIds, stretch, published }: LiveRead, key: string): LiveAgent {
  const savedVersion = `${agent.knowledgeUpdatedAt}`;
  const content = published === null ? savedVersion : `published ${published}`;
  const version = Number.isFinite(stretch.since) ? `${content} since ${stretch.since}` : content;
  return {
    id: agent.id,
    key,
    version,
    savedVersion,
    number: published ?? (agent.versionNumber || null),
    revision: `${agent.updatedAt} ${version}`,
    accountId: agent.accountId,
    fields: agent,
    entries,
    entryIds,
    preview: null,
  };
}

/**
 * An agent exactly as it was in a version, which is read anew each time. Its indexes are kept apart from those of visitors.
 * @returns null if the agent or the version is gone.
 */
export async function findVersionAgent(db: Db, id: string, number: number): Promise<LiveAgent | null> {
  const read = await readVersionAgent(db, id, number);
  if (!read) return null;
  // The newest version has the revision of the newest state.
  const published = number === read.agent.versionNumber ? null : number;
  return { ...toLive({ ...read, published }, `version ${number}:${id}`), number };
}

export function createAgentBook({ db }: { db: Db }): AgentBook {
  // In order of last use, the oldest first.
  const known = new Map<string, Known>();
  const listeners: ((id: string | null) => void)[] = [];
  let generation = 0;
  let text = 0;

  const load = async (id: string, isDraft: boolean, last?: Known): Promise<Known | null> => {
    const begun = generation;
    const kept = last?.hasDraft && isWithin(last.stretch, db.now) ? { ...last.agent, stretch: last.stretch } : undefined;
    const read = await readLiveAgent(db, id, isDraft, kept);
    if (!read) {
      drop(isDraft ? draftKey(id) : id);
      return null;
    }
    const found = {
      agent: toLive(read, isDraft ? draftKey(id) : id),
      stretch: read.stretch,
      hasDraft: read.agent.publishedVersion !== null,
      isOutdated: false,
    };
    // The agent may have changed while we were reading it.
    if (begun === generation) remember(found);
    return found;
  };

  const findKnown = async (id: string, isDraft: boolean): Promise<Known | null> => {
    const found = known.get(isDraft ? draftKey(id) : id);
    if (!found || found.isOutdated || !isWithin(found.stretch, db.now)) return load(id, isDraft, isDraft ? undefined : found);
    remember(found);
    return found;
  };

  const remember = (found: Known) => {
    const { agent } = found;
    drop(agent.key);
    known.set(agent.key, found);
    text += weightOf(agent);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_AGENTS && text <= MAX_TEXT) break;
      drop(oldest);
    }
  };
  const drop = (key: string) => {
    const found = known.get(key);
    if (!found) return;
    known.delete(key);
    text -= weightOf(found.agent);
  };

  const change = (id: string | null) => {
    generation++;
    for (const key of id === null ? [...known.keys()] : [draftKey(id)]) drop(key);
    const found = known.get(id ?? "");
    if (found?.hasDraft) found.isOutdated = true;
    else if (id !== null) drop(id);
    for (const listener of listeners) listener(id);
  };

  db.onChange("agent", change);

  return {
    async find(id) {
      return (await findKnown(id, false))?.agent ?? null;
    },
    async findDraft(id) {
      const found = await findKnown(id, false);
      return (found?.hasDraft ? await findKnown(id, true) : found)?.agent ?? null;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
