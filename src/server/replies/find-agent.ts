import type { AgentBook, LiveAgent } from "../agents/book.ts";
import type { Previews } from "../agents/previews.ts";

const PREVIEW = "preview:";

/** The agent that a visitor's session names: a saved one, or the preview of a draft. Null if it no longer exists. */
export function findAgent(
  { book, previews }: { book: AgentBook; previews: Previews },
  chat: string,
): Promise<LiveAgent | null> | LiveAgent | null {
  return chat.startsWith(PREVIEW) ? previews.find(chat.slice(PREVIEW.length)) : book.find(chat);
}
