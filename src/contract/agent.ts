/** The agent ("chat" on the wire) as it is sent. Every bundle imports this file, so it has almost no code. Rules: product 3. */
import type { AgentValues, PublicValues } from "./agent-fields.ts";

/** Shown in lists for an agent whose name is empty. */

/** The fixed id of the product's own agent. It is on the landing page and answers questions about the product. */
export const DEMO_CHAT_ID = "demo";
/** The fixed id of the sample shop's agent. It is in the landing page's hero and at /demo, and knows the shop. */
export const DEMO_SHOP_CHAT_ID = "demo-kedai";
/** Anyone on the internet may talk to these agents, so their model calls have a separate limit. */
export const DEMO_CHAT_IDS: readonly string[] = [DEMO_CHAT_ID, DEMO_SHOP_CHAT_ID];

/** UTF-16 units. */
export const AGENT_NAME_MAX = 80;

/** What `GET /api/chats/:chatId` answers to anyone, and what the frame's HTML contains. */
export interface PublicAgent extends PublicValues {
  id: string;
  chatName: string;
}

/** What the loader gets. `refusal` says why its page may not show the agent; empty: the page may. */
export interface LoaderAgent extends PublicAgent {
  refusal: string;
}

/** What `GET /api/chats/:chatId` answers to the owner and to the administrator. */
export interface OwnAgent extends PublicAgent, AgentValues {
  userId: string;
  /** Absent when the list is too large for one save, or was not requested. The entries are then read page by page. */
  knowledge?: string[];
  knowledgeCount: number;
  /** Whether the agent has a secret with which the owner's server vouches for visitors. The secret itself is shown only once. */
  hasIdentifySecret: boolean;
  messageCount: number;
  /** When the agent or its knowledge was last changed. */
  lastUpdate: string;
  /**
   * The version of all fields except the knowledge. A client sends it back as `If-Match`, and its save is refused if
   * the agent was saved in between.
   */
  version: string;
  /** Whether changes wait until they are published (product 15.6). */
  hasDraft: boolean;
}

/** A site on which the agent was opened recently. */
export interface Sighting {
  host: string;
  /** ISO 8601 UTC. */
  lastSeen: string;
  opens: number;
}

/** A row of the dashboard's list. */
export interface AgentSummary {
  id: string;
  chatName: string;
  messageCount: number;
  lastUpdate: string;
  toggleIconColor: string;
  profileImage: string;
  paused: boolean;
  /**
   * The conversations with a question that the agent could not answer; at most `UNANSWERED_COUNTED`. Absent in the dashboard's
   * own call if there are many agents.
   */
  unanswered?: number;
}

/** `GET /api/users/:id/chats`. */
export interface AgentPage {
  chats: AgentSummary[];
  /** The agents that the search found; without a search, all of them. */
  total: number;
  totalPages: number;
}

/** Counting stops here, because an agent may have a million conversations. */
export const UNANSWERED_COUNTED = 100;
/** `created`: the oldest first; `name`: from A to Z; otherwise the largest number first. */
export const AGENT_SORTS = ["created", "name", "messages", "unanswered"] as const;
export type AgentSort = (typeof AGENT_SORTS)[number];
export const AGENT_SEARCH_MAX = 80;

/** The stored value is Malay, the label English (product 3.3). */
export const MOODS = [
  "",
  "mesra dan santai",
  "profesional dan formal",
  "ceria dan bersemangat",
  "santai dan minimalis",
  "lucu dan suka berjenaka",
  "empati dan prihatin",
  "pintar dan berinformasi",
  "mewah dan elegan",
  "tekun dan analitikal",
  "inspirasi dan motivasi",
  "sopan dan rendah diri",
  "misterius dan penuh intrig",
  "garang dan pemarah",
] as const;

/** For this long, the person who deleted an agent can restore it (product 3.6). */
export const RESTORE_WINDOW_MS = 60_000;

const COLOUR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Only hexadecimal colours are accepted, so that no value can contain CSS other than a colour. */
export function isColour(value: string): boolean {
  return COLOUR.test(value);
}
