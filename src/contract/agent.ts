/** The agent ("chat" on the wire) as it is sent. Without code, since every bundle imports it. Rules: product 3. */
import type { AgentValues, PublicValues } from "./agent-fields.ts";

/** Shown in lists for an agent whose name is empty. */
export const UNNAMED_AGENT = "Unnamed Chat";

/** The fixed id of the product's own agent: on the landing page, it knows the product. */
export const DEMO_CHAT_ID = "demo";
/** The fixed id of the invented shop's agent: in the landing page's picture and at /demo, it knows the shop. */
export const DEMO_SHOP_CHAT_ID = "demo-kedai";
/** Anyone on the internet may talk to these, so they have a cap of their own. */
export const DEMO_CHAT_IDS: readonly string[] = [DEMO_CHAT_ID, DEMO_SHOP_CHAT_ID];

/** UTF-16 units. */
export const AGENT_NAME_MAX = 80;

/** What `GET /api/chats/:chatId` gives a stranger, and what the frame's HTML carries. */
export interface PublicAgent extends PublicValues {
  id: string;
  chatName: string;
}

/** What the owner and the administrator get. */
export interface OwnAgent extends PublicAgent, AgentValues {
  userId: string;
  /** Absent when the list is larger than one save can carry, or was not asked for: the entries are read page by page. */
  knowledge?: string[];
  knowledgeCount: number;
  /** Whether the owner's server can vouch for visitors; the secret itself is shown once. */
  hasIdentifySecret: boolean;
  messageCount: number;
  /** The last change of the agent or of its knowledge. */
  lastUpdate: string;
  /** Of all fields but the knowledge. Sent back as `If-Match`: a save in between is then refused. */
  version: string;
}

/** A site on which the agent was opened lately. */
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
}

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

/** An agent can be brought back by whoever deleted it for this long (product 3.6). */
export const RESTORE_WINDOW_MS = 60_000;

const COLOUR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Only hexadecimal colours: anything CSS could read as more than a colour is refused. */
export function isColour(value: string): boolean {
  return COLOUR.test(value);
}
