/** What a reply rests on, with the ids of the entries. */
import type { Source } from "../../contract/chat.ts";
import type { KnowledgeEntry } from "../../contract/knowledge.ts";
import type { LiveAgent } from "../agents/book.ts";
import { loadEngine } from "../knowledge/load-engine.ts";
import type { FoundSource } from "../knowledge/sources.ts";

/** Sources whose entries are positions in the agent's entries. */
export function nameSources({ entryIds }: LiveAgent, found: readonly FoundSource[]): Source[] {
  return found.map(({ entry, title, quote }) => ({ entryId: entryIds[entry], title, quote }));
}

/** What visitors may see of a reply's sources; undefined if the agent shows none or the reply has none. */
export function visibleSources({ fields }: LiveAgent, sources: readonly Source[] | undefined): Source[] | undefined {
  if (!fields.showSources || !sources || sources.length === 0) return undefined;
  return sources.map(({ title, quote }) => ({ title, quote }));
}

/** @param shown the entries in the model's prompt, which are the agent's own objects. */
export async function sourcesOfReply(agent: LiveAgent, shown: readonly KnowledgeEntry[], said: string): Promise<Source[]> {
  const { findSources } = await loadEngine();
  const positionOf = ({ entry, ...rest }: FoundSource) => {
    const own = shown[entry];
    return { entry: own ? agent.entries.indexOf(own) : -1, ...rest };
  };
  return nameSources(agent, findSources(shown, said).map(positionOf));
}
