import type { AgentBook, LiveAgent } from "../agents/book.ts";
import { type Previews, TRIAL } from "../agents/previews.ts";

const PREVIEW = "preview:";

/**
 * The agent that a visitor's session names: a saved one, the preview of a draft, or a draft that its owner tries. Null if it no
 * longer exists.
 */
export async function findAgent({ book, previews }: { book: AgentBook; previews: Previews }, chat: string): Promise<LiveAgent | null> {
  if (chat.startsWith(PREVIEW)) return previews.find(chat.slice(PREVIEW.length));
  if (!chat.startsWith(TRIAL)) return book.find(chat);
  const agent = await previews.find(chat.slice(TRIAL.length));
  return agent?.preview ? { ...agent, preview: { ...agent.preview, isTrial: true } } : null;
}
