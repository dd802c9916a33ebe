/** What a reply rests on, with the ids of the entries. */
import type { Source } from "../../contract/chat.ts";
import type { LiveAgent } from "../agents/book.ts";
import type { Given } from "../knowledge/given.ts";
import type { Retrieval } from "../knowledge/retrieve.ts";
import type { FoundSource } from "../knowledge/sources.ts";

/** Sources whose entries are positions in the agent's entries. */
export function nameSources({ entryIds }: LiveAgent, found: readonly FoundSource[]): Source[] {
  return found.map(({ entry, title, quote }) => ({ entryId: entryIds[entry], title, quote }));
}

/** What visitors may see of a reply's sources; undefined if the agent shows none or the reply has none. An owner who tries a draft sees all. */
export function visibleSources({ fields, preview }: LiveAgent, sources: readonly Source[] | undefined): Source[] | undefined {
  if (!sources || sources.length === 0) return undefined;
  if (preview?.isTrial) return [...sources];
  if (!fields.showSources) return undefined;
  return sources.map(({ title, quote }) => ({ title, quote }));
}

/** @param shown what the model's prompt had. */
export async function sourcesOfReply(retrieval: Retrieval, agent: LiveAgent, shown: Given, said: string): Promise<Source[]> {
  const found = await retrieval.sourcesOf(agent.key, shown.entries, said);
  return nameSources(
    agent,
    found.map(({ entry, ...rest }) => ({ entry: shown.positions[entry] ?? -1, ...rest })),
  );
}
