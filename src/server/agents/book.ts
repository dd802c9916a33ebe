/** Agents as the hot path reads them: with their knowledge, held in memory until they change. */
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import type { Db } from "../platform/storage/db.ts";
import { readLiveAgent } from "./live-entries.ts";
import type { AgentFields } from "./store.ts";

export interface LiveAgent {
  /** Null for the preview of an agent that was never saved. */
  id: string | null;
  /** The key in caches: the agent's id, or the preview's. */
  key: string;
  /** Changes whenever the entries may have changed. */
  version: string;
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
  find(id: string): Promise<LiveAgent | null>;
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

export function createAgentBook({ db }: { db: Db }): AgentBook {
  // In order of last use, the oldest first.
  const known = new Map<string, LiveAgent>();
  const listeners: ((id: string | null) => void)[] = [];
  let generation = 0;
  let text = 0;

  const load = async (id: string): Promise<LiveAgent | null> => {
    const begun = generation;
    const read = await readLiveAgent(db, id);
    if (!read) return null;
    const { agent, entries, entryIds } = read;
    const live: LiveAgent = {
      id,
      key: id,
      version: `${agent.knowledgeUpdatedAt}`,
      revision: `${agent.updatedAt} ${agent.knowledgeUpdatedAt}`,
      accountId: agent.accountId,
      fields: agent,
      entries,
      entryIds,
      preview: null,
    };
    // The agent may have changed while we were reading it.
    if (begun === generation) remember(live);
    return live;
  };

  const remember = (agent: LiveAgent) => {
    drop(agent.key);
    known.set(agent.key, agent);
    text += weightOf(agent);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_AGENTS && text <= MAX_TEXT) break;
      drop(oldest);
    }
  };
  const drop = (key: string) => {
    const agent = known.get(key);
    if (!agent) return;
    known.delete(key);
    text -= weightOf(agent);
  };

  const change = (id: string | null) => {
    generation++;
    for (const key of id === null ? [...known.keys()] : [id]) drop(key);
    for (const listener of listeners) listener(id);
  };

  db.onChange("agent", change);

  return {
    async find(id) {
      const agent = known.get(id);
      if (!agent) return load(id);
      remember(agent);
      return agent;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
